"""Plain numbers, choices, yes and no."""

import pytest

from voicebench.values.heard import hear, hear_yes_no


def test_number():
    assert hear("number", "I have 12, and thirty three, and 1,500") == (12, 33, 1500)
    assert hear("number", "three point five") == (3.5,)
    assert hear("number", "minus three") == (-3,)
    assert hear("number", "the one I bought on the 5th for $3 at 3:30") == ()


def test_enum():
    says = {"email": ("e-mail", "in my inbox"), "phone_call": ("rang me", "call*")}
    assert hear("enum", "It was an e-mail, not a phone call", ("email", "phone_call"), says) == ("email",)
    assert hear("enum", "They were calling", ("email", "phone_call"), says) == ("phone_call",)
    assert hear("enum", "the new phone", ("phone", "new phone")) == ("new phone",)
    assert hear("enum", "neither", ("email",)) == ()


def test_bool():
    assert hear("bool", "Yeah.") == (True,)
    assert hear("bool", "It's still sealed.", says={"false": ("sealed",), "true": ("opened",)}) == (False,)
    assert hear("bool", "Hm.") == ()


def test_text_and_lists_and_unknown_kinds():
    assert hear("text", " a renewal ") == ("a renewal",)
    assert hear("text", " ") == ()
    assert hear("list[zip]", "97401 and 10016") == (["97401", "10016"],)
    assert hear("list[zip]", "none") == ()
    assert hear("colour", "red") == ()


@pytest.mark.parametrize(
    "words",
    ["yes", "Yeah, that's right.", "Correct.", "No problem", "No, that's correct.", "Right.", "It's okay.", "I did.",
     "Yes, go ahead.", "No, wait, yes.", "I think so", "That's it, thanks.", "Is it? Yes."],
)  # fmt: skip
def test_yes(words):
    assert hear_yes_no(words) is True


@pytest.mark.parametrize(
    "words",
    ["no", "Nope.", "No, it's 97401.", "not quite", "That's wrong.", "That’s not right.", "I don't think so.",
     "I have not.", "None of that.", "Incorrect.", "No? No? No?", "I haven't sent any.", "Sorry, no."],
)  # fmt: skip
def test_no(words):
    assert hear_yes_no(words) is False


@pytest.mark.parametrize(
    "words", ["", "Hello?", "I'm not sure.", "I don't know", "I know", "Is that right?", "Sorry, I didn't catch that."]
)
def test_neither_yes_nor_no(words):
    assert hear_yes_no(words) is None
