"""A voice made of tones, which needs no model, and what every voice must do."""

import unicodedata
from collections.abc import Callable, Mapping

import numpy as np

from voicebench.audio import Waveform, from_pcm16, to_pcm16
from voicebench.engines import Settings
from voicebench.task import Json
from voicebench.tts.base import Synthesiser, has_words, spoken

__all__ = ["CHARACTERS", "CHARACTER_MS", "TONES_HZ", "ToneSynthesiser", "check_synthesiser"]

CHARACTERS = "".join(chr(code) for code in range(0x20, 0x7F))
"""What the tones can say: printable ASCII."""
CHARACTER_MS = 60
"""About the pace of speech: sixteen characters a second."""
TONES_HZ = 450.0 + 26.0 * np.arange(len(CHARACTERS))
"""The tone of each character, within the telephone band. Shape (95,)."""
_RATE_HZ = 16_000
_AMPLITUDE = 0.2


class ToneSynthesiser:
    """Says each character as a tone of its own, so that ``EchoRecogniser`` can read what came over a line."""

    name = "tone"
    fingerprint = "tone/1"

    def __init__(self, settings: Mapping[str, Json]):
        Settings.read(settings, "tts tone")

    @staticmethod
    def check(settings: Mapping[str, Json]) -> None:
        """Raise where there are settings."""
        Settings.read(settings, "tts tone")

    def synthesise(self, text: str) -> Waveform:
        """Return the tones of ``text``; an accent is lost, and other signs sound like a question mark."""
        plain = unicodedata.normalize("NFKD", text if has_words(text) else "")
        letters = [c if c in CHARACTERS else "?" for c in plain if not unicodedata.combining(c)]
        tones = TONES_HZ[[CHARACTERS.index(c) for c in letters]] if letters else np.zeros(0)
        turns = np.cumsum(np.repeat(tones, _RATE_HZ * CHARACTER_MS // 1_000)) / _RATE_HZ
        return spoken((_AMPLITUDE * np.sin(2 * np.pi * turns)).astype(np.float32), _RATE_HZ)


def check_synthesiser(make: Callable[[], Synthesiser]) -> None:
    """Raise AssertionError unless the voice keeps its contract.

    Args:
        make: Returns a new voice, the same each time.
    """
    first, second = make(), make()
    _check(bool(first.name), "a voice has a name")
    _check(bool(first.fingerprint) and first.fingerprint == second.fingerprint, "equal voices, equal fingerprints")
    for nothing in ("", "  ", "..."):
        _check(len(first.synthesise(nothing)) == 0, f"nothing to say in {nothing!r}, so no samples")
    short, long = first.synthesise("Yes."), first.synthesise("Yes, I would like to return the blender.")
    _check(0 < len(short) < len(long), "more words last longer")
    _check(float(np.abs(long.samples).max()) > 0.05, "a voice can be heard")
    _check(np.array_equal(long.samples, from_pcm16(to_pcm16(long.samples))), "samples lie on the 16-bit grid")
    for voice in (first, second):
        again = voice.synthesise("Yes.")
        _check(again.rate_hz == short.rate_hz, "one rate")
        _check(np.array_equal(again.samples, short.samples), "the same text, the same samples")


def _check(holds: bool, what: str) -> None:  # noqa: FBT001 - the condition is what this is about
    if not holds:
        raise AssertionError(f"contract of a voice: {what}")
