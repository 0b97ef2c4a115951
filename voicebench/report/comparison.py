"""Whether two runs differ by more than chance, and by how much.

A task's difference is the mean over its pairs; the difference of the runs is the mean over tasks. Whole tasks are drawn
for the interval, and whole tasks have their sign flipped for the test: were the runs alike, each task's difference
would have been as likely with the other sign (Good, "Permutation, Parametric and Bootstrap Tests of Hypotheses", 3rd
edition, 2005, section 3.2).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np
import numpy.typing as npt

from voicebench.report.hardship import Means, hardships
from voicebench.report.pairing import Flip, Pair, Pairing, flips
from voicebench.report.statistics import LEVEL, RESAMPLES, Interval, Score, middle, score
from voicebench.report.waits import Shift, shift
from voicebench.task import Json

__all__ = ["POINTS", "Comparison", "Difference", "compare", "sign_flip"]

POINTS = 0.03
"""The difference for which a comparison says how many calls it would take."""
_Z = 1.959964 + 0.841621
"""Quantiles of the normal distribution: 5 % two-sided, and a power of 80 %."""


@dataclass(frozen=True)
class Difference:
    """The second run's pass@1 less the first's, over the pairs that were scored in both.

    Args:
        value: None without such a pair.
        interval: None where fewer than two tasks entered or all differ by the same.
        p: Chance of a difference at least as large were the runs alike; None without data.
        tasks: How many tasks entered.
        calls: How many pairs entered, which is also how many calls of each run.
        calls_needed: About how many calls of each run would show ``POINTS``, if more tasks and trials vary as these do;
            None where these tell nothing of how they vary.
    """

    value: float | None
    interval: Interval | None
    p: float | None
    tasks: int
    calls: int
    calls_needed: int | None

    @property
    def is_separable(self) -> bool:
        """Whether chance alone would seldom come to this."""
        return self.p is not None and self.p < 1 - LEVEL

    def to_json(self) -> Mapping[str, Json]:
        """Return it as an object."""
        return {
            "value": self.value,
            "interval": self.interval and self.interval.to_json(),
            "p": self.p,
            "separable": self.is_separable,
            "tasks": self.tasks,
            "pairs": self.calls,
            "calls_needed_for_3_points": self.calls_needed,
        }


@dataclass(frozen=True)
class Comparison:
    """Two runs side by side.

    Args:
        pairing: What was paired.
        a: Score of the first over the pairs scored in both.
        b: Likewise of the second.
        passing: How their pass@1 differ.
        voice_to_voice: How their median waits differ; None where a run has none.
        hardships: Seconds and misheard values by the call.
        flips: Tasks that came out otherwise.
    """

    pairing: Pairing
    a: Score
    b: Score
    passing: Difference
    voice_to_voice: Shift | None
    hardships: Mapping[str, Means]
    flips: tuple[Flip, ...]

    def to_json(self) -> Mapping[str, Json]:
        """Return it as an object."""
        pairing = self.pairing
        return {
            "pairs": {
                "scored_in_both": len(pairing.scored),
                "left_out_errored_or_unscored": len(pairing.pairs) - len(pairing.scored),
                "only_in_a": pairing.only_a,
                "only_in_b": pairing.only_b,
            },
            "a": self.a.to_json(),
            "b": self.b.to_json(),
            "difference": self.passing.to_json(),
            "voice_to_voice_p50_ms": self.voice_to_voice and self.voice_to_voice.to_json(),
            "per_call": {name: means.to_json() for name, means in self.hardships.items()},
            "flips": [flip.to_json() for flip in self.flips],
        }


def compare(pairing: Pairing, dice: np.random.Generator) -> Comparison:
    """Compare two runs.

    Args:
        pairing: Their calls.
        dice: Draws tasks and signs.
    """
    scored = pairing.scored
    return Comparison(
        pairing=pairing,
        a=score([one.a for one in scored], dice),
        b=score([one.b for one in scored], dice),
        passing=_difference(scored, dice),
        voice_to_voice=shift(pairing.pairs, dice),
        hardships=hardships(scored),
        flips=flips(scored),
    )


def sign_flip(differences: npt.NDArray[np.float64], dice: np.random.Generator) -> float:
    """Return how likely a mean at least this far from 0 is when each difference may as well have the other sign.

    Args:
        differences: One a task.
        dice: Draws the signs.
    """
    signs = 2.0 * dice.integers(2, size=(RESAMPLES, len(differences)), dtype=np.int8) - 1.0
    # What was found is one of the ways it may come out, so p is never 0; the slack is for sums in another order.
    as_far = np.abs(signs @ differences) >= abs(differences.sum()) - 1e-9
    return float((1 + as_far.sum()) / (1 + RESAMPLES))


def _difference(pairs: Sequence[Pair], dice: np.random.Generator) -> Difference:
    by_task: dict[str, list[int]] = {}
    for one in pairs:
        by_task.setdefault(one.a.task, []).append(one.gain)
    if not by_task:
        return Difference(None, None, None, 0, 0, None)
    gains = np.array([np.mean(some) for some in by_task.values()])
    known = len(gains) > 1 and float(np.ptp(gains)) > 0
    return Difference(
        value=float(gains.mean()),
        interval=middle(gains[dice.integers(len(gains), size=(RESAMPLES, len(gains)))].mean(axis=1)) if known else None,
        p=sign_flip(gains, dice),
        tasks=len(gains),
        calls=len(pairs),
        calls_needed=_calls_needed(gains, len(pairs)) if known else None,
    )


def _calls_needed(gains: npt.NDArray[np.float64], calls: int) -> int:
    """The standard error falls with the root of the calls; a difference is seen when it is ``_Z`` of them wide."""
    error = float(gains.std(ddof=1)) / sqrt(len(gains))
    return ceil(calls * (_Z * error / POINTS) ** 2)
