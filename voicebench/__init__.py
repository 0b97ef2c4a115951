"""voicebench: put a phone agent on a simulated phone call and measure what comes of it."""

import os

__all__ = ["__version__"]

__version__ = "0.1.0"

# ONNX Runtime from 1.32 on keeps an id of this machine and may report its use: a run touches no network of its own.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
