"""The same calls on a local Ray cluster with two workers, one of which is killed."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from voicebench.report.rows import CallSummary
from voicebench.run.crew import LIVE, Hire, local_crew
from voicebench.run.digest import record_sha256
from voicebench.run.manifest import pack_sha256
from voicebench.run.plan import CallPlan
from voicebench.run.select import Selection, plan_calls
from voicebench.run.store import RunFolder
from voicebench.run.stored import StoredCall
from voicebench.run.suite import Brake, Job, run_suite
from voicebench.run.wall import MadeCall, Refused
from voicebench.run.watch import Moment
from voicebench.stack import load_stack

ray = pytest.importorskip("ray")
pytestmark = pytest.mark.filterwarnings("ignore::Warning")
BAKERY = Path(__file__).parents[1] / "unit" / "packs" / "data" / "corner_bakery"


class Notes:
    """Keeps which calls began."""

    def __init__(self) -> None:
        self.began: list[str] = []

    def started(self, plan: CallPlan) -> None:
        self.began.append(plan.task_id)

    def moved(self, plan: CallPlan, moment: Moment) -> None:
        """Nothing to note."""

    def finished(self, plan: CallPlan, call: CallSummary) -> None:
        """Nothing to note."""


@pytest.fixture(scope="module")
def deaths(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """So many bytes, so many times ``mortal_calls`` kill their worker."""
    return tmp_path_factory.mktemp("mortal") / "deaths"


@pytest.fixture(scope="module")
def cluster(deaths: Path) -> Iterator[None]:
    """Two CPUs of this machine; its workers have the environment that is there when it starts."""
    os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "MORTAL": str(deaths)}
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


def made(hire: Hire, plans: Sequence[CallPlan], folder: Path) -> list[StoredCall]:
    """Make calls, two at once, keep them and read them again."""
    run = RunFolder.create(folder, {})
    with hire(2, folder / "workers.log") as crew:
        run_suite([Job(plan, run) for plan in plans], Notes(), crew, Brake())
    return list(run.calls())


def digests(calls: Sequence[StoredCall]) -> list[str]:
    return [record_sha256(call.record) for call in calls]


def bakery(trials: int) -> tuple[CallPlan, ...]:
    return plan_calls(Selection(load_stack("text"), packs=[str(BAKERY)], trials=range(trials), trusted=True))


@pytest.mark.usefixtures("cluster")
def test_a_call_comes_home_as_it_would_have_been_made_here(tmp_path: Path) -> None:
    from voicebench.run.ray_crew import ray_crew

    plans = bakery(2)
    there, here = made(ray_crew, plans, tmp_path / "there"), made(local_crew, plans, tmp_path / "here")
    assert digests(there) == digests(here)
    assert [call.graded.verdict.outcome for call in there] == ["passed"] * 2
    assert all(call.machine["wall_s"] > 0 for call in there)
    assert not (tmp_path / "there" / "workers.log").exists()


@pytest.mark.usefixtures("cluster")
@pytest.mark.parametrize("times", [1, 3])
def test_the_calls_of_a_worker_that_is_killed_are_made_by_another(
    tmp_path: Path, deaths: Path, times: int, capsys: pytest.CaptureFixture[str]
) -> None:
    from voicebench.run.ray_crew import ray_crew

    deaths.write_bytes(b"x" * times)
    calls = made(partial(ray_crew, opener="voicebench.testing.calls:mortal_calls"), bakery(4), tmp_path / "run")
    assert deaths.read_bytes() == b""
    assert [call.record.trial for call in calls] == [0, 1, 2, 3]
    outcomes = [call.graded.verdict.outcome for call in calls]
    assert outcomes == ["failed", "failed" if times == 1 else "errored", "failed", "failed"]
    if times > 1:
        assert "its worker was lost 3 times" in str(calls[1].graded.verdict.reason)
    assert "attempt 1 was lost" in (tmp_path / "run" / "workers.log").read_text()
    assert capsys.readouterr().out == "", "Ray speaks into the log"


def test_a_machine_without_the_pack_is_sent_it(tmp_path: Path) -> None:
    from voicebench.run.ray_crew import Caller, files_of, made_of

    (plan,) = bakery(1)
    digest, files = pack_sha256(BAKERY), files_of(BAKERY)
    elsewhere = plan.pack.model_copy(update={"folder": tmp_path / "not there"})
    caller = Caller(LIVE, made_of())
    plans = [replace(plan, pack=elsewhere, trusted=False), plan]
    found = [caller.make(one, digest, files) for one in plans]
    assert all(isinstance(one, MadeCall) for one in found)
    assert len({record_sha256(one.record) for one in found if isinstance(one, MadeCall)}) == 1
    caller.close()


def test_a_machine_with_other_versions_is_refused() -> None:
    from voicebench.run.ray_crew import Caller, made_of

    (plan,) = bakery(1)
    found = Caller(LIVE, made_of() | {"numpy": "0.1"}).make(plan, "", {})
    assert isinstance(found, Refused)
    assert "has another numpy; install the same there" in found.why
