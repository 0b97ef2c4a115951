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
     "Yes, go ahead.", "No, wait, yes.", "I think so", "That's it, thanks.", "Is it? Yes.",
     "Sure, no problem.", "Right, no, that's correct.", "Okay, no problem at all", "Absolutely, not a problem.",
     "Of course I don't mind", "It is no problem", "Certainly not wrong", "I did, no question", "Yes, not 97401",
     "Right, that's right.", "I do think so", "I do think it's right", "I am sure it's right.",
     "Yes, it was never sent", "I'm sure it is.", "I did say so, not him", "It was delivered, yes"],
)  # fmt: skip
def test_yes(words):
    assert hear_yes_no(words) is True


@pytest.mark.parametrize(
    "words",
    ["no", "Nope.", "No, it's 97401.", "not quite", "That's wrong.", "That’s not right.", "I don't think so.",
     "I have not.", "None of that.", "Incorrect.", "No? No? No?", "I haven't sent any.", "Sorry, no.",
     "Absolutely not.", "Definitely not", "Of course not", "Certainly not.", "Sure, not.", "Of course I didn't.",
     "It certainly isn't", "I am afraid not", "I am afraid I can't", "I would rather not", "I would prefer not to",
     "I have never sent any", "I have no order", "I did nothing", "It is wrong", "Right, no", "Okay, no.",
     "It was never delivered.", "No, it isn't, yes.", "No, I did not, correct.",
     "Right, no, it isn't", "Correct, that is wrong", "Okay, that's not right."],
)  # fmt: skip
def test_no(words):
    assert hear_yes_no(words) is False


@pytest.mark.parametrize(
    "words",
    ["", "Hello?", "I'm not sure.", "I don't know", "I know", "Is that right?", "Sorry, I didn't catch that.",
     "I have no idea", "I am not sure", "I am really not sure.", "I'm not certain", "I do think it's wrong",
     "I do believe it isn't right", "I was told it never came.", "I am sure that's incorrect", "I'm sure it's wrong",
     "It was never delivered, yes", "I haven't received it, yes.", "Not delivered, correct."],
)  # fmt: skip
def test_neither_yes_nor_no(words):
    assert hear_yes_no(words) is None
