"""A run that ended early: its calls planned again, from what ``run.json`` says of them."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from voicebench import models, packs
from voicebench.desk.trust import check_trust
from voicebench.errors import ConfigError, RecordError, StackError
from voicebench.line.chain import LineSettings
from voicebench.run.costs import RunCosts
from voicebench.run.manifest import code_sha256, model_digests, pack_sha256, versions
from voicebench.run.plan import CallerModel, CallPlan
from voicebench.run.store import RunFolder
from voicebench.seeds import call_seed
from voicebench.stack import Stack, load_stack
from voicebench.task import Json

__all__ = ["planned", "planned_again"]


def planned(folder: RunFolder) -> list[tuple[str, int]]:
    """Return task and trial of the calls that a run was to have.

    Raises:
        RecordError: ``run.json`` cannot be read, or does not say.
    """
    calls = folder.facts().get("calls")
    if calls is None:
        raise RecordError(f"{folder.path}: run.json names no calls, so the run cannot be resumed; start a new one")
    return [(task, trial) for task, trial, _ in calls]


def planned_again(folder: RunFolder, *, trusted: bool) -> tuple[CallPlan, ...]:
    """Return the calls that a run was to have, as they were planned when it began.

    Args:
        folder: The run.
        trusted: Whether code of packs from elsewhere may run.

    Raises:
        ConfigError: What the calls are made of has changed since, or a pack's code is not trusted.
        RecordError: ``run.json`` cannot be read.
    """
    facts = folder.facts()
    try:
        _refuse(folder, _changed_versions(facts))  # another version may not even read what follows
        return _plans(folder, facts, trusted=trusted)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        what = f"{type(error).__name__}: {' '.join(str(error).split())}"
        raise RecordError(f"{folder.path}: run.json does not hold what a run is resumed by ({what})") from error


def _plans(folder: RunFolder, facts: Mapping[str, Any], *, trusted: bool) -> tuple[CallPlan, ...]:
    stack = Stack.model_validate(facts["stack"])
    homes = {name: _home(name, Path(pack["folder"])) for name, pack in facts["packs"].items()}
    _refuse(folder, [*_changed_stack(facts["stack_file"], stack), *_changed_packs(facts, homes)])
    if facts["models"] != model_digests(stack):
        _refuse(folder, ["the models have changed"])
    found = {name: packs.load(home) for name, home in homes.items()}
    for pack in found.values():
        check_trust(pack, trusted=trusted)
    lines = {name: LineSettings.model_validate(line) for name, line in facts["lines"].items()}
    costs = None if facts["clock"] == "real" else RunCosts.from_facts(facts["costs"])
    caller = CallerModel.model_validate(facts["caller"]) if facts["caller"] else None
    plans = []
    for task_id, trial, line in facts["calls"]:
        pack_id, _, name = task_id.partition("/")
        pack, seed = found[pack_id], call_seed(facts["seed"], task_id, trial)
        plans.append(CallPlan(pack, pack.tasks[name], trial, seed, stack, lines[line], costs, trusted, caller=caller))
    return tuple(plans)


def _refuse(folder: RunFolder, changes: Iterable[str]) -> None:
    if told := "; ".join(changes):
        raise ConfigError(f"--resume {folder.path}: since this run began {told}; undo that, or start a new run")


def _home(name: str, folder: Path) -> Path:
    """A shipped pack may lie elsewhere by now; its digest tells whether it is the same."""
    return packs.find(str(folder) if (folder / "pack.yaml").is_file() or name not in packs.names() else name)


def _changed_packs(facts: Mapping[str, Any], homes: Mapping[str, Path]) -> Iterator[str]:
    for name, home in homes.items():
        if pack_sha256(home) != facts["packs"][name]["sha256"]:
            yield f"the pack {name} has changed ({home})"


def _changed_versions(facts: Mapping[str, Any]) -> Iterator[str]:
    for name, now in versions().items():
        then = facts["packages"].get(name)
        if then != now:
            yield f"{name} went from {then or 'not installed'} to {now or 'not installed'}"
    if facts["code_sha256"] != code_sha256():
        yield "the code of voicebench has changed"


def _changed_stack(file: Mapping[str, str] | None, stack: Stack) -> Iterator[str]:
    """What was asked for by flags is in the stack and not in its file, so the file is held against its own digest."""
    if file is None or not Path(file["path"]).is_file() or models.sha256_of(Path(file["path"])) == file["sha256"]:
        return  # run.json holds the stack in full, so a file that is gone is not missed
    try:
        now = load_stack(file["path"])
    except StackError as error:
        yield f"the stack's file cannot be read any more ({error})"
        return
    if changed := ", ".join(_differences(stack.model_dump(mode="json"), now.model_dump(mode="json"))):
        yield f"the stack has changed ({changed} in {file['path']})"


def _differences(a: Json, b: Json, name: str = "") -> Iterator[str]:
    """Yield the names of settings that differ."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in {**a, **b}:
            yield from _differences(a.get(key), b.get(key), f"{name}.{key}" if name else key)
    elif a != b:
        yield name
