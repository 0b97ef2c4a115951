"""A caller who was not understood says it in another way."""

import pytest

from voicebench.caller import Heard, ScriptedCaller
from voicebench.caller.ways import ways_of
from voicebench.seeds import generator
from voicebench.stack import Limits
from voicebench.task import Trait
from voicebench.values.heard import hear

ASK = "What is your full name?"
AGAIN = "I'm sorry, I didn't catch that. What is your full name?"
LETTERS = "R-O-S-A-L-I-N-D B-A-P-T-I-S-T-E"


def _says(talk, *utterances):
    return [talk(utterance).spoken for utterance in utterances]


def test_a_name_is_said_then_spelled_then_spelled_with_words(shopper):
    said, spelled, worded = _says(shopper, ASK, AGAIN, AGAIN)
    assert said == "My name is Rosalind Baptiste."
    assert spelled.startswith("My name is Rosalind Baptiste. R, O, S, A,")
    assert "S as in Sam, A as in Adam" in worded


def test_a_correction_spells_at_once_and_with_words_the_next_time(shopper):
    shopper(ASK)
    first, second = _says(
        shopper, "I have Rosalind Bautista, is that right?", "I have Rosalind Batiste, is that right?"
    )
    assert first == "No, it's Rosalind Baptiste. Last name B, A, P, T, I, S, T, E."
    assert second.startswith("No, it's Rosalind Baptiste. Last name B as in Boy, A as in Adam, P as in Paul")


def test_a_name_that_is_wrong_in_both_parts_is_spelled_in_both(shopper):
    both = "No, it's Rosalind Baptiste. First name R-O-S-A-L-I-N-D. Last name B-A-P-T-I-S-T-E."
    assert shopper("Am I speaking with Rosa Linden?").text == both


def test_asked_for_it_and_to_spell_it_the_caller_does_both_once(shopper):
    assert shopper("What is your full name? Please spell it.").text == f"My name is Rosalind Baptiste. {LETTERS}."


@pytest.mark.parametrize(
    ("code", "ways"),
    [
        (
            "KE-4431775",
            [
                "K as in King, E as in Edward, four four three, one seven seven five",
                "K as in King, E as in Edward, four, four, three, one, seven, seven, five",
            ],
        ),
        ("W306", ["W as in William, three zero six", "W as in William, three, zero, six"]),
        ("BK8", ["B as in Boy, K as in King, eight"]),
        ("SKU-BWM-0450", ["S, K, U, B, W, M, zero four five zero"]),
        ("84029", ["eight four zero, two nine"]),
        ("9B", ["nine, B"]),
    ],
)
def test_a_code_of_few_letters_is_spelled_with_words_at_once(code: str, ways: list[str]) -> None:
    assert [way.spoken for way in ways_of(Trait(kind="code", value=code))] == ways


@pytest.fixture(name="mother")
def _mother(patient_spec, new_call):
    traits = {
        **patient_spec.traits,
        "patient_name": Trait(kind="name", value="Lucas Alvarez", asked=("who is patient",)),
    }
    return new_call(patient_spec.model_copy(update={"traits": traits}))


def test_a_name_shared_in_part_is_put_right_for_whom_it_belongs_to(mother):
    mother("Who is the patient?")
    assert mother("I have Lukas Alvarez, is that right?").text == "No, it's Lucas Alvarez. First name L-U-C-A-S."
    assert mother("Could you spell the last name?").text == "The last name is Alvarez. A-L-V-A-R-E-Z."
    assert mother("And what is your own first name?").text == "My first name is Maria."
    wrong = "I have Lukaz Elvar, L, U, K, A, Z, and E, L, V, A, R. Is that right?"
    assert "Lucas" not in mother("And what is your own first and last name?", wrong).text


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("name", "Siobhan Kjeldsen"),
        ("phone", "541-555-0133"),
        ("zip", "04011"),
        ("digits", "7719"),
        ("code", "KE-4431775"),
        ("date", "1972-06-30"),
        ("date", "2005-01-09"),
        ("email", "rosalind.baptiste@example.test"),
        ("money", 399.99),
    ],
)
def test_whatever_the_way_the_value_is_heard(kind, value):
    ways = ways_of(Trait(kind=kind, value=value))
    assert len({way.spoken for way in ways}) == len(ways)
    for way in ways:
        assert hear(kind, f"It's {way.spoken}.") == (value,)
        assert hear(kind, f"It's {way.text}.") == (value,)


def test_a_word_that_was_misheard_is_spelled():
    heard = [hear("enum", way.spoken, ["aetna", "cigna"]) for way in ways_of(Trait(kind="text", value="Aetna"))]
    assert heard == [("aetna",)] * 3
    assert hear("enum", "It's Ena. A-E-T-N-A.", ["aetna", "cigna"]) == ("aetna",)


def test_what_a_task_has_it_say_comes_first_and_then_the_value_alone(patient_spec):
    trait = Trait(kind="text", value="Park Avenue", say="The one on Park Avenue.")
    spec = patient_spec.model_copy(update={"traits": {**patient_spec.traits, "preferred_office": trait}})
    caller = ScriptedCaller(spec, Limits(), generator(1, "caller"))
    caller.reply(Heard("Hello."))
    said = [caller.reply(Heard("Which office would you like?")).text for _ in range(2)]
    assert said == ["The one on Park Avenue.", "Park Avenue."]


def test_a_number_is_given_in_parts_to_whoever_asks_for_its_parts(shopper):
    shopper("What is your phone number?")
    said = [
        shopper(question).text
        for question in (
            "I'm sorry, I didn't catch that. Could you give me just the area code first?",
            "And the next three digits?",
            "And the last four digits of your phone number?",
            "I have the number five, four, one, five, five, five, zero, one, three, three. Is that right?",
        )
    ]
    assert said[:2] == ["It's 541.", "It's 555."]
    assert "0133" in said[2]
    assert said[3] == "Yes, that's right."


def test_who_asks_for_the_end_of_a_number_is_not_told_all_of_it(shopper_spec, new_call):
    phone = shopper_spec.traits["phone"].model_copy(update={"asked": ("phone number",)})
    talk = new_call(shopper_spec.model_copy(update={"traits": {**shopper_spec.traits, "phone": phone}}))
    assert "541" not in talk("And the last four digits of your phone number?").text


def test_three_figures_are_no_part_of_a_number_elsewhere(shopper):
    assert shopper("That's at 551 Main Street. Shall I go ahead?").why != "correct"
