"""The model under test, over HTTP: messages in, a stream on the call's clock out."""
