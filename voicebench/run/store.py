"""The folder of a run: ``run.json``, and under ``calls/PACK/TASK/TRIAL/`` what each call left."""

import contextlib
import errno
import io
import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import soundfile
from pydantic import ValidationError

from voicebench.audio import Waveform
from voicebench.complaints import first_fault
from voicebench.errors import ConfigError, GradeError, RecordError
from voicebench.record import CallRecord, Log
from voicebench.run.facts import RECORD_FORMAT, from_cache, json_text, read_facts, read_stereo, record_facts, stereo
from voicebench.run.folders import WriteFile, drop_partial, locked, write_folder, write_synced
from voicebench.run.grading import Graded
from voicebench.task import Expectation, Json
from voicebench.verdict import Verdict
from voicebench.verify import read_expectation, read_log

__all__ = ["RUN_FORMAT", "RunFolder", "StoredCall", "is_call", "is_run", "read_call"]

RUN_FORMAT = "voicebench-run/1"
_DISK_TROUBLE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO})
"""Full or broken, whatever folder is named; all else is a place where nobody can write."""
_RUN, _RECORD, _SOUND = "run.json", "record.json", "sound.flac"


@dataclass(frozen=True)
class StoredCall:
    """What a call's folder holds.

    Args:
        record: The call.
        expectation: What it was graded by.
        graded: The verdict that lies beside it.
        machine: Wall times, load; nothing that the call determines.
        folder: Where it lies; None for a call that is not kept yet.
    """

    record: CallRecord
    expectation: Expectation
    graded: Graded
    machine: Mapping[str, Json] = field(default_factory=dict)
    folder: Path | None = None


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
        if not path.name:  # a run is renamed into its place, and a folder that one stands in cannot be replaced
            raise ConfigError(f"--out {path}: name a new folder, such as {path / 'first'}")
        try:
            write_folder(path, {_RUN: json_text({"format": RUN_FORMAT, **facts}), "calls/": b""}, write)
        except (FileExistsError, NotADirectoryError):
            if is_run(path):
                what = f"a run is there already; go on with it by --resume {path}, or name another folder"
            else:
                what = "this is no empty folder; name another one"
            raise ConfigError(f"--out {path}: {what}") from None
        except RecordError as error:
            cause = error.__cause__
            if isinstance(cause, OSError) and cause.errno not in _DISK_TROUBLE:
                raise ConfigError(f"--out {error}; name a folder that you may write") from error
            raise
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
            write_folder(folder, _files(call), self._write, aside)
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
        facts = _read_json(self.path / _RUN)
        if facts.get("format") != RUN_FORMAT:
            raise RecordError(f"{self.path / _RUN}: format: expected {RUN_FORMAT!r}")
        return facts

    def calls(self) -> Iterator[StoredCall]:
        """Read every call that is there, in the order of task and trial.

        Raises:
            RecordError: One cannot be read.
        """
        yield from map(read_call, self._call_folders())

    def made(self) -> list[tuple[str, int]]:
        """Return task and trial of every call that is there, in order."""
        return [("/".join(folder.parent.parts[-2:]), int(folder.name)) for folder in self._call_folders()]

    def call(self, task: str, trial: int) -> StoredCall:
        """Read one call.

        Raises:
            RecordError: It cannot be read.
        """
        return read_call(self._folder_of("calls", task, trial))

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        """Keep other processes from adding calls; what a process that was killed left half written is taken away.

        Raises:
            ConfigError: Another process adds calls, or the folder cannot be written.
        """
        with locked(self.path):
            drop_partial(self.path / "calls")
            yield

    def discard_if_empty(self) -> None:
        """Take the run away again if it holds no call, so that its name is free for the next attempt."""
        if not self._call_folders():
            shutil.rmtree(self.path, ignore_errors=True)

    def _call_folders(self) -> Sequence[Path]:
        # A name with a dot before it was not finished.
        folders = (path.parent for path in (self.path / "calls").glob(f"*/*/*/{_RECORD}"))
        return sorted(
            (f for f in folders if f.name.isascii() and f.name.isdigit()),
            key=lambda f: (f.parent.parts[-2:], int(f.name)),
        )


def is_run(path: Path) -> bool:
    """Whether a run's folder lies at ``path``."""
    return _is_file(path / _RUN)


def is_call(path: Path) -> bool:
    """Whether a call's folder lies at ``path``."""
    return _is_file(path / _RECORD)


def _is_file(path: Path) -> bool:
    """A name too long for the disk, or a folder that may not be looked into, holds none."""
    try:
        return path.is_file()
    except OSError:
        return False


def read_call(folder: Path) -> StoredCall:
    """Read one call's folder.

    Raises:
        RecordError: A file is missing or cannot be read; one line says which and why.
    """
    facts, machine = _read_json(folder / _RECORD), _read_json(folder / "machine.json")
    if facts.get("format") != RECORD_FORMAT:
        raise RecordError(f"{folder / _RECORD}: format: expected {RECORD_FORMAT!r}")
    try:
        log, expectation = read_log(folder / "log.json"), read_expectation(folder / "expected.json")
        sound = _read_sound(folder / _SOUND)
        record = read_facts(facts, log, sound, machine.get("from_cache", ()))
    except GradeError as error:
        raise RecordError(str(error)) from error
    except (TypeError, ValueError) as error:
        raise RecordError(f"{folder / _RECORD}: not a record: {_first(error)}") from error
    return StoredCall(record, expectation, _read_graded(folder / "verdict.json"), machine, folder)


def _first(error: Exception) -> str:
    """Return what is wrong first, and where, in one line."""
    if isinstance(error, ValidationError):
        return first_fault(error)
    return str(error)


def _files(call: StoredCall) -> dict[str, bytes]:
    record = call.record
    machine = {**call.machine, "from_cache": from_cache(record.events)}
    sound = {} if record.sound is None else {_SOUND: _flac(stereo(record.sound), record.sound[0].rate_hz)}
    return {
        _RECORD: json_text(record_facts(record)),
        "log.json": json_text(_log(record.log)),
        "expected.json": json_text(call.expectation.model_dump(mode="python")),
        "machine.json": json_text(machine),
        **sound,
        "verdict.json": json_text(call.graded.to_json(timing_valid=record.timing_valid)),
    }


def _log(log: Log) -> dict[str, Json]:
    dumped = log.model_dump(mode="python")
    if log.database is None:
        del dumped["database"]
    return dumped


def _flac(pcm: npt.NDArray[np.int16], rate_hz: int) -> bytes:
    file = io.BytesIO()
    soundfile.write(file, pcm, rate_hz, format="FLAC", subtype="PCM_16")
    return file.getvalue()


def _read_sound(path: Path) -> tuple[Waveform, Waveform] | None:
    if not path.exists():
        return None
    try:
        pcm, rate_hz = soundfile.read(path, dtype="int16", always_2d=True)
    except (OSError, RuntimeError) as error:
        raise RecordError(f"{path}: not readable as FLAC: {error}") from error
    if pcm.shape[1] != 2:
        raise RecordError(f"{path}: expected two channels, found {pcm.shape[1]}")
    return read_stereo(pcm, rate_hz)


def _read_graded(path: Path) -> Graded:
    facts = _read_json(path)
    try:
        verdict = Verdict.model_validate({name: facts[name] for name in Verdict.model_fields})
        return Graded(verdict, facts["fault"])
    except (KeyError, ValidationError) as error:
        raise RecordError(f"{path}: not a verdict: {' '.join(str(error).split())}") from error


def _read_json(path: Path) -> dict[str, Any]:
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{path}: not readable as JSON: {error}") from error
    if not isinstance(facts, dict):
        raise RecordError(f"{path}: expected a JSON object")
    return facts
