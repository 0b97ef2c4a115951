from dataclasses import replace

import pytest

from voicebench.record import Ending, Log
from voicebench.run.grading import grade_record
from voicebench.testing.records import make_expectation, make_record


def test_a_right_call_passes() -> None:
    graded = grade_record(make_record(), make_expectation())
    assert (graded.verdict.outcome, graded.verdict.reason, graded.fault) == ("passed", None, None)


def test_a_wrong_call_is_the_agents_doing() -> None:
    graded = grade_record(make_record(tools=()), make_expectation())
    assert (graded.verdict.outcome, graded.fault) == ("failed", "agent")


@pytest.mark.parametrize("why", ["turns", "silence", "length", "not_helped", "not_understood"])
def test_the_limits_of_the_conversation_are_graded_like_any_ending(why: str) -> None:
    assert grade_record(make_record(ending=Ending("caller", why)), make_expectation()).verdict.outcome == "passed"
    assert grade_record(make_record(ending=Ending("caller", why), tools=()), make_expectation()).fault == "agent"


@pytest.mark.parametrize("fault", ["caller", "provider", "harness"])
def test_a_call_that_broke_is_errored_however_right_it_was(fault: str) -> None:
    ending = Ending(None, "error", fault, "llm: 429: slow down")  # type: ignore[arg-type]
    graded = grade_record(make_record(ending=ending), make_expectation())
    assert (graded.verdict.outcome, graded.verdict.reason, graded.fault) == ("errored", "llm: 429: slow down", fault)
    assert graded.verdict.gates.tools.outcome == "unscored"


def test_an_error_without_a_culprit_is_the_harness_doing() -> None:
    graded = grade_record(make_record(ending=Ending(None, "error")), make_expectation())
    assert (graded.verdict.outcome, graded.fault) == ("errored", "harness")


def test_a_broken_answer_key_leaves_the_call_unscored() -> None:
    key = make_expectation().model_copy(update={"kinds": {"order_cake": {"phone": "fone"}}})
    graded = grade_record(make_record(), key)
    assert graded.verdict.outcome == "unscored"
    assert "unknown kind 'fone'" in str(graded.verdict.reason)


def test_a_grader_that_cannot_grade_is_errored() -> None:
    graded = grade_record(make_record(), make_expectation("bakery/CAKE-2"))
    assert (graded.verdict.outcome, graded.fault) == ("errored", "harness")
    assert "the grader broke: the log is of task" in str(graded.verdict.reason)


def test_a_grader_that_raises_is_errored() -> None:
    unchecked = Log.model_construct(task="bakery/CAKE-1", tools=(), database={"cake_orders": [17]})  # type: ignore[list-item]
    graded = grade_record(replace(make_record(), log=unchecked), make_expectation())
    assert graded.verdict.outcome == "errored"
    assert "the grader broke: " in str(graded.verdict.reason)


def test_an_answer_key_whose_check_raises_is_errored() -> None:
    key = make_expectation().model_copy(update={"tools": None})
    graded = grade_record(make_record(), key)
    assert (graded.verdict.outcome, graded.fault) == ("errored", "harness")
    assert "the grader broke: TypeError" in str(graded.verdict.reason)
