"""Turn-taking as it comes by, on the agent's side."""

from collections.abc import Mapping

from pipecat.frames.frames import (
    Frame,
    InterruptionFrame,
    UserStartedSpeakingFrame,
    UserStoppedSpeakingFrame,
    VADUserStartedSpeakingFrame,
    VADUserStoppedSpeakingFrame,
)

from voicebench.events import EventKind, EventLog

__all__ = ["note_turn_taking"]

_KINDS: Mapping[type[Frame], EventKind] = {
    VADUserStartedSpeakingFrame: "vad_start",
    VADUserStoppedSpeakingFrame: "vad_stop",
    UserStartedSpeakingFrame: "turn_start",
    UserStoppedSpeakingFrame: "turn_end",
    InterruptionFrame: "interrupted",
}


def note_turn_taking(events: EventLog, frame: Frame) -> None:
    """Note a frame on its way downstream, if it is about turns."""
    kind = _KINDS.get(type(frame))
    if kind is not None:
        events.add("agent", kind)
