"""A person's own recordings, and what is said in them."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from voicebench.errors import ConfigError
from voicebench.task import Json
from voicebench.values.kinds import KINDS, normalise

__all__ = ["Recording", "read_truth"]

_COLUMNS = ("file", "text", "kind", "value")
_OF_ITS_OWN = frozenset({"address", "spelling"})


@dataclass(frozen=True)
class Recording:
    """A sound file and its truth.

    Args:
        id: Its name.
        path: Where it lies.
        text: What is said.
        kind: Kind of the value in it, as ``value_kind``; ``words`` without one.
        value_kind: A kind of ``voicebench.values.kinds``, or ``spelling`` or ``address``; None without a value.
        value: What must be heard right.
    """

    id: str
    path: Path
    text: str
    kind: str
    value_kind: str | None
    value: Json


def read_truth(folder: Path, truth: Path) -> list[Recording]:
    """Read what is said in recordings.

    Args:
        folder: Where the recordings lie.
        truth: A CSV file with the columns ``file`` and ``text`` and, for a value that must be heard right, ``kind`` and
            ``value``.

    Raises:
        ConfigError: A file cannot be read, a column or a recording is missing, or a value is none of its kind.
    """
    try:
        with truth.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            columns, rows = reader.fieldnames or (), list(reader)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ConfigError(f"--truth {truth}: cannot be read: {error}") from error
    missing = [name for name in _COLUMNS[:2] if name not in columns]
    if missing:
        raise ConfigError(f"--truth {truth}: no column {missing[0]!r}; the first line names file,text,kind,value")
    if not rows:
        raise ConfigError(f"--truth {truth}: names no recording")
    return [_recording(folder, f"--truth {truth}:{number}", row) for number, row in enumerate(rows, 2)]


def _recording(folder: Path, where: str, row: Mapping[str, str | None]) -> Recording:
    name, text, kind, written = ((row.get(column) or "").strip() for column in _COLUMNS)
    path = folder / name
    if not name or not path.is_file():
        raise ConfigError(f"{where}: no file {name!r} in {folder}")
    if bool(kind) != bool(written):
        raise ConfigError(f"{where}: kind and value go together")
    value = _value(where, kind, written) if kind else None
    return Recording(name, path, text, kind or "words", kind or None, value)


def _value(where: str, kind: str, written: str) -> Json:
    if kind in _OF_ITS_OWN:
        return written
    if kind not in KINDS:
        raise ConfigError(f"{where}: no kind {kind!r}; choose among {', '.join(sorted(KINDS | _OF_ITS_OWN))}")
    try:
        return normalise(kind, _plain(kind, written))
    except ValueError as error:
        raise ConfigError(f"{where}: {written!r} is no {kind}: {error}") from None


def _plain(kind: str, written: str) -> Json:
    """Return what a cell means: a table has words alone."""
    if kind == "bool":
        return {"yes": True, "true": True, "no": False, "false": False}.get(written.casefold(), written)
    return float(written) if kind == "number" else written
