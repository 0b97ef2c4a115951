"""Slow automatic gain control, as in speakerphones: brings speech to a level, and lifts the noise in its pauses.

The level is averaged over a second of what is loud enough to be speech; while nothing is, the gain stays. It moves by
no more than a few dB a second. No standard: the sizes are usual for hands-free sets.
"""

import math
from typing import Literal

import numpy as np
from pydantic import Field

from voicebench.audio import Samples
from voicebench.line.effect import Effect, EffectParams, EffectSettings
from voicebench.line.level import SPEECH_LEVEL_DBOV
from voicebench.units import PACKET_MS, PACKET_SAMPLES, db_to_ratio

__all__ = ["AgcParams", "AgcSettings"]

_GATE_DBOV = -50.0
_AVERAGED_PACKETS = 1_000 // PACKET_MS


class AgcParams(EffectParams):
    """Where it wants the level, how far it goes, and how fast."""

    effect: Literal["agc"] = "agc"
    target_dbov: float
    max_gain_db: float
    db_per_s: float

    def start(self) -> "_Agc":
        """Return the control, at 0 dB."""
        return _Agc(self)


class AgcSettings(EffectSettings):
    """A slow automatic gain control. Nothing about it is drawn."""

    target_dbov: float = Field(default=SPEECH_LEVEL_DBOV, ge=-50.0, le=-12.0)
    max_gain_db: float = Field(default=12.0, ge=0.0, le=30.0)
    """Both ways."""
    db_per_s: float = Field(default=6.0, gt=0.0, le=60.0)

    def draw(self, seed: int) -> AgcParams:  # noqa: ARG002 -- every effect is drawn alike
        """Return the control as it stands."""
        return AgcParams(target_dbov=self.target_dbov, max_gain_db=self.max_gain_db, db_per_s=self.db_per_s)


class _Agc(Effect):
    def __init__(self, params: AgcParams):
        super().__init__()
        self._params = params
        self._power = db_to_ratio(params.target_dbov) ** 2
        self._gain_db = 0.0

    def push(self, packet: Samples, number: int) -> Samples:  # noqa: ARG002 -- packets come in order
        before = self._gain_db
        power = float(np.mean(np.square(packet, dtype=np.float64)))
        if power > db_to_ratio(_GATE_DBOV) ** 2:
            self._power += (power - self._power) / _AVERAGED_PACKETS
            self._move()
        if before == self._gain_db:
            return packet * np.float32(db_to_ratio(before))
        slope = np.arange(1, PACKET_SAMPLES + 1) / PACKET_SAMPLES
        return np.asarray(packet * 10 ** ((before + (self._gain_db - before) * slope) / 20), np.float32)

    def _move(self) -> None:
        most, step = self._params.max_gain_db, self._params.db_per_s * PACKET_MS / 1_000
        wanted = min(most, max(-most, self._params.target_dbov - 10 * math.log10(self._power)))
        self._gain_db += min(step, max(-step, wanted - self._gain_db))
