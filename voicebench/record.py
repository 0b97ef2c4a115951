"""All that a call leaves behind, in memory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel, ConfigDict

from voicebench.audio import Waveform
from voicebench.events import Event
from voicebench.task import Json

__all__ = ["CallRecord", "Ending", "Fault", "Log", "LoggedCall"]

Fault = Literal["agent", "caller", "provider", "harness"]


class LoggedCall(BaseModel):
    """One tool call, as ``voicebench-log/1`` has it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    name: str
    arguments: Json
    """What the model sent: an object; or ``{"_raw": TEXT}`` where it sent no JSON object."""
    result: Json = None


class Log(BaseModel):
    """``voicebench-log/1``: what the agent did."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    format: Literal["voicebench-log/1"] = "voicebench-log/1"
    task: str
    tools: tuple[LoggedCall, ...]
    database: Mapping[str, Sequence[Mapping[str, Json]]] | None = None
    """The write tables at hang-up; a table that could not be dumped is left out, and None is no dump at all."""


@dataclass(frozen=True)
class Ending:
    """Who ended the call, and why.

    Args:
        by: Who hung up; None when the call broke.
        why: One word: ``done``, ``turns``, ``silence``, ``length``, ``not_helped``, ``not_understood``, ``error``.
        fault: Whose doing it was, where something went wrong outside the conversation.
        message: One line, in words.
    """

    by: Literal["caller", "agent"] | None
    why: str
    fault: Fault | None = None
    message: str = ""


@dataclass(frozen=True)
class CallRecord:
    """One attempt at one task.

    Args:
        task: ``PACK/TASK``.
        trial: From 0.
        seed: The call's seed.
        stack: Name of the stack.
        line: Name of the line's condition.
        ending: How it ended.
        events: In order of time.
        log: Tool log and database.
        sound: ``(caller as the agent hears him, agent as the caller hears it)``; None without sound.
        drawn: Every drawn random parameter, by part.
        timing_valid: False when the latencies must not be used.
        machine: How the machine kept up; nothing that the call determines, so no part of its digest.
    """

    task: str
    trial: int
    seed: int
    stack: str
    line: str
    ending: Ending
    events: tuple[Event, ...]
    log: Log
    sound: tuple[Waveform, Waveform] | None = None
    drawn: Mapping[str, Json] = field(default_factory=dict)
    timing_valid: bool = True
    machine: Mapping[str, Json] = field(default_factory=dict)
