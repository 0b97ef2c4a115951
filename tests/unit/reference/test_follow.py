from collections.abc import Callable
from typing import Any

import pytest

from voicebench.reference.reply import Reply, ToolCall

Talk = Callable[..., Any]

ANYTHING = "Is there anything else I can help you with?"
GOODBYE = "Thank you for calling. Goodbye."
CANNOT = "I'm sorry, I'm not able to make that out. Please call us again. Goodbye."


def _ask(name: str, kind: str, **more: Any) -> dict[str, Any]:
    return {"ask": {"name": name, "kind": kind, "question": f"What is your {name}?", **more}}


def _use(*names: str, **more: Any) -> dict[str, Any]:
    return {"call": "use", "arguments": {name: f"heard.{name}" for name in names}, **more}


PHONE = _ask("phone", "phone")
NAME = _ask("name", "name", confirm=True)
SORRY = "I'm sorry, I didn't catch that."


def test_it_asks_and_uses_what_it_heard(talk: Talk) -> None:
    said = talk(PHONE, _use("phone")).all("Hello.", "It's 541-555-0133.")
    assert said == ["What is your phone?", ToolCall("use", {"phone": "541-555-0133"})]


def test_it_asks_again_when_it_did_not_understand(talk: Talk) -> None:
    said = talk(_ask("zip", "zip"), _use("zip")).all("Hello.", "Pardon?", "Umm.", "97401")
    assert said[1:3] == [f"{SORRY} What is your zip?"] * 2
    assert said[3] == ToolCall("use", {"zip": "97401"})


def test_it_gives_up_when_it_never_understands_and_says_so(talk: Talk) -> None:
    said = talk(_ask("zip", "zip"), _use("zip")).all("Hello.", *["Pardon?"] * 4, "Hello?")
    assert said[3] == f"{SORRY} What is your zip?"
    assert said[4:] == [CANNOT, GOODBYE]


def test_an_optional_value_is_left_out_after_two_tries(talk: Talk) -> None:
    said = talk(_ask("email", "email", optional=True), _use("email")).all("Hello.", "Pardon?", "Pardon?")
    assert said == ["What is your email?", f"{SORRY} What is your email?", ToolCall("use", {})]


def test_it_reads_back_and_goes_on_after_a_yes(talk: Talk) -> None:
    said = talk(_ask("phone", "phone", confirm=True), _use("phone")).all("Hello.", "541-555-0133", "Yes, that's right.")
    assert said[1].startswith("I have the number five")
    assert said[1].endswith("three. Is that right?")
    assert said[2] == ToolCall("use", {"phone": "541-555-0133"})


@pytest.mark.parametrize(
    ("kind", "said", "read_back"),
    [
        ("zip", "97401", "I have the ZIP code nine"),
        ("digits", "7719", "I have the digits seven"),
        ("date", "June 30, 1972", "I have the date June thirtieth, nineteen seventy two."),
        ("money", "$399.99", "I have the amount three hundred ninety nine dollars and ninety nine cents."),
        ("email", "ann@example.test", "I have the email address a, n, n, at example dot test."),
        ("code", "KE-4431775", "I have the number K, E, four"),
        ("name", "Maria Alvarez", "I have Maria Alvarez, M, A, R, I, A, and A, L, V, A, R, E, Z."),
        ("number", "three", "I have three."),
    ],
)
def test_every_kind_has_a_read_back(talk: Talk, kind: str, said: str, read_back: str) -> None:
    heard = talk(_ask("it", kind, confirm=True)).all("Hello.", said)
    assert heard[1].startswith(read_back)
    assert heard[1].endswith(" Is that right?")


def test_a_correction_is_taken_and_read_back(talk: Talk) -> None:
    said = talk(_ask("phone", "phone", confirm=True), _use("phone")).all(
        "Hello.", "541-555-0134", "No, it's 541-555-0133.", "Yes."
    )
    assert "four. Is" in said[1]
    assert "three. Is" in said[2]
    assert said[3] == ToolCall("use", {"phone": "541-555-0133"})


def test_a_bare_no_asks_again(talk: Talk) -> None:
    said = talk(_ask("phone", "phone", confirm=True), _use("phone")).all(
        "Hello.", "541-555-0134", "No.", "541-555-0133", "Yes."
    )
    assert said[2] == f"{SORRY} What is your phone?"
    assert said[4] == ToolCall("use", {"phone": "541-555-0133"})


def test_the_same_value_again_is_a_yes(talk: Talk) -> None:
    said = talk(_ask("phone", "phone", confirm=True), _use("phone")).all("Hello.", "541-555-0133", "541-555-0133")
    assert said[2] == ToolCall("use", {"phone": "541-555-0133"})


def test_an_unclear_answer_to_a_read_back_has_it_read_again(talk: Talk) -> None:
    said = talk(_ask("zip", "zip", confirm=True), _use("zip")).all("Hello.", "97401", "What was that?", "Yes.")
    assert said[1] == said[2]
    assert said[3] == ToolCall("use", {"zip": "97401"})


@pytest.mark.parametrize(
    ("heard", "answer", "name"),
    [
        ("Maria Alverez", "No, it's A-L-V-A-R-E-Z.", "Maria Alvarez"),
        ("Maria Alverez", "No, it's Alvarez. A, L, V, A, R, E, Z.", "Maria Alvarez"),
        ("Marta Alvarez", "No, M-A-R-I-A.", "Maria Alvarez"),
        ("Marta Alvares", "M-A-R-I-A A-L-V-A-R-E-Z.", "Maria Alvarez"),
        ("Marta Alvares", "M, A, R, I, A, A, L, V, A, R, E, Z.", "Maria Alvarez"),
        ("Marta Alvarez", "No, it's Maria Alvarez.", "Maria Alvarez"),
        ("Marta Alvarez", "My name is Maria Alvarez.", "Maria Alvarez"),
    ],
)
def test_a_name_is_corrected_by_letters_or_by_saying_it(talk: Talk, heard: str, answer: str, name: str) -> None:
    said = talk(NAME, _use("name")).all("Hello.", f"My name is {heard}.", answer, "Yes, that's right.")
    assert said[2].startswith(f"I have {name}, ")
    assert said[3] == ToolCall("use", {"name": name})


@pytest.mark.parametrize(
    "answer",
    [
        "Yes, that's right.",
        "Yes, Maria Alvarez.",
        "M-A-R-I-A A-L-V-A-R-E-Z.",
        "M, A, R, I, A, A, L, V, A, R, E, Z.",
        "A-L-V-A-R-E-Z",
        "Maria Alvarez.",
    ],
)
def test_a_right_name_given_again_is_a_yes(talk: Talk, answer: str) -> None:
    said = talk(NAME, _use("name")).all("Hello.", "Maria Alvarez.", answer)
    assert said[2] == ToolCall("use", {"name": "Maria Alvarez"})


def test_a_names_parts_are_used_alone(talk: Talk) -> None:
    first_and_last = {"call": "use", "arguments": {"first": "heard.name.first", "last": "heard.name.last"}}
    said = talk(_ask("name", "name"), first_and_last).all("Hello.", "Maria Alvarez.")
    assert said[1] == ToolCall("use", {"first": "Maria", "last": "Alvarez"})


def test_a_volunteered_value_is_not_asked_for(talk: Talk) -> None:
    said = talk(_ask("phone", "phone", volunteered=True), _use("phone")).all("Hi, my number is 541-555-0133.")
    assert said == [ToolCall("use", {"phone": "541-555-0133"})]


def test_two_values_volunteered_are_a_doubt_so_it_asks(talk: Talk) -> None:
    said = talk(_ask("phone", "phone", volunteered=True), _use("phone")).all(
        "My number is 541-555-0133, and my brother's is 541-555-0199."
    )
    assert said == ["What is your phone?"]


def test_the_same_value_volunteered_twice_is_no_doubt(talk: Talk) -> None:
    said = talk({"say": "And then?", "wait": True}, _ask("phone", "phone", volunteered=True), _use("phone")).all(
        "My number is 541-555-0133.", "As I said, it's 541-555-0133."
    )
    assert said[1] == ToolCall("use", {"phone": "541-555-0133"})


def test_what_is_said_without_being_asked_counts_only_where_the_plan_says_so(talk: Talk) -> None:
    assert talk(PHONE).all("My number is 541-555-0133.") == ["What is your phone?"]


def test_a_volunteered_value_is_read_back_and_asked_for_after_a_no(talk: Talk) -> None:
    said = talk(_ask("phone", "phone", volunteered=True, confirm=True), _use("phone")).all(
        "My number is 541-555-0134.", "No.", "541-555-0133", "Yes."
    )
    assert said[0].startswith("I have the number")
    assert said[1] == f"{SORRY} What is your phone?"
    assert said[3] == ToolCall("use", {"phone": "541-555-0133"})


def test_words_before_a_value_that_was_volunteered_are_still_said(talk: Talk) -> None:
    said = talk(
        {"say": "Sorry to hear that."}, _ask("phone", "phone", volunteered=True), {"confirm": "Shall I go on?"}
    ).all("My number is 541-555-0133.")
    assert said == ["Sorry to hear that. Shall I go on?"]


def test_say_goes_with_what_comes_next_and_waits_only_when_told(talk: Talk) -> None:
    said = talk({"say": "One."}, {"say": "Two.", "wait": True}, {"say": "Three."}, PHONE).all("Hello.", "Oh.")
    assert said == ["One. Two.", "Three. What is your phone?"]


def test_a_yes_that_never_comes_ends_the_call(talk: Talk) -> None:
    said = talk({"confirm": "Is that so?"}, _use("phone")).all("Hello.", *["Pardon?"] * 4)
    assert said == ["Is that so?"] * 4 + [CANNOT]


def test_confirm_goes_on_only_after_a_yes(talk: Talk) -> None:
    said = talk({"say": "So."}, {"confirm": "Shall I?"}, _use()).all("Hello.", "No.", "Hm?", "Yes, please.")
    assert said == ["So. Shall I?", "Shall I?", "Shall I?", ToolCall("use", {})]


def test_a_handoff_and_its_first_words(talk: Talk) -> None:
    step = {"handoff": "transfer_to_billing", "arguments": {"next_intent": "pay"}, "say_first": "One moment."}
    said = talk(step, PHONE).all("Hello.", {"role": "billing", "success": True})
    assert said == [
        Reply("One moment.", ToolCall("transfer_to_billing", {"next_intent": "pay"})),
        "What is your phone?",
    ]


def test_a_refusal_without_a_retry_is_gone_past(talk: Talk) -> None:
    said = talk(_use(), {"say": "{result.use.message}"}).all("Hello.", {"ok": False, "message": "There is none."})
    assert said[1] == f"There is none. {ANYTHING}"


def test_after_a_refusal_it_asks_once_more_and_calls_again(talk: Talk) -> None:
    said = talk(PHONE, _use("phone", retry=["phone"], say_first="One moment.")).all(
        "Hello.", "541-555-0134", {"ok": False}, "541-555-0133", {"ok": True}
    )
    assert said[1] == Reply("One moment.", ToolCall("use", {"phone": "541-555-0134"}))
    assert said[2] == "I'm sorry, that doesn't match. Let me ask again. What is your phone?"
    assert said[3:] == [ToolCall("use", {"phone": "541-555-0133"}), ANYTHING]


def test_a_retry_does_not_take_what_was_volunteered_before(talk: Talk) -> None:
    said = talk(_ask("phone", "phone", volunteered=True), _use("phone", retry=["phone"])).all(
        "My number is 541-555-0133.", {"ok": False}
    )
    assert said[1].endswith("What is your phone?")


def test_three_refusals_are_the_end(talk: Talk) -> None:
    again = ["541-555-0133", {"ok": False}]
    said = talk(PHONE, _use("phone", retry=["phone"])).all("Hello.", *again, *again, *again, "541-555-0133")
    assert said[-1] == CANNOT


def test_results_fill_arguments_and_words(talk: Talk) -> None:
    result = {
        "ok": True,
        "data": {"slots": [{"id": "s1"}, {"id": "s2", "start": "2026-08-24T09:00"}], "fee_cents": 2550},
    }
    said = talk(
        {"call": "find"},
        {"call": "book", "arguments": {"ids": ["result.find.data.slots.1.id"], "how": "phone"}},
        {"say": "You have {result.find.data.slots.1.start}, for {result.find.data.fee_cents}."},
    ).all("Hello.", result, {"ok": True})
    assert said[1] == ToolCall("book", {"ids": ["s2"], "how": "phone"})
    assert said[2] == (
        "You have Monday, August twenty fourth, at nine AM, for twenty five dollars and fifty cents. " + ANYTHING
    )


@pytest.mark.parametrize("path", ["result.find.data.slots.5.id", "result.find.data.none.id", "result.other.data"])
def test_a_result_that_is_not_there_ends_the_talk_in_words(talk: Talk, path: str) -> None:
    said = talk({"call": "find"}, {"call": "book", "arguments": {"id": path}}).all("Hi.", {"data": {"slots": []}})
    assert said[1] == CANNOT


def test_the_end_of_the_plan_offers_help_and_then_says_goodbye(talk: Talk) -> None:
    assert talk({"say": "Done."}).all("Hello.", "No, thanks.", "Bye.") == [f"Done. {ANYTHING}", GOODBYE, GOODBYE]
