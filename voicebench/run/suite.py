"""Many calls: handed to a crew, graded and kept as they come back."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from voicebench import packs
from voicebench.errors import ConfigError
from voicebench.report.rows import CallSummary
from voicebench.run.crew import Crew
from voicebench.run.grading import grade_record
from voicebench.run.heard import call_heard
from voicebench.run.plan import CallPlan
from voicebench.run.store import RunFolder
from voicebench.run.stored import StoredCall
from voicebench.run.summary import summarise
from voicebench.run.waiting import Waiting
from voicebench.run.wall import MadeCall, Refused
from voicebench.run.watch import Moment

__all__ = ["Brake", "Job", "Progress", "make_calls", "run_suite"]


@dataclass(frozen=True)
class Job:
    """A call to be made.

    Args:
        plan: What it is to be.
        folder: The run that it belongs to.
        again: Whether an earlier attempt lies there, to be set aside when this one is there.
    """

    plan: CallPlan
    folder: RunFolder
    again: bool = False


class Progress(Protocol):
    """Is told how a run goes."""

    def started(self, plan: CallPlan) -> None:
        """A call begins."""
        ...

    def moved(self, plan: CallPlan, moment: Moment) -> None:
        """A call goes on."""
        ...

    def finished(self, plan: CallPlan, call: CallSummary) -> None:
        """A call is graded and kept."""
        ...


class Brake:
    """Has no more calls begun once it is pulled; those in progress are finished and kept.

    Args:
        is_by_calls: Whether what a call came to may pull it, so that no other begins before that is known.
    """

    def __init__(self, *, is_by_calls: bool = False) -> None:
        self.why: str | None = None
        self.is_by_calls = is_by_calls

    def pull(self, why: str) -> None:
        """Stop, for a reason; the first one stays."""
        self.why = self.why or why


def run_suite(jobs: Sequence[Job], progress: Progress, crew: Crew, brake: Brake) -> dict[int, CallSummary]:
    """Make, grade and keep calls.

    Args:
        jobs: The calls.
        progress: Is told how it goes.
        crew: Makes them.
        brake: Ends it early, with what is done by then.

    Returns:
        What came of those that were made, by number of the job.

    Raises:
        ConfigError: Something of the user's is wrong, so that no call can be made; those that were made are kept.
        RecordError: A call could not be kept; those before it are.
    """
    done: dict[int, CallSummary] = {}
    for number, made in make_calls([job.plan for job in jobs], progress, crew, brake):
        done[number] = _keep(jobs[number], made)
        progress.finished(jobs[number].plan, done[number])
    return done


def _keep(job: Job, made: MadeCall) -> CallSummary:
    plan, record = job.plan, made.record
    expectation = packs.expectation(plan.pack, plan.task.id)
    graded = grade_record(record, expectation)
    heard = call_heard(plan.pack, plan.task, expectation, record)
    call = StoredCall(record, expectation, graded, made.machine, heard=heard)
    return summarise(replace(call, folder=job.folder.save(call, again=job.again)))


def make_calls(
    plans: Sequence[CallPlan], progress: Progress, crew: Crew, brake: Brake
) -> Generator[tuple[int, MadeCall], None, None]:
    """Have a crew make calls, and yield each, with its number, as it is finished.

    Raises:
        ConfigError: Something of the user's is wrong, so that no call can be made; those in progress were finished.
    """
    waiting, refused = Waiting(plans), None
    made: list[tuple[int, MadeCall]] = []
    while made or crew.at_work or (waiting and not brake.why):
        if brake.is_by_calls:
            yield from _emptied(made)
        if not brake.why:
            _begin_what_fits(plans, waiting, progress, crew)
        yield from _emptied(made)  # the worker has its next call by now, and does not wait for this one to be kept
        for number, news in crew.news() if crew.at_work else ():
            if isinstance(news, Moment):
                progress.moved(plans[number], news)
            elif isinstance(news, Refused):
                refused = refused or news
                brake.pull(news.why)
            else:
                made.append((number, news))
    if refused:
        raise ConfigError(refused.why)


def _begin_what_fits(plans: Sequence[CallPlan], waiting: Waiting, progress: Progress, crew: Crew) -> None:
    while crew.has_room and (number := waiting.take(crew.at_work)) is not None:
        progress.started(plans[number])
        crew.begin(number, plans[number])


def _emptied(made: list[tuple[int, MadeCall]]) -> Iterator[tuple[int, MadeCall]]:
    """Yield what is in a list, and leave it empty."""
    while made:
        yield made.pop(0)
