"""A steady bed of noise under the call, at a fixed distance below the talker's level.

Voices enter the line at -26 dBov, so a signal-to-noise ratio is a level, and the bed can be streamed without knowing
the speech. It is a seeded loop, read by packet number: packet i sounds the same wherever the stream began.
"""

from typing import Literal

import numpy as np
import numpy.typing as npt
from pydantic import Field

from voicebench.audio import Samples
from voicebench.line.effect import EffectParams, EffectSettings
from voicebench.line.level import SPEECH_LEVEL_DBOV
from voicebench.seeds import generator
from voicebench.units import LINE_RATE_HZ, PACKET_SAMPLES, db_to_ratio

__all__ = ["NoiseKind", "NoiseParams", "NoiseSettings"]

NoiseKind = Literal["white", "pink"]
"""``white``: noise of the circuit, flat from 0 to 4 kHz. ``pink``: noise of the room, equal power in each octave of
300 to 3400 Hz, since it comes in through the same telephone."""

_Floats = npt.NDArray[np.float64]

_LOOP_PACKETS = 1_600
"""32 s: longer than any utterance, so that no recogniser hears the loop come round."""


class NoiseParams(EffectParams):
    """The bed of one direction."""

    effect: Literal["noise"] = "noise"
    kind: NoiseKind
    level_dbov: float
    seed: int

    def start(self) -> "_Noise":
        """Return the bed."""
        return _Noise(self)


class NoiseSettings(EffectSettings):
    """A bed of noise."""

    kind: NoiseKind = "pink"
    snr_db: float = Field(ge=-20.0, le=60.0)

    def draw(self, seed: int) -> NoiseParams:
        """Return the bed's level and its seed."""
        return NoiseParams(kind=self.kind, level_dbov=SPEECH_LEVEL_DBOV - self.snr_db, seed=seed)


class _Noise:
    latency_samples = 0
    clipped_samples = 0

    def __init__(self, params: NoiseParams):
        self._packets = _loop(params).reshape(_LOOP_PACKETS, PACKET_SAMPLES)

    def push(self, packet: Samples, number: int) -> Samples:
        return np.asarray(packet + self._packets[number % _LOOP_PACKETS], np.float32)


def _loop(params: NoiseParams) -> Samples:
    """Return the bed, shape (_LOOP_PACKETS * 160,); made in the spectrum, so that its end meets its beginning."""
    count = _LOOP_PACKETS * PACKET_SAMPLES
    spectrum = np.fft.rfft(generator(params.seed, params.kind).standard_normal(count))
    spectrum *= _shape(params.kind, np.linspace(0.0, LINE_RATE_HZ / 2, len(spectrum)))
    noise = np.fft.irfft(spectrum, count)
    rms = np.sqrt(np.mean(noise**2))
    return np.asarray(noise * (db_to_ratio(params.level_dbov) / rms), np.float32)


def _shape(kind: NoiseKind, hz: _Floats) -> _Floats:
    if kind == "white":
        return np.ones_like(hz)
    in_band = (hz >= 300.0) & (hz <= 3400.0)
    return np.where(in_band, 1 / np.sqrt(np.maximum(hz, 1.0)), 0.0)
