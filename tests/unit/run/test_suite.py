from collections.abc import Callable

import pytest

from voicebench.errors import ConfigError
from voicebench.report.rows import CallSummary
from voicebench.run.plan import CallPlan
from voicebench.run.store import RunFolder
from voicebench.run.suite import run_suite
from voicebench.run.watch import Moment

Plans = Callable[[int], tuple[CallPlan, ...]]


class Notes:
    """Keeps what a run reports."""

    def __init__(self) -> None:
        self.began: list[int] = []
        self.moments: list[Moment] = []
        self.ended: list[int] = []

    def started(self, plan: CallPlan) -> None:
        self.began.append(plan.trial)

    def moved(self, plan: CallPlan, moment: Moment) -> None:
        assert plan.trial in self.began
        self.moments.append(moment)

    def finished(self, plan: CallPlan, call: CallSummary) -> None:
        assert plan.seed == call.seed
        self.ended.append(plan.trial)


@pytest.mark.parametrize("jobs", [1, 2])
def test_whatever_becomes_of_one_call_the_others_are_made(run: RunFolder, plans: Plans, jobs: int) -> None:
    notes = Notes()
    calls = run_suite(plans(5), run, notes, jobs, "voicebench.testing.calls:fated_calls")
    assert [call.trial for call in calls] == [0, 1, 2, 3, 4]
    assert [(call.outcome, call.fault) for call in calls] == [
        ("failed", "agent"),
        ("errored", "harness"),
        ("errored", "provider"),
        ("errored", "harness"),
        ("failed", "agent"),
    ]
    assert [calls[trial].reason for trial in (1, 2, 3)] == [
        "call: ValueError: a [call] broke",
        "llm: 429: slow down",
        "call: its worker process ended with exit code 9; see workers.log",
    ]
    assert (notes.began, sorted(notes.ended)) == ([0, 1, 2, 3, 4], [0, 1, 2, 3, 4])
    assert [call.record.trial for call in run.calls()] == [0, 1, 2, 3, 4]
    assert "ValueError: a [call] broke" in (run.path / "workers.log").read_text()


def test_the_same_calls_whatever_the_number_of_workers(run: RunFolder, plans: Plans) -> None:
    other = RunFolder.create(run.path.with_name("other"), {})
    notes = Notes()
    one = run_suite(plans(3), run, notes, 1, "voicebench.testing.calls:quick_calls")
    two = run_suite(plans(3), other, Notes(), 2, "voicebench.testing.calls:quick_calls")
    assert [call.record_sha256 for call in one] == [call.record_sha256 for call in two]
    assert len({call.record_sha256 for call in one}) == 3
    assert not (run.path / "workers.log").exists()
    assert notes.moments == [Moment(turn=1, side=None, at_s=2.0)] * 3


def test_what_the_user_must_mend_ends_the_run(run: RunFolder, plans: Plans) -> None:
    with pytest.raises(ConfigError, match="stack text: the variable SOME_KEY is not set"):
        run_suite(plans(2), run, Notes(), 2, "voicebench.testing.calls:refused_calls")
    assert list(run.calls()) == []


def test_a_worker_that_cannot_start_breaks_the_call(run: RunFolder, plans: Plans) -> None:
    (call,) = run_suite(plans(1), run, Notes(), 1, "voicebench.testing.no_such_module:calls")
    assert call.outcome == "errored"
    assert "exit code 1; see workers.log" in str(call.reason)
    assert "No module named" in (run.path / "workers.log").read_text()
