import json

import pytest

from voicebench.reference.pace import Pace, deltas
from voicebench.reference.reply import Reply, ToolCall


def test_pieces_come_at_a_steady_rate_after_the_first() -> None:
    assert [Pace(350, 60).at_ms(number) for number in range(4)] == [350, 366.667, 383.333, 400]


@pytest.mark.parametrize("text", ["", "One moment.", "  a  b\n\nc ", "extraordinarily", "naïve — ✓"])
def test_pieces_make_the_words_again(text: str) -> None:
    pieces = deltas(Reply(text), "call_1")
    assert "".join(piece["content"] for piece in pieces) == text.rstrip()


def test_a_call_comes_in_pieces_after_the_words() -> None:
    pieces = deltas(Reply("Hi.", ToolCall("find", {"phone": "541-555-0133", "n": [1, 2]})), "call_4")
    assert pieces[0] == {"content": "Hi."}
    head, *rest = [piece["tool_calls"][0] for piece in pieces[1:]]
    assert (head["id"], head["function"]["name"]) == ("call_4", "find")
    arguments = "".join(piece["function"]["arguments"] for piece in rest)
    assert json.loads(arguments) == {"phone": "541-555-0133", "n": [1, 2]}
    assert len(rest) > 2
