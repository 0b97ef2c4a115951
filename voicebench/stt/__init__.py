"""Speech to text: an engine by name, and the cache around it."""

from collections.abc import Mapping

from voicebench.engines import find_engine
from voicebench.stt.base import Recogniser, Transcript
from voicebench.stt.cache import CachedRecogniser, Entry, TranscriptCache
from voicebench.task import Json

__all__ = ["ENGINES", "CachedRecogniser", "Entry", "Recogniser", "Transcript", "TranscriptCache", "check", "make"]

ENGINES: Mapping[str, str] = {
    "echo": "voicebench.testing.stt:EchoRecogniser",
    "openai": "voicebench.stt.openai:OpenAiRecogniser",
    "whisper": "voicebench.stt.whisper:WhisperRecogniser",
}
"""Class by short name, imported when it is asked for."""


def make(engine: str, settings: Mapping[str, Json]) -> Recogniser:
    """Return a recogniser, its model loaded.

    Args:
        engine: A name in ``ENGINES``.
        settings: The engine's settings, as a stack states them.

    Raises:
        StackError: The engine or a setting is unknown, or a setting has a value that it cannot have.
        FixtureError: The engine's model is missing or altered.
        MissingExtraError: The model comes in packages that are not installed.
    """
    recogniser: Recogniser = find_engine("stt", ENGINES, engine)(settings)
    return recogniser


def check(engine: str, settings: Mapping[str, Json]) -> None:
    """Raise as ``make`` would, as far as that can be known without loading a model or asking anybody."""
    find_engine("stt", ENGINES, engine).check(settings)
