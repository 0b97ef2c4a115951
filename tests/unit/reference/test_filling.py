import pytest

from voicebench.reference.filling import Known, NotKnownError
from voicebench.task import Json


def _text(value: Json, path: str = "result.t.value") -> str:
    known = Known()
    known.results["t"] = {path.rpartition(".")[2]: value}
    return known.text(f"It is {{{path}}}.")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("2026-08-24T09:00", "It is Monday, August twenty fourth, at nine AM."),
        ("2026-08-24T15:30:00-07:00", "It is Monday, August twenty fourth, at three thirty PM."),
        ("1972-06-30", "It is June thirtieth, nineteen seventy two."),
        ("2026-99-99", "It is 2026-99-99."),
        ("on 2026-08-24", "It is on 2026-08-24."),
        ("plain words", "It is plain words."),
        (7, "It is 7."),
        (True, "It is yes."),
        (None, "It is ."),
    ],
)
def test_values_in_words(value: Json, words: str) -> None:
    assert _text(value) == words


@pytest.mark.parametrize(
    ("cents", "words"), [(48000, "four hundred eighty dollars"), (5, "five cents"), (0, "zero dollars"), ("x", "x")]
)
def test_cents_are_money(cents: Json, words: str) -> None:
    assert _text(cents, "result.t.balance_cents") == f"It is {words}."


def test_a_literal_stays_and_a_reference_is_whole() -> None:
    known = Known()
    known.heard["zip"] = "97401"
    assert known.arguments({"a": "heard.zip", "b": "email", "c": "see heard.zip", "d": 3}) == {
        "a": "97401",
        "b": "email",
        "c": "see heard.zip",
        "d": 3,
    }


def test_what_was_not_heard_is_left_out_and_what_was_never_asked_is_an_error() -> None:
    known = Known()
    known.heard["email"] = None
    assert known.arguments({"email": "heard.email"}) == {}
    with pytest.raises(NotKnownError, match=r"heard\.phone"):
        known.argument("heard.phone")


def test_a_name_of_one_word_is_both_first_and_last() -> None:
    known = Known()
    known.heard["name"] = "Cher"
    assert (known.argument("heard.name.first"), known.argument("heard.name.last")) == ("Cher", "Cher")
