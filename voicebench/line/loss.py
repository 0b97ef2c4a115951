"""Lost packets, in bursts, or by a trace that was recorded somewhere.

The model is Gilbert and Elliott's: the network is in a good or a bad state, and moves between them by two chances a
packet. Gilbert's case, the default, loses every packet of the bad state and none of the good one; otherwise each state
loses packets by a chance of its own. The states are drawn by run lengths from a number a packet, so whether a packet is
lost depends on the packet's number alone.
"""

from bisect import bisect_left
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal, Protocol

import numpy as np
import numpy.typing as npt
from pydantic import AfterValidator, Field, model_validator

from voicebench.audio import Samples
from voicebench.line.effect import MISSING, SLOT_SAMPLES, DataFile, Effect, EffectParams, EffectSettings
from voicebench.seeds import generator
from voicebench.units import LINE_RATE_HZ, PACKET_SAMPLES

__all__ = ["LossParams", "LossPattern", "LossSettings", "TraceParams", "TracePattern", "read_trace"]

_DRAWN_AT_ONCE = 512
_Flags = npt.NDArray[np.bool_]
PacketMs = Literal[10, 20, 30]


class LossParams(EffectParams):
    """The chances of the model and the seed of its dice."""

    effect: Literal["loss"] = "loss"
    turn_bad: float
    """Chance that the state is bad for the packet after a good one."""
    turn_good: float
    """Chance that the state is good for the packet after a bad one."""
    loss_in_good: float = 0.0
    loss_in_bad: float = 1.0
    packet_ms: PacketMs = 20
    seed: int

    @property
    def rate(self) -> float:
        """Share of packets that are lost in the long run."""
        time_bad = self.turn_bad / (self.turn_bad + self.turn_good)
        return self.loss_in_good + time_bad * (self.loss_in_bad - self.loss_in_good)

    @property
    def mean_burst_packets(self) -> float | None:
        """Mean burst in the long run; None where the states lose packets by chances of their own."""
        return 1 / self.turn_good if (self.loss_in_good, self.loss_in_bad) == (0.0, 1.0) else None

    def start(self) -> "_Loss":
        """Return the network, at packet 0."""
        return _Loss(LossPattern(self), self.packet_ms)


class TraceParams(EffectParams):
    """A trace, whole: how many packets came, were lost, came ... in turn; it starts again at its end."""

    effect: Literal["trace"] = "trace"
    runs: tuple[int, ...]
    packet_ms: PacketMs = 20

    @property
    def rate(self) -> float:
        """Share of packets that the trace lost."""
        return sum(self.runs[1::2]) / sum(self.runs)

    @property
    def mean_burst_packets(self) -> float | None:
        """Mean burst of the trace; None without losses."""
        bursts = self.runs[1::2]
        return sum(bursts) / len(bursts) if bursts else None

    def start(self) -> "_Loss":
        """Return the network, at packet 0."""
        return _Loss(TracePattern(self), self.packet_ms)


def read_trace(path: Path) -> tuple[int, ...]:
    """Return a trace's runs: how many packets came, were lost, came ... in turn.

    Args:
        path: A text of ``0`` (came) and ``1`` (lost), a packet each; white space and what follows a ``#`` do not count.

    Raises:
        ValueError: It is no such text, or every packet of it is lost.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    text = "".join("".join(line.partition("#")[0].split()) for line in lines)
    if not text or set(text) - {"0", "1"} or "0" not in text:
        raise ValueError(f"{path}: want 0 for a packet that came and 1 for one that was lost, and some that came")
    lost = np.array([sign == "1" for sign in f"0{text}"])  # begins with packets that came, if only for the count
    ends = np.flatnonzero(np.diff(lost)) + 1
    runs = np.diff(np.concatenate(([0], ends, [len(lost)])))
    return (int(runs[0]) - 1, *(int(run) for run in runs[1:]))


def _readable(path: Path) -> Path:
    read_trace(path)
    return path


class LossSettings(EffectSettings):
    """How many packets are lost, and how they cluster; or a trace."""

    rate: float | None = Field(default=None, ge=0.0, lt=1.0)
    mean_burst_packets: float = Field(default=1.0, ge=1.0, le=1_000.0)
    """Mean stay in the bad state, so with ``loss_in_bad`` 1 that of a burst."""
    loss_in_good: float = Field(default=0.0, ge=0.0, lt=1.0)
    loss_in_bad: float = Field(default=1.0, gt=0.0, le=1.0)
    trace: Annotated[DataFile, AfterValidator(_readable)] | None = None
    packet_ms: PacketMs = 20

    @model_validator(mode="after")
    def _possible(self) -> "LossSettings":
        if (self.rate is None) == (self.trace is None):
            raise ValueError("want either rate or trace")
        if self.rate is None:
            return self
        if not self.loss_in_good <= self.rate < self.loss_in_bad:
            raise ValueError(f"rate {self.rate:g} must be from loss_in_good to below loss_in_bad")
        if self._turn_bad(self.rate) > 1:
            most = self.mean_burst_packets / (self.mean_burst_packets + 1)
            most = self.loss_in_good + most * (self.loss_in_bad - self.loss_in_good)
            raise ValueError(f"bursts of {self.mean_burst_packets:g} packets can lose at most {most:.0%} of all")
        return self

    def _turn_bad(self, rate: float) -> float:
        time_bad = (rate - self.loss_in_good) / (self.loss_in_bad - self.loss_in_good)
        return time_bad / (1 - time_bad) / self.mean_burst_packets

    def draw(self, seed: int) -> LossParams | TraceParams:
        """Return the chances, from which the long-run rate and the mean burst follow; or the trace."""
        if self.trace is not None:
            return TraceParams(runs=read_trace(self.trace), packet_ms=self.packet_ms)
        return LossParams(
            turn_bad=self._turn_bad(self.rate or 0.0),
            turn_good=1 / self.mean_burst_packets,
            loss_in_good=self.loss_in_good,
            loss_in_bad=self.loss_in_bad,
            packet_ms=self.packet_ms,
            seed=seed,
        )


class _Pattern(Protocol):
    def take(self, packets: int) -> _Flags: ...


class LossPattern:
    """Says of each packet in turn whether it is lost."""

    def __init__(self, params: LossParams):
        self._params = params
        self._dice = generator(params.seed, "packets")
        self._thinning = generator(params.seed, "thinning")
        self._bad = False

    def take(self, packets: int) -> _Flags:
        """Return for each of the next packets whether it is lost; however they are counted off, the same."""
        params = self._params
        bad = self._states(self._dice.random(packets))
        if (params.loss_in_good, params.loss_in_bad) == (0.0, 1.0):
            return bad
        return np.asarray(self._thinning.random(packets) < np.where(bad, params.loss_in_bad, params.loss_in_good))

    def _states(self, rolls: npt.NDArray[np.float64]) -> _Flags:
        """Return where the state is bad, a run at a time: a roll below a chance turns it."""
        falls = np.flatnonzero(rolls < self._params.turn_bad).tolist()
        rises = np.flatnonzero(rolls < self._params.turn_good).tolist()
        states, at = np.zeros(len(rolls), np.bool_), 0
        while True:
            begin = at
            if not self._bad:
                found = bisect_left(falls, at)
                if found == len(falls):
                    return states
                begin, self._bad = falls[found], True
                at = begin + 1
            found = bisect_left(rises, at)
            if found == len(rises):
                states[begin:] = True
                return states
            states[begin : rises[found]] = True
            at, self._bad = rises[found] + 1, False


class TracePattern:
    """Says of each packet in turn whether the trace lost it."""

    def __init__(self, params: TraceParams):
        lost = [number % 2 == 1 for number in range(len(params.runs))]
        self._trace = np.repeat(np.array(lost), params.runs)
        self._next = 0

    def take(self, packets: int) -> _Flags:
        """Return for each of the next packets whether it is lost."""
        at = np.arange(self._next, self._next + packets)
        self._next += packets
        return np.asarray(self._trace[at % len(self._trace)])


class _Loss(Effect):
    def __init__(self, pattern: _Pattern, packet_ms: int):
        super().__init__()
        self._pattern = pattern
        self._slots_a_packet = packet_ms * LINE_RATE_HZ // 1_000 // SLOT_SAMPLES
        self._drawn: Iterator[bool] = iter(())
        self._is_lost = False

    def push(self, packet: Samples, number: int) -> Samples:
        heard = packet
        first = number * PACKET_SAMPLES // SLOT_SAMPLES
        for slot in range(first, first + PACKET_SAMPLES // SLOT_SAMPLES):
            if slot % self._slots_a_packet == 0:
                self._is_lost = self._next_is_lost(slot)
            if self._is_lost:
                heard = packet.copy() if heard is packet else heard
                heard[(slot - first) * SLOT_SAMPLES :][:SLOT_SAMPLES] = MISSING
        return heard

    def _next_is_lost(self, slot: int) -> bool:
        is_lost = next(self._drawn, None)
        if is_lost is None:
            self._drawn = iter(self._pattern.take(_DRAWN_AT_ONCE).tolist())
            is_lost = next(self._drawn)
        if is_lost:
            self.note("lost", slot * SLOT_SAMPLES, self._slots_a_packet * SLOT_SAMPLES, joined=True, packets=1)
        return bool(is_lost)
