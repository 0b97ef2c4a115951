"""Real calls: how many workers there are, and what else they make, changes no record."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from voicebench.report.rows import CallSummary
from voicebench.run.crew import local_crew
from voicebench.run.plan import CallPlan
from voicebench.run.select import Selection, plan_calls
from voicebench.run.store import RunFolder
from voicebench.run.suite import Brake, Job, run_suite
from voicebench.run.watch import Moment
from voicebench.stack import load_stack

TASKS = ["customer_support/R-E1", "customer_support/S-M2", "healthcare/C1-E1"]


class Silence:
    """Is told how a run goes, and keeps it to itself."""

    def started(self, plan: CallPlan) -> None:
        """A call begins."""

    def moved(self, plan: CallPlan, moment: Moment) -> None:
        """A call goes on."""

    def finished(self, plan: CallPlan, call: CallSummary) -> None:
        """A call is kept."""


def made(folder: Path, workers: int, tasks: Sequence[str] = TASKS, trials: Sequence[int] = (0, 1)) -> dict[str, str]:
    """Make calls and return the digest of each."""
    plans = plan_calls(Selection(load_stack("text"), tasks=tasks, trials=trials))
    run = RunFolder.create(folder, {})
    with local_crew(workers, folder / "workers.log") as crew:
        calls = run_suite([Job(plan, run) for plan in plans], Silence(), crew, Brake()).values()
    assert {call.outcome for call in calls} == {"passed"}
    return {call.name: call.record_sha256 for call in calls}


@pytest.fixture(scope="module")
def by_one(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return made(tmp_path_factory.mktemp("runs") / "one", 1)


def test_adding_a_worker_never_changes_a_record(tmp_path: Path, by_one: dict[str, str]) -> None:
    assert len(set(by_one.values())) == 6
    assert made(tmp_path / "three", 3) == by_one


def test_a_call_alone_is_the_call_that_it_is_among_others(tmp_path: Path, by_one: dict[str, str]) -> None:
    alone = made(tmp_path / "alone", 1, tasks=["S-M2"], trials=[1])
    assert alone == {"customer_support/S-M2#1": by_one["customer_support/S-M2#1"]}
