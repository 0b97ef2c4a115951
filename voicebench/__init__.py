"""voicebench: put a phone agent on a simulated phone call and measure what comes of it."""

__all__ = ["__version__"]

__version__ = "0.1.0"
