"""Runs: one call, many calls, and what is kept of them."""
