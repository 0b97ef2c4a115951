"""Muffled speech: a hand, a mask or a pocket takes away what lies above some frequency.

A shelf: nothing is lost below ``from_hz``, ``depth_db`` from an octave above it on, and in between a straight line over
the octave. The source is no standard; the default, 12 dB above 1 kHz, is of the size that measurements of face masks
and cloth report at most.
"""

from functools import lru_cache
from typing import Literal

import numpy as np
from pydantic import Field

from voicebench.line.effect import EffectParams, EffectSettings
from voicebench.line.fir import Filter, Floats, shaped_taps

__all__ = ["MuffleParams", "MuffleSettings"]

_TAPS = 65


class MuffleParams(EffectParams):
    """The shelf."""

    effect: Literal["muffle"] = "muffle"
    depth_db: float
    from_hz: float

    def start(self) -> Filter:
        """Return the filter, at rest."""
        return Filter(_taps(self.depth_db, self.from_hz))


class MuffleSettings(EffectSettings):
    """How much is lost, and from where on. Nothing about it is drawn."""

    depth_db: float = Field(default=12.0, ge=0.0, le=40.0)
    from_hz: float = Field(default=1_000.0, ge=400.0, le=2_000.0)

    def draw(self, seed: int) -> MuffleParams:  # noqa: ARG002 -- every effect is drawn alike
        """Return the shelf as it stands."""
        return MuffleParams(depth_db=self.depth_db, from_hz=self.from_hz)


@lru_cache
def _taps(depth_db: float, from_hz: float) -> Floats:
    def gain(hz: Floats) -> Floats:
        octaves = np.log2(np.maximum(hz, 1.0) / from_hz)
        return np.asarray(10 ** (-depth_db * np.clip(octaves, 0.0, 1.0) / 20))

    return shaped_taps(gain, _TAPS)
