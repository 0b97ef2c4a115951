from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voicebench.report.rows import CallSummary
from voicebench.report.statistics import Rate, pass_hat, score, scores
from voicebench.seeds import generator

Calls = Callable[..., list[CallSummary]]
BY_HAND = {
    # c of n: pass^1 ... pass^5
    (5, 5): (1, 1, 1, 1, 1),
    (4, 5): (4 / 5, 6 / 10, 4 / 10, 1 / 5, 0),
    (3, 5): (3 / 5, 3 / 10, 1 / 10, 0, 0),
    (2, 5): (2 / 5, 1 / 10, 0, 0, 0),
    (1, 5): (1 / 5, 0, 0, 0, 0),
    (0, 5): (0, 0, 0, 0, 0),
    (3, 4): (3 / 4, 3 / 6, 1 / 4, 0, None),
    (2, 3): (2 / 3, 1 / 3, 0, None, None),
    (1, 1): (1, None, None, None, None),
    (0, 0): (None, None, None, None, None),
    (6, 8): (6 / 8, 15 / 28, 20 / 56, 15 / 70, 6 / 56),
}


@pytest.mark.parametrize(("counts", "expected"), BY_HAND.items(), ids=str)
def test_pass_hat_by_hand(counts: tuple[int, int], expected: Sequence[float | None]) -> None:
    assert tuple(pass_hat(*counts, k) for k in range(1, 6)) == expected


@pytest.mark.parametrize(("passed", "scored", "k"), [(3, 2, 1), (-1, 2, 1), (1, 2, 0)])
def test_counts_that_cannot_be(passed: int, scored: int, k: int) -> None:
    with pytest.raises(ValueError, match="wants k >= 1"):
        pass_hat(passed, scored, k)


@given(st.lists(st.booleans(), max_size=9), st.integers(1, 6))
def test_pass_hat_is_the_share_of_sets_of_k_trials_that_all_passed(trials: list[bool], k: int) -> None:
    sets = [all(some) for some in combinations(trials, k)]
    found = pass_hat(sum(trials), len(trials), k)
    assert found == (pytest.approx(sum(sets) / len(sets)) if sets else None)


@given(st.integers(0, 40), st.integers(0, 40))
def test_pass_hat_falls_with_k_and_rises_with_passes(passed: int, failed: int) -> None:
    told = [pass_hat(passed, passed + failed, k) for k in range(1, 6)]
    known = [share for share in told if share is not None]
    assert known == sorted(known, reverse=True)
    assert all(0 <= share <= 1 for share in known)
    for k, share in enumerate(told, start=1):
        better = pass_hat(passed + 1, passed + failed + 1, k)
        assert share is None or (better is not None and better >= share)


@given(st.lists(st.lists(st.sampled_from(["passed", "failed", "errored", "unscored"]), max_size=6), max_size=6))
def test_a_score_is_that_of_the_scored_trials_alone(calls: Calls, runs: list[list[str]]) -> None:
    some = [call for number, trials in enumerate(runs) for call in calls(f"a/{number}", trials)]
    scored = [call for call in some if call.outcome in {"passed", "failed"}]
    whole, without = (score(part, generator(1, "test")) for part in (some, scored))
    by_task = [[one == "passed" for one in trials if one in {"passed", "failed"}] for trials in runs]
    shares = [sum(trials) / len(trials) for trials in by_task if trials]
    assert whole.pass_at_1.value == (pytest.approx(sum(shares) / len(shares)) if shares else None)
    assert {k: rate.value for k, rate in whole.pass_hat.items()} == {k: r.value for k, r in without.pass_hat.items()}
    assert sum(whole.outcomes.values()) == len(some)
    tasks = len({call.task for call in some})
    for rate in whole.pass_hat.values():
        assert rate.tasks + rate.left_out == tasks
        if rate.interval:
            assert rate.value is not None
            assert 0 <= rate.interval.low <= rate.value <= rate.interval.high <= 1


def test_a_table_by_hand(calls: Calls) -> None:
    some = [*calls("a/1", "ppppp"), *calls("a/2", "pppff"), *calls("b/3", "fffe"), *calls("b/4", "eu")]
    found = scores(some, {"a/1": "x", "a/2": "y", "b/3": "x"}, generator(1, "test"))
    assert found.run.pass_at_1.value == pytest.approx((1 + 0.6 + 0) / 3)
    assert found.run.pass_hat[2].value == pytest.approx((1 + 0.3 + 0) / 3)
    assert found.run.pass_hat[5] == Rate(0.5, found.run.pass_hat[5].interval, 2, 2)
    assert (found.run.pass_at_1.tasks, found.run.pass_at_1.left_out) == (3, 1)
    assert found.run.outcomes == {"passed": 8, "failed": 5, "errored": 2, "unscored": 1}
    assert {name: one.pass_at_1.value for name, one in found.packs.items()} == {"a": 0.8, "b": 0.0}
    assert {name: one.pass_at_1.value for name, one in found.categories.items()} == {"a/x": 1, "a/y": 0.6, "b/x": 0}
    assert found.tasks["b/4"].pass_at_1 == Rate(None, None, 0, 1)
    assert found.packs["b"].outcomes["errored"] == 2


def test_nothing_is_no_data() -> None:
    found = score([], generator(1, "test"))
    assert found.pass_at_1 == Rate(None, None, 0, 0)


def test_the_interval_is_the_same_for_the_same_seed(calls: Calls) -> None:
    some = [call for task in range(12) for call in calls(f"a/{task}", "ppf" if task % 3 else "fff")]
    assert score(some, generator(1, "test")) == score(some, generator(1, "test"))


def test_tasks_that_are_all_alike_have_no_interval(calls: Calls) -> None:
    alike = [*calls("a/1", "pp"), *calls("a/2", "pp")]
    assert score(alike, generator(1, "test")).pass_at_1 == Rate(1.0, None, 2, 0)
    assert score(calls("a/1", "pf"), generator(1, "test")).pass_at_1 == Rate(0.5, None, 1, 0)


def test_trials_of_one_task_are_one_witness(calls: Calls) -> None:
    def width(trials: int) -> float:
        some = [call for task in range(20) for call in calls(f"a/{task}", "pf"[task % 2] * trials)]
        interval = score(some, generator(1, "test")).pass_at_1.interval
        assert interval
        return interval.high - interval.low

    assert width(50) == pytest.approx(width(1), abs=0.03)


def test_an_interval_holds_the_truth_about_as_often_as_it_says(calls: Calls) -> None:
    dice = generator(1, "test")
    held = 0
    for _ in range(100):
        chances = dice.uniform(0.2, 1.0, 40)
        trials = np.where(dice.random((40, 3)) < chances[:, None], "passed", "failed")
        some = [call for task in range(40) for call in calls(f"a/{task}", trials[task])]
        interval = score(some, dice).pass_at_1.interval
        held += interval is not None and interval.low <= 0.6 <= interval.high
    assert 88 <= held <= 99
