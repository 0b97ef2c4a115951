"""Calls that nobody makes: they stand in for real ones where a test is about many calls, not about one.

Each function is an opener, as ``voicebench.run.work.Worker`` takes them by name.
"""

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from voicebench.errors import ConfigError, LlmError
from voicebench.events import Watch
from voicebench.record import CallRecord
from voicebench.testing.records import make_record

__all__ = ["fated_calls", "gated_calls", "late_calls", "mortal_calls", "quick_calls", "refused_calls"]

_Make = Callable[[Any, Watch | None], CallRecord]


def _record(plan: Any, watch: Watch | None = None) -> CallRecord:
    record = make_record(plan.task_id, trial=plan.trial, seed=plan.seed, stack=plan.stack.name)
    if watch is not None:
        for event in record.events:
            watch(event)
    return record


@contextlib.contextmanager
def quick_calls() -> Iterator[_Make]:
    """Lend calls that end at once; the tasks of no real pack pass by them."""
    yield _record


@contextlib.contextmanager
def gated_calls() -> Iterator[_Make]:
    """Lend calls of which the first trial ends at once, and the others when the file ``GATE`` is there."""
    yield _gated


def _gated(plan: Any, watch: Watch | None = None) -> CallRecord:
    if plan.trial:
        _wait_for(Path(os.environ["GATE"]))
    return _record(plan, watch)


def _wait_for(file: Path) -> None:
    while not file.exists():
        threading.Event().wait(0.01)


@contextlib.contextmanager
def fated_calls() -> Iterator[_Make]:
    """Lend calls whose fate is in their trial: 1 raises, 2 loses its provider, 3 takes its process along."""
    yield _fated


def _fated(plan: Any, watch: Watch | None = None) -> CallRecord:
    match plan.trial:
        case 1:
            raise ValueError("a [call] broke")
        case 2:
            raise LlmError("429: slow down")
        case 3:
            os._exit(9)
    return _record(plan, watch)


@contextlib.contextmanager
def refused_calls() -> Iterator[_Make]:
    """Lend calls that cannot be made before the user has mended something."""
    yield _refused


def _refused(plan: Any, watch: Watch | None = None) -> CallRecord:
    del watch
    raise ConfigError(f"stack {plan.stack.name}: the variable SOME_KEY is not set")


@contextlib.contextmanager
def late_calls() -> Iterator[_Make]:
    """Lend calls of which the first trial ends once another was refused: that one leaves the file ``LATE_CALLS``."""
    yield _late


def _late(plan: Any, watch: Watch | None = None) -> CallRecord:
    refused = Path(os.environ["LATE_CALLS"])
    if plan.trial:
        refused.touch()
        return _refused(plan, watch)
    _wait_for(refused)
    return _record(plan, watch)


@contextlib.contextmanager
def mortal_calls() -> Iterator[_Make]:
    """Lend calls of which the second trial kills its process, once for each byte of the file ``MORTAL``."""
    yield _mortal


def _mortal(plan: Any, watch: Watch | None = None) -> CallRecord:
    deaths = Path(os.environ["MORTAL"])
    if plan.trial == 1 and deaths.stat().st_size:
        deaths.write_bytes(deaths.read_bytes()[1:])
        os.kill(os.getpid(), signal.SIGKILL)
    return _record(plan, watch)
