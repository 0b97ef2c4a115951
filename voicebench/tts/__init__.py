"""Text to speech: an engine by name, and the cache around it."""

from collections.abc import Mapping

from voicebench.engines import find_engine
from voicebench.task import Json
from voicebench.tts.base import Synthesiser
from voicebench.tts.cache import CachedSynthesiser, Entry, SoundCache

__all__ = ["ENGINES", "CachedSynthesiser", "Entry", "SoundCache", "Synthesiser", "check", "make"]

ENGINES: Mapping[str, str] = {
    "hibari": "voicebench.tts.hibari:HibariSynthesiser",
    "piper": "voicebench.tts.piper:PiperSynthesiser",
    "tone": "voicebench.testing.tts:ToneSynthesiser",
}
"""Class by short name, imported when it is asked for."""


def make(engine: str, settings: Mapping[str, Json]) -> Synthesiser:
    """Return a voice, its model loaded.

    Args:
        engine: A name in ``ENGINES``.
        settings: The engine's settings, as a stack states them.

    Raises:
        StackError: The engine or a setting is unknown, or a setting has a value that it cannot have.
        FixtureError: The engine's model is missing or altered.
    """
    voice: Synthesiser = find_engine("tts", ENGINES, engine)(settings)
    return voice


def check(engine: str, settings: Mapping[str, Json]) -> None:
    """Raise as ``make`` would, as far as that can be known without loading a model or asking anybody."""
    find_engine("tts", ENGINES, engine).check(settings)
