"""Simulated time: an event loop whose clock jumps, what work costs on it, and who reads it."""
