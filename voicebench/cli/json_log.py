"""``--log-json``: one JSON line for each thing that happens in a run, for programs that collect such lines."""

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from voicebench.errors import ConfigError
from voicebench.report.rows import CallSummary
from voicebench.run.logs import hidden, keys_of
from voicebench.run.plan import CallPlan
from voicebench.run.stored import read_events
from voicebench.run.suite import Progress
from voicebench.run.watch import Moment
from voicebench.task import Json
from voicebench.units import NS_PER_S

__all__ = ["json_log"]


@contextlib.contextmanager
def json_log(inner: Progress, path: Path | None) -> Iterator[Progress]:
    """Lend a ``Progress`` that writes lines beside what another one does.

    Args:
        inner: The other one.
        path: The file, to which lines are added; ``-`` is stderr, and None writes nothing.

    Raises:
        ConfigError: It cannot be written.
    """
    if path is None:
        yield inner
        return
    if path == Path("-"):
        yield _JsonLog(inner, lambda line: print(line, file=sys.stderr, flush=True))  # noqa: T201 - lines are asked for
        return
    try:
        file = path.open("a", encoding="ascii")
    except OSError as error:
        raise ConfigError(f"--log-json {path}: cannot be written: {error.strerror or error}") from None
    with file:
        yield _JsonLog(inner, lambda line: print(line, file=file, flush=True))


class _JsonLog:
    """Writes the beginning and the end of each call, and before the end all that happened in it, read from its record.

    A call that is in progress has nothing in the log yet: who looks on must not be able to change it.
    """

    def __init__(self, inner: Progress, write: Callable[[str], None]):
        self._inner = inner
        self._write = write

    def started(self, plan: CallPlan) -> None:
        """A call begins."""
        self._line(plan, "call_started", {"seed": plan.seed})
        self._inner.started(plan)

    def moved(self, plan: CallPlan, moment: Moment) -> None:
        """A call goes on."""
        self._inner.moved(plan, moment)

    def finished(self, plan: CallPlan, call: CallSummary) -> None:
        """A call is graded and kept."""
        for event in read_events(Path(call.folder)) if call.folder else ():
            happened = {"call_s": event.at_ns / NS_PER_S, "side": event.side, "data": dict(event.data)}
            self._line(plan, event.kind, happened)
        ended = {"outcome": call.outcome, "fault": call.fault, "reason": call.reason, "folder": call.folder}
        self._line(plan, "call_finished", ended | {"wall_s": call.wall_s, "record_sha256": call.record_sha256})
        self._inner.finished(plan, call)

    def _line(self, plan: CallPlan, event: str, more: dict[str, Json]) -> None:
        which = {"stack": plan.stack.name, "line": plan.line_name, "task": plan.task_id, "trial": plan.trial}
        written = datetime.now(UTC).isoformat(timespec="milliseconds")
        self._write(hidden(json.dumps({"time": written, "event": event, **which, **more}), keys_of(plan)))
