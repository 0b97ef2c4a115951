"""The folder of one call: its record, log, sound and verdict, and what it was graded by."""

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import soundfile
from pydantic import BaseModel, ValidationError

from voicebench.audio import Waveform
from voicebench.complaints import first_fault
from voicebench.errors import GradeError, RecordError
from voicebench.events import Event
from voicebench.record import CallRecord, Log
from voicebench.run.facts import RECORD_FORMAT, from_cache, json_text, read_facts, read_stereo, record_facts, stereo
from voicebench.run.grading import Graded
from voicebench.task import Expectation, Json
from voicebench.verdict import Verdict
from voicebench.verify import read_expectation, read_log

__all__ = ["RECORD_FILE", "StoredCall", "call_files", "read_call", "read_events", "read_json", "read_shaped"]

RECORD_FILE = "record.json"
_SOUND, _HEARD = "sound.flac", "heard.json"


class _Machine(BaseModel):
    """What a report reads of ``machine.json``."""

    wall_s: float | None = None
    from_cache: list[int] = []
    timing_fault: str | None = None
    packets_late_ms: dict[str, float | None] | None = None
    loop_lag_ms: dict[str, float | None] | None = None
    caller_faults: list[str] = []


@dataclass(frozen=True)
class StoredCall:
    """What a call's folder holds.

    Args:
        record: The call.
        expectation: What it was graded by.
        graded: The verdict that lies beside it.
        machine: Wall times, load; nothing that the call determines.
        folder: Where it lies; None for a call that is not kept yet.
        heard: What its recogniser made of the caller (``call_heard``); None where nothing was transcribed, or nobody
            looked.
    """

    record: CallRecord
    expectation: Expectation
    graded: Graded
    machine: Mapping[str, Json] = field(default_factory=dict)
    folder: Path | None = None
    heard: Mapping[str, Json] | None = None


def read_events(folder: Path) -> tuple[Event, ...]:
    """Read what happened in a call, and nothing else of it.

    Raises:
        RecordError: It cannot be read.
    """
    events = read_json(folder / RECORD_FILE).get("events", ())
    try:
        return tuple(Event(one["at_ns"], one["side"], one["kind"], one["data"]) for one in events)
    except (KeyError, TypeError) as error:
        raise RecordError(f"{folder / RECORD_FILE}: not a record: {type(error).__name__}: {error}") from error


def read_call(folder: Path) -> StoredCall:
    """Read one call's folder.

    Raises:
        RecordError: A file is missing, cannot be read or is of another task; one line says which and why.
    """
    facts, machine = read_json(folder / RECORD_FILE), read_shaped(folder / "machine.json", _Machine)
    if facts.get("format") != RECORD_FORMAT:
        raise RecordError(f"{folder / RECORD_FILE}: format: expected {RECORD_FORMAT!r}")
    try:
        log, expectation = read_log(folder / "log.json"), read_expectation(folder / "expected.json")
        sound = _read_sound(folder / _SOUND)
        record = read_facts(facts, log, sound, machine.get("from_cache", ()))
    except GradeError as error:
        raise RecordError(str(error)) from error
    except (TypeError, ValueError) as error:
        raise RecordError(f"{folder / RECORD_FILE}: not a record: {_first(error)}") from error
    # Calls of a text stack have none, nor have those of older versions.
    heard = read_json(folder / _HEARD) if (folder / _HEARD).is_file() else None
    call = StoredCall(record, expectation, _read_graded(folder / "verdict.json"), machine, folder, heard)
    _check_together(call)
    return call


def _check_together(call: StoredCall) -> None:
    """A verdict on one call says nothing of another, so files of two are no record."""
    task = call.record.task
    others = {
        "log.json": call.record.log.task,
        "expected.json": call.expectation.task,
        "verdict.json": call.graded.verdict.task,
    }
    for file, other in others.items():
        if other != task:
            what = f"is of task {other!r}, and {RECORD_FILE} of task {task!r}"
            raise RecordError(f"{call.folder}/{file}: {what}; these are files of different calls")


def _first(error: Exception) -> str:
    """Return what is wrong first, and where, in one line."""
    if isinstance(error, ValidationError):
        return first_fault(error)
    return str(error)


def call_files(call: StoredCall) -> dict[str, bytes]:
    """Return what a call's folder holds, by file."""
    record = call.record
    machine = {**call.machine, "from_cache": from_cache(record.events)}
    heard = {} if call.heard is None else {_HEARD: json_text(call.heard)}
    sound = {} if record.sound is None else {_SOUND: _flac(stereo(record.sound), record.sound[0].rate_hz)}
    return {
        RECORD_FILE: json_text(record_facts(record)),
        "log.json": json_text(_log(record.log)),
        "expected.json": json_text(call.expectation.model_dump(mode="python")),
        "machine.json": json_text(machine),
        **sound,
        **heard,
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
    facts = read_json(path)
    try:
        verdict = Verdict.model_validate({name: facts[name] for name in Verdict.model_fields})
        return Graded(verdict, facts["fault"])
    except KeyError as error:
        raise RecordError(f"{path}: not a verdict: it lacks {error}") from error
    except ValidationError as error:
        raise RecordError(f"{path}: not a verdict: {first_fault(error)}") from error


def read_json(path: Path) -> dict[str, Any]:
    """Read a JSON object.

    Raises:
        RecordError: It cannot be read, or is something else.
    """
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{path}: not readable as JSON: {error}") from error
    if not isinstance(facts, dict):
        raise RecordError(f"{path}: expected a JSON object")
    return facts


def read_shaped(path: Path, shape: type[BaseModel]) -> dict[str, Any]:
    """Read a JSON object, as it stands there, whose parts have the types of a model's fields.

    Raises:
        RecordError: It cannot be read, or is something else.
    """
    facts = read_json(path)
    try:
        shape.model_validate(facts)
    except ValidationError as error:
        raise RecordError(f"{path}: {first_fault(error)}") from error
    return facts
