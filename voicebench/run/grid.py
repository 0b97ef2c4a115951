"""Several runs of the same calls, one for each stack and line, in one folder.

Each of them is a run like any other, at ``GRID/STACK/LINE``; a part of the name that all have in common is left out.
"""

import json
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

from voicebench.errors import ConfigError, RecordError
from voicebench.line import presets
from voicebench.run.facts import json_text
from voicebench.run.select import Selection
from voicebench.run.store import GRID_FILE, RunFolder, create_folder, is_run, run_files
from voicebench.stack import Stack
from voicebench.task import Json

__all__ = ["GRID_FORMAT", "NamedStack", "create_runs", "discard_if_empty", "grid_of", "is_grid", "runs_of"]

GRID_FORMAT = "voicebench-grid/1"
_UNSAFE = re.compile(r"[^\w.,=%+-]", re.ASCII)


@dataclass(frozen=True)
class NamedStack:
    """A stack, and where it was read.

    Args:
        stack: The stack.
        file: Its file; None where there is none.
    """

    stack: Stack
    file: Path | None


def grid_of(
    selection: Selection, stacks: Sequence[NamedStack], lines: Sequence[str | None] = (None,)
) -> dict[str, Selection]:
    """Return the runs that a selection comes to with each stack and line, by their names in a grid.

    Args:
        selection: What they have in common.
        stacks: At least one.
        lines: At least one; None leaves each task its own.

    Returns:
        One run alone has an empty name.

    Raises:
        ConfigError: Two would have the same name, or there is no such line.
    """
    found: dict[str, Selection] = {}
    for one, line in product(stacks, lines):
        parts = ([one.stack.name] if len(stacks) > 1 else []) + ([_line_name(line)] if len(lines) > 1 else [])
        name = "/".join(parts)
        if name in found:
            raise ConfigError(f"--stack, --line: two of the runs would be called {name}; give one another name")
        found[name] = replace(selection, stack=one.stack, stack_file=one.file, line=line)
    return found


def _line_name(line: str | None) -> str:
    return "own" if line is None else _UNSAFE.sub("_", presets.load(line).name)


def create_runs(path: Path, facts: Mapping[str, Mapping[str, Json]]) -> None:
    """Begin runs: one, or a grid of them.

    Args:
        path: The folder.
        facts: What the ``run.json`` of each holds, by name; see ``grid_of``.

    Raises:
        ConfigError: Something is there already, or the folder cannot be made.
        RecordError: The disk is full or broken.
    """
    files = {f"{name}/{file}".lstrip("/"): data for name, one in facts.items() for file, data in run_files(one).items()}
    if set(facts) != {""}:
        files[GRID_FILE] = json_text({"format": GRID_FORMAT, "runs": list(facts)})
    create_folder(path, files)


def is_grid(path: Path) -> bool:
    """Whether a grid of runs lies at ``path``."""
    try:
        return (path / GRID_FILE).is_file()
    except OSError:
        return False


def runs_of(path: Path) -> list[RunFolder]:
    """Return the run that lies at ``path``, or those of the grid.

    Raises:
        RecordError: There is neither, or ``grid.json`` cannot be read.
    """
    if is_run(path):
        return [RunFolder(path)]
    if not is_grid(path):
        raise RecordError(f"{path}: not a run (no run.json); name the folder of one")
    return [RunFolder(path / name) for name in _names(path / GRID_FILE)]


def _names(file: Path) -> Iterator[str]:
    try:
        facts = json.loads(file.read_text(encoding="utf-8"))
        if facts["format"] != GRID_FORMAT:
            raise RecordError(f"{file}: format: expected {GRID_FORMAT!r}")
        yield from map(str, facts["runs"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RecordError(f"{file}: cannot be read: {' '.join(str(error).split())}") from error


def discard_if_empty(path: Path) -> None:
    """Take runs away again if they hold no call, so that their name is free for the next attempt."""
    if not any(run.made() for run in runs_of(path)):
        shutil.rmtree(path, ignore_errors=True)
