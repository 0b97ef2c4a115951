"""Waits over all turns of many calls: their percentiles, and how those of two runs differ."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from voicebench.report.pairing import Pair
from voicebench.report.rows import CallSummary
from voicebench.report.statistics import RESAMPLES, Interval, middle
from voicebench.task import Json
from voicebench.timing import percentile
from voicebench.timing.summary import json_ms
from voicebench.units import NS_PER_MS, ns_to_ms

__all__ = ["WAITS", "Shift", "shift", "wait_ms", "waits_json"]

WAITS: Mapping[str, Callable[[CallSummary], Sequence[int]]] = {
    "voice_to_voice": lambda call: call.voice_to_voice_ns,
    "ttft": lambda call: call.ttft_ns,
}
"""What a call says of each wait, in nanoseconds."""


@dataclass(frozen=True)
class Shift:
    """How far apart the medians of two runs lie, over the calls that have waits in both.

    Args:
        a_ms: Median of the first.
        b_ms: Median of the second.
        interval_ms: Of the difference; None with calls of one task alone.
        calls: How many pairs entered.
    """

    a_ms: float
    b_ms: float
    interval_ms: Interval | None
    calls: int

    @property
    def value_ms(self) -> float:
        """The second less the first."""
        return self.b_ms - self.a_ms

    def to_json(self) -> Mapping[str, Json]:
        """Return it as an object."""
        return {
            "a": round(self.a_ms, 3),
            "b": round(self.b_ms, 3),
            "difference": round(self.value_ms, 3),
            "interval": self.interval_ms and self.interval_ms.to_json(),
            "pairs": self.calls,
        }


def wait_ms(calls: Sequence[CallSummary], wait: str, percent: int) -> float | None:
    """Return a percentile over all turns of all calls; None without any.

    Args:
        calls: Any; one whose timing is invalid has no waits.
        wait: One of ``WAITS``.
        percent: Which percentile.
    """
    found = percentile([ns for call in calls for ns in WAITS[wait](call)], percent)
    return None if found is None else ns_to_ms(found)


def waits_json(calls: Sequence[CallSummary]) -> Mapping[str, Json]:
    """Return the percentiles of each wait over all turns of all calls."""
    found = {}
    for wait, samples_of in WAITS.items():
        samples = [ns for call in calls for ns in samples_of(call)]
        p50, p95 = (json_ms(percentile(samples, percent)) for percent in (50, 95))
        found[f"{wait}_ms"] = {"n": len(samples), "p50": p50, "p95": p95}
    return found


def shift(pairs: Sequence[Pair], dice: np.random.Generator) -> Shift | None:
    """Return how the median voice-to-voice of two runs differs; None without a pair that has waits on both sides.

    Args:
        pairs: Any.
        dice: Draws the tasks of the bootstrap, the same for both runs.
    """
    timed = [one for one in pairs if one.a.voice_to_voice_ns and one.b.voice_to_voice_ns]
    if not timed:
        return None
    tasks = {task: number for number, task in enumerate(dict.fromkeys(one.a.task for one in timed))}
    sides = [_Waits.of(calls, tasks) for calls in ([one.a for one in timed], [one.b for one in timed])]
    a_ms, b_ms = (side.median_ms(np.ones(len(tasks), dtype=np.int64)) for side in sides)
    if len(tasks) < 2:
        return Shift(a_ms, b_ms, None, len(timed))
    draws = dice.integers(len(tasks), size=(RESAMPLES, len(tasks)))
    times = (np.bincount(draw, minlength=len(tasks)) for draw in draws)
    found = np.array([sides[1].median_ms(often) - sides[0].median_ms(often) for often in times])
    return Shift(a_ms, b_ms, middle(found), len(timed))


@dataclass(frozen=True)
class _Waits:
    """All waits of a run in rising order, each with the number of its task."""

    sorted_ns: npt.NDArray[np.int64]
    task: npt.NDArray[np.int64]

    @classmethod
    def of(cls, calls: Sequence[CallSummary], tasks: Mapping[str, int]) -> "_Waits":
        waits = np.array([(ns, tasks[call.task]) for call in calls for ns in call.voice_to_voice_ns], dtype=np.int64)
        waits = waits[np.argsort(waits[:, 0], kind="stable")]
        return cls(waits[:, 0], waits[:, 1])

    def median_ms(self, often: npt.NDArray[np.int64]) -> float:
        """The nearest-rank median when each task is there so often."""
        below = np.cumsum(often[self.task])
        return float(self.sorted_ns[np.searchsorted(below, (below[-1] + 1) // 2)]) / NS_PER_MS
