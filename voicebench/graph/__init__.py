"""The call as a Pipecat graph: thin adapters around plain stages. The only package that imports Pipecat."""
