"""Many calls: handed to workers, graded and kept as they come back."""

import contextlib
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from multiprocessing.connection import wait
from pathlib import Path
from typing import Protocol

from voicebench import packs
from voicebench.errors import ConfigError
from voicebench.report.rows import CallSummary
from voicebench.run.grading import grade_record
from voicebench.run.plan import CallPlan
from voicebench.run.store import RunFolder, StoredCall
from voicebench.run.summary import summarise
from voicebench.run.watch import Moment
from voicebench.run.work import MadeCall, Refused, Worker, broken_record

__all__ = ["LIVE", "WORKERS_LOG", "Progress", "make_calls", "run_suite"]

LIVE = "voicebench.run.live:calls"
"""Makes real calls; see ``Worker``."""
WORKERS_LOG = "workers.log"
"""In a run's folder: what was printed in the worker processes; not there when nothing was."""


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


def run_suite(
    plans: Sequence[CallPlan], folder: RunFolder, progress: Progress, jobs: int, opener: str = LIVE
) -> list[CallSummary]:
    """Make, grade and keep calls.

    Args:
        plans: The calls.
        folder: Where they are kept.
        progress: Is told how it goes.
        jobs: How many are made at once.
        opener: Makes them; see ``Worker``.

    Returns:
        What came of them, in the order of the plans.

    Raises:
        ConfigError: Something of the user's is wrong, so that no call can be made.
        RecordError: A call could not be kept; those before it are.
    """
    log = folder.path / WORKERS_LOG
    done: dict[int, CallSummary] = {}
    try:
        with contextlib.closing(make_calls(plans, progress, jobs, opener, log)) as made:
            for number, call in made:
                done[number] = _keep(plans[number], call, folder)
                progress.finished(plans[number], done[number])
    finally:
        _drop_if_empty(log)
    return [done[number] for number in range(len(plans))]


def _keep(plan: CallPlan, made: MadeCall, folder: RunFolder) -> CallSummary:
    expectation = packs.expectation(plan.pack, plan.task.id)
    call = StoredCall(made.record, expectation, grade_record(made.record, expectation), made.machine)
    return summarise(StoredCall(call.record, expectation, call.graded, call.machine, folder.save(call)))


def make_calls(
    plans: Sequence[CallPlan], progress: Progress, jobs: int, opener: str, log: Path
) -> Generator[tuple[int, MadeCall], None, None]:
    """Make calls in worker processes and yield each, with its number, as it is finished.

    A call whose worker dies is one that broke; the others go on in a new worker.
    """
    waiting = deque(enumerate(plans))
    with contextlib.closing(_Crew(opener, log)) as crew:
        while waiting or crew.at_work:
            while waiting and len(crew.at_work) < jobs:
                number, plan = waiting.popleft()
                progress.started(plan)
                crew.begin(number, plan)
            for number, news in crew.news():
                if isinstance(news, Moment):
                    progress.moved(plans[number], news)
                else:
                    yield number, news


class _Crew:
    """The workers of a run."""

    def __init__(self, opener: str, log: Path):
        self._opener = opener
        self._log = log
        self._idle: list[Worker] = []
        self.at_work: dict[Worker, tuple[int, CallPlan]] = {}

    def begin(self, number: int, plan: CallPlan) -> None:
        """Have a call made."""
        worker = self._idle.pop() if self._idle else Worker(self._opener, self._log)
        self.at_work[worker] = number, plan
        worker.begin(plan)

    def news(self) -> Iterator[tuple[int, Moment | MadeCall]]:
        """Wait for news of the calls, and yield it: where they are, or that they are finished."""
        ready = wait([worker.conn for worker in self.at_work])
        for worker in [worker for worker in self.at_work if worker.conn in ready]:
            news = worker.news()
            if isinstance(news, Moment):
                yield self.at_work[worker][0], news
            else:
                yield self._finish(worker, news)

    def _finish(self, worker: Worker, made: MadeCall | Refused | None) -> tuple[int, MadeCall]:
        number, plan = self.at_work.pop(worker)
        if isinstance(made, MadeCall):
            self._idle.append(worker)
            return number, made
        last_words = worker.last_words() if made is None else ""
        worker.end()
        if isinstance(made, Refused):
            raise ConfigError(made.why)
        return number, MadeCall(broken_record(plan, f"call: {last_words}; see {self._log.name}"), {})

    def close(self) -> None:
        """End all workers."""
        for worker in (*self.at_work, *self._idle):
            worker.end()


def _drop_if_empty(log: Path) -> None:
    with contextlib.suppress(FileNotFoundError):
        if not log.stat().st_size:
            log.unlink()
