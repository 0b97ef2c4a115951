"""What happened in a call, and when, by the call's clock."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from voicebench.clock import Clock
from voicebench.task import Json

__all__ = ["Event", "EventKind", "EventLog", "Side", "Watch"]

Side = Literal["caller", "agent"]

EventKind = Literal[
    "call_start",
    "call_end",  # who, why, fault
    "said",  # the caller's words: {text, spoken, why}
    "played",  # what of the agent's words was really played since the caller last listened: {text, cut}
    "speech_start",  # its place in the clean levelled sound, as it was due; at the far ear line_ms later: {line_ms}
    "speech_end",  # likewise; a gap of under 300 ms is a pause within speech
    "vad_start",
    "vad_stop",
    "turn_start",
    "turn_end",
    "interrupted",
    "transcript",  # {text, audio_ms, cost_ms, flags, cached}; the recogniser was asked cost_ms before
    "llm_request",  # {request, role, messages}
    "llm_retry",  # an attempt failed and the request is sent again now: {request, why}
    "llm_first_byte",
    "llm_first_reasoning",
    "llm_first_content",
    "llm_first_tool",
    "llm_first_speakable",
    "llm_end",  # {request, text, tools, usage, finish, cancelled, model}, and {error} where the answer broke
    "tool_start",  # {call, name}
    "tool_end",  # {call, name, ok, error_code}
    "handoff",  # {to}
    "tts_start",  # {text}
    "doubt",  # at a turn's boundary, which the recording's own energy has over 40 ms off: {turn, boundary, energy_ms}
    "tts_end",  # {text, audio_ms, leading_silence_ms, cost_ms, cached}; silence alone leads with all its length
]


@dataclass(frozen=True)
class Event:
    """One thing that happened on one side.

    Args:
        at_ns: Nanoseconds since the call began.
        side: Whose doing it was.
        kind: What it was.
        data: Its particulars; keys carry their units.
    """

    at_ns: int
    side: Side
    kind: EventKind
    data: Mapping[str, Json] = field(default_factory=dict)


Watch = Callable[[Event], None]
"""Is told of each event as it is noted, and changes nothing."""


class EventLog:
    """Collects the events of one call.

    Args:
        clock: The call's clock.
        watch: Looks on.
    """

    def __init__(self, clock: Clock, watch: Watch | None = None):
        self._clock = clock
        self._watch = watch
        self._events: list[Event] = []

    def add(self, side: Side, kind: EventKind, at_ns: int | None = None, **data: Json) -> None:
        """Note something that happened now, or at ``at_ns``."""
        event = Event(self._clock.now_ns() if at_ns is None else at_ns, side, kind, data)
        self._events.append(event)
        if self._watch is not None:
            self._watch(event)

    def in_order(self) -> tuple[Event, ...]:
        """Return all events by time; what happened at once stays in the order in which it was noted."""
        return tuple(sorted(self._events, key=lambda event: event.at_ns))
