import functools

import pytest

from voicebench import stt, tts
from voicebench.testing.stt import check_recogniser

WORDS = ("Yes.", "What time do you close?", "My zip code is nine seven four zero one.")


def test_echo() -> None:
    voice = tts.make("tone", {})
    check_recogniser(functools.partial(stt.make, "echo", {}), {words: voice.synthesise(words) for words in WORDS})


@pytest.mark.models
def test_whisper() -> None:
    voice = tts.make("hibari", {})
    check_recogniser(functools.partial(stt.make, "whisper", {}), {words: voice.synthesise(words) for words in WORDS})
