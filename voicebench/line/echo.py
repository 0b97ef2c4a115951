"""Echo: what one side hears leaks back into its line, so that it hears itself, late and softer.

The delay counts from the moment a sound arrives at the far ear to the moment its echo enters the line there; the line's
own delay comes on top. The return loss is the level of the sound above that of its echo (talker echo of ITU-T G.131;
echo is annoying from about 25 ms on unless its loss is above some 30 dB). The echo is a copy, without a room's colour.
"""

from typing import Literal

import numpy as np
from pydantic import Field

from voicebench.audio import Samples
from voicebench.line.effect import Effect, EffectParams, EffectSettings
from voicebench.units import LINE_RATE_HZ, PACKET_MS, PACKET_SAMPLES, db_to_ratio

__all__ = ["EchoParams", "EchoSettings"]


class EchoParams(EffectParams):
    """Delay and loss of the echo."""

    effect: Literal["echo"] = "echo"
    delay_samples: int = Field(ge=PACKET_SAMPLES)
    return_loss_db: float

    def start(self) -> "_Echo":
        """Return the echo, before anything was said."""
        return _Echo(self)


class EchoSettings(EffectSettings):
    """The echo that the sender's end makes of what it hears. Nothing about it is drawn."""

    delay_ms: float = Field(default=120.0, ge=PACKET_MS, le=2_000.0)
    """At least a packet: the line knows what was heard only when its packet is complete."""
    return_loss_db: float = Field(default=24.0, ge=0.0, le=80.0)

    def draw(self, seed: int) -> EchoParams:  # noqa: ARG002 -- every effect is drawn alike
        """Return the echo as it stands, its delay rounded to a sample."""
        return EchoParams(delay_samples=round(self.delay_ms * LINE_RATE_HZ / 1_000), return_loss_db=self.return_loss_db)


class _Echo(Effect):
    def __init__(self, params: EchoParams):
        super().__init__()
        self._ratio = np.float32(db_to_ratio(-params.return_loss_db))
        self._waiting = np.zeros(params.delay_samples - PACKET_SAMPLES, np.float32)
        self._far = np.zeros(PACKET_SAMPLES, np.float32)

    def hear(self, far: Samples) -> None:
        self._far = far

    def push(self, packet: Samples, number: int) -> Samples:  # noqa: ARG002 -- packets come in order
        waiting = np.concatenate((self._waiting, self._far))
        self._waiting = waiting[PACKET_SAMPLES:]
        self._far = np.zeros(PACKET_SAMPLES, np.float32)
        return np.asarray(packet + self._ratio * waiting[:PACKET_SAMPLES], np.float32)
