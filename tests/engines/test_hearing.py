"""Whisper on the utterances that ship as sound: values are heard right over the clean line; silence is empty."""

from collections.abc import Iterator

import pytest

from voicebench.line import load
from voicebench.line.wav import read_wav
from voicebench.run.hear.listen import over_line
from voicebench.run.hear.manifest import shipped_sounds, shipped_utterances
from voicebench.run.hear.silence import words_in_silence
from voicebench.run.hear.tally import judge
from voicebench.run.kit import Kit
from voicebench.stack import EngineSpec
from voicebench.stt.wer import WordErrors
from voicebench.values.spoken import speakable

pytestmark = pytest.mark.models
WHISPER = EngineSpec(engine="whisper")


@pytest.fixture(scope="module")
def kit() -> Iterator[Kit]:
    kit = Kit(None)
    yield kit
    kit.close()


def test_spoken_values_are_heard_over_the_clean_line(kit: Kit) -> None:
    utterances = {one.id: one for one in shipped_utterances()}
    total = WordErrors()
    for name, path in shipped_sounds().items():
        said = utterances[name]
        heard = kit.hearing(WHISPER).transcribe(over_line(read_wav(path), load("clean"), 1)).text
        right, errors = judge(said.value_kind, said.value, speakable(said.way.spoken), heard)
        assert right is not False, (said.value, heard)
        total += errors
    assert total.rate is not None
    assert total.rate < 0.1


@pytest.mark.soak
def test_a_minute_without_a_word_is_empty(kit: Kit) -> None:
    assert not any(words_in_silence(WHISPER, kit).values())
