from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from voicebench.errors import ConfigError
from voicebench.report.rows import CallSummary
from voicebench.run.crew import local_crew
from voicebench.run.plan import CallPlan
from voicebench.run.store import RunFolder
from voicebench.run.stored import read_call
from voicebench.run.suite import Brake, Job, run_suite
from voicebench.run.waiting import Waiting
from voicebench.run.watch import Moment


def suite(plans: Sequence[CallPlan], run: RunFolder, notes: "Notes", at_once: int, calls: str) -> list[CallSummary]:
    """Make calls that nobody makes."""
    with local_crew(at_once, run.path / "workers.log", f"voicebench.testing.{calls}") as crew:
        made = run_suite([Job(plan, run) for plan in plans], notes, crew, notes.brake)
    return [made[number] for number in sorted(made)]


Plans = Callable[[int], tuple[CallPlan, ...]]


class Notes:
    """Keeps what a run reports."""

    def __init__(self, stop_after: int = 99) -> None:
        self.brake = Brake(is_by_calls=True)
        self._stop_after = stop_after
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
        if len(self.ended) == self._stop_after:
            self.brake.pull("enough")


@pytest.mark.parametrize("jobs", [1, 2])
def test_whatever_becomes_of_one_call_the_others_are_made(run: RunFolder, plans: Plans, jobs: int) -> None:
    notes = Notes()
    calls = suite(plans(5), run, notes, jobs, "calls:fated_calls")
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
    one = suite(plans(3), run, notes, 1, "calls:quick_calls")
    two = suite(plans(3), other, Notes(), 2, "calls:quick_calls")
    assert [call.record_sha256 for call in one] == [call.record_sha256 for call in two]
    assert len({call.record_sha256 for call in one}) == 3
    assert not (run.path / "workers.log").exists()
    assert notes.moments == [Moment(turn=1, side=None, at_s=2.0)] * 3


def test_a_brake_lets_the_calls_in_progress_be_finished(run: RunFolder, plans: Plans) -> None:
    notes = Notes(stop_after=1)
    calls = suite(plans(9), run, notes, 2, "calls:quick_calls")
    assert notes.ended
    assert sorted(notes.ended) == sorted(notes.began) == [call.trial for call in calls]
    assert len(notes.began) <= 3
    assert run.made() == [("corner_bakery/CAKE-1", trial) for trial in sorted(notes.ended)]


def test_a_worker_has_its_next_call_before_the_last_one_is_kept(run: RunFolder, plans: Plans) -> None:
    class Order(Notes):
        def __init__(self) -> None:
            super().__init__()
            self.brake = Brake()
            self.seen: list[str] = []

        def started(self, plan: CallPlan) -> None:
            super().started(plan)
            self.seen.append(f"{plan.trial} begins")

        def finished(self, plan: CallPlan, call: CallSummary) -> None:
            super().finished(plan, call)
            self.seen.append(f"{plan.trial} is kept")

    notes = Order()
    suite(plans(3), run, notes, 1, "calls:quick_calls")
    assert notes.seen == ["0 begins", "1 begins", "0 is kept", "2 begins", "1 is kept", "2 is kept"]


def test_a_refusal_drops_no_call_in_progress(
    run: RunFolder, plans: Plans, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One call begins, another worker refuses its own, and only then the first one ends."""
    monkeypatch.setenv("LATE_CALLS", str(tmp_path / "refused"))
    notes = Notes()
    with pytest.raises(ConfigError, match="SOME_KEY is not set"):
        suite(plans(4), run, notes, 2, "calls:late_calls")
    assert notes.ended == [0]
    assert run.made() == [("corner_bakery/CAKE-1", 0)]


def test_an_endpoint_takes_so_many_calls_and_no_more(run: RunFolder, plans: Plans) -> None:
    class Counts(Notes):
        most = 0

        def started(self, plan: CallPlan) -> None:
            super().started(plan)
            self.most = max(self.most, len(self.began) - len(self.ended))

    def limited(plan: CallPlan) -> CallPlan:
        llm = plan.stack.llm.model_copy(update={"max_concurrency": 1})
        return replace(plan, stack=plan.stack.model_copy(update={"llm": llm}))

    notes = Counts()
    suite([limited(plan) for plan in plans(4)], run, notes, 3, "calls:quick_calls")
    assert (notes.most, sorted(notes.ended)) == (1, [0, 1, 2, 3])


def test_an_earlier_attempt_is_set_aside(run: RunFolder, plans: Plans) -> None:
    for _ in range(3):
        with local_crew(1, run.path / "workers.log", "voicebench.testing.calls:fated_calls") as crew:
            run_suite([Job(plans(2)[1], run, again=True)], Notes(), crew, Brake())
    assert run.made() == [("corner_bakery/CAKE-1", 1)]
    attempts = run.path / "attempts" / "corner_bakery" / "CAKE-1" / "1"
    assert sorted(path.name for path in attempts.iterdir()) == ["0", "1"]
    assert read_call(attempts / "0").graded.verdict.outcome == "errored"


def test_the_calls_that_take_longest_come_first(plans: Plans) -> None:
    short, long = plans(2)
    steps = long.task.reference * 2
    waiting = Waiting([short, replace(long, task=long.task.model_copy(update={"reference": steps}))])
    assert (waiting.take([]), waiting.take([1]), waiting.take([0, 1]), bool(waiting)) == (1, 0, None, False)


def test_what_the_user_must_mend_ends_the_run(run: RunFolder, plans: Plans) -> None:
    with pytest.raises(ConfigError, match="stack text: the variable SOME_KEY is not set"):
        suite(plans(2), run, Notes(), 2, "calls:refused_calls")
    assert list(run.calls()) == []


def test_a_worker_that_cannot_start_breaks_the_call(run: RunFolder, plans: Plans) -> None:
    (call,) = suite(plans(1), run, Notes(), 1, "no_such_module:calls")
    assert call.outcome == "errored"
    assert "exit code 1; see workers.log" in str(call.reason)
    assert "No module named" in (run.path / "workers.log").read_text()
