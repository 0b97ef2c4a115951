"""What a recogniser of Pipecat's heard, noted as it comes by."""

from pipecat.frames.frames import (
    Frame,
    TranscriptionFrame,
    VADUserStartedSpeakingFrame,
    VADUserStoppedSpeakingFrame,
)
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor

from voicebench.clock import Clock
from voicebench.events import EventLog
from voicebench.units import ns_to_ms

__all__ = ["HeardWords"]


class HeardWords(FrameProcessor):
    """Stands behind a recogniser.

    Its cost is the caller's wait: from the VAD's stop to the transcript, and nothing for words that were there before.

    Args:
        events: Takes the transcripts.
        clock: The call's clock.
    """

    def __init__(self, events: EventLog, clock: Clock):
        super().__init__()
        self._line_events = events
        self._line_time = clock
        self._line_started_ns: int | None = None
        self._line_stopped_ns: int | None = None

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Watch the VAD and the transcripts."""
        await super().process_frame(frame, direction)
        match frame:
            case VADUserStartedSpeakingFrame():
                self._line_started_ns, self._line_stopped_ns = self._line_time.now_ns(), None
            case VADUserStoppedSpeakingFrame():
                self._line_stopped_ns = self._line_time.now_ns()
            case TranscriptionFrame() if direction == FrameDirection.DOWNSTREAM:
                self._note(frame.text)
            case _:
                pass
        await self.push_frame(frame, direction)

    def _note(self, text: str) -> None:
        now_ns, stopped_ns, started_ns = self._line_time.now_ns(), self._line_stopped_ns, self._line_started_ns
        spoken_ns = 0 if started_ns is None else (stopped_ns or now_ns) - started_ns
        waited_ns = 0 if stopped_ns is None else now_ns - stopped_ns
        self._line_events.add(
            "agent",
            "transcript",
            text=text.strip(),
            audio_ms=round(ns_to_ms(spoken_ns), 3),
            cost_ms=round(ns_to_ms(waited_ns), 6),
            flags=[],
            cached=False,
        )
        self._line_started_ns = None  # what comes after belongs to the same sound
