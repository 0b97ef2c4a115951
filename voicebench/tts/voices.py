"""Whose voice a caller has."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from voicebench.task import Json

__all__ = ["VOICES", "Voice", "draw_voice"]


@dataclass(frozen=True)
class Voice:
    """A voice that ``voicebench.tts.make`` can make.

    Args:
        engine: Short name of the engine.
        settings: The engine's settings.
    """

    engine: str
    settings: Mapping[str, Json] = field(default_factory=dict)


VOICES: Mapping[str, Voice] = {
    "heart": Voice("hibari"),
    "heart-high": Voice("hibari", {"pitch": 1.1}),
    "heart-low": Voice("hibari", {"pitch": 0.88}),
    "joe": Voice("piper"),
    "joe-quick": Voice("piper", {"length_scale": 0.9}),
    "joe-slow": Voice("piper", {"length_scale": 1.15}),
}
"""What a task may name as its caller's voice."""


def draw_voice(dice: np.random.Generator) -> Voice:
    """Return the voice of a caller whose task names none."""
    if dice.random() < 0.5:
        return Voice("piper", {"length_scale": _between(dice, 0.9, 1.15)})
    return Voice("hibari", {"pitch": _between(dice, 0.88, 1.1), "speed": _between(dice, 0.9, 1.1)})


def _between(dice: np.random.Generator, low: float, high: float) -> float:
    # Few decimals: a voice is read by people in the record, and near twins would only miss the cache.
    return round(float(dice.uniform(low, high)), 2)
