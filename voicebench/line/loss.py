"""Lost packets, in bursts, and what the receiver plays in their stead.

Which packets are lost follows Gilbert's model, the case of Gilbert-Elliott in which every packet of the bad state is
lost and none of the good one. It is drawn a number a packet, so it depends on the packet's number alone.
"""

from collections.abc import Iterator
from typing import Literal

import numpy as np
from pydantic import Field, model_validator

from voicebench.audio import Samples
from voicebench.line.conceal import Concealer
from voicebench.line.effect import EffectParams, EffectSettings
from voicebench.seeds import generator

__all__ = ["LossParams", "LossPattern", "LossSettings"]

_DRAWN_AT_ONCE = 512


class LossParams(EffectParams):
    """The two chances of the model and the seed of its dice."""

    effect: Literal["loss"] = "loss"
    turn_bad: float
    """Chance that a packet is lost after one that came through."""
    turn_good: float
    """Chance that a packet comes through after one that was lost."""
    seed: int

    def start(self) -> "_Loss":
        """Return the network, at packet 0."""
        return _Loss(self)


class LossSettings(EffectSettings):
    """How many packets are lost, and how they cluster."""

    rate: float = Field(ge=0.0, lt=1.0)
    mean_burst_packets: float = Field(default=1.0, ge=1.0)

    @model_validator(mode="after")
    def _possible(self) -> "LossSettings":
        if self._turn_bad() > 1:
            most = self.mean_burst_packets / (self.mean_burst_packets + 1)
            raise ValueError(f"bursts of {self.mean_burst_packets:g} packets can lose at most {most:.0%} of all")
        return self

    def _turn_bad(self) -> float:
        return self.rate / (1 - self.rate) / self.mean_burst_packets

    def draw(self, seed: int) -> LossParams:
        """Return the chances; the long-run rate and the mean burst follow from them."""
        return LossParams(turn_bad=self._turn_bad(), turn_good=1 / self.mean_burst_packets, seed=seed)


class LossPattern:
    """Says of each packet in turn whether it is lost."""

    def __init__(self, params: LossParams):
        self._params = params
        self._dice = generator(params.seed, "packets")
        self._drawn: Iterator[float] = iter(())
        self._bad = False

    def next_is_lost(self) -> bool:
        """Return whether the next packet is lost."""
        roll = next(self._drawn, None)
        if roll is None:
            self._drawn = iter(self._dice.random(_DRAWN_AT_ONCE).tolist())
            roll = next(self._drawn)
        self._bad = roll >= self._params.turn_good if self._bad else roll < self._params.turn_bad
        return self._bad


class _Loss:
    latency_samples = 0
    clipped_samples = 0

    def __init__(self, params: LossParams):
        self._pattern = LossPattern(params)
        self._concealer = Concealer()

    def push(self, packet: Samples, number: int) -> Samples:  # noqa: ARG002 -- packets come in order
        heard = self._concealer.lost() if self._pattern.next_is_lost() else self._concealer.arrived(packet)
        return np.asarray(heard, np.float32)
