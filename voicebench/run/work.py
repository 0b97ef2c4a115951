"""A worker: a process of its own that makes calls one after another, and ends when its parent does."""

import contextlib
import os
import signal
import subprocess
import sys
from importlib import import_module
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

from voicebench.errors import ConfigError
from voicebench.run.children import end_with_parent, no_interrupts
from voicebench.run.logs import keys_of, listen
from voicebench.run.plan import CallPlan
from voicebench.run.wall import MadeCall, Refused, answer
from voicebench.run.watch import Moment

__all__ = ["WORKER_ENV", "Worker", "serve"]

WORKER_ENV = {"MALLOC_ARENA_MAX": "1"}
"""glibc keeps what a thread has freed for that thread alone: 20 MB of a worker's, whose models compute in several."""

_SERVE = "import sys; from voicebench.run.work import serve; serve(*map(int, sys.argv[1:3]), sys.argv[3])"
"""What the process runs: this module, and not the command's own, whose imports it has no use for."""
_PATIENCE_S = 5.0
"""How long a process may take to end before it is killed."""


class Worker:
    """A process that makes calls.

    Args:
        opener: ``module:function`` of a context manager that lends a ``MakeCall``. It is named and not handed over, so
            that what it imports is loaded in the worker alone.
        log: Takes what libraries print there; the terminal and the figures on stdout stay clean.
    """

    def __init__(self, opener: str, log: Path):
        self.conn, theirs = Pipe()
        life, self._life = os.pipe()
        self.plan: CallPlan | None = None
        try:
            self._process = _start([str(theirs.fileno()), str(life), opener], (theirs.fileno(), life), log)
        finally:
            theirs.close()
            os.close(life)

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
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_PATIENCE_S)
        code = self._process.returncode
        how = f"was killed by {signal.Signals(-code).name}" if code and code < 0 else f"ended with exit code {code}"
        return f"its worker process {how}"

    def end(self) -> None:
        """End the process; a call that it is making is dropped."""
        self.conn.close()
        if self.plan is not None:
            self._process.terminate()
        try:
            self._process.wait(_PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        finally:
            os.close(self._life)


def _start(arguments: list[str], handles: tuple[int, ...], log: Path) -> "subprocess.Popen[bytes]":
    """Start a process that finds the modules that this one finds; the file ``log`` takes what it prints."""
    path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)  # noqa: PTH109 - "" is a folder only for Python
    with log.open("ab") as file, no_interrupts():
        return subprocess.Popen(  # noqa: S603 - all of it is ours
            [sys.executable, "-P", "-c", _SERVE, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            pass_fds=handles,
            env={**WORKER_ENV, **os.environ, "PYTHONPATH": path},
        )


def serve(conn: int, life: int, opener: str) -> None:
    """Make calls until the other end is closed; this is what a worker process runs.

    Args:
        conn: Handle of the connection that plans come by.
        life: See ``end_with_parent``.
        opener: See ``Worker``.
    """
    end_with_parent(life)
    listen("ERROR")
    with Connection(conn) as talk, contextlib.suppress(EOFError, BrokenPipeError):
        _serve(talk, opener)


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
            listen(plan.log_level, keys_of(plan))
            conn.send(answer(plan, make, conn.send))
            plan = conn.recv()
