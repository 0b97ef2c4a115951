"""How the reference model takes names and choices that it could not make out at once."""

from typing import Any

import pytest

from voicebench.reference.choosing import nearest_option
from voicebench.reference.reply import ToolCall
from voicebench.task import Slot

Talk = Any
NAME = {"ask": {"name": "name", "kind": "name", "question": "What is your name?", "confirm": True}}
OFFICE = {
    "name": "office",
    "kind": "enum",
    "question": "Which office?",
    "options": ["loc_park", "loc_brooklyn", "other"],
    "says": {"loc_brooklyn": ["brooklyn heights", "brooklyn"], "loc_park": ["park avenue"]},
}
USE_NAME = {"call": "use", "arguments": {"name": "heard.name"}}
USE_OFFICE = {"call": "use", "arguments": {"office": "heard.office"}}


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        ("No, it's Maria Alvarez. Last name A-L-V-A-R-E-Z.", "Mary Alvarez"),
        ("No, the first name is Maria. M-A-R-I-A.", "Maria Elvarest"),
        ("First name M as in Mary, A, R, I, A. Last name A as in Adam, L, V, A, R, E, Z.", "Maria Alvarez"),
        ("No, the last name is Alvarez.", "Mary Alvarez"),
        ("For name M A R I A. Left name A, L, V, A, R, E, Z.", "Maria Alvarez"),
        (
            "First name is Jay and John. I was an ocean, I was an atom, he was in Queen, you was an union, I as an "
            "Iida, and as an aura.",
            "Joaquin Elvarest",
        ),
        ("No, it's Mary Lex. Last name Ellison Lincoln, E. is an Edward, X as an x-ray.", "Mary Lex"),
    ],
)
def test_a_part_that_is_named_is_put_right_alone(talk: Talk, answer: str, name: str) -> None:
    said = talk(NAME, USE_NAME).all("Hello.", "My name is Mary Elvarest.", answer, "Yes, that's right.")
    assert said[3] == ToolCall("use", {"name": name})


def test_a_name_that_was_not_made_out_is_spelled_in_parts(talk: Talk) -> None:
    said = talk(NAME, USE_NAME).all(
        "Hello.", "It's the one.", "M-A-R-I-A.", "It's Alvarez. A, L, V, A, R, E, Z.", "Yes, that's right."
    )
    assert said[1].endswith("Could you spell the first name for me?")
    assert said[2] == "And could you spell the last name?"
    assert said[4] == ToolCall("use", {"name": "Maria Alvarez"})


@pytest.mark.parametrize(
    ("words", "option"),
    [
        ("the one in Birklin Heights.", {"loc_brooklyn": "brooklyn heights"}),
        ("Bark Avenue, please.", {"loc_park": "park avenue"}),
        ("That is P, A, R, K, A, V, E, N, U.", {"loc_park": "park avenue"}),
        ("It's in B. R. O. O. K. L. I. N.", {"loc_brooklyn": "brooklyn"}),
        ("I don't know.", {}),
        ("The claim that group.", {}),
        ("", {}),
    ],
)
def test_what_comes_near_one_option_is_that_option(words: str, option: dict[str, str]) -> None:
    assert nearest_option(Slot.model_validate(OFFICE), words) == option


@pytest.mark.parametrize(("answer", "office"), [("Yes.", "loc_brooklyn"), ("No, Park Avenue.", "loc_park")])
def test_a_near_option_is_asked_about_before_it_is_taken(talk: Talk, answer: str, office: str) -> None:
    said = talk({"ask": OFFICE}, USE_OFFICE).all("Hello.", "The one in Birklin Heights.", answer)
    assert said[1] == "Did you say brooklyn heights?"
    assert said[2] == ToolCall("use", {"office": office})


def test_a_near_option_that_was_not_meant_is_asked_for_again(talk: Talk) -> None:
    said = talk({"ask": OFFICE}, USE_OFFICE).all("Hello.", "The one in Birklin Heights.", "No.")
    assert said[2].endswith("Which office?")


def test_digits_of_another_length_were_misheard(talk: Talk) -> None:
    four = {"ask": {"name": "card", "kind": "digits", "question": "Which four digits?", "length": 4}}
    said = talk(four, {"call": "use", "arguments": {"card": "heard.card"}}).all("Hello.", "45529.", "5529.")
    assert said[1].endswith("Which four digits?")
    assert said[2] == ToolCall("use", {"card": "5529"})


@pytest.mark.parametrize(
    "answer",
    [
        "The file numbers are I 8102.",
        "The file numbers are I. 8. 1. 0. 2.",
        "Are I-8102.",
        "R, as in Robert, I, 8, 1, 0, 2.",
        "The file numbers are as in Robert, ISN IDA 8102.",
        "No, its D isn't Robert, D isn't Ida 8102.",
        "It is RI-8102.",
    ],
)
def test_a_code_of_another_length_is_read_with_words_as_letters(talk: Talk, answer: str) -> None:
    number = {"ask": {"name": "number", "kind": "code", "question": "Which file number?", "length": 7}}
    said = talk(number, {"call": "use", "arguments": {"number": "heard.number"}}).all("Hello.", "I-8102.", answer)
    assert said[1].endswith("Which file number?")
    assert said[2] == ToolCall("use", {"number": "RI-8102"})


def test_a_telephone_number_that_was_not_made_out_twice_is_asked_for_in_parts(talk: Talk) -> None:
    phone = {"ask": {"name": "phone", "kind": "phone", "question": "Which number?", "confirm": True}}
    said = talk(phone, {"call": "use", "arguments": {"phone": "heard.phone"}}).all(
        "Hi.", "541 55 0133", "541 55", "The area coded 5 for 1.", "five fives", "555", "0 1 3 3", "Yes."
    )
    assert said[2].endswith("just the area code first?")
    assert said[4].endswith("I didn't catch that. And the next three digits?")
    assert said[6].startswith("I have the number five, four, one")
    assert said[7] == ToolCall("use", {"phone": "541-555-0133"})


def test_whoever_gives_the_whole_number_for_a_part_has_given_it(talk: Talk) -> None:
    phone = {"ask": {"name": "phone", "kind": "phone", "question": "Which number?"}}
    said = talk(phone, {"call": "use", "arguments": {"phone": "heard.phone"}}).all("Hi.", "541", "55", "541-555-0133.")
    assert said[3] == ToolCall("use", {"phone": "541-555-0133"})
