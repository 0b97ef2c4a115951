"""Makes the calls of a run, new or resumed, on a terminal that somebody may press Ctrl-C on."""

import contextlib
import signal
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

from rich.console import Console

from voicebench.cli.machine import cores
from voicebench.cli.progress import progress
from voicebench.cli.result import read_run, run_folder
from voicebench.cli.screen import Interrupted, stderr
from voicebench.errors import ConfigError, RecordError, VoicebenchError
from voicebench.report.kept import KeptRun
from voicebench.report.rows import CallSummary
from voicebench.run.crew import WORKERS_LOG, Hire, local_crew
from voicebench.run.manifest import manifest
from voicebench.run.resume import planned, planned_again
from voicebench.run.select import Selection, plan_calls
from voicebench.run.store import RunFolder
from voicebench.run.suite import Brake, Job, run_suite

__all__ = ["begin", "execute", "finish"]


def begin(selection: Selection, out: Path | None, at_once: int | None) -> KeptRun:
    """Make the calls of a new run.

    Args:
        selection: Which.
        out: Its folder; None for one that is named after the day.
        at_once: How many at once; see ``execute``.

    Raises:
        ConfigError: Something that was named is wrong.
        VoicebenchError: The disk is full or broken.
        Interrupted: By Ctrl-C; what was made by then is kept.
    """
    plans = plan_calls(selection)
    now = datetime.now(UTC)
    path = out or Path("runs") / f"{now:%Y%m%dT%H%M%SZ}-{selection.stack.name}"
    try:
        folder = RunFolder.create(path, manifest(selection, plans, now.isoformat(timespec="seconds")))
    except RecordError as error:
        raise VoicebenchError(str(error)) from error
    try:
        with folder.lock():
            made = execute([Job(plan, folder) for plan in plans], path, at_once)
    except BaseException:
        folder.discard_if_empty()
        raise
    return read_run(path, made)


def finish(path: Path, at_once: int | None, *, trusted: bool, retry_errors: bool) -> KeptRun:
    """Make the calls that a run lacks.

    Args:
        path: Its folder.
        at_once: How many at once; see ``execute``.
        trusted: Whether code of packs from elsewhere may run.
        retry_errors: Whether calls that errored are made once more.

    Raises:
        ConfigError: What the calls are made of has changed since, or another process is at work on the run.
        RecordError: There is no such run, or it cannot be read.
        VoicebenchError: The disk is full or broken.
        Interrupted: By Ctrl-C; what was made by then is kept.
    """
    folder = run_folder(path)
    if not retry_errors and set(planned(folder)) <= set(folder.made()):
        return read_run(path)  # whatever has changed since, and whoever may write there
    with folder.lock():
        kept = read_run(path)
        errored = {(call.task, call.trial) for call in kept.calls if call.outcome == "errored" and retry_errors}
        left = {*kept.missing, *errored}
        plans = planned_again(folder, trusted=trusted) if left else ()
        wanted = [(plan, (plan.task_id, plan.trial)) for plan in plans]
        jobs = [Job(plan, folder, again=call in errored) for plan, call in wanted if call in left]
        made = execute(jobs, path, at_once) if jobs else []
    others = [call for call in kept.calls if (call.task, call.trial) not in left]
    return read_run(path, [*others, *made])


def execute(
    jobs: Sequence[Job],
    path: Path,
    at_once: int | None,
    hire: Hire = local_crew,
) -> list[CallSummary]:
    """Make the calls and show how it goes. Ctrl-C lets those in progress be finished; pressed again, it drops them.

    Args:
        jobs: The calls.
        path: The run's folder.
        at_once: How many at once; None for one a core, and one alone on the real clock.
        hire: Takes on those who make them.

    Raises:
        ConfigError: Something of the user's is wrong, so that no call can be made.
        VoicebenchError: A call could not be kept.
        Interrupted: By Ctrl-C.
    """
    alone = any(job.plan.clock == "real" for job in jobs)
    at_once = min(at_once or (1 if alone else cores()), len(jobs))
    console = stderr()
    try:
        with _brake(console) as brake, progress(console, len(jobs)) as told, hire(at_once, path / WORKERS_LOG) as crew:
            made = run_suite(jobs, told, crew, brake)
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted{_how_to_go_on(jobs, path)}") from None
    except ConfigError as error:
        raise ConfigError(f"{error}{_how_to_go_on(jobs, path)}") from error
    except RecordError as error:
        raise VoicebenchError(f"{error}{_how_to_go_on(jobs, path)}") from error
    if brake.why and len(made) < len(jobs):
        raise Interrupted(f"{brake.why}{_how_to_go_on(jobs, path)}")
    return [made[number] for number in sorted(made)]


@contextlib.contextmanager
def _brake(console: Console) -> Iterator[Brake]:
    """Have Ctrl-C pull a brake; the second time it is what it always is."""
    brake = Brake()

    def pull(_signal: int, _frame: FrameType | None) -> None:
        if brake.why:
            raise KeyboardInterrupt
        brake.pull("interrupted")
        console.print("finishing the calls in progress; Ctrl-C again drops them", soft_wrap=True)

    before = signal.signal(signal.SIGINT, pull)
    try:
        yield brake
    finally:
        signal.signal(signal.SIGINT, before)


def _how_to_go_on(jobs: Sequence[Job], path: Path) -> str:
    """Nothing where no call is there: such a run is not kept."""
    folders = {job.folder.path: job.folder for job in jobs}.values()
    there = sum(len(folder.made()) for folder in folders)
    total = sum(len(planned(folder)) for folder in folders)
    return f"; {there} of {total} calls are there, go on with: voicebench run --resume {path}" if there else ""
