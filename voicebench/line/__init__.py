"""The simulated phone line: sound in, what arrives at the other end out."""

from voicebench.line.chain import Channel, Direction, LineParams, LineSettings, apply, carry, draw
from voicebench.line.effect import LineEvent
from voicebench.line.presets import load, names

__all__ = ["Channel", "Direction", "LineEvent", "LineParams", "LineSettings", "apply", "carry", "draw", "load", "names"]
