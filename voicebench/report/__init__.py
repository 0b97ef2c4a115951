"""Runs and calls as tables, transcripts and figures: pure functions of what was kept, to rich renderables or JSON."""
