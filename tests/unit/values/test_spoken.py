import pytest

from voicebench.values.spoken import say_value, speakable, spell


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        ("phone", "541-555-0133", "five, four, one, five, five, five, zero, one, three, three"),
        ("phone", "+12125550133", "two, one, two, five, five, five, zero, one, three, three"),
        ("zip", "02134", "zero, two, one, three, four"),
        ("digits", "7719", "seven, seven, one, nine"),
        ("code", "KE-4431775", "K, E, four four three, one seven seven five"),
        ("code", "PA-0093817265", "P, A, zero zero nine, three eight one, seven two six five"),
        ("code", "PA-00938172", "P, A, zero zero nine, three eight one, seven two"),
        ("code", "K-7", "K, seven"),
        ("code", "SKU-BWM-0450", "S, K, U, B, W, M, zero four five zero"),
        ("code", "loc_park_ave", "loc park ave"),
        ("money", 399.99, "three hundred ninety nine dollars and ninety nine cents"),
        ("money", "$1,247.50", "one thousand two hundred forty seven dollars and fifty cents"),
        ("money", 1, "one dollar"),
        ("money", 0.01, "one cent"),
        ("date", "1972-06-30", "June thirtieth, nineteen seventy two"),
        ("date", "2005-01-01", "January first, two thousand five"),
        ("date", "1905-11-12", "November twelfth, nineteen oh five"),
        ("datetime", "2026-08-24T09:00", "Monday, August twenty fourth, at nine AM"),
        ("datetime", "2026-08-24T12:05", "Monday, August twenty fourth, at twelve oh five PM"),
        ("email", "al_7@example.test", "a, l, underscore, seven, at example dot test"),
        ("name", "Maria Alvarez", "Maria Alvarez"),
        ("text", "a renewal", "a renewal"),
        ("bool", True, "yes"),
        ("bool", False, "no"),
        ("number", 33, "thirty three"),
        ("number", 2.5, "two point five"),
        ("number", -3, "minus three"),
        ("list[name]", ["Ann", "Bo", "Cy"], "Ann, Bo and Cy"),
        ("list[number]", [2], "two"),
        ("list[number]", [], ""),
    ],
)
def test_value_is_said_by_its_kind(kind, value, words):
    assert say_value(kind, value) == words


def test_spelling_sets_every_letter_off():
    assert spell("Alvarez 2") == "A, L, V, A, R, E, Z, two"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Call (541) 555-0133.", "Call five, four, one, five, five, five, zero, one, three, three."),
        ("Order KE-4431775 was $399.99", "Order K, E, four four three, one seven seven five was "
         "three hundred ninety nine dollars and ninety nine cents"),
        ("$1.2 million or $100-$200", "one point two million dollars or one hundred dollars to two hundred dollars"),
        ("Born March 14th, 1986.", "Born March fourteenth, nineteen eighty six."),
        ("It came 2026-06-05, see 6/30/72.", "It came June fifth, twenty twenty six, see June thirtieth, "
         "nineteen seventy two."),
        ("at 2026-08-24T09:00", "at August twenty fourth, twenty twenty six, at nine AM"),
        ("Aug. 24 at 3:30 PM or 15:00", "August twenty fourth at three thirty PM or three PM"),
        ("Open Mon-Fri 08:00-17:00.", "Open Monday to Friday eight AM to five PM."),
        ("At 9 a.m. Then go.", "At nine AM. Then go."),
        ("ann.b7@example.com", "ann dot B, seven at example dot com"),
        ("See https://reportfraud.ftc.gov.", "See reportfraud dot F, T, C, dot gov."),
        ("Portland, OR 97205", "Portland, OR nine, seven, two, zero, five"),
        ("a card ending in 1986", "a card ending in one, nine, eight, six"),
        ("zip code: 97401-0012", "zip code nine, seven, four, zero, one, zero, zero, one, two"),
        ("Order 4431775", "Order four, four, three, one, seven, seven, five"),
        ("In 1986, 57 days, 5% off 1,247 items", "In nineteen eighty six, fifty seven days, five percent off "
         "one thousand two hundred forty seven items"),
        ("Dr. Lee, 12 W. Maple St., Apt. 3B", "Doctor Lee, twelve West Maple Street, Apartment three B"),
        ("St. Louis, e.g. on 33rd St. Come", "Saint Louis, for example, on thirty third Street. Come"),
        ("Wait — what? A read-only copy - done", "Wait, what? A read only copy, done"),
        ("**Two** things:\n\n- `one`\n- [two](https://x.example)\n# End", "Two things, one. two. End"),
        ("R O S A", "R, O, S, A"),
        ("Hi!How are you... 😀", "Hi! How are you."),
    ],
)  # fmt: skip
def test_prose_becomes_words(written, said):
    assert speakable(written) == said


@pytest.mark.parametrize(
    "written", ["", "  \n", "😀👍🏽", "1️⃣", "**", "---", "# ", "```\ncode\n```", "| | |", "...", "™"]
)
def test_what_cannot_be_said_is_empty(written):
    assert speakable(written) == ""


@pytest.mark.parametrize("written", ["99:99", "1999-99-99", "13/45/1972", "2026-08-24T29:00", "$", "@", "555-0133"])
def test_odd_shapes_are_still_words(written):
    assert not any(char.isdigit() or char in "$@:/-" for char in speakable(written))
