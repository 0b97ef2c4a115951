"""The telephone band: 300 to 3400 Hz, by a linear-phase FIR filter with a known, constant delay."""

from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt
from pydantic import Field

from voicebench.line.effect import EffectParams, EffectSettings
from voicebench.line.fir import Filter
from voicebench.units import LINE_RATE_HZ

__all__ = ["BandParams", "BandSettings"]

_TAPS = 101
"""Odd, so that the delay is whole: 50 samples, 6.25 ms. Fewer would let mains hum through."""
_EDGE_SHIFT_HZ = 32.0
"""A windowed sinc is 6 dB down at its own edge; moved out by this much, it is 3 dB down at the edge asked for."""


class BandParams(EffectParams):
    """Edges of the band, 3 dB down."""

    effect: Literal["band"] = "band"
    low_hz: float
    high_hz: float

    def start(self) -> Filter:
        """Return the filter, at rest."""
        return Filter(_taps(self.low_hz, self.high_hz))


class BandSettings(EffectSettings):
    """The pass band. Nothing about it is drawn."""

    low_hz: float = Field(default=300.0, ge=150.0, le=800.0)
    high_hz: float = Field(default=3400.0, ge=1000.0, le=3600.0)

    def draw(self, seed: int) -> BandParams:  # noqa: ARG002 -- every effect is drawn alike
        """Return the edges as they stand."""
        return BandParams(low_hz=self.low_hz, high_hz=self.high_hz)


@lru_cache
def _taps(low_hz: float, high_hz: float) -> npt.NDArray[np.float64]:
    """Return a windowed-sinc band-pass, shape (_TAPS,), with gain 1 in the middle of the band."""
    at = np.arange(_TAPS) - _TAPS // 2
    low, high = (2 * hz / LINE_RATE_HZ for hz in (low_hz - _EDGE_SHIFT_HZ, high_hz + _EDGE_SHIFT_HZ))
    taps = (high * np.sinc(high * at) - low * np.sinc(low * at)) * np.hamming(_TAPS)
    middle = np.exp(-1j * np.pi * (low + high) / 2 * at)
    return np.asarray(taps / abs(taps @ middle), np.float64)
