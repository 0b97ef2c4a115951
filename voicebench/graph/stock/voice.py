"""A voice of Pipecat's on the line: at the line's rate and level, with the moments noted at which it sounded."""

from dataclasses import dataclass, field

import numpy as np
from pipecat.frames.frames import (
    AggregatedTextFrame,
    CancelFrame,
    Frame,
    InterruptionFrame,
    TTSAudioRawFrame,
    TTSStoppedFrame,
    TTSTextFrame,
)
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor

from voicebench.audio import Samples, StreamResampler, from_pcm16, to_pcm16
from voicebench.clock import Clock
from voicebench.events import EventLog
from voicebench.line.level import speech_bounds
from voicebench.units import LINE_RATE_HZ, ns_to_ms

__all__ = ["LineVoice"]


@dataclass
class _Sentence:
    text: str
    asked_ns: int
    sounded_ns: int | None = None
    sound: list[Samples] = field(default_factory=list)


class LineVoice(FrameProcessor):
    """Stands behind a voice.

    ``tts_end`` is the moment of the sentence's first sound here, since the rest plays while it is still being made.

    Args:
        gain: Brings this voice to the level of speech on the line.
        events: Takes what was said.
        clock: The call's clock.
    """

    def __init__(self, gain: float, events: EventLog, clock: Clock):
        super().__init__()
        self._line_gain = np.float32(gain)
        self._line_events = events
        self._line_time = clock
        self._line_sentence: _Sentence | None = None
        self._line_stream: StreamResampler | None = None

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Turn sound into the line's, and note where sentences begin and end."""
        await super().process_frame(frame, direction)
        match frame:
            case TTSAudioRawFrame():
                await self._say(frame.audio, frame.sample_rate, frame.context_id)
                return
            case TTSTextFrame():
                pass  # words on their way to the history: some voices time each of them
            case AggregatedTextFrame() if frame.will_be_spoken:
                self._close()
                self._line_sentence = _Sentence(frame.text, self._line_time.now_ns())
                self._line_events.add("agent", "tts_start", text=frame.text)
            case TTSStoppedFrame():
                await self._flush(frame.context_id)
                self._close()
            case InterruptionFrame() | CancelFrame():
                self._line_stream = None
                self._close()
            case _:
                pass
        await self.push_frame(frame, direction)

    async def _say(self, pcm: bytes, rate_hz: int, context_id: str | None) -> None:
        if self._line_stream is None or self._line_stream.rate_hz != rate_hz:
            self._line_stream = StreamResampler(rate_hz, LINE_RATE_HZ)
        whole = pcm[: len(pcm) // 2 * 2]
        await self._pass_on(self._line_stream.push(from_pcm16(np.frombuffer(whole, np.int16))), context_id)

    async def _flush(self, context_id: str | None) -> None:
        if self._line_stream is not None:
            await self._pass_on(self._line_stream.end(), context_id)
            self._line_stream = None

    async def _pass_on(self, samples: Samples, context_id: str | None) -> None:
        sound = samples * self._line_gain
        sentence = self._line_sentence
        if sentence is not None:
            sentence.sounded_ns = sentence.sounded_ns or self._line_time.now_ns()
            sentence.sound.append(sound)
        if len(sound):
            pcm = to_pcm16(sound).tobytes()
            await self.push_frame(TTSAudioRawFrame(pcm, LINE_RATE_HZ, 1, context_id=context_id))

    def _close(self) -> None:
        """Note the sentence that is over, if it sounded."""
        sentence, self._line_sentence = self._line_sentence, None
        if sentence is None or sentence.sounded_ns is None:
            return
        sound = np.concatenate(sentence.sound)
        bounds = speech_bounds(sound, LINE_RATE_HZ)
        self._line_events.add(
            "agent",
            "tts_end",
            sentence.sounded_ns,
            text=sentence.text,
            audio_ms=round(len(sound) * 1_000 / LINE_RATE_HZ, 3),
            leading_silence_ms=round((bounds.start_sample if bounds else len(sound)) * 1_000 / LINE_RATE_HZ, 3),
            cost_ms=round(ns_to_ms(sentence.sounded_ns - sentence.asked_ns), 6),
            cached=False,
        )
