"""Comfort noise: the sender is silent where nobody speaks, and the receiver plays noise of its own instead.

As with discontinuous transmission (RFC 3389, G.711 Appendix II), reduced to its effect: once the sound has stayed below
a threshold for the hangover, each packet is replaced by white noise of a fixed level until one is above it again.
"""

from typing import Literal

import numpy as np
from pydantic import Field

from voicebench.audio import Samples
from voicebench.line.effect import Effect, EffectParams, EffectSettings
from voicebench.seeds import generator
from voicebench.units import PACKET_MS, PACKET_SAMPLES, db_to_ratio

__all__ = ["ComfortParams", "ComfortSettings"]


class ComfortParams(EffectParams):
    """Levels, hangover, and the seed of the noise."""

    effect: Literal["comfort"] = "comfort"
    level_dbov: float
    threshold_dbov: float
    hangover_ms: float
    seed: int

    def start(self) -> "_Comfort":
        """Return the receiver, before the first packet."""
        return _Comfort(self)


class ComfortSettings(EffectSettings):
    """Noise in place of silence."""

    level_dbov: float = Field(default=-60.0, ge=-90.0, le=-30.0)
    threshold_dbov: float = Field(default=-50.0, ge=-90.0, le=-20.0)
    hangover_ms: float = Field(default=200.0, ge=0.0, le=2_000.0)

    def draw(self, seed: int) -> ComfortParams:
        """Return the noise's seed."""
        return ComfortParams(**self.model_dump(), seed=seed)


class _Comfort(Effect):
    def __init__(self, params: ComfortParams):
        super().__init__()
        self._dice = generator(params.seed, "noise")
        self._ratio = db_to_ratio(params.level_dbov)
        self._threshold = db_to_ratio(params.threshold_dbov) ** 2
        self._hangover_packets = round(params.hangover_ms / PACKET_MS)
        self._quiet_packets = 0

    def push(self, packet: Samples, number: int) -> Samples:
        is_loud = float(np.mean(np.square(packet, dtype=np.float64))) > self._threshold
        self._quiet_packets = 0 if is_loud else self._quiet_packets + 1
        if self._quiet_packets <= self._hangover_packets:
            return packet
        self.note("comfort", number * PACKET_SAMPLES, PACKET_SAMPLES, joined=True)
        return np.asarray(self._dice.standard_normal(PACKET_SAMPLES) * self._ratio, np.float32)
