"""An utterance spoken, carried over a line, and heard."""

from dataclasses import dataclass

import numpy as np

from voicebench.audio import Waveform
from voicebench.line import LineSettings, apply, draw
from voicebench.run.hear.utterances import Utterance
from voicebench.run.kit import Kit
from voicebench.seeds import stream_seed
from voicebench.stack import EngineSpec
from voicebench.stt import Transcript
from voicebench.tts.voices import VOICES
from voicebench.units import LINE_RATE_HZ

__all__ = ["Heard", "hear_sound", "hear_utterance", "over_line", "say"]

_BEFORE_MS, _AFTER_MS = 200.0, 500.0
"""What a VAD leaves around an utterance: it starts late, and waits for the end. The line's noise goes on in it."""


@dataclass(frozen=True)
class Heard:
    """What was heard of one sound.

    Args:
        transcript: The words.
        audio_s: Length of the sound.
        took_ns: What it took to hear it first; None where nobody measured it.
    """

    transcript: Transcript
    audio_s: float
    took_ns: int | None


def hear_utterance(utterance: Utterance, line: LineSettings, recogniser: EngineSpec, seed: int, kit: Kit) -> Heard:
    """Return what a recogniser makes of an utterance over a line.

    Args:
        utterance: What is said.
        line: How it is spoiled.
        recogniser: Who listens.
        seed: Of the line's dice, which are of the utterance's own.
        kit: Lends voices and recognisers.
    """
    return hear_sound(over_line(say(utterance, kit), line, stream_seed(seed, f"hear/{utterance.id}")), recogniser, kit)


def hear_sound(sound: Waveform, recogniser: EngineSpec, kit: Kit) -> Heard:
    """Return what a recogniser makes of a sound."""
    hearing = kit.hearing(recogniser)
    transcript = hearing.transcribe(sound)
    return Heard(transcript, len(sound) / sound.rate_hz, hearing.known_ns(sound))


def say(utterance: Utterance, kit: Kit) -> Waveform:
    """Return an utterance as its voice says it, at 8 kHz and -26 dBov, between two pauses."""
    voice = VOICES[utterance.voice]
    said = kit.speech(voice.engine, voice.settings).say(utterance.line.spoken)
    before, after = (round(ms * LINE_RATE_HZ / 1_000) for ms in (_BEFORE_MS, _AFTER_MS))
    return Waveform(np.pad(said.samples, (before, after)), LINE_RATE_HZ)


def over_line(sound: Waveform, line: LineSettings, seed: int) -> Waveform:
    """Return a sound as the agent hears it."""
    return apply(draw(line, seed, "to_agent"), sound)
