"""Makes the calls of a run, new or resumed, on a terminal that somebody may press Ctrl-C on."""

import contextlib
import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

from rich.console import Console

from voicebench.cli.machine import cores
from voicebench.cli.progress import progress
from voicebench.cli.result import read_run
from voicebench.cli.screen import Interrupted, stderr
from voicebench.errors import ConfigError, RecordError, VoicebenchError
from voicebench.report.kept import KeptRun
from voicebench.report.rows import CallSummary
from voicebench.run.crew import WORKERS_LOG, Hire, local_crew
from voicebench.run.grid import create_runs, discard_if_empty, is_grid, runs_of
from voicebench.run.manifest import manifest
from voicebench.run.resume import planned, planned_again
from voicebench.run.select import Selection, chosen_tasks, plan_calls
from voicebench.run.store import RunFolder
from voicebench.run.suite import Brake, Job, run_suite

__all__ = ["begin", "execute", "finish"]


def begin(runs: Mapping[str, Selection], out: Path | None, at_once: int | None) -> tuple[Path, list[KeptRun]]:
    """Make the calls of a new run, or of a grid of them.

    Args:
        runs: By name; see ``voicebench.run.grid.grid_of``.
        out: The folder; None for one that is named after the day.
        at_once: How many at once; see ``execute``.

    Returns:
        The folder and the runs.

    Raises:
        ConfigError: Something that was named is wrong.
        VoicebenchError: The disk is full or broken.
        Interrupted: By Ctrl-C; what was made by then is kept.
    """
    first = next(iter(runs.values()))
    tasks = chosen_tasks(first)
    plans = {name: plan_calls(selection, tasks) for name, selection in runs.items()}
    now = datetime.now(UTC)
    path = out or Path("runs") / f"{now:%Y%m%dT%H%M%SZ}-{first.stack.name if len(runs) == 1 else 'grid'}"
    day = now.isoformat(timespec="seconds")
    try:
        create_runs(path, {name: manifest(selection, plans[name], day) for name, selection in runs.items()})
    except RecordError as error:
        raise VoicebenchError(str(error)) from error
    jobs = [Job(plan, RunFolder(path / name)) for name in runs for plan in plans[name]]
    try:
        with _locked(job.folder for job in jobs):
            made = execute(jobs, path, at_once)
    except BaseException:
        discard_if_empty(path)
        raise
    return path, [read_run(path / name, made[path / name]) for name in runs]


def finish(path: Path, at_once: int | None, *, trusted: bool, retry_errors: bool) -> list[KeptRun]:
    """Make the calls that a run, or a grid of them, lacks.

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
    folders = runs_of(path)
    # A run that is finished is shown, whatever has changed since, and whoever may write there.
    unfinished = [one for one in folders if retry_errors or not set(planned(one)) <= set(one.made())]
    with _locked(unfinished):
        jobs = [job for one in unfinished for job in _left(one, trusted=trusted, retry_errors=retry_errors)]
        made = execute(jobs, path, at_once) if jobs else {}
    return [read_run(one.path, made.get(one.path, ())) for one in folders]


def _left(folder: RunFolder, *, trusted: bool, retry_errors: bool) -> Iterator[Job]:
    """Yield the calls that a run lacks, and those that errored where they are wanted again."""
    there = folder.made()
    errored = {one for one in there if retry_errors and folder.call(*one).graded.verdict.outcome == "errored"}
    left = {*planned(folder), *errored} - (set(there) - errored)
    for plan in planned_again(folder, trusted=trusted) if left else ():
        if (plan.task_id, plan.trial) in left:
            yield Job(plan, folder, again=(plan.task_id, plan.trial) in errored)


@contextlib.contextmanager
def _locked(folders: Iterable[RunFolder]) -> Iterator[None]:
    with contextlib.ExitStack() as held:
        for folder in {folder.path: folder for folder in folders}.values():
            held.enter_context(folder.lock())
        yield


def execute(
    jobs: Sequence[Job],
    path: Path,
    at_once: int | None,
    hire: Hire = local_crew,
) -> dict[Path, list[CallSummary]]:
    """Make the calls and show how it goes. Ctrl-C lets those in progress be finished; pressed again, it drops them.

    Args:
        jobs: The calls.
        path: The folder of the run, or of the grid.
        at_once: How many at once; None for one a core, and one alone on the real clock.
        hire: Takes on those who make them.

    Returns:
        What came of them, by the folder of the run.

    Raises:
        ConfigError: Something of the user's is wrong, so that no call can be made.
        VoicebenchError: A call could not be kept.
        Interrupted: By Ctrl-C.
    """
    alone = any(job.plan.clock == "real" for job in jobs)
    at_once = min(at_once or (1 if alone else cores()), len(jobs))
    console = stderr()
    try:
        with (
            _brake(console) as brake,
            progress(console, len(jobs), is_grid=is_grid(path)) as told,
            hire(at_once, path / WORKERS_LOG) as crew,
        ):
            made = run_suite(jobs, told, crew, brake)
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted{_how_to_go_on(path)}") from None
    except ConfigError as error:
        raise ConfigError(f"{error}{_how_to_go_on(path)}") from error
    except RecordError as error:
        raise VoicebenchError(f"{error}{_how_to_go_on(path)}") from error
    if brake.why and len(made) < len(jobs):
        raise Interrupted(f"{brake.why}{_how_to_go_on(path)}")
    found: dict[Path, list[CallSummary]] = {job.folder.path: [] for job in jobs}
    for number, call in made.items():
        found[jobs[number].folder.path].append(call)
    return found


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


def _how_to_go_on(path: Path) -> str:
    """Nothing where no call is there: such a run is not kept."""
    folders = runs_of(path)
    there = sum(len(folder.made()) for folder in folders)
    total = sum(len(planned(folder)) for folder in folders)
    return f"; {there} of {total} calls are there, go on with: voicebench run --resume {path}" if there else ""
