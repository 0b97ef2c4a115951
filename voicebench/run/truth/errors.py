"""Measured against true: the error of each reply, and what many of them come to."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from voicebench.run.truth.call import TruthCall
from voicebench.run.truth.oracle import TruthTurn
from voicebench.task import Json
from voicebench.timing import turns as read_turns
from voicebench.units import ms_to_ns, ns_to_ms

__all__ = ["ON_TIME_NS", "Errors", "Reply", "replies", "summarise"]

ON_TIME_NS = ms_to_ns(4)
"""A fifth of a packet. A reply with a packet later than this at either end of its gap is rejected: the machine was busy
with something else then, and the run's own pacing figures say so."""


@dataclass(frozen=True)
class Reply:
    """One reply.

    Args:
        condition: In which it was given.
        delay_ns: The gap that was asked for.
        true_ns: The gap that the oracle heard; None when it heard none.
        measured_ns: The gap that the harness reports; None when it reports none.
        talked_over: Whether the harness reports that the agent spoke too early.
        on_time: Whether both packets were taken in time.
    """

    condition: str
    delay_ns: int
    true_ns: int | None
    measured_ns: int | None
    talked_over: bool
    on_time: bool

    @property
    def error_ns(self) -> int | None:
        """Measured less true."""
        if self.true_ns is None or self.measured_ns is None:
            return None
        return self.measured_ns - self.true_ns

    @property
    def counts(self) -> bool:
        """Whether it enters the figures of the error."""
        return self.on_time and self.error_ns is not None

    @property
    def lost(self) -> bool:
        """Whether one of the two gaps is missing."""
        return self.error_ns is None


def replies(condition: str, asked: Sequence[TruthTurn], call: TruthCall) -> list[Reply]:
    """Return the replies of one call; one that either side missed is there without its gap."""
    measured = read_turns(call.events)
    found = []
    for number, turn in enumerate(asked):
        truth = call.truths[number] if number < len(call.truths) else None
        told = measured[number] if len(measured) == len(asked) else None
        late_ns = [call.late_ns[packet] for packet in (truth.end_packet, truth.reply_packet)] if truth else []
        found.append(
            Reply(
                condition=condition,
                delay_ns=ms_to_ns(turn.delay_ms),
                true_ns=truth.gap_ns if truth else None,
                measured_ns=told.voice_to_voice_ns if told else None,
                talked_over=bool(told and told.is_talked_over),
                on_time=all(late <= ON_TIME_NS for late in late_ns),
            )
        )
    return found


@dataclass(frozen=True)
class Errors:
    """What the errors of many replies come to, in milliseconds; a figure is None without replies.

    Args:
        n: Replies that count.
        bias_ms: Mean error.
        p50_abs_ms: Median of the error's size.
        p99_abs_ms: Its 99th percentile, nearest rank.
        worst_abs_ms: Its largest.
        packetisation_ms: Median of how much later than asked for the reply was really heard.
        packetisation_worst_ms: The most.
        rejected_share: Share of replies whose packets were late.
        lost: Replies that the oracle or the harness did not find.
        talked_over: Replies that are said to have begun too early.
    """

    n: int
    bias_ms: float | None
    p50_abs_ms: float | None
    p99_abs_ms: float | None
    worst_abs_ms: float | None
    packetisation_ms: float | None
    packetisation_worst_ms: float | None
    rejected_share: float
    lost: int
    talked_over: int

    def to_json(self) -> dict[str, Json]:
        """Return it as a benchmark prints it."""
        return dict(vars(self))


def summarise(some: Sequence[Reply]) -> Errors:
    """Return what the errors of some replies come to."""
    errors = [ns_to_ms(reply.error_ns) for reply in some if reply.counts and reply.error_ns is not None]
    sizes = sorted(map(abs, errors))
    later = sorted(ns_to_ms(reply.true_ns - reply.delay_ns) for reply in some if reply.true_ns is not None)
    return Errors(
        n=len(errors),
        bias_ms=_rounded(sum(errors) / len(errors)) if errors else None,
        p50_abs_ms=_rank(sizes, 0.5),
        p99_abs_ms=_rank(sizes, 0.99),
        worst_abs_ms=_rank(sizes, 1.0),
        packetisation_ms=_rank(later, 0.5),
        packetisation_worst_ms=_rank(later, 1.0),
        rejected_share=round(sum(not reply.on_time for reply in some) / len(some), 4) if some else 0.0,
        lost=sum(reply.lost for reply in some),
        talked_over=sum(reply.talked_over for reply in some),
    )


def _rank(in_order: Sequence[float], share: float) -> float | None:
    return _rounded(in_order[math.ceil(share * len(in_order)) - 1]) if in_order else None


def _rounded(ms: float) -> float:
    return round(ms, 3)
