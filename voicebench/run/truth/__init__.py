"""The harness measured by an agent whose delays are known: the errors of the measuring itself."""
