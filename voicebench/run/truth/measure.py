"""The calls that measure the harness, on either clock, and the bars that their errors must keep."""

import asyncio
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from voicebench.run.truth import agents
from voicebench.run.truth.call import Joins, TruthCall, truth_call
from voicebench.run.truth.clips import load_clips
from voicebench.run.truth.conditions import CONDITIONS, LONG_MS, SHORT_MS, Condition, speech_turns, tone_turns
from voicebench.run.truth.errors import Errors, Reply, replies, summarise
from voicebench.run.truth.oracle import TruthTurn
from voicebench.task import Json
from voicebench.vtime.loop import VirtualLoop

__all__ = ["REAL_ASKED", "REAL_N", "Known", "Tell", "measure"]

REAL_N = 200
"""So many replies must count on the real clock."""
REAL_ASKED = 216
"""Some more are made, since one whose packets were late does not count."""
_TONE_MS, _SPEECH_MS, _BIAS_MS, _P99_MS, _WORST_MS = 0.125, 6.0, 1.5, 5.0, 10.0
_REJECTED_SHARE = 0.05
_IN_BRIEF = ("n", "bias_ms", "p50_abs_ms", "p99_abs_ms", "worst_abs_ms", "rejected_share")
_LONG_REAL_MS = (1_000.0, 2_000.0, 3_000.0)

Tell = Callable[[str], None]
"""Is told what is being measured."""


@dataclass(frozen=True)
class Known:
    """How wrong the harness is here, by calls whose truth is known.

    Args:
        virtual_tone: Tones on the virtual clock.
        virtual_speech: Speech on the virtual clock.
        real: Both on the real clock, against a process with a clock of its own.
        by_condition: The same by condition.
        all_ended: Whether every call came to its end.
    """

    virtual_tone: Errors
    virtual_speech: Errors
    real: Errors
    by_condition: Mapping[str, Errors]
    all_ended: bool

    def missed(self) -> list[str]:
        """Return which bars were missed, in words; none when all is well."""
        return [words for holds, words in self._bars() if not holds]

    def _bars(self) -> Iterator[tuple[bool, str]]:
        tone, speech, real = self.virtual_tone, self.virtual_speech, self.real
        yield _bar("virtual, tone: worst", tone.worst_abs_ms, _TONE_MS)
        yield _bar("virtual, speech: worst", speech.worst_abs_ms, _SPEECH_MS)
        yield _bar("real, bias", real.bias_ms, _BIAS_MS)
        yield _bar("real, p99", real.p99_abs_ms, _P99_MS)
        for name, errors in self.by_condition.items():
            yield _bar(f"real, {name}: worst", errors.worst_abs_ms, _WORST_MS)
        share = real.rejected_share
        yield share <= _REJECTED_SHARE, f"real: {share:.1%} of replies rejected, at most {_REJECTED_SHARE:.0%}"
        for name, errors in (("virtual, tone", tone), ("virtual, speech", speech), ("real", real)):
            yield errors.lost == 0, f"{name}: {errors.lost} replies not found"
            yield errors.talked_over == 0, f"{name}: {errors.talked_over} replies said to have come too early"
        yield self.all_ended, "a call did not come to its end"

    def in_brief(self) -> dict[str, Json]:
        """Return what the header of a run says of it."""
        real = self.real.to_json()
        return {
            "virtual_tone_max_abs_ms": self.virtual_tone.worst_abs_ms,
            "virtual_speech_max_abs_ms": self.virtual_speech.worst_abs_ms,
            "real": {name: real[name] for name in _IN_BRIEF},
            "missed": self.missed(),
        }

    def to_json(self) -> dict[str, Json]:
        """Return what ``benchmarks/latency_error.py`` prints beside machine and versions."""
        real = self.real.to_json()
        return {
            "virtual_tone": {"max_abs_ms": self.virtual_tone.worst_abs_ms, **self.virtual_tone.to_json()},
            "virtual_speech": {"max_abs_ms": self.virtual_speech.worst_abs_ms, **self.virtual_speech.to_json()},
            "real": {
                **real,
                "worst_abs_ms": {name: errors.worst_abs_ms for name, errors in self.by_condition.items()},
                "conditions": {name: errors.to_json() for name, errors in self.by_condition.items()},
            },
            "all_ended": self.all_ended,
            "missed": self.missed(),
        }


def _bar(what: str, value_ms: float | None, limit_ms: float) -> tuple[bool, str]:
    holds = value_ms is not None and abs(value_ms) <= limit_ms
    return holds, f"{what} {value_ms} ms, at most {limit_ms} ms"


def measure(real_n: int, tell: Tell) -> Known:
    """Measure the harness, on the virtual clock and then on the real one.

    Args:
        real_n: How many replies on the real clock, at least.
        tell: Is told what is being measured.

    Raises:
        FixtureError: The clips are missing or spoiled.
        LimitExceeded: The oracle's process did not start.
    """
    clips = load_clips()
    tell("virtual clock")
    tone, tone_ended = _all_conditions(lambda _: tone_turns(LONG_MS), _virtual)
    speech, speech_ended = _all_conditions(lambda one: speech_turns(one, clips, LONG_MS), _virtual)
    delays_ms = _real_delays_ms(-(-real_n // len(CONDITIONS)))

    def real_turns(condition: Condition) -> tuple[TruthTurn, ...]:
        return speech_turns(condition, clips, delays_ms)

    real, real_ended = _all_conditions(real_turns, _real, tell)
    return Known(
        virtual_tone=summarise(tone),
        virtual_speech=summarise(speech),
        real=summarise(real),
        by_condition={name: summarise([one for one in real if one.condition == name]) for name in CONDITIONS},
        all_ended=tone_ended and speech_ended and real_ended,
    )


def _real_delays_ms(n: int) -> tuple[float, ...]:
    """Return so many delays: mostly short, since each is waited for, and three long ones among many."""
    short = list(itertools.islice(itertools.cycle(SHORT_MS), n))
    for number, long_ms in zip(range(4, n, 9), _LONG_REAL_MS, strict=False):
        short[number] = long_ms
    return tuple(short)


def _all_conditions(
    turns_of: Callable[[Condition], tuple[TruthTurn, ...]],
    run: Callable[[Sequence[TruthTurn], Condition], TruthCall],
    tell: Tell = lambda _: None,
) -> tuple[list[Reply], bool]:
    found: list[Reply] = []
    ended = True
    for name, condition in CONDITIONS.items():
        turns = turns_of(condition)
        tell(f"real clock: {name}, {len(turns)} replies")
        call = run(turns, condition)
        found += replies(name, turns, call)
        ended = ended and call.ended
    return found, ended


def _virtual(turns: Sequence[TruthTurn], condition: Condition) -> TruthCall:
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(_call(turns, condition, agents.here))


def _real(turns: Sequence[TruthTurn], condition: Condition) -> TruthCall:
    with asyncio.Runner() as runner:
        return runner.run(_call(turns, condition, agents.in_a_process))


async def _call(turns: Sequence[TruthTurn], condition: Condition, join: Joins) -> TruthCall:
    return await truth_call(turns, condition.delivery, join, stall_loop_at=condition.stall_loop_at)
