"""A record as plain JSON: what the call determined, without a mark of the machine or the day."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel, ConfigDict, StrictBool, StrictInt, StrictStr, field_validator

from voicebench.audio import Samples, Waveform, from_pcm16, to_pcm16
from voicebench.events import Event, EventKind, Side
from voicebench.record import CallRecord, Ending, Log
from voicebench.task import Json

__all__ = ["RECORD_FORMAT", "from_cache", "json_text", "read_facts", "read_stereo", "record_facts", "stereo"]

RECORD_FORMAT = "voicebench-record/1"
_CACHED = "cached"
"""Whether a sound or a transcript came from this machine's cache: the one datum of an event that the call does not
determine."""


_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "request": int,
    "call": int,
    "text": str,
    "spoken": str,
    "name": str,
    "line_ms": (int, float),
    "leading_silence_ms": (int, float),
    "tools": list,
}
"""What readers of events rely on; whatever else an event holds is only shown."""


class _EventFacts(BaseModel):
    model_config = ConfigDict(extra="forbid")

    at_ns: StrictInt
    side: Side
    kind: EventKind
    data: dict[str, Json]

    @field_validator("data")
    @classmethod
    def _types(cls, data: dict[str, Json]) -> dict[str, Json]:
        wrong = [name for name, value in data.items() if name in _TYPES and not isinstance(value, _TYPES[name])]
        if wrong:
            raise ValueError(f"{wrong[0]} is of another type")
        return data


class _Facts(BaseModel):
    model_config = ConfigDict(extra="ignore")

    task: StrictStr
    trial: StrictInt
    seed: StrictInt
    stack: StrictStr
    line: StrictStr
    ending: Ending
    events: tuple[_EventFacts, ...]
    drawn: dict[str, Json]
    timing_valid: StrictBool


def record_facts(record: CallRecord) -> dict[str, Json]:
    """Return what ``record.json`` holds: all but the tool log and the sound, which lie beside it."""
    return {
        "format": RECORD_FORMAT,
        "task": record.task,
        "trial": record.trial,
        "seed": record.seed,
        "stack": record.stack,
        "line": record.line,
        "ending": asdict(record.ending),
        "timing_valid": record.timing_valid,
        "drawn": dict(record.drawn),
        "events": [_event_facts(event) for event in record.events],
    }


def _event_facts(event: Event) -> dict[str, Json]:
    data = {name: value for name, value in event.data.items() if name != _CACHED}
    return {"at_ns": event.at_ns, "side": event.side, "kind": event.kind, "data": data}


def from_cache(events: Sequence[Event]) -> list[int]:
    """Return the numbers of the events whose result came from a cache."""
    return [number for number, event in enumerate(events) if event.data.get(_CACHED)]


def read_facts(
    facts: Mapping[str, Json], log: Log, sound: tuple[Waveform, Waveform] | None, cached: Sequence[int]
) -> CallRecord:
    """Return the record again.

    Args:
        facts: What ``record_facts`` returned.
        log: The tool log.
        sound: The two ears.
        cached: What ``from_cache`` returned.

    Raises:
        ValueError: A fact is missing, or has another shape.
    """
    kept = _Facts.model_validate(facts)
    marks = frozenset(cached)
    events = (
        Event(one.at_ns, one.side, one.kind, one.data | ({_CACHED: True} if number in marks else {}))
        for number, one in enumerate(kept.events)
    )
    return CallRecord(
        task=kept.task,
        trial=kept.trial,
        seed=kept.seed,
        stack=kept.stack,
        line=kept.line,
        ending=kept.ending,
        events=tuple(events),
        log=log,
        sound=sound,
        drawn=kept.drawn,
        timing_valid=kept.timing_valid,
    )


def stereo(sound: tuple[Waveform, Waveform]) -> npt.NDArray[np.int16]:
    """Return both ears as 16-bit samples of equal length, shape (n, 2): left the agent's, right the caller's."""
    length = max(map(len, sound))
    return np.stack([to_pcm16(_padded(ear.samples, length)) for ear in sound], axis=1)


def _padded(samples: Samples, length: int) -> Samples:
    return np.pad(samples, (0, length - len(samples)))


def read_stereo(pcm: npt.NDArray[np.int16], rate_hz: int) -> tuple[Waveform, Waveform]:
    """Return the two ears of 16-bit samples of shape (n, 2)."""
    left, right = (Waveform(from_pcm16(pcm[:, ear].copy()), rate_hz) for ear in (0, 1))
    return left, right


def json_text(value: Json) -> bytes:
    """Return JSON to keep: readable, and plain ASCII, since a model may send what UTF-8 cannot hold."""
    return (json.dumps(value, indent=1) + "\n").encode("ascii")
