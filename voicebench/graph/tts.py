"""A voice of ours as a Pipecat service, at the line's rate and level."""

from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass

from pipecat.frames.frames import Frame, TTSAudioRawFrame
from pipecat.services.settings import TTSSettings
from pipecat.services.tts_service import TTSService

from voicebench.audio import Waveform, to_pcm16
from voicebench.errors import CallError, TtsError
from voicebench.events import EventLog, Side
from voicebench.graph.failure import Failure
from voicebench.line.level import speech_bounds
from voicebench.units import LINE_RATE_HZ, ns_to_ms
from voicebench.vtime.workbench import Workbench

__all__ = ["LineTts", "Speech"]


@dataclass(frozen=True)
class Speech:
    """What makes sound of words, and what it is known to take.

    Args:
        say: Text -> levelled sound at the line's rate; nothing where there is nothing to say.
        known_ns: What this text took first, where its sound comes from a cache.
    """

    say: Callable[[str], Waveform]
    known_ns: Callable[[str], int | None]


class LineTts(TTSService):
    """Speaks sentence by sentence.

    Args:
        side: Whose voice it is.
        speech: The voice.
        workbench: Where it works.
        events: Takes what was said.
        failure: Takes what breaks.
    """

    def __init__(self, side: Side, speech: Speech, workbench: Workbench, events: EventLog, failure: Failure):
        super().__init__(
            sample_rate=LINE_RATE_HZ,
            push_start_frame=True,
            push_stop_frames=True,
            max_consecutive_zero_audio_contexts=0,  # a reply of emoji alone is a reply without sound
            settings=TTSSettings(model=None, voice=None, language=None),
        )
        self._line_side = side
        self._line_speech = speech
        self._line_workbench = workbench
        self._line_events = events
        self._line_failure = failure

    async def run_tts(self, text: str, context_id: str) -> AsyncGenerator[Frame | None, None]:
        """Speak one sentence.

        Args:
            text: The sentence, as the model wrote it.
            context_id: Pipecat's name of this utterance.
        """
        self._line_events.add(self._line_side, "tts_start", text=text)
        try:
            known_ns = self._line_speech.known_ns(text)
            done = await self._line_workbench.do("tts", lambda: self._line_speech.say(text), _seconds, known_ns)
        except Exception as error:  # noqa: BLE001 - whatever the engine raised ends the call with its words
            self._line_failure.note(error if isinstance(error, CallError) else TtsError(f"the voice: {error}"))
            return
        sound = done.result
        bounds = speech_bounds(sound.samples, sound.rate_hz)
        self._line_events.add(
            self._line_side,
            "tts_end",
            text=text,
            audio_ms=round(_seconds(sound) * 1_000, 3),
            leading_silence_ms=round((bounds.start_sample if bounds else len(sound)) * 1_000 / LINE_RATE_HZ, 3),
            cost_ms=round(ns_to_ms(done.cost_ns), 6),
            cached=done.cached,
        )
        if len(sound):
            yield TTSAudioRawFrame(to_pcm16(sound.samples).tobytes(), LINE_RATE_HZ, 1, context_id=context_id)


def _seconds(sound: Waveform) -> float:
    return len(sound) / LINE_RATE_HZ
