"""How often calls pass, and how sure that is.

The denominator is the scored trials of a task: passed and failed. An errored or unscored call is no trial of the
agent's, neither a pass nor a fail; it is counted beside every rate, and a task with too few scored trials is counted as
left out. Tasks weigh the same, however many of their trials were scored.

Intervals are percentile bootstraps that draw whole tasks (Efron and Tibshirani, "An Introduction to the Bootstrap",
1993, chapter 13): trials of one task resemble one another, so that each is no witness of its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from voicebench.report.rows import CallSummary, outcomes
from voicebench.task import Json
from voicebench.verdict import Outcome

__all__ = [
    "K_MAX",
    "LEVEL",
    "RESAMPLES",
    "Interval",
    "Rate",
    "Score",
    "Scores",
    "middle",
    "pass_hat",
    "score",
    "scores",
]

K_MAX = 5
"""pass^k is told for k from 1 to this."""
LEVEL = 0.95
"""Coverage of all intervals."""
RESAMPLES = 5_000


@dataclass(frozen=True)
class Interval:
    """Both ends of an interval."""

    low: float
    high: float

    def to_json(self) -> Sequence[float]:
        """Return both ends."""
        return [round(self.low, 4), round(self.high, 4)]


@dataclass(frozen=True)
class Rate:
    """A mean over tasks.

    Args:
        value: None where no task had enough scored trials.
        interval: None where fewer than two tasks entered or all are alike: a bootstrap learns nothing from them.
        tasks: How many tasks entered.
        left_out: How many had too few scored trials.
    """

    value: float | None
    interval: Interval | None
    tasks: int
    left_out: int

    def to_json(self) -> Mapping[str, Json]:
        """Return it with the tasks that entered and those that did not."""
        return {
            "value": self.value,
            "interval": self.interval and self.interval.to_json(),
            "tasks": self.tasks,
            "tasks_left_out": self.left_out,
        }


@dataclass(frozen=True)
class Score:
    """What calls came to.

    Args:
        pass_hat: pass^k by k, from 1 on.
        outcomes: How many calls had each outcome.
    """

    pass_hat: Mapping[int, Rate]
    outcomes: Mapping[Outcome, int]

    @property
    def pass_at_1(self) -> Rate:
        """Mean over tasks of passed by scored trials, which is pass^1."""
        return self.pass_hat[1]

    def to_json(self) -> Mapping[str, Json]:
        """Return it; the outcomes stand beside the rates."""
        return {
            "pass_at_1": self.pass_at_1.to_json(),
            "pass_hat": {str(k): rate.to_json() for k, rate in self.pass_hat.items()},
            "outcomes": dict(self.outcomes),
        }


@dataclass(frozen=True)
class Scores:
    """A run, and the same by pack, by category and by task.

    Args:
        run: All calls.
        packs: By name of the pack.
        categories: By ``PACK/CATEGORY``; empty where the run did not keep its categories.
        tasks: By ``PACK/TASK``.
    """

    run: Score
    packs: Mapping[str, Score]
    categories: Mapping[str, Score]
    tasks: Mapping[str, Score]

    def to_json(self) -> Mapping[str, Json]:
        """Return all of it, with what the intervals are."""
        return {
            "intervals": f"{LEVEL:.0%} percentile bootstrap over tasks, {RESAMPLES} resamples",
            "denominator": "passed and failed calls; errored and unscored ones are counted in outcomes alone",
            "run": self.run.to_json(),
            **{
                part: {name: one.to_json() for name, one in getattr(self, part).items()}
                for part in ("packs", "categories", "tasks")
            },
        }


def pass_hat(passed: int, scored: int, k: int) -> float | None:
    """Return the share of k-sized sets of a task's scored trials that all passed: C(c, k) / C(n, k).

    Args:
        passed: c.
        scored: n.
        k: At least 1.

    Returns:
        None with fewer than k scored trials.

    Raises:
        ValueError: There are no such numbers.
    """
    if not (k >= 1 and 0 <= passed <= scored):
        raise ValueError(f"pass^k wants k >= 1 and 0 <= passed <= scored, got k={k}, {passed} of {scored}")
    return comb(passed, k) / comb(scored, k) if scored >= k else None


def scores(calls: Sequence[CallSummary], categories: Mapping[str, str], dice: np.random.Generator) -> Scores:
    """Return how often the calls of a run passed.

    Args:
        calls: Of one run.
        categories: Category by ``PACK/TASK``; a task that is not named is in none.
        dice: Draws the tasks of the bootstrap.
    """
    packs: dict[str, list[CallSummary]] = {}
    by_category: dict[str, list[CallSummary]] = {}
    for call in calls:
        pack = call.task.partition("/")[0]
        packs.setdefault(pack, []).append(call)
        if call.task in categories:
            by_category.setdefault(f"{pack}/{categories[call.task]}", []).append(call)
    groups = (packs, by_category, _by_task(calls))
    return Scores(score(calls, dice), *({name: score(some, dice) for name, some in group.items()} for group in groups))


def score(calls: Sequence[CallSummary], dice: np.random.Generator) -> Score:
    """Return how often calls passed, with intervals.

    Args:
        calls: Any.
        dice: Draws the tasks of the bootstrap.
    """
    ks = range(1, K_MAX + 1)
    tallies = [outcomes(trials) for trials in _by_task(calls).values()]
    table = np.array([[_share(tally, k) for k in ks] for tally in tallies], dtype=np.float64).reshape(-1, K_MAX)
    draws = dice.integers(len(tallies), size=(RESAMPLES, len(tallies))) if len(tallies) > 1 else None
    return Score({k: _rate(table[:, k - 1], draws) for k in ks}, outcomes(calls))


def middle(samples: npt.NDArray[np.float64]) -> Interval:
    """Return the interval that the middle of bootstrap samples spans.

    Args:
        samples: One a resample.
    """
    low, high = np.quantile(samples, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Interval(float(low), float(high))


def _by_task(calls: Sequence[CallSummary]) -> dict[str, list[CallSummary]]:
    found: dict[str, list[CallSummary]] = {}
    for call in calls:
        found.setdefault(call.task, []).append(call)
    return found


def _share(tally: Mapping[Outcome, int], k: int) -> float:
    share = pass_hat(tally["passed"], tally["passed"] + tally["failed"], k)
    return np.nan if share is None else share


def _rate(shares: npt.NDArray[np.float64], draws: npt.NDArray[np.int64] | None) -> Rate:
    """One share a task, NaN where it has none; one row of drawn tasks a resample."""
    known = ~np.isnan(shares)
    tasks, left_out = int(known.sum()), int((~known).sum())
    if not tasks:
        return Rate(None, None, 0, left_out)
    value = float(shares[known].mean())
    if draws is None or np.ptp(shares[known]) == 0:
        return Rate(value, None, tasks, left_out)
    drawn = known[draws].sum(axis=1)
    sums = np.where(known, shares, 0.0)[draws].sum(axis=1)
    return Rate(value, middle(sums[drawn > 0] / drawn[drawn > 0]), tasks, left_out)
