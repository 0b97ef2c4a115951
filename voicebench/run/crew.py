"""Those who make a run's calls: worker processes of this machine."""

import contextlib
import os
from collections.abc import Collection, Iterator
from multiprocessing.connection import wait
from pathlib import Path
from typing import Protocol

from voicebench.run.plan import CallPlan
from voicebench.run.wall import MadeCall, Refused, broken_record
from voicebench.run.watch import Moment
from voicebench.run.work import Worker

__all__ = ["LIVE", "WORKERS_LOG", "Crew", "Hire", "LocalCrew", "News", "cores", "drop_if_empty", "local_crew"]

LIVE = "voicebench.run.live:calls"
"""Makes real calls; see ``Worker``."""
WORKERS_LOG = "workers.log"
"""In a run's folder: what was printed in the worker processes; not there when nothing was."""
_LOOK_S = 0.5
"""How long a crew waits for news at most, so that whoever waits for the crew can look elsewhere."""

News = Moment | MadeCall | Refused
"""Where a call is, or what came of it."""


class Crew(Protocol):
    """Makes calls, several at once."""

    @property
    def has_room(self) -> bool:
        """Whether one more call can be made at once."""
        ...

    @property
    def at_work(self) -> Collection[int]:
        """Numbers of the calls that are being made."""
        ...

    def begin(self, number: int, plan: CallPlan) -> None:
        """Have a call made."""
        ...

    def news(self) -> Iterator[tuple[int, News]]:
        """Wait a little while for news of the calls, and yield it."""
        ...

    def close(self) -> None:
        """End all that makes calls; those in progress are dropped."""
        ...


class Hire(Protocol):
    """Takes on a crew, for as long as it is wanted."""

    def __call__(self, jobs: int | None, log: Path) -> contextlib.AbstractContextManager[Crew]:
        """Return a crew that makes so many calls at once, None for any number, and prints into that file."""
        ...


@contextlib.contextmanager
def local_crew(jobs: int | None, log: Path, opener: str = LIVE) -> Iterator[Crew]:
    """Lend worker processes of this machine.

    Args:
        jobs: How many calls are made at once; None for one a core.
        log: Takes what is printed in the workers; it is not there when nothing was.
        opener: Makes the calls; see ``Worker``.
    """
    try:
        with contextlib.closing(LocalCrew(jobs or cores(), log, opener)) as crew:
            yield crew
    finally:
        drop_if_empty(log)


def drop_if_empty(log: Path) -> None:
    """Take a log away that nothing was printed into."""
    with contextlib.suppress(FileNotFoundError):
        if not log.stat().st_size:
            log.unlink()


def cores() -> int:
    """Return how many cores this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


class LocalCrew:
    """Worker processes of this machine. A call whose worker dies is one that broke; a new worker makes the others.

    Args:
        jobs: How many calls are made at once.
        log: Takes what is printed in the workers.
        opener: Makes the calls; see ``Worker``.
    """

    def __init__(self, jobs: int, log: Path, opener: str):
        self._jobs = jobs
        self._log = log
        self._opener = opener
        self._idle: list[Worker] = []
        self._busy: dict[Worker, tuple[int, CallPlan]] = {}

    @property
    def has_room(self) -> bool:
        """Whether one more call can be made at once."""
        return len(self._busy) < self._jobs

    @property
    def at_work(self) -> Collection[int]:
        """Numbers of the calls that are being made."""
        return [number for number, _ in self._busy.values()]

    def begin(self, number: int, plan: CallPlan) -> None:
        """Have a call made."""
        worker = self._idle.pop() if self._idle else Worker(self._opener, self._log)
        self._busy[worker] = number, plan
        worker.begin(plan)

    def news(self) -> Iterator[tuple[int, News]]:
        """Wait a little while for news of the calls, and yield it."""
        ready = wait([worker.conn for worker in self._busy], _LOOK_S)
        for worker in [worker for worker in self._busy if worker.conn in ready]:
            news = worker.news()
            yield (self._busy[worker][0], news) if isinstance(news, Moment) else self._finish(worker, news)

    def _finish(self, worker: Worker, made: MadeCall | Refused | None) -> tuple[int, MadeCall | Refused]:
        number, plan = self._busy.pop(worker)
        if isinstance(made, MadeCall):
            self._idle.append(worker)
            return number, made
        last_words = worker.last_words() if made is None else ""
        worker.end()
        return number, made or MadeCall(broken_record(plan, f"call: {last_words}; see {self._log.name}"), {})

    def close(self) -> None:
        """End all workers; calls in progress are dropped."""
        for worker in (*self._busy, *self._idle):
            worker.end()
