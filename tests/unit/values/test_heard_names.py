"""Names, spelled or not, and addresses."""

import pytest

from voicebench.values.heard import hear, hear_spelling


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("r, o, s, a, dot, b, at example dot test", "rosa.b@example.test"),
        ("R-O-S-A dot B-O at example.test.", "rosa.bo@example.test"),
        ("R.O.S.A. at example dot test.", "rosa@example.test"),
        ("r-o-s-a.b-a-p@example.test", "rosa.bap@example.test"),
        ("R as in Robert, O, S, A at example dot test", "rosa@example.test"),
        ("It's rosalind dot baptiste at example dot test, thanks", "rosalind.baptiste@example.test"),
        ("Rosalind.Baptiste@example.test.", "rosalind.baptiste@example.test"),
        ("my email is maria seven two at mail dot example dot org", "maria72@mail.example.org"),
    ],
)
def test_email(words, value):
    assert hear("email", words) == (value,)


def test_an_email_with_a_letter_heard_as_a_word_is_not_guessed():
    assert hear("email", "It's ROS, an L-I-N-D dot B-O at example dot test.") == ()
    assert hear("email", "It's our L-S-A at example.test.") == ()


def test_not_an_email():
    assert hear("email", "Meet me at noon. OK.") == ()
    assert hear("email", "The fee stays at $49.00.") == ()
    assert hear("email", "at example dot test") == ()


@pytest.mark.parametrize(
    "words",
    [
        "This is Maria Alvarez",
        "my name is maria alvarez and I'm calling about a bill",
        "It's Maria Alvarez.",
        "Maria Alvarez.",
        "maria alvarez",
        "Yes, um, Maria Alvarez, thanks.",
        "Sure, it's Maria Alvares, A-L-V-A-R-E-Z.",
        "Maria Alvares. That's A, L, V, A, R, E, Z.",
        "M-A-R-I-A A-L-V-A-R-E-Z",
        "First name Maria, last name Alvarez.",
        "It's Maria Gomez, no wait, Maria Alvarez",
    ],
)
def test_name(words):
    assert hear("name", words) == ("Maria Alvarez",)


@pytest.mark.parametrize(
    "words", ["It's about a renewal email", "I don't know.", "Hello.", "Sounds interesting.", "Absolutely.", "97401"]
)
def test_not_a_name(words):
    assert hear("name", words) == ()


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("No, it's Joseph Hargreves. YOS EFHAR GREAVES.", "Yosef Hargreaves"),
        ("No, it's Lucas Ferrante. L-U-C-A-S-F-E-R-A-N-T-E", "Lucas Ferante"),
        ("It's Catherine O'Brien, K-A-T-H-E-R-I-N-E.", "Katherine O'Brien"),
        ("It's Ann De La Cruz. D-E-L-A-C-R-U-Z.", "Ann Delacruz"),
    ],
)
def test_letters_mend_the_part_of_a_name_that_they_are_most_like(words, name):
    assert hear("name", words) == (name,)


def test_names_keep_their_own_capitals():
    assert hear("name", "The account holder is Siobhan O'Brien-Nakamura.") == ("Siobhan O'Brien-Nakamura",)


@pytest.mark.parametrize(
    "words",
    ["A, L, V, A, R, E, Z", "A-L-V-A-R-E-Z", "a l v a r e z", "A.L.V.A.R.E.Z.", "It's ALVAREZ.", "It's A-L-V-A-REZ",
     "A as in apple, L as in Larry, V, A, R, E, Z as in zebra", "Alvarez, A, L, V, A, R, E, zee"],
)  # fmt: skip
def test_spelling(words):
    assert hear_spelling(words) == "ALVAREZ"


def test_not_a_spelling():
    assert hear_spelling("I have a question about my ZIP") is None
    assert hear_spelling("A, double L, E, N") == "ALLEN"
