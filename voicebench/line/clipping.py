"""Clipping: peaks above a limit are cut off, as by an overdriven microphone; counted and noted, never silent."""

from typing import Literal

import numpy as np
from pydantic import Field

from voicebench.audio import Samples
from voicebench.line.effect import Effect, EffectParams, EffectSettings
from voicebench.units import PACKET_SAMPLES, db_to_ratio

__all__ = ["ClippingParams", "ClippingSettings"]


class ClippingParams(EffectParams):
    """Where peaks are cut."""

    effect: Literal["clipping"] = "clipping"
    limit_db: float
    """In dB above full scale, so below 0."""

    def start(self) -> "_Clipping":
        """Return the limit, before anything reached it."""
        return _Clipping(self.limit_db)


class ClippingSettings(EffectSettings):
    """A hard limit. Speech at -26 dBov has peaks of about -10 dB. Nothing about it is drawn."""

    limit_db: float = Field(default=-20.0, ge=-60.0, le=0.0)

    def draw(self, seed: int) -> ClippingParams:  # noqa: ARG002 -- every effect is drawn alike
        """Return the limit as it stands."""
        return ClippingParams(limit_db=self.limit_db)


class _Clipping(Effect):
    def __init__(self, limit_db: float):
        super().__init__()
        self._limit = np.float32(db_to_ratio(limit_db))

    def push(self, packet: Samples, number: int) -> Samples:
        if packet.max() <= self._limit and packet.min() >= -self._limit:
            return packet
        over = int(np.count_nonzero(np.abs(packet) > self._limit))
        self.clipped_samples += over
        self.note("clipped", number * PACKET_SAMPLES, PACKET_SAMPLES, joined=True, clipped_samples=over)
        return packet.clip(-self._limit, self._limit)
