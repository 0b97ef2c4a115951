"""Any service of Pipecat's in the place of ours: found by its class path, and measured from outside.

The service is used as it stands. Processors before and after it hand the desk's prompt and tools to it, bring its sound
to the line's rate and level, and note what passes by; nothing that it says of itself is trusted with a latency.
"""
