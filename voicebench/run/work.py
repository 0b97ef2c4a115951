"""A worker: a process of its own that makes calls one after another, and the wall around each of them."""

import contextlib
import multiprocessing
import os
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from loguru import logger

from voicebench.errors import CallError, ConfigError
from voicebench.record import CallRecord, Ending, Fault, Log
from voicebench.run.plan import CallPlan
from voicebench.run.watch import MakeCall, Moment, Onlooker, Tell
from voicebench.task import Json
from voicebench.units import NS_PER_S
from voicebench.vtime.workbench import timed

__all__ = ["MadeCall", "Refused", "Worker", "broken_record"]

_PROCESSES = multiprocessing.get_context("spawn")
_PATIENCE_S = 5.0
"""How long a process may take to end before it is killed."""


@dataclass(frozen=True)
class MadeCall:
    """A finished call, and what it took here.

    Args:
        record: The call.
        machine: Wall time and load.
    """

    record: CallRecord
    machine: dict[str, Json]


@dataclass(frozen=True)
class Refused:
    """Something of the user's is wrong, so that no call can be made; in words, as not every error can be pickled."""

    why: str


class Worker:
    """A process that makes calls.

    Args:
        opener: ``module:function`` of a context manager that lends a ``MakeCall``. It is named and not handed over, so
            that what it imports is loaded in the worker alone.
        log: Takes what libraries print there; the terminal and the figures on stdout stay clean.
    """

    def __init__(self, opener: str, log: Path):
        self.conn, theirs = _PROCESSES.Pipe()
        self._process = _PROCESSES.Process(target=_work, args=(theirs, opener, log), daemon=True)
        self.plan: CallPlan | None = None
        with _no_interrupts():
            self._process.start()
        theirs.close()

    def begin(self, plan: CallPlan) -> None:
        """Have a call made; ``conn`` is readable when there is news of it, or the process is gone."""
        self.plan = plan
        with contextlib.suppress(OSError):  # it is gone, and ``news`` will say so
            self.conn.send(plan)

    def news(self) -> Moment | MadeCall | Refused | None:
        """Return where the call is, or the finished call; None when the process is gone."""
        try:
            news: Moment | MadeCall | Refused = self.conn.recv()
        except (EOFError, OSError):
            return None
        if not isinstance(news, Moment):
            self.plan = None
        return news

    def last_words(self) -> str:
        """Return how the process ended, which it has."""
        self._process.join(_PATIENCE_S)
        code = self._process.exitcode
        how = f"was killed by {signal.Signals(-code).name}" if code and code < 0 else f"ended with exit code {code}"
        return f"its worker process {how}"

    def end(self) -> None:
        """End the process; a call that it is making is dropped."""
        self.conn.close()
        if self.plan is not None:
            self._process.terminate()
        self._process.join(_PATIENCE_S)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._process.close()


@contextlib.contextmanager
def _no_interrupts() -> Iterator[None]:
    """Start a process that Ctrl-C does not reach: the one who reads the keyboard ends it.

    A blocked signal is inherited, and unlike an ignored one it is not lost in this process.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def broken_record(plan: CallPlan, message: str, fault: Fault = "harness") -> CallRecord:
    """Return the record of a call of which nothing else is left."""
    return CallRecord(
        task=plan.task_id,
        trial=plan.trial,
        seed=plan.seed,
        stack=plan.stack.name,
        line=plan.line.name if plan.stack.has_sound else "none",
        ending=Ending(None, "error", fault, " ".join(message.split())),
        events=(),
        log=Log(task=plan.task_id, tools=()),
        timing_valid=False,
    )


def _work(conn: Connection, opener: str, log: Path) -> None:
    """Make calls until the other end is closed."""
    _print_into(log)
    with contextlib.suppress(EOFError, BrokenPipeError):
        _serve(conn, opener)


def _serve(conn: Connection, opener: str) -> None:
    module, _, name = opener.partition(":")
    plan: CallPlan = conn.recv()
    with contextlib.ExitStack() as stack:
        try:
            make = stack.enter_context(getattr(import_module(module), name)())
        except ConfigError as error:
            conn.send(Refused(str(error)))
            return
        while True:
            conn.send(_answer(plan, make, conn.send))
            plan = conn.recv()


def _answer(plan: CallPlan, make: MakeCall, tell: Tell) -> MadeCall | Refused:
    try:
        record, took_ns = timed(lambda: _walled(plan, make, tell))
    except ConfigError as error:
        return Refused(str(error))
    machine = {"wall_s": round(took_ns / NS_PER_S, 3), "load": list(os.getloadavg()), **record.machine}
    return MadeCall(record, machine)


def _walled(plan: CallPlan, make: MakeCall, tell: Tell) -> CallRecord:
    """Make a call, whatever it may raise; only what the user has to mend is raised on."""
    try:
        return make(plan, Onlooker(tell, time.monotonic))
    except ConfigError:
        raise
    except CallError as error:
        return broken_record(plan, f"{error.stage}: {error}", error.fault)
    except Exception as error:  # noqa: BLE001 - the wall around a call
        traceback.print_exc()
        return broken_record(plan, f"call: {type(error).__name__}: {error}")


def _print_into(log: Path) -> None:
    """Send all that is printed here into a file, by Python or by a library under it."""
    file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    for stream in (1, 2):
        os.dup2(file, stream)
    os.close(file)
    logger.remove()
    logger.add(_to_stderr, level="ERROR")
    warnings.simplefilter("ignore")


def _to_stderr(message: Any) -> None:
    sys.stderr.write(message)
