"""What every recogniser is."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from voicebench.audio import Waveform

__all__ = ["Recogniser", "Transcript"]


@dataclass(frozen=True)
class Transcript:
    """What was heard in one utterance.

    Args:
        text: The words; empty where no speech was heard.
        flags: What the recogniser did to its model's answer: ``no_speech`` where words made of noise were dropped,
            ``repetition`` where a loop was cut to one.
    """

    text: str
    flags: tuple[str, ...] = ()


@runtime_checkable
class Recogniser(Protocol):
    """Turns the sound of one utterance into words. The same samples always give the same transcript.

    Attributes:
        name: Short name of the engine.
        fingerprint: All that decides a transcript: engine, versions, digest of the model, settings.
    """

    @property
    def name(self) -> str:
        """Short name of the engine."""
        ...

    @property
    def fingerprint(self) -> str:
        """All that decides a transcript."""
        ...

    def transcribe(self, sound: Waveform) -> Transcript:
        """Return what is said in ``sound``, which may have any rate and length."""
        ...
