"""Gain steps: the level jumps, as when a phone is moved or a device switches its amplifier.

Steps come at random (exponential gaps with the mean that the rate gives) and each goes to a gain drawn evenly between
``-max_db`` and ``+max_db``; a change takes 5 ms, so that it does not click.
"""

from typing import Literal

import numpy as np
from pydantic import Field

from voicebench.audio import Samples
from voicebench.line.effect import Effect, EffectParams, EffectSettings
from voicebench.seeds import generator
from voicebench.units import LINE_RATE_HZ, PACKET_SAMPLES, db_to_ratio

__all__ = ["GainParams", "GainSettings"]

_RAMP_SAMPLES = 40


class GainParams(EffectParams):
    """How often and how far, and the seed of the steps' dice."""

    effect: Literal["gain"] = "gain"
    steps_per_min: float
    max_db: float
    seed: int

    def start(self) -> "_Gain":
        """Return the gain, at 0 dB."""
        return _Gain(self)


class GainSettings(EffectSettings):
    """Steps of the level."""

    steps_per_min: float = Field(default=6.0, gt=0.0, le=120.0)
    max_db: float = Field(default=6.0, ge=0.0, le=20.0)

    def draw(self, seed: int) -> GainParams:
        """Return the steps' dice."""
        return GainParams(steps_per_min=self.steps_per_min, max_db=self.max_db, seed=seed)


class _Gain(Effect):
    def __init__(self, params: GainParams):
        super().__init__()
        self._params = params
        self._dice = generator(params.seed, "steps")
        self._before = self._after = 1.0
        self._ramp_at, self._step_at = -_RAMP_SAMPLES, self._later(0)

    def _later(self, sample: int) -> int:
        mean = 60 * LINE_RATE_HZ / self._params.steps_per_min
        return sample + 2 * PACKET_SAMPLES + int(self._dice.exponential(mean))  # one ramp a packet at most

    def push(self, packet: Samples, number: int) -> Samples:
        first = number * PACKET_SAMPLES
        if self._step_at < first + PACKET_SAMPLES:
            self._step()
        is_ramp = first < self._ramp_at + _RAMP_SAMPLES
        return packet * (self._gains(first) if is_ramp else np.float32(self._after))

    def _gains(self, first: int) -> Samples:
        share = (np.arange(first, first + PACKET_SAMPLES) - self._ramp_at) / _RAMP_SAMPLES
        return np.asarray(self._before + (self._after - self._before) * np.clip(share, 0.0, 1.0), np.float32)

    def _step(self) -> None:
        gain_db = float(self._dice.uniform(-self._params.max_db, self._params.max_db))
        self._before, self._after = self._after, db_to_ratio(gain_db)
        self._ramp_at = self._step_at
        self.note("gain", self._ramp_at, _RAMP_SAMPLES, gain_db=round(gain_db, 2))
        self._step_at = self._later(self._ramp_at)
