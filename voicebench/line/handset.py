"""The handset's send side: a microphone that favours high frequencies, as telephones' do.

An approximation, not a standard's curve: the send response of ITU-T P.48's intermediate reference system rises by
roughly 4 dB an octave over the telephone band, and the modified one (P.830, Annex D) by less. Here it is a straight
line over the octaves from 300 to 3150 Hz, flat beyond; their tables are not met point by point. The edges are the band
effect's part.
"""

from functools import lru_cache
from typing import Literal

import numpy as np
from pydantic import Field

from voicebench.line.effect import EffectParams, EffectSettings
from voicebench.line.fir import Filter, Floats, shaped_taps

__all__ = ["HandsetParams", "HandsetSettings", "speech_shape"]

_TAPS = 65
_LOW_HZ, _HIGH_HZ = 300.0, 3150.0


class HandsetParams(EffectParams):
    """The tilt of the response."""

    effect: Literal["handset"] = "handset"
    tilt_db_per_octave: float

    def start(self) -> Filter:
        """Return the microphone, at rest."""
        return Filter(_taps(self.tilt_db_per_octave))


class HandsetSettings(EffectSettings):
    """A handset's microphone. Nothing about it is drawn."""

    tilt_db_per_octave: float = Field(default=4.0, ge=-6.0, le=6.0)

    def draw(self, seed: int) -> HandsetParams:  # noqa: ARG002 -- every effect is drawn alike
        """Return the tilt as it stands."""
        return HandsetParams(tilt_db_per_octave=self.tilt_db_per_octave)


def speech_shape(hz: Floats) -> Floats:
    """Return roughly the long-term spectrum of speech, as amplitude: level to 500 Hz, then down 9 dB an octave."""
    return np.asarray(np.minimum(1.0, (500.0 / np.maximum(hz, 1.0)) ** 1.5))


def _tilted(hz: Floats, tilt_db_per_octave: float) -> Floats:
    octaves = np.log2(np.clip(hz, _LOW_HZ, _HIGH_HZ) / 1_000.0)
    return np.asarray(10 ** (tilt_db_per_octave * octaves / 20))


@lru_cache
def _taps(tilt_db_per_octave: float) -> Floats:
    """Return the filter, with the gain at which speech keeps its power within the telephone band."""
    band = np.linspace(300.0, 3_400.0, 500)
    speech, tilted = speech_shape(band), _tilted(band, tilt_db_per_octave)
    kept = np.sqrt((speech**2).sum() / ((speech * tilted) ** 2).sum())
    return shaped_taps(lambda hz: _tilted(hz, tilt_db_per_octave) * kept, _TAPS)
