from collections.abc import Callable
from dataclasses import replace
from itertools import product

import numpy as np
import numpy.typing as npt
import pytest

from voicebench.errors import ConfigError
from voicebench.report.comparison import Comparison, compare, sign_flip
from voicebench.report.pairing import Flip, pair
from voicebench.report.rows import CallSummary
from voicebench.report.statistics import RESAMPLES
from voicebench.seeds import generator

Calls = Callable[..., list[CallSummary]]
TASKS, TRIALS = 72, 5


def compared(a: list[CallSummary], b: list[CallSummary], seed: int = 1) -> Comparison:
    return compare(pair(a, b), generator(seed, "test"))


def thrown(calls: Calls, chances: npt.NDArray[np.float64], dice: np.random.Generator) -> list[CallSummary]:
    """A run whose tasks pass with these chances."""
    passed = dice.random((len(chances), TRIALS)) < chances[:, None]
    words = np.where(passed, "passed", "failed")
    return [call for task, trials in enumerate(words) for call in calls(f"a/{task}", trials)]


def separable(calls: Calls, seed: int, points: float) -> bool:
    """Whether two runs with this many points between them, on tasks easy and hard, are told apart."""
    dice = generator(seed, "planted")
    chances = dice.uniform(0.3, 0.85, TASKS)
    a, b = thrown(calls, chances, dice), thrown(calls, chances + points, dice)
    return compared(a, b, seed).passing.is_separable


def test_fifteen_points_are_found(calls: Calls) -> None:
    assert sum(separable(calls, seed, 0.15) for seed in range(100)) >= 90


def test_equal_runs_are_not_separable(calls: Calls) -> None:
    assert sum(not separable(calls, seed, 0.0) for seed in range(100)) >= 90


def test_fifteen_points_that_a_sixth_of_the_tasks_lose_whole_are_found(calls: Calls) -> None:
    found = 0
    for seed in range(20):
        dice = generator(seed, "planted")
        chances = np.where(dice.random(TASKS) < 0.9, 0.9, 0.0)
        broken = np.where(np.arange(TASKS) % 6 == 0, 0.0, chances)
        found += compared(thrown(calls, chances, dice), thrown(calls, broken, dice), seed).passing.is_separable
    assert found >= 18


def test_the_test_is_that_of_all_signs() -> None:
    gains = np.array([0.4, 0.2, 0.2, -0.2, 0.6, 0.0, 0.4, 0.2])
    sums = [abs(sum(g * s for g, s in zip(gains, signs, strict=True))) for signs in product((-1, 1), repeat=8)]
    exact = np.mean([total >= abs(gains.sum()) - 1e-9 for total in sums])
    assert sign_flip(gains, generator(1, "test")) == pytest.approx(exact, abs=0.02)
    assert sign_flip(np.zeros(4), generator(1, "test")) == 1.0
    assert sign_flip(np.ones(40), generator(1, "test")) == pytest.approx(1 / (1 + RESAMPLES))


def test_a_comparison_by_hand(calls: Calls) -> None:
    a = [*calls("a/1", "ppf"), *calls("a/2", "fff"), *calls("a/3", "ppp"), *calls("a/4", "pe")]
    b = [*calls("a/1", "fff"), *calls("a/2", "pff"), *calls("a/3", "ppp"), *calls("a/4", "up"), *calls("a/5", "p")]
    found = compared(a, b)
    assert found.passing.value == pytest.approx((-2 / 3 + 1 / 3 + 0) / 3)
    assert (found.passing.tasks, found.passing.calls, found.passing.is_separable) == (3, 9, False)
    assert found.a.outcomes == {"passed": 5, "failed": 4, "errored": 0, "unscored": 0}
    assert found.b.pass_at_1.value == pytest.approx((0 + 1 / 3 + 1) / 3)
    assert found.flips == (Flip("a/1", 3, 2, 0, 0, 2), Flip("a/2", 3, 0, 1, 1, 0))
    assert (found.to_json()["pairs"], len(found.pairing.pairs)) == (
        {"scored_in_both": 9, "left_out_errored_or_unscored": 2, "only_in_a": 0, "only_in_b": 1},
        11,
    )


def test_how_many_calls_three_points_would_take(calls: Calls) -> None:
    a = [call for task in range(40) for call in calls(f"a/{task}", "pf")]
    b = [call for task in range(40) for call in calls(f"a/{task}", "pp" if task % 2 else "ff")]
    # Each task differs by a half, up or down: their spread is a half, and 80 calls of each run are 40 tasks.
    needed = 80 * (2.8016 * (0.5 * np.sqrt(40 / 39) / np.sqrt(40)) / 0.03) ** 2
    assert compared(a, b).passing.calls_needed == pytest.approx(needed, rel=0.001)


def test_so_many_calls_do_show_three_points() -> None:
    dice = generator(1, "power")
    spread = 0.3
    tasks = round((2.8016 * spread / 0.03) ** 2)
    seen = [sign_flip(dice.normal(0.03, spread, tasks), dice) < 0.05 for _ in range(60)]
    assert 0.65 <= np.mean(seen) <= 0.95


@pytest.mark.parametrize(("a", "b"), [("ppf", "ppf"), ("e", "p"), ("fff", "ppp")])
def test_one_task_tells_nothing_of_chance(calls: Calls, a: str, b: str) -> None:
    found = compared(calls("a/1", a), calls("a/1", b)).passing
    assert (found.interval, found.calls_needed, found.is_separable) == (None, None, False)


def test_runs_that_do_not_pair(calls: Calls) -> None:
    with pytest.raises(ConfigError, match="no task and trial in common"):
        pair(calls("a/1", "p"), calls("a/2", "p"))
    with pytest.raises(ConfigError, match="a/1 trial 0 has seed 0 in the first and 7 in the second; make both"):
        pair(calls("a/1", "p"), calls("a/1", "p", seed=7))


def timed(calls: list[CallSummary], ms: float, dice: np.random.Generator) -> list[CallSummary]:
    waits = [tuple(round(1e6 * wait) for wait in dice.normal(ms, 200, 12)) for _ in calls]
    return [replace(call, voice_to_voice_ns=ns) for call, ns in zip(calls, waits, strict=True)]


def test_waits_differ_by_their_medians(calls: Calls) -> None:
    dice = generator(1, "waits")
    some = [call for task in range(20) for call in calls(f"a/{task}", "pfe")]
    shift = compared(timed(some, 1500, dice), timed(some, 1600, dice)).voice_to_voice
    assert shift
    assert shift.interval_ms
    assert shift.calls == 60
    assert shift.interval_ms.low < 100 < shift.interval_ms.high
    assert 0 < shift.interval_ms.low < shift.value_ms < shift.interval_ms.high < 200


def test_the_median_wait_is_the_one_that_a_run_has(calls: Calls) -> None:
    a = [replace(call, voice_to_voice_ns=(3_000_000, 1_000_000)) for call in calls("a/1", "p")]
    b = [replace(call, voice_to_voice_ns=(9_000_000, 5_000_000, 7_000_000)) for call in calls("a/1", "p")]
    shift = compared(a, b).voice_to_voice
    assert shift
    assert (shift.a_ms, shift.b_ms, shift.interval_ms) == (1.0, 7.0, None)
    assert compared(a, calls("a/1", "p")).voice_to_voice is None
