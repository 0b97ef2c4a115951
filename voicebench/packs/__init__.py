"""Packs: find one, read it, check it, and say what its tasks expect. No pack's code is ever run here."""

from pathlib import Path

from voicebench.complaints import did_you_mean
from voicebench.datafiles import folder
from voicebench.errors import PackError
from voicebench.packs.check import check
from voicebench.packs.draft import PACK_FILE, Draft
from voicebench.packs.expectation import expectation
from voicebench.packs.read import read
from voicebench.packs.source import Faults, Problem
from voicebench.task import Pack

__all__ = ["examine", "expectation", "find", "load", "names"]


def names() -> tuple[str, ...]:
    """Return the names of the packs that ship with voicebench."""
    return tuple(sorted(path.parent.name for path in folder("packs").glob(f"*/{PACK_FILE}")))


def find(name_or_path: str | Path) -> Path:
    """Return a pack's folder.

    Args:
        name_or_path: The name of a shipped pack, or else the path of a folder; ``./NAME`` is always a path.

    Raises:
        PackError: There is neither.
    """
    if isinstance(name_or_path, str) and name_or_path in names():
        return folder("packs") / name_or_path
    path = Path(name_or_path)
    try:
        if (path / PACK_FILE).is_file():
            return path
    except OSError as error:
        raise PackError(f"{name_or_path}: cannot be looked into: {error.strerror or error}") from error
    what = f"{name_or_path} has no {PACK_FILE}" if path.is_dir() else f"there is no pack {str(name_or_path)!r}"
    near = did_you_mean(str(name_or_path), names())
    raise PackError(f"{what}; name a shipped pack ({', '.join(names()) or 'none'}) or the folder of one{near}")


def examine(name_or_path: str | Path) -> tuple[Draft | None, list[Problem]]:
    """Return a pack with the place of each of its parts, and all that is wrong with it; none of its code is run.

    Args:
        name_or_path: The name of a shipped pack, or the path of a folder.

    Returns:
        The draft, None where the pack could not be read; and the problems, by file and line.

    Raises:
        PackError: It is not there.
    """
    path = find(name_or_path)
    try:
        found, problems = read(path)
    except Faults as faults:
        return None, sorted(faults.problems)
    return found, sorted({*problems, *check(found)})


def load(name_or_path: str | Path) -> Pack:
    """Return a pack, read and checked; none of its code is run.

    Args:
        name_or_path: The name of a shipped pack, or the path of a folder.

    Raises:
        PackError: It is not there, or something about it is wrong; the error lists all that was found.
    """
    found, problems = examine(name_or_path)
    if found is None or problems:
        raise PackError([str(problem) for problem in problems])
    return found.pack
