"""What is said of a drawn value is heard as that value: thousands of each kind, as written and as spoken."""

from itertools import pairwise

import pytest

from voicebench.caller.ways import ways_of
from voicebench.run.hear.utterances import KINDS, Utterance, draw_utterance
from voicebench.stt.entities import heard_right
from voicebench.task import Trait
from voicebench.values.spoken import speakable

MANY = 2_000
"""Of each kind."""


def _other_ways(said: Utterance) -> list[str]:
    """What the caller says when he is not understood."""
    if said.value_kind in {None, "spelling", "address", "bool"}:
        return []
    return [speakable(way.spoken) for way in ways_of(Trait(kind=said.value_kind, value=said.value))]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "request"])
def test_every_value_comes_back(kind):
    for number in range(MANY):
        said = draw_utterance(kind, number, 77, "joe")
        for words in {said.way.text, speakable(said.way.spoken), *_other_ways(said)}:
            assert heard_right(said.value_kind, said.value, words), (said.value, words)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in {"request", "yes_no"}])
def test_no_value_is_taken_for_another(kind):
    said = [draw_utterance(kind, number, 78, "joe") for number in range(MANY)]
    for one, other in pairwise(said):
        if one.value != other.value and one.value_kind == other.value_kind:
            assert heard_right(one.value_kind, one.value, other.way.spoken) is False, (one.value, other.way.spoken)


def test_drawn_by_kind_and_number_alone():
    assert draw_utterance("phone", 5, 1, "joe") == draw_utterance("phone", 5, 1, "joe")
    assert draw_utterance("phone", 5, 1, "joe") != draw_utterance("phone", 5, 2, "joe")
    assert draw_utterance("phone", 5, 1, "joe") != draw_utterance("phone", 6, 1, "joe")
