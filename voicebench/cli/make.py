"""Makes the calls of a run, new or resumed, on a terminal that somebody may press Ctrl-C on."""

import contextlib
import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Literal

from rich.console import Console

from voicebench.cli.before import look_before
from voicebench.cli.look import Look
from voicebench.cli.progress import progress
from voicebench.cli.result import read_run
from voicebench.cli.screen import Interrupted, stderr
from voicebench.cli.signals import undisturbed
from voicebench.errors import ConfigError, MissingExtraError, RecordError, VoicebenchError
from voicebench.report.kept import KeptRun
from voicebench.report.rows import CallSummary
from voicebench.run.crew import WORKERS_LOG, Hire, local_crew
from voicebench.run.extras import Extras
from voicebench.run.grid import create_runs, discard_if_empty, is_grid, runs_of
from voicebench.run.manifest import manifest
from voicebench.run.purse import Purse
from voicebench.run.resume import planned, planned_again
from voicebench.run.select import Selection, chosen_tasks, plan_calls
from voicebench.run.store import RunFolder
from voicebench.run.suite import Brake, Job, run_suite

__all__ = ["Executor", "Staff", "begin", "execute", "finish", "staff_of"]

Executor = Literal["local", "ray"]


@dataclass(frozen=True)
class Staff:
    """Those who make a run's calls.

    Args:
        hire: Takes them on.
        at_once: How many calls they make at once; None for as many as there is room for, and one on the real clock.
    """

    hire: Hire
    at_once: int | None


def staff_of(executor: Executor, at_once: int | None) -> Staff:
    """Return those who make a run's calls.

    Args:
        executor: Where they are.
        at_once: See ``Staff``.

    Raises:
        MissingExtraError: Ray is not installed.
    """
    if executor == "local":
        return Staff(local_crew, at_once)
    try:
        return Staff(import_module("voicebench.run.ray_crew").ray_crew, at_once)
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        raise MissingExtraError("--executor ray: Ray", 'pip install "voicebench-sim[ray]"') from None


def begin(
    runs: Mapping[str, Selection],
    extras: Extras,
    out: Path | None,
    staff: Staff,
    look: Look,
    *,
    preflight: bool,
) -> tuple[Path, list[KeptRun]]:
    """Make the calls of a new run, or of a grid of them.

    Args:
        runs: By name; see ``voicebench.run.grid.grid_of``.
        extras: Prices, limit and cassette.
        out: The folder; None for one that is named after the day.
        staff: Those who make them.
        look: How much is told, and to whom.
        preflight: Whether remote parts of the stacks are asked once before the first call.

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
        facts = {name: manifest(selection, plans[name], day) for name, selection in runs.items()}
        create_runs(path, {name: one | extras.facts(path) for name, one in facts.items()})
    except RecordError as error:
        raise VoicebenchError(str(error)) from error
    try:
        jobs = [Job(plan, RunFolder(path / name)) for name in runs for plan in plans[name]]
        if extras.replay is None:  # what is on tape needs no model and no key
            look_before(runs.values(), preflight=preflight)
        with _locked(job.folder for job in jobs):
            made = execute(jobs, path, staff, extras.placed(path), look)
    except BaseException:
        with undisturbed():
            discard_if_empty(path)
        raise
    _wind_up(extras.placed(path))
    return path, [read_run(path / name, made[path / name]) for name in runs]


def finish(
    path: Path,
    staff: Staff,
    *,
    trusted: bool,
    retry_errors: bool,
    look: Look,
    preflight: bool,
    max_cost_usd: float | None = None,
) -> list[KeptRun]:
    """Make the calls that a run, or a grid of them, lacks.

    Args:
        path: Its folder.
        staff: Those who make them.
        trusted: Whether code of packs from elsewhere may run.
        retry_errors: Whether calls that errored are made once more.
        look: How much is told, and to whom.
        preflight: Whether remote parts of the stack are asked once before the first call.
        max_cost_usd: Another limit on what all of it may cost; None for its own.

    Raises:
        ConfigError: What the calls are made of has changed since, or another process is at work on the run.
        RecordError: There is no such run, or it cannot be read.
        VoicebenchError: The disk is full or broken.
        Interrupted: By Ctrl-C; what was made by then is kept.
    """
    folders = runs_of(path)
    # A run that is finished is shown, whatever has changed since, and whoever may write there.
    unfinished = [one for one in folders if retry_errors or not set(planned(one)) <= set(one.made())]
    extras = Extras.of_runs([one.facts() for one in folders], max_cost_usd, go_on=bool(unfinished))
    with _locked(unfinished):
        before = [call for one in folders for call in read_run(one.path).calls] if extras.max_cost_usd else []
        jobs = [job for one in unfinished for job in _left(one, trusted=trusted, retry_errors=retry_errors)]
        if extras.replay is None:
            look_before((job.plan for job in jobs), preflight=preflight)
        if jobs:
            extras.rewind()
        made = execute(jobs, path, staff, extras, look, before=before) if jobs else {}
    _wind_up(extras)
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
    staff: Staff,
    extras: Extras | None = None,
    look: Look = Look(),  # noqa: B008 - it is frozen
    *,
    before: Sequence[CallSummary] = (),
) -> dict[Path, list[CallSummary]]:
    """Make the calls and show how it goes. Ctrl-C lets those in progress be finished; pressed again, it drops them.

    Args:
        jobs: The calls.
        path: The folder of the run, or of the grid.
        staff: Those who make them.
        extras: Prices, limit and cassette; None for none of them.
        look: How much is told, and to whom.
        before: Calls that were made earlier.

    Returns:
        What came of them, by the folder of the run.

    Raises:
        ConfigError: Something of the user's is wrong, so that no call can be made.
        VoicebenchError: A call could not be kept.
        Interrupted: By Ctrl-C.
    """
    extras = extras or Extras()
    jobs = [replace(job, plan=replace(job.plan, cassette=extras.cassette, log_level=look.level)) for job in jobs]
    alone = any(job.plan.clock == "real" for job in jobs)
    at_once = staff.at_once or (1 if alone else None)
    console = stderr()
    try:
        with (
            _brake(console, is_by_calls=extras.max_cost_usd is not None) as brake,
            progress(console, len(jobs), is_grid=is_grid(path), tells_turns=look.verbosity > 0) as bars,
            look.at(bars) as told,
            staff.hire(at_once, path / WORKERS_LOG) as crew,
        ):
            made = run_suite(jobs, Purse(told, brake, extras, before), crew, brake)
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


def _wind_up(extras: Extras) -> None:
    try:
        extras.wind_up()
    except RecordError as error:
        raise VoicebenchError(f"{error}; mend that, and write it with --resume") from error


@contextlib.contextmanager
def _brake(console: Console, *, is_by_calls: bool) -> Iterator[Brake]:
    """Have Ctrl-C pull a brake; the second time it ends the run at once, as SIGTERM does."""
    brake = Brake(is_by_calls=is_by_calls)

    def pull(_number: int, _frame: FrameType | None) -> None:
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
