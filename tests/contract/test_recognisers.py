import functools

import pytest

from voicebench import stt, tts
from voicebench.task import Json
from voicebench.testing.openai_server import OpenAiServer
from voicebench.testing.stt import check_recogniser

WORDS = ("Yes.", "What time do you close?", "My zip code is nine seven four zero one.")


def test_echo() -> None:
    voice = tts.make("tone", {})
    check_recogniser(functools.partial(stt.make, "echo", {}), {words: voice.synthesise(words) for words in WORDS})


def test_openai() -> None:
    voice = tts.make("tone", {})
    with OpenAiServer(stt.make("echo", {}), voice) as server:
        make = functools.partial(stt.make, "openai", {"model": "m", "base_url": server.base_url})
        check_recogniser(make, {words: voice.synthesise(words) for words in WORDS})


@pytest.mark.models
@pytest.mark.parametrize("settings", [{}, {"vad": True}])
def test_whisper(settings: dict[str, Json]) -> None:
    voice = tts.make("hibari", {})
    check_recogniser(
        functools.partial(stt.make, "whisper", settings), {words: voice.synthesise(words) for words in WORDS}
    )
