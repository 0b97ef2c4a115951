"""Which calls a run is made of: packs and tasks by globs, each task so many times."""

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from voicebench import packs
from voicebench.complaints import did_you_mean
from voicebench.desk.trust import check_trust
from voicebench.errors import ConfigError
from voicebench.line import presets
from voicebench.run.costs import RunCosts, run_costs
from voicebench.run.plan import CallerModel, CallPlan, ClockKind
from voicebench.seeds import call_seed
from voicebench.stack import Stack
from voicebench.task import Pack, Task

__all__ = ["Selection", "chosen_tasks", "plan_calls"]

DEFAULT_COSTS = "profile:local"


@dataclass(frozen=True)
class Selection:
    """What a run is to be.

    Args:
        stack: What is under test.
        packs: Globs over the packs that ship here, or folders of packs.
        tasks: Globs over ``TASK`` or ``PACK/TASK``.
        seed: The run's seed.
        trials: The trials of each task, by their numbers from 0.
        line: The line of all calls; None leaves each task its own.
        clock: ``real`` or ``virtual``.
        costs: ``measured`` or ``profile:NAME``; None is the default, and goes with either clock.
        cost: ``STAGE=COST`` each, in place of those.
        trusted: Whether code of a pack from elsewhere may run.
        stack_file: The file that the stack was read from; None where there is none.
        caller: The model that chooses the caller's words; None for the scripted caller.
    """

    stack: Stack
    packs: Sequence[str] = ("*",)
    tasks: Sequence[str] = ("*",)
    seed: int = 1
    trials: Sequence[int] = (0,)
    line: str | None = None
    clock: ClockKind = "virtual"
    costs: str | None = None
    cost: Sequence[str] = ()
    trusted: bool = False
    stack_file: Path | None = None
    caller: CallerModel | None = None


def plan_calls(selection: Selection, tasks: Sequence[tuple[Pack, Task]] | None = None) -> tuple[CallPlan, ...]:
    """Return the calls of a run, task by task.

    Args:
        selection: What it is to be.
        tasks: Its tasks, where they were read already.

    Raises:
        ConfigError: Something that was named is not there, or nothing was selected, or a pack's code is not trusted.
    """
    costs = _costs(selection)
    if selection.line and not selection.stack.has_sound:
        raise ConfigError(f"--line {selection.line}: the stack {selection.stack.name} has no sound; leave it out")
    return tuple(
        _plan(selection, pack, task, trial, costs)
        for pack, task in tasks or chosen_tasks(selection)
        for trial in selection.trials
    )


def chosen_tasks(selection: Selection) -> list[tuple[Pack, Task]]:
    """Return the tasks that are named; packs without one of them are not read.

    Raises:
        ConfigError: Something that was named is not there, or nothing was selected, or a pack's code is not trusted.
    """
    folders = _folders(selection.packs)
    files = [(folder.resolve().name, path.stem) for folder in folders for path in _task_files(folder)]
    unknown = [glob for glob in selection.tasks if not any(_is_named(*file, glob) for file in files)]
    named = [file for file in files if any(_is_named(*file, glob) for glob in selection.tasks)]
    if unknown or not named:
        known = [name for pack, task in files for name in (task, f"{pack}/{task}")]
        near = did_you_mean(unknown[0], known) if unknown else ""
        raise ConfigError(f"--task {' '.join(unknown)}: no such task; `voicebench packs NAME` lists them{near}")
    asked = {pack for pack, _ in named}
    found = {folder.resolve().name: _pack(folder, selection) for folder in folders if folder.resolve().name in asked}
    return [(found[pack], found[pack].tasks[task]) for pack, task in named]


def _costs(selection: Selection) -> RunCosts | None:
    costs = run_costs(selection.costs or DEFAULT_COSTS, selection.cost, selection.stack)
    if selection.clock == "virtual":
        _check_time(selection.stack)
        costs.check(selection.stack)
        return costs
    if selection.cost or selection.costs:
        what = f"--cost {selection.cost[0]}" if selection.cost else f"--costs {selection.costs}"
        raise ConfigError(f"{what}: on the real clock work takes what it takes; leave it out")
    return None


def _check_time(stack: Stack) -> None:
    for part, service in stack.services.items():
        what = f"--clock virtual: {part} of the stack {stack.name} is {service.path.partition(':')[2]}"
        raise ConfigError(f"{what}, and services of Pipecat's take real time; add --clock real")


def _folders(globs: Sequence[str]) -> list[Path]:
    """Return the packs' folders, each once; two packs of one name would fall over each other's calls."""
    folders: dict[str, Path] = {}
    for name in dict.fromkeys(name for glob in globs for name in _names(glob)):
        folder = packs.find(name)
        other = folders.setdefault(folder.resolve().name, folder)
        if other.resolve() != folder.resolve():
            what = f"{other} and {folder} are both called {folder.resolve().name}"
            raise ConfigError(f"--pack: {what}; run them apart")
    return list(folders.values())


def _names(glob: str) -> Sequence[str]:
    """The shipped packs that a glob names; anything else is taken for a folder."""
    return [name for name in packs.names() if fnmatchcase(name, glob)] or [glob]


def _task_files(folder: Path) -> list[Path]:
    """A task is called as its file is."""
    return sorted((folder / "tasks").glob("*.yaml"))


def _is_named(pack: str, task: str, glob: str) -> bool:
    return fnmatchcase(task, glob) or fnmatchcase(f"{pack}/{task}", glob)


def _pack(folder: Path, selection: Selection) -> Pack:
    pack = packs.load(folder)
    check_trust(pack, trusted=selection.trusted)
    return pack


def _plan(selection: Selection, pack: Pack, task: Task, trial: int, costs: RunCosts | None) -> CallPlan:
    return CallPlan(
        pack=pack,
        task=task,
        trial=trial,
        seed=call_seed(selection.seed, f"{pack.id}/{task.id}", trial),
        stack=selection.stack,
        line=presets.load(selection.line or task.line),
        costs=costs,
        trusted=selection.trusted,
        caller=selection.caller,
    )
