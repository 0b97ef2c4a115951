"""The simulated phone line: sound in, what arrives at the other end out."""

from voicebench.line.chain import Channel, Direction, LineParams, LineSettings, apply, draw
from voicebench.line.presets import load, names

__all__ = ["Channel", "Direction", "LineParams", "LineSettings", "apply", "draw", "load", "names"]
