"""A tape: all that a run had from outside, by content hash, so that it is replayed elsewhere to the same records.

While a run is made, any number of processes write entries into one folder. At its end the folder becomes one file, a
cassette: a ZIP of entries, each behind its own digest, and a label that says how many there are.
"""

import hashlib
import json
import os
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Protocol

from voicebench.errors import CassetteError, ConfigError, RecordError
from voicebench.filecache import whole_file, write_whole
from voicebench.task import Json

__all__ = ["FORMAT", "PlayedTape", "RecordedTape", "Tape", "check_cassette", "unwound", "wind_up"]

FORMAT = "voicebench-cassette/1"
_LABEL, _SUFFIX = "cassette.json", ".entry"
_DIGEST_BYTES = hashlib.sha256().digest_size
_DAY = (1980, 1, 1, 0, 0, 0)
"""The same entries make the same file on any day; ZIP knows none before this."""


class Tape(Protocol):
    """Entries by key.

    Attributes:
        is_played: Whether what is not there stays so: nothing may be asked of the real world.
    """

    @property
    def is_played(self) -> bool:
        """Whether it is replayed, and not recorded."""
        ...

    def read(self, *key: str) -> bytes | None:
        """Return an entry; None where there is none."""
        ...

    def write(self, data: bytes, *key: str) -> None:
        """Keep an entry; a later one of the same key takes its place."""
        ...

    def close(self) -> None:
        """Let go of its file."""
        ...


class RecordedTape:
    """A tape that is being made.

    Args:
        folder: Where its entries lie until it is wound up.
    """

    is_played = False

    def __init__(self, folder: Path):
        self._folder = folder

    def read(self, *key: str) -> bytes | None:
        """Return an entry; None where there is none."""
        path = self._folder / _name(key)
        return _unsealed(path.read_bytes()) if path.is_file() else None

    def write(self, data: bytes, *key: str) -> None:
        """Keep an entry.

        Raises:
            CassetteError: The disk is full or broken: a tape with a hole is worse than none.
        """
        path = self._folder / _name(key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, hashlib.sha256(data).digest() + data)
        except OSError as error:
            raise CassetteError(f"{self._folder}: cannot be written: {error.strerror or error}") from error

    def close(self) -> None:
        """Do nothing: each entry was written whole."""


class PlayedTape:
    """A cassette that is replayed.

    Args:
        path: The file, which was checked.
    """

    is_played = True

    def __init__(self, path: Path):
        self._zip = zipfile.ZipFile(path)

    def read(self, *key: str) -> bytes | None:
        """Return an entry; None where there is none."""
        try:
            return _unsealed(self._zip.read(_name(key)))
        except KeyError:
            return None

    def write(self, data: bytes, *key: str) -> None:
        """Refuse: what is replayed is not added to."""
        del data, key
        raise CassetteError("a cassette that is replayed takes no entry")

    def close(self) -> None:
        """Close the file."""
        self._zip.close()


def _name(key: tuple[str, ...]) -> str:
    name = hashlib.sha256(json.dumps(key).encode()).hexdigest()
    return f"{name[:2]}/{name}{_SUFFIX}"


def _unsealed(entry: bytes) -> bytes | None:
    data = entry[_DIGEST_BYTES:]
    return data if hashlib.sha256(data).digest() == entry[:_DIGEST_BYTES] else None


def wind_up(folder: Path, path: Path, facts: Mapping[str, Json]) -> None:
    """Make a cassette of a tape's folder: whole or not at all.

    Args:
        folder: Where the entries lie.
        path: The file to write.
        facts: What the label says beside the format.

    Raises:
        RecordError: It cannot be written.
    """
    entries = sorted(file for file in folder.glob(f"*/*{_SUFFIX}") if not file.name.startswith("."))
    label = {"format": FORMAT, "entries": len(entries), **facts}
    try:
        with whole_file(path) as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as cassette:
                _add(cassette, _LABEL, json.dumps(label, indent=1).encode())
                for entry in entries:
                    _add(cassette, entry.relative_to(folder).as_posix(), entry.read_bytes())
            os.fchmod(file.fileno(), 0o644)  # it is made to be handed on
    except OSError as error:
        raise RecordError(f"{path}: cannot be written: {error.strerror or error}") from error


def unwound(path: Path) -> dict[str, bytes]:
    """Return what a tape's folder held, of the cassette that was made of it and checked."""
    with zipfile.ZipFile(path) as cassette:
        return {name: cassette.read(name) for name in cassette.namelist() if name != _LABEL}


def _add(cassette: zipfile.ZipFile, name: str, data: bytes) -> None:
    cassette.writestr(zipfile.ZipInfo(name, _DAY), data, zipfile.ZIP_DEFLATED)


def check_cassette(path: Path) -> Mapping[str, Json]:
    """Return a cassette's label, once every entry was found whole.

    Raises:
        ConfigError: There is no such file, or it is no cassette, or it was altered.
    """
    try:
        with zipfile.ZipFile(path) as cassette:
            label = json.loads(cassette.read(_LABEL))
            if not isinstance(label, dict) or label.get("format") != FORMAT:
                raise ConfigError(f"--cassette {path}: not a cassette of {FORMAT}")
            wrong = next(_damaged(cassette, label), None)
    except OSError as error:
        raise ConfigError(f"--cassette {path}: cannot be read: {error.strerror or error}") from None
    except (zipfile.BadZipFile, zlib.error, ValueError, KeyError) as error:
        raise ConfigError(f"--cassette {path}: not a cassette, or a damaged one: {error}") from None
    if wrong:
        raise ConfigError(f"--cassette {path}: damaged or altered ({wrong}); record it again")
    return label


def _damaged(cassette: zipfile.ZipFile, label: Mapping[str, Json]) -> Iterator[str]:
    names = [name for name in cassette.namelist() if name != _LABEL]
    if len(set(names)) != label.get("entries"):
        yield f"{len(set(names))} entries, where its label says {label.get('entries')}"
    for name in names:
        try:
            whole = _unsealed(cassette.read(name)) is not None
        except (zipfile.BadZipFile, zlib.error, OSError, EOFError):
            whole = False
        if not whole:
            yield f"entry {name}"
