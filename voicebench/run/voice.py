"""A voice on the phone: words to sound at the line's rate, levelled by one fixed gain."""

import asyncio

from voicebench.audio import Waveform, from_pcm16, resample, to_pcm16
from voicebench.graph.stock.alone import spoken_by
from voicebench.line.level import active_level_dbov
from voicebench.service import ServiceSpec
from voicebench.tts import CachedSynthesiser, Synthesiser
from voicebench.units import LINE_RATE_HZ
from voicebench.values.spoken import speakable
from voicebench.vtime.workbench import timed

__all__ = ["PhoneVoice", "measure_gain"]

_CALIBRATION = (
    "The birch canoe slid on the smooth planks. Glue the sheet to the dark blue background. "
    "These days a chicken leg is a rare dish. Four hours of steady work faced us."
)
"""Harvard sentences (IEEE 297-1969, list 1): phonetically balanced, as level measurements of speech want it."""


_LIMIT_S = 30.0
"""For a service to say those four sentences, which last ten seconds."""


def measure_gain(spec: ServiceSpec) -> float:
    """Return the gain that brings a voice of Pipecat's to the level; it says the same sentences as ours, in real time.

    Raises:
        StackError: The service cannot be made.
        CallError: It failed.
    """
    sound = asyncio.run(spoken_by(spec, _CALIBRATION, _LIMIT_S))
    return active_level_dbov(sound.samples, sound.rate_hz).gain_to()


class PhoneVoice:
    """Speaks prose, with the gain that brings this voice to -26 dBov active level (ITU-T P.56).

    Args:
        voice: The engine.
        cache: The same engine behind its cache; None to make every sound anew.
    """

    def __init__(self, voice: Synthesiser, cache: CachedSynthesiser | None):
        self._voice = voice
        self._cache = cache
        calibration = resample((cache or voice).synthesise(_CALIBRATION), LINE_RATE_HZ)
        self.gain = active_level_dbov(calibration.samples, LINE_RATE_HZ).gain_to()

    def say(self, text: str) -> Waveform:
        """Return ``text`` spoken, at 8 kHz; no samples where there is nothing to say."""
        made = self._make(speakable(text))
        sound = resample(made, LINE_RATE_HZ) if len(made) else Waveform(made.samples, LINE_RATE_HZ)
        levelled = sound.samples * sound.samples.dtype.type(self.gain)
        return Waveform(from_pcm16(to_pcm16(levelled)), LINE_RATE_HZ)  # as it leaves, and as a tape keeps it

    def _make(self, words: str) -> Waveform:
        if self._cache is None:
            return self._voice.synthesise(words)
        entry = self._cache.lookup(words)
        if entry is not None:
            return entry.sound
        sound, took_ns = timed(lambda: self._voice.synthesise(words))
        self._cache.store(words, sound, took_ns)
        return sound

    def known_ns(self, text: str) -> int | None:
        """Return what it took to make this speech first, where it comes from the cache."""
        entry = self._cache.lookup(speakable(text)) if self._cache else None
        return entry.cost_ns if entry else None
