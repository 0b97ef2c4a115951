"""Jitter: packets take different times, and a jitter buffer waits for them; it runs dry when one takes too long.

Each packet is delayed by a time drawn from an exponential distribution. Now and then the network holds everything up
for a while (a delay spike): the packets sent meanwhile arrive together at its end. The buffer plays each packet a fixed
time after it was sent, so it delays all sound by that time; a packet that comes later is thrown away and concealed.
Phones' buffers adapt; this one does not, so that what is asked for is what is measured.
"""

from collections import deque
from collections.abc import Iterator
from typing import Literal

import numpy as np
from pydantic import Field

from voicebench.audio import Samples
from voicebench.line.effect import MISSING, SLOT_SAMPLES, Effect, EffectParams, EffectSettings
from voicebench.seeds import generator
from voicebench.units import LINE_RATE_HZ, PACKET_SAMPLES

__all__ = ["JitterParams", "JitterSettings"]

_DRAWN_AT_ONCE = 512


class JitterParams(EffectParams):
    """The network's delays, the buffer's, and the seed of the dice."""

    effect: Literal["jitter"] = "jitter"
    mean_ms: float
    spikes_per_min: float
    spike_ms: float
    buffer_ms: int
    packet_ms: Literal[10, 20, 30]
    seed: int

    def start(self) -> "_Jitter":
        """Return the network and the buffer, at packet 0."""
        return _Jitter(self)

    def delays_ms(self) -> Iterator[float]:
        """Yield by how much each packet in turn is late at the buffer, against the fastest."""
        jitter, spikes = generator(self.seed, "jitter"), generator(self.seed, "spikes")
        chance, held_up_ms = self.spikes_per_min * self.packet_ms / 60_000, 0.0
        while True:
            drawn = jitter.exponential(1.0, _DRAWN_AT_ONCE) * self.mean_ms
            for delay_ms, roll in zip(drawn.tolist(), spikes.random(_DRAWN_AT_ONCE).tolist(), strict=True):
                held_up_ms = max(held_up_ms - self.packet_ms, self.spike_ms if roll < chance else 0.0)
                yield max(delay_ms, held_up_ms)


class JitterSettings(EffectSettings):
    """How uneven the network is, and how long the buffer waits."""

    mean_ms: float = Field(default=8.0, ge=0.0, le=500.0)
    spikes_per_min: float = Field(default=0.0, ge=0.0, le=120.0)
    spike_ms: float = Field(default=150.0, ge=0.0, le=2_000.0)
    buffer_ms: int = Field(default=60, ge=10, le=1_000, multiple_of=10)
    packet_ms: Literal[10, 20, 30] = 20

    def draw(self, seed: int) -> JitterParams:
        """Return the network's dice."""
        return JitterParams(**self.model_dump(), seed=seed)


class _Jitter(Effect):
    def __init__(self, params: JitterParams):
        super().__init__()
        self._buffer_ms = params.buffer_ms
        self._delays = params.delays_ms()
        self._slots_a_packet = params.packet_ms * LINE_RATE_HZ // 1_000 // SLOT_SAMPLES
        self._is_late = False
        waiting = params.buffer_ms * LINE_RATE_HZ // 1_000 // SLOT_SAMPLES
        self._waiting = deque([np.zeros(SLOT_SAMPLES, np.float32)] * waiting)
        self.latency_samples = waiting * SLOT_SAMPLES

    def push(self, packet: Samples, number: int) -> Samples:
        first = number * PACKET_SAMPLES // SLOT_SAMPLES
        for slot in range(first, first + PACKET_SAMPLES // SLOT_SAMPLES):
            if slot % self._slots_a_packet == 0:
                self._is_late = self._next_is_late(slot)
            sound = packet[(slot - first) * SLOT_SAMPLES :][:SLOT_SAMPLES]
            self._waiting.append(np.full(SLOT_SAMPLES, MISSING) if self._is_late else sound.copy())
        return np.concatenate([self._waiting.popleft() for _ in range(PACKET_SAMPLES // SLOT_SAMPLES)])

    def _next_is_late(self, slot: int) -> bool:
        if next(self._delays) <= self._buffer_ms:
            return False
        self.note("late", slot * SLOT_SAMPLES, self._slots_a_packet * SLOT_SAMPLES, joined=True, packets=1)
        return True
