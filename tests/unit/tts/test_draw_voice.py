import pytest

from voicebench.errors import StackError
from voicebench.seeds import generator
from voicebench.tts import make
from voicebench.tts.voices import draw_voice


def test_the_same_dice_draw_the_same_voice() -> None:
    assert draw_voice(generator(1, "voice")) == draw_voice(generator(1, "voice"))


def test_callers_differ() -> None:
    drawn = [draw_voice(generator(seed, "voice")) for seed in range(40)]
    assert {voice.engine for voice in drawn} == {"piper", "hibari"}
    assert len({(voice.engine, *voice.settings.values()) for voice in drawn}) > 30


def test_an_unknown_engine_is_refused_in_one_line() -> None:
    with pytest.raises(StackError, match="tts: no engine 'pipper'; choose one of hibari, piper, tone"):
        make("pipper", {})


def test_an_unknown_setting_is_refused_in_one_line() -> None:
    with pytest.raises(StackError, match="tts tone: no setting 'speed'"):
        make("tone", {"speed": 1})
