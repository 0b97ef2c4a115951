"""A recogniser of ours as a Pipecat service."""

from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass

import numpy as np
from pipecat.frames.frames import Frame, TranscriptionFrame
from pipecat.services.settings import STTSettings
from pipecat.services.stt_service import SegmentedSTTService
from pipecat.utils.time import time_now_iso8601

from voicebench.audio import Waveform, from_pcm16
from voicebench.errors import CallError, SttError
from voicebench.events import EventLog
from voicebench.graph.failure import Failure
from voicebench.stt import Transcript
from voicebench.units import LINE_RATE_HZ, ns_to_ms
from voicebench.vtime.workbench import Workbench

__all__ = ["Hearing", "LineStt"]


@dataclass(frozen=True)
class Hearing:
    """What makes words of sound, and what it is known to take.

    Args:
        transcribe: The recogniser, or its cache.
        known_ns: What this sound took first, where it comes from a cache.
    """

    transcribe: Callable[[Waveform], Transcript]
    known_ns: Callable[[Waveform], int | None]


class LineStt(SegmentedSTTService):
    """Transcribes what the caller said between two decisions of the VAD.

    Args:
        hearing: The recogniser.
        workbench: Where it works.
        events: Takes the transcripts.
        failure: Takes what breaks.
        ttfs_p99_s: Expected latency from the VAD's stop to the transcript.
    """

    def __init__(self, hearing: Hearing, workbench: Workbench, events: EventLog, failure: Failure, ttfs_p99_s: float):
        super().__init__(
            sample_rate=LINE_RATE_HZ,
            ttfs_p99_latency=ttfs_p99_s,
            settings=STTSettings(model=None, language=None),
        )
        self._line_hearing = hearing
        self._line_workbench = workbench
        self._line_events = events
        self._line_failure = failure

    @property
    def wants_wav_segments(self) -> bool:
        """Take bare samples."""
        return False

    async def run_stt(self, audio: bytes) -> AsyncGenerator[Frame | None, None]:
        """Transcribe one segment.

        Args:
            audio: 16-bit samples at 8 kHz.
        """
        sound = Waveform(from_pcm16(np.frombuffer(audio, np.int16)), LINE_RATE_HZ)
        seconds = len(sound) / LINE_RATE_HZ
        try:
            known_ns = self._line_hearing.known_ns(sound)
            done = await self._line_workbench.do(
                "stt", lambda: self._line_hearing.transcribe(sound), lambda _: seconds, known_ns
            )
        except Exception as error:  # noqa: BLE001 - whatever the engine raised ends the call with its words
            self._line_failure.note(error if isinstance(error, CallError) else SttError(f"the recogniser: {error}"))
            return
        self._line_events.add(
            "agent",
            "transcript",
            text=done.result.text,
            audio_ms=round(seconds * 1_000, 3),
            cost_ms=round(ns_to_ms(done.cost_ns), 6),
            flags=list(done.result.flags),
            cached=done.cached,
        )
        if done.result.text:
            yield TranscriptionFrame(done.result.text, "caller", time_now_iso8601())
