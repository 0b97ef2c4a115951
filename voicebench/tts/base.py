"""What every voice is, and what all of them do alike."""

from typing import Protocol, runtime_checkable

import numpy as np

from voicebench.audio import Samples, Waveform, from_pcm16, to_pcm16

__all__ = ["Synthesiser", "has_words", "spoken"]


@runtime_checkable
class Synthesiser(Protocol):
    """Turns words into sound. The same text always gives the same samples.

    Attributes:
        name: Short name of the engine.
        fingerprint: All that decides the sound of a text: engine, versions, digest of the model, settings.
    """

    @property
    def name(self) -> str:
        """Short name of the engine."""
        ...

    @property
    def fingerprint(self) -> str:
        """All that decides the sound of a text."""
        ...

    def synthesise(self, text: str) -> Waveform:
        """Return ``text`` spoken, at the engine's own rate; no samples where there is nothing to say.

        Args:
            text: Already in spoken form: numbers, codes and abbreviations as words.
        """
        ...


def has_words(text: str) -> bool:
    """Return whether there is anything to say; engines make odd noises of bare punctuation."""
    return any(character.isalnum() for character in text)


def spoken(samples: Samples, rate_hz: int) -> Waveform:
    """Return an engine's samples as sound on the 16-bit grid, so that a cache of 16-bit samples changes nothing."""
    return Waveform(from_pcm16(to_pcm16(np.asarray(samples, np.float32))), rate_hz)
