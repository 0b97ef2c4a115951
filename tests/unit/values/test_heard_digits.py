"""Numbers that name something: phones, ZIP codes, digits, codes."""

import pytest

from voicebench.values.heard import hear


@pytest.mark.parametrize(
    "words",
    [
        "five four one, five five five, oh one three three",
        "five forty one, five fifty five, zero one thirty three",
        "five four one double five five oh one double three",
        "541-555-0133.",
        "(541) 555-0133",
        "5415550133",
        "+1 541 555 0133",
        "541 555 01 33",
        "541.555.0133",
        "5-4-1, 5-5-5, 0-1-3-3",
        "541. 555. 0133.",
        "Oh, it's 541, um, 555, 0133",
        "My ZIP is 97401, and the phone is 541-555-0133.",
        "97401, 541-555-0133",
        "541-555-0134, no wait, 541-555-0133",
        "541-555-0134, sorry, 0133 not 0134",
        "541-555-0134, I mean 0133",
        "The number is 541-555-0133. The number is 541-555-0133.",
    ],
)
def test_phone(words):
    assert hear("phone", words) == ("541-555-0133",)


@pytest.mark.parametrize(
    "words",
    ["212-55-0178", "541-555-01333", "141-555-0133", "555-0133", "97401", "$5415550133", "a phone", "",
     "541-555-0133 extension 12", "541-555-0133, ext. 12", "541-555-0133 x12", "541-555-0133x12",
     "541-555-0133. The extension is twelve.", "extension 12, 541-555-0133", "5,415,550,133"],
)  # fmt: skip
def test_a_phone_that_is_not_whole_is_not_guessed(words):
    assert hear("phone", words) == ()


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("9 7 4 0 1", "97401"),
        ("97401.", "97401"),
        ("It's 974, 01.", "97401"),
        ("oh two one three four", "02134"),
        ("Oh, 97401", "97401"),
        ("0 to 1 3 4", "02134"),
        ("9 7 for 0 1", "97401"),
        ("97401-1234", "97401"),
        ("The ZIP is 97401 and the card ends in 7719.", "97401"),
        ("97401, 7719", "97401"),
        ("97402, no, it's 97401", "97401"),
        ("It's not 97402, it's 97401", "97401"),
        ("97401, not 97402", "97401"),
    ],
)
def test_zip(words, value):
    assert hear("zip", words) == (value,)


@pytest.mark.parametrize("words", ["97,401", "974.01", "9740", "974011", "$97401", "KE-97401", "phone 97401"])
def test_not_a_zip(words):
    assert hear("zip", words) == ()


@pytest.mark.parametrize(
    "words",
    ["seventy seven nineteen", "77 19", "7-7-1-9", "7, 7, 1, 9.", "7719", "double seven one nine",
     "The ZIP is 97401 and the card ends in 7719.", "7719, oh, and thanks"],
)  # fmt: skip
def test_digits(words):
    assert hear("digits", words) == ("7719",)


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("four one two, oh", "4120"),
        ("4, 1, 2, oh.", "4120"),
        ("four one two, oh, sorry", "412"),
        ("412, oh", "412"),
        ("4 1 2. Oh, thanks", "412"),
        ("8.9.1.8.", "8918"),
    ],
)
def test_an_oh_that_ends_digits_is_one_of_them(words, value):
    assert hear("digits", words) == (value,)


@pytest.mark.parametrize("words", ["$7719", "45 dollars", "oh", "in 14 days", "89.18", "8,918"])
def test_not_digits(words):
    assert hear("digits", words) == ()


@pytest.mark.parametrize(
    "words",
    [
        "K, E, four four three one, seven seven five",
        "k e four four three one seven seven five",
        "KE 443 1775",
        "KE-4431775.",
        "Ke4431775",
        "K-E-4-4-3-1-7-7-5",
        "The order number is K.E. 443-1775, thanks.",
        "KE-4431774, sorry, KE-4431775",
        "It's KE-4431775, 97401",
        "K, E, 44317, 75.",
        "K. E. 4431. 775.",
    ],
)
def test_code(words):
    assert hear("code", words) == ("KE-4431775",)


@pytest.mark.parametrize("words", ["My zip is 97401", "ZIP 97401", "Eugene, OR 97401", "4431775", "I 4431775", "KE 12"])
def test_not_a_code(words):
    assert hear("code", words) == ()


def test_codes_of_other_shapes():
    assert hear("code", "a W 3 0 6 1 8 8 2 4") == ("W-30618824",)
    assert hear("code", "S, K, U, B, W, M, oh four five oh") == ("SKUBWM-0450",)
