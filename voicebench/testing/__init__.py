"""Fakes to test with, and the checks that a fake and the real thing both pass."""
