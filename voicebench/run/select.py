"""Which calls a run is made of: packs and tasks by globs, each task so many times."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from voicebench import packs
from voicebench.complaints import did_you_mean
from voicebench.desk.trust import is_shipped
from voicebench.errors import ConfigError
from voicebench.line import presets
from voicebench.run.costs import run_costs
from voicebench.run.plan import DEFAULT_COSTS, CallPlan, ClockKind
from voicebench.seeds import call_seed
from voicebench.stack import Stack
from voicebench.task import Pack, Task

__all__ = ["Selection", "plan_calls"]


@dataclass(frozen=True)
class Selection:
    """What a run is to be.

    Args:
        stack: What is under test.
        packs: Globs over the packs that ship here, or folders of packs.
        tasks: Globs over ``TASK`` or ``PACK/TASK``.
        seed: The run's seed.
        trials: How often each task is tried.
        line: The line of all calls; None leaves each task its own.
        clock: ``real`` or ``virtual``.
        costs: ``measured`` or ``profile:NAME``; None is the default, and goes with either clock.
        cost: ``STAGE=COST`` each, in place of those.
        trusted: Whether code of a pack from elsewhere may run.
    """

    stack: Stack
    packs: Sequence[str] = ("*",)
    tasks: Sequence[str] = ("*",)
    seed: int = 1
    trials: int = 1
    line: str | None = None
    clock: ClockKind = "virtual"
    costs: str | None = None
    cost: Sequence[str] = ()
    trusted: bool = False


def plan_calls(selection: Selection) -> tuple[CallPlan, ...]:
    """Return the calls of a run, task by task.

    Raises:
        ConfigError: Something that was named is not there, or nothing was selected, or a pack's code is not trusted.
    """
    _check_costs(selection)
    if selection.line and not selection.stack.has_sound:
        raise ConfigError(f"--line {selection.line}: the stack {selection.stack.name} has no sound; leave it out")
    tasks = [(pack, task) for pack in _each_once(_packs(selection)) for task in pack.tasks.values()]
    named = [found for found in tasks if any(_is_named(*found, glob) for glob in selection.tasks)]
    unknown = [glob for glob in selection.tasks if not any(_is_named(*found, glob) for found in tasks)]
    if unknown or not named:
        known = [name for pack, task in tasks for name in (task.id, f"{pack.id}/{task.id}")]
        near = did_you_mean(unknown[0], known) if unknown else ""
        raise ConfigError(f"--task {' '.join(unknown)}: no such task; `voicebench packs NAME` lists them{near}")
    return tuple(_plan(selection, pack, task, trial) for pack, task in named for trial in range(selection.trials))


def _check_costs(selection: Selection) -> None:
    costs = run_costs(selection.costs or DEFAULT_COSTS, selection.cost, selection.stack)
    if selection.clock == "virtual":
        costs.check(selection.stack)
    elif selection.cost or selection.costs:
        what = f"--cost {selection.cost[0]}" if selection.cost else f"--costs {selection.costs}"
        raise ConfigError(f"{what}: on the real clock work takes what it takes; leave it out")


def _packs(selection: Selection) -> Iterator[Pack]:
    for name in dict.fromkeys(name for glob in selection.packs for name in _names(glob)):
        pack = packs.load(name)
        if not selection.trusted and not is_shipped(pack):
            what = f"pack {pack.id} ({pack.folder}) does not ship with voicebench, and its tools.py is code"
            raise ConfigError(f"{what}; read it, then add --trust to run it")
        yield pack


def _each_once(found: Iterable[Pack]) -> list[Pack]:
    """Drop a pack that was named twice; two packs of one name would fall over each other's calls."""
    packs_by_id: dict[str, Pack] = {}
    for pack in found:
        other = packs_by_id.setdefault(pack.id, pack)
        if other.folder.resolve() != pack.folder.resolve():
            raise ConfigError(f"--pack: {other.folder} and {pack.folder} are both called {pack.id}; run them apart")
    return list(packs_by_id.values())


def _names(glob: str) -> Sequence[str]:
    """The shipped packs that a glob names; anything else is taken for a folder."""
    return [name for name in packs.names() if fnmatchcase(name, glob)] or [glob]


def _is_named(pack: Pack, task: Task, glob: str) -> bool:
    return fnmatchcase(task.id, glob) or fnmatchcase(f"{pack.id}/{task.id}", glob)


def _plan(selection: Selection, pack: Pack, task: Task, trial: int) -> CallPlan:
    return CallPlan(
        pack=pack,
        task=task,
        trial=trial,
        seed=call_seed(selection.seed, f"{pack.id}/{task.id}", trial),
        stack=selection.stack,
        line=presets.load(selection.line or task.line),
        clock=selection.clock,
        costs=selection.costs or DEFAULT_COSTS,
        cost=tuple(selection.cost),
        trusted=selection.trusted,
    )
