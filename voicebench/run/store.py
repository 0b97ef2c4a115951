"""The folder of a run: ``run.json``, and under ``calls/PACK/TASK/TRIAL/`` what each call left."""

import contextlib
import errno
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from voicebench.errors import ConfigError, RecordError
from voicebench.run.facts import json_text
from voicebench.run.folders import WriteFile, drop_partial, locked, write_folder, write_synced
from voicebench.run.stored import RECORD_FILE, StoredCall, call_files, read_call, read_shaped
from voicebench.task import Json

__all__ = ["GRID_FILE", "RUN_FORMAT", "RunFolder", "create_folder", "is_call", "is_run", "run_files"]

RUN_FORMAT = "voicebench-run/1"
_DISK_TROUBLE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO})
"""Full or broken, whatever folder is named; all else is a place where nobody can write."""
GRID_FILE = "grid.json"
"""In the folder of a grid of runs, where ``run.json`` is in that of a run."""
_RUN = "run.json"


class _StackFacts(BaseModel):
    name: str = ""
    stt: dict[str, Any] = {}
    llm: dict[str, Any] = {}


class _Recorded(BaseModel):
    path: str
    tape: str


class _Replayed(BaseModel):
    path: str
    sha256: str


class _RunFacts(BaseModel):
    """What every reader takes from ``run.json`` as it comes; what a run is resumed by is checked there."""

    calls: list[tuple[str, int, str]] = []
    categories: dict[str, str] = {}
    stack: _StackFacts = _StackFacts()
    packs: dict[str, dict[str, Any]] = {}
    prices: dict[str, Any] = {}
    max_cost_usd: float | None = None
    record_cassette: _Recorded | None = None
    cassette: _Replayed | None = None


def run_files(facts: Mapping[str, Json]) -> dict[str, bytes]:
    """Return the files that a run begins with.

    Args:
        facts: What ``run.json`` holds beside its format.
    """
    return {_RUN: json_text({"format": RUN_FORMAT, **facts}), "calls/": b""}


def create_folder(path: Path, files: Mapping[str, bytes], write: WriteFile = write_synced) -> None:
    """Make the folder that ``--out`` names.

    Raises:
        ConfigError: Something is there already, or the folder cannot be made.
        RecordError: The disk is full or broken.
    """
    if not path.name:  # a run is renamed into its place, and a folder that one stands in cannot be replaced
        raise ConfigError(f"--out {path}: name a new folder, such as {path / 'first'}")
    try:
        write_folder(path, files, write)
    except (FileExistsError, NotADirectoryError):
        if any(_is_file(path / file) for file in (_RUN, GRID_FILE)):
            what = f"a run is there already; go on with it by --resume {path}, or name another folder"
        else:
            what = "this is no empty folder; name another one"
        raise ConfigError(f"--out {path}: {what}") from None
    except RecordError as error:
        cause = error.__cause__
        if isinstance(cause, OSError) and cause.errno not in _DISK_TROUBLE:
            raise ConfigError(f"--out {error}; name a folder that you may write") from error
        raise


class RunFolder:
    """A run on disk.

    Args:
        path: The run's folder, which is there already; see ``create``.
        write: Writes one file.
    """

    def __init__(self, path: Path, write: WriteFile = write_synced):
        self.path = path
        self._write = write

    @classmethod
    def create(cls, path: Path, facts: Mapping[str, Json], write: WriteFile = write_synced) -> "RunFolder":
        """Begin a run.

        Args:
            path: Its folder.
            facts: What ``run.json`` holds beside its format.
            write: Writes one file.

        Raises:
            ConfigError: A run, or something else, is there already, or the folder cannot be made.
            RecordError: The disk is full or broken.
        """
        create_folder(path, run_files(facts), write)
        return cls(path, write)

    def save(self, call: StoredCall, *, again: bool = False) -> Path:
        """Keep a call, whole or not at all, and return its folder.

        Args:
            call: The call.
            again: Whether an earlier attempt at it that lies there is to be set aside, under ``attempts/``.

        Raises:
            RecordError: The disk is full or broken, or the call is there already.
        """
        folder = self._folder_of("calls", call.record.task, call.record.trial)
        earlier = self._folder_of("attempts", call.record.task, call.record.trial)
        aside = earlier / str(sum(1 for _ in earlier.glob("*"))) if again else None
        try:
            write_folder(folder, call_files(call), self._write, aside)
        except FileExistsError:
            raise RecordError(f"{folder}: a call is there already") from None
        return folder

    def _folder_of(self, kind: str, task: str, trial: int) -> Path:
        return self.path / kind / task / str(trial)

    def facts(self) -> Mapping[str, Json]:
        """Return what ``run.json`` holds.

        Raises:
            RecordError: It cannot be read.
        """
        facts = read_shaped(self.path / _RUN, _RunFacts)
        if facts.get("format") != RUN_FORMAT:
            raise RecordError(f"{self.path / _RUN}: format: expected {RUN_FORMAT!r}")
        return facts

    def calls(self) -> Iterator[StoredCall]:
        """Read every call that is there, in the order of task and trial.

        Raises:
            RecordError: One cannot be read, or lies where another belongs.
        """
        yield from map(self._read, self._call_folders())

    def made(self) -> list[tuple[str, int]]:
        """Return task and trial of every call that is there, in order."""
        return [("/".join(folder.parent.parts[-2:]), int(folder.name)) for folder in self._call_folders()]

    def call(self, task: str, trial: int) -> StoredCall:
        """Read one call.

        Raises:
            RecordError: It cannot be read, or is another call.
        """
        return self._read(self._folder_of("calls", task, trial))

    def _read(self, folder: Path) -> StoredCall:
        try:
            call = read_call(folder)
        except RecordError as error:
            what = f"take {folder} away, and the call is made again by: voicebench run --resume {self.path}"
            raise RecordError(f"{error}; {what}") from error
        task, trial = call.record.task, call.record.trial
        if folder != self._folder_of("calls", task, trial):
            raise RecordError(
                f"{folder}: holds trial {trial} of {task}, which belongs elsewhere; put the right call there"
            )
        return call

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        """Keep other processes from adding calls; what a process that was killed left half written is taken away.

        Raises:
            ConfigError: Another process adds calls, or the folder cannot be written.
        """
        with locked(self.path):
            drop_partial(self.path / "calls")
            yield

    def _call_folders(self) -> Sequence[Path]:
        # A name with a dot before it was not finished; a folder without a record is a damaged call, and no missing one.
        folders = (path for path in (self.path / "calls").glob("*/*/*") if path.is_dir())
        return sorted(
            (f for f in folders if f.name.isascii() and f.name.isdigit()),
            key=lambda f: (f.parent.parts[-2:], int(f.name)),
        )


def is_run(path: Path) -> bool:
    """Whether a run's folder lies at ``path``."""
    return _is_file(path / _RUN)


def is_call(path: Path) -> bool:
    """Whether a call's folder lies at ``path``."""
    return _is_file(path / RECORD_FILE)


def _is_file(path: Path) -> bool:
    """A name too long for the disk, or a folder that may not be looked into, holds none."""
    try:
        return path.is_file()
    except OSError:
        return False
