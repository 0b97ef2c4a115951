"""Bursts of noise on the line: crackle, a door, wind on the microphone.

They come at random (exponential gaps with the mean that the rate gives), last a time drawn evenly between two bounds,
and are white noise with edges of 2 ms. The level is that of the burst itself.
"""

from typing import Literal

import numpy as np
from pydantic import Field, model_validator

from voicebench.audio import Samples
from voicebench.line.effect import Effect, EffectParams, EffectSettings
from voicebench.seeds import generator
from voicebench.units import LINE_RATE_HZ, PACKET_SAMPLES, db_to_ratio

__all__ = ["BurstsParams", "BurstsSettings"]

_EDGE_SAMPLES = 16


class BurstsParams(EffectParams):
    """How often, how long, how loud, and the seed of the bursts' dice."""

    effect: Literal["bursts"] = "bursts"
    per_min: float
    shortest_ms: float
    longest_ms: float
    level_dbov: float
    seed: int

    def start(self) -> "_Bursts":
        """Return the line, before its first burst."""
        return _Bursts(self)


class BurstsSettings(EffectSettings):
    """Bursts of noise."""

    per_min: float = Field(default=6.0, gt=0.0, le=600.0)
    shortest_ms: float = Field(default=50.0, ge=5.0, le=5_000.0)
    longest_ms: float = Field(default=300.0, ge=5.0, le=5_000.0)
    level_dbov: float = Field(default=-26.0, ge=-70.0, le=-6.0)

    @model_validator(mode="after")
    def _ordered(self) -> "BurstsSettings":
        if self.shortest_ms > self.longest_ms:
            raise ValueError(f"shortest_ms {self.shortest_ms:g} is above longest_ms {self.longest_ms:g}")
        return self

    def draw(self, seed: int) -> BurstsParams:
        """Return the bursts' dice."""
        return BurstsParams(**self.model_dump(), seed=seed)


class _Bursts(Effect):
    def __init__(self, params: BurstsParams):
        super().__init__()
        self._params = params
        self._dice = generator(params.seed, "bursts")
        self._at, self._sound = 0, np.zeros(0, np.float32)
        self._next()

    def _next(self) -> None:
        """Draw the burst that follows the current one."""
        params, dice = self._params, self._dice
        self._at += len(self._sound) + int(dice.exponential(60 * LINE_RATE_HZ / params.per_min))
        samples = int(dice.uniform(params.shortest_ms, params.longest_ms) * LINE_RATE_HZ / 1_000)
        noise = dice.standard_normal(samples)
        noise *= db_to_ratio(params.level_dbov) / np.sqrt(np.mean(noise**2))
        edge = np.minimum(np.arange(1, samples + 1) / _EDGE_SAMPLES, 1.0)
        self._sound = np.asarray(noise * edge * edge[::-1], np.float32)

    def push(self, packet: Samples, number: int) -> Samples:
        first = number * PACKET_SAMPLES
        heard = packet
        while self._at < first + PACKET_SAMPLES:
            start, end = max(self._at, first), min(self._at + len(self._sound), first + PACKET_SAMPLES)
            if heard is packet:
                heard = packet.copy()
            heard[start - first : end - first] += self._sound[start - self._at : end - self._at]
            if self._at >= first:
                self.note("burst", self._at, len(self._sound), level_dbov=self._params.level_dbov)
            if end == first + PACKET_SAMPLES:
                break
            self._next()
        return heard
