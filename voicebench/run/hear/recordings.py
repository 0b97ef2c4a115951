"""A person's own recordings, and what is said in them."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from voicebench.errors import ConfigError
from voicebench.run.hear.sounds import recorded
from voicebench.stt.entities import SCORED, heard_right
from voicebench.task import Json
from voicebench.values.kinds import normalise

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
        ConfigError: A file cannot be read, a column is missing or there twice, a recording is missing or cannot be
            heard, or a value is none of its kind.
    """
    what = f"--truth {truth}"
    try:
        with truth.open(encoding="utf-8-sig", newline="") as file:
            (_, columns), *rows = _rows(file) or [(1, [])]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ConfigError(f"{what}: cannot be read: {error}") from error
    _check_columns(what, columns)
    if not rows:
        raise ConfigError(f"{what}: names no recording")
    return [_recording(folder, f"{what}:{line}", _by_column(f"{what}:{line}", columns, row)) for line, row in rows]


def _rows(file: Iterable[str]) -> list[tuple[int, list[str]]]:
    """Return the rows that are not empty, each with the line where it starts: a cell may have several."""
    reader, found, line = csv.reader(file, strict=True), [], 1
    for row in reader:
        found.append((line, row))
        line = reader.line_num + 1
    return [(line, row) for line, row in found if row]


def _check_columns(what: str, columns: Sequence[str]) -> None:
    missing = [name for name in _COLUMNS[:2] if name not in columns]
    if missing:
        raise ConfigError(f"{what}: no column {missing[0]!r}; the first line names file,text,kind,value")
    twice = [name for name in _COLUMNS if columns.count(name) > 1]
    if twice:
        raise ConfigError(f"{what}: the column {twice[0]!r} is there twice; name it once")


def _by_column(where: str, columns: Sequence[str], row: Sequence[str]) -> Mapping[str, str]:
    if len(row) > len(columns):
        what = f"{where}: has {len(row)} cells, and there are {len(columns)} columns"
        raise ConfigError(f"{what}; put a text with a comma in it between quotes")
    return dict(zip(columns, row, strict=False))


def _recording(folder: Path, where: str, row: Mapping[str, str]) -> Recording:
    name, text, kind, written = (row.get(column, "").strip() for column in _COLUMNS)
    path = folder / name
    if not name or not path.is_file():
        raise ConfigError(f"{where}: no file {name!r} in {folder}")
    if bool(kind) != bool(written):
        raise ConfigError(f"{where}: kind and value go together")
    value = _value(where, kind, written) if kind else None
    # One that the reader of its kind finds neither in the text nor by itself would be wrong however well it is heard.
    if kind and not any(heard_right(kind, value, said) for said in (text, written, " ".join(written))):
        raise ConfigError(f"{where}: {written!r} cannot be heard as {kind}: write it as the caller says it")
    try:
        recorded(path)
    except ConfigError as error:
        raise ConfigError(f"{where}: {error}") from None
    return Recording(name, path, text, kind or "words", kind or None, value)


def _value(where: str, kind: str, written: str) -> Json:
    if kind not in SCORED:
        raise ConfigError(f"{where}: no kind {kind!r} that can be scored; choose among {', '.join(sorted(SCORED))}")
    if kind in _OF_ITS_OWN:
        return written
    try:
        return normalise(kind, _plain(kind, written))
    except ValueError as error:
        raise ConfigError(f"{where}: {written!r} is no {kind}: {error}") from None


def _plain(kind: str, written: str) -> Json:
    """Return what a cell means: a table has words alone."""
    if kind == "bool":
        return {"yes": True, "true": True, "no": False, "false": False}.get(written.casefold(), written)
    return float(written) if kind == "number" else written
