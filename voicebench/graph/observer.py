"""Writes the agent's turn-taking into the events, from outside the audio path."""

from collections.abc import Mapping

from pipecat.frames.frames import (
    Frame,
    InterruptionFrame,
    UserStartedSpeakingFrame,
    UserStoppedSpeakingFrame,
    VADUserStartedSpeakingFrame,
    VADUserStoppedSpeakingFrame,
)
from pipecat.observers.base_observer import BaseObserver, FramePushed
from pipecat.processors.frame_processor import FrameDirection

from voicebench.events import EventKind, EventLog

__all__ = ["TurnObserver"]

_KINDS: Mapping[type[Frame], EventKind] = {
    VADUserStartedSpeakingFrame: "vad_start",
    VADUserStoppedSpeakingFrame: "vad_stop",
    UserStartedSpeakingFrame: "turn_start",
    UserStoppedSpeakingFrame: "turn_end",
    InterruptionFrame: "interrupted",
}


class TurnObserver(BaseObserver):
    """Notes each turn-taking frame the first time it is pushed.

    An observer runs late, from a queue of its own: the time that counts is the frame's, on the pipeline's clock. These
    frames are broadcast, one copy each way; the one downstream counts.

    Args:
        events: Takes the notes.
    """

    def __init__(self, events: EventLog):
        super().__init__(observe_every_push=False)
        self._line_events = events

    async def on_push_frame(self, data: FramePushed) -> None:
        """Note a frame."""
        kind = _KINDS.get(type(data.frame))
        if kind is not None and data.direction == FrameDirection.DOWNSTREAM:
            self._line_events.add("agent", kind, data.timestamp)
