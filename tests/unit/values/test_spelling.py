"""Letters as recognisers write them."""

import pytest

from voicebench.values.alphabet import ALPHABET, spell_with_words
from voicebench.values.heard import hear, hear_spelling


@pytest.mark.parametrize(
    ("words", "letters"),
    [
        ("S as in Sam, B for boy, double L", "SBLL"),
        ("B 4 boy, E, N", "BEN"),
        ("B as in boy and E as in Edward", "BE"),
        ("B for boy, and E for Edward, and N as in Nora", "BEN"),
        ("B as in banana and E as in Erie", "BE"),
        ("K is in King, J as in John, E as in Edward, Elas and Lincoln, D as in David, S as in Sam", "KJELDS"),
        ("and as in Nora, O, R, A", "NORA"),
        (
            "No, it's for your reganathon. Last name are as in Robert, as in Adam, Gia's and George, H.S. and Henry, "
            "U as in Union, and as in Nora, as in Adam, T.S. and Tom, H.S. and Henry, as in Adam, and as in Nora.",
            "RAGHUNATHAN",
        ),
        (
            "Last name are as in Robert, as in Adam, G.E.S. and George, H.E.S. and Henry, U.S. and Union.",
            "RAGHU",
        ),
        ("First name is David. Emma is in Mary. I is in Ida. T is in Tom. I is in Robert. Why is in Young?", "DMITRY"),
        (
            "First name D is David, Emma is in Mary, Aiz and Ida, Tias and Tom are as in Robert, why is in Young?",
            "DMITRY",
        ),
        (
            "My first name is Demetri. Dear isn't David, Emma is in Mary, Aizunida, tears and Tom are as in Robert, "
            "why is in Young?",
            "DMITRY",
        ),
        ("Last name K as in King. O is a notion W as in William. As an Adam, L as in Lincoln", "KOWAL"),
        ("My first name is Emoji. I as an Ida, am as in Mary, O as an Ocean, G as in George", "IMOG"),
        ("My last name is Achterberg. As an atom, see as in Charles, H as in Henry, T as in Tom", "ACHT"),
        (
            "First name Emma is in Mary. I as an Adam, are as in Robert, he as an Edward, and as in Nora.",
            "MAREN",
        ),
        (
            "Q was in Queen, U.S. and Union, Aizin Ida, G.S. and George, Elisin Lincoln, Eizin Edward, Wising Young.",
            "QUIGLEY",
        ),
        ("E as in Mary, A, R, Y", "MARY"),
        ("B, are, why, A, N", "BRYAN"),
        ("CHAUDHARY.", "CHAUDHARY"),
        ("M-A-R-see.", "MARC"),
        ("M-I-L-L-E-R, no wait, M-I-L-E-R", "MILER"),
        ("M, I, L, L, E, R, sorry, M, I, L, E, R", "MILER"),
        ("M-I-L-E-R, not M-I-L-L-E-R", "MILER"),
        ("It's A B C, C-H-A-R-L-E-S", "CHARLES"),
        ("A, L-V-A-R-E-Z", "ALVAREZ"),
        ("IT IS A-L-V-A-R-E-Z", "ALVAREZ"),
        ("MY NAME IS A L V A R E Z", "ALVAREZ"),
        ("SURE, A, L, V, A, R, E, Z, THANKS.", "ALVAREZ"),
        ("ALVAREZ, A-L-V-A-R-E-Z", "ALVAREZ"),
        ("A L VA R E Z", "ALVAREZ"),
        ("IT IS A, L, V, A, R, E, ZEE", "ALVAREZ"),
        ("I AM MARIA, M-A-R-I-A A-L-V-A-R-E-Z", "ALVAREZ"),
        ("ROSAL-IND.", "ROSALIND"),
        ("B-R-Y-A-N. Are you there?", "BRYAN"),
        ("I'm in Boston. He is in Reno.", None),
    ],
)
def test_letters_and_their_words(words: str, letters: str | None) -> None:
    assert hear_spelling(words) == letters


@pytest.mark.parametrize("name", ["Siobhan", "Kjeldsen", "Xiomara", "Wojcik", "Quigley"])
def test_what_is_spelled_with_words_is_heard(name: str) -> None:
    assert hear_spelling(spell_with_words(name)) == name.upper()


def test_each_letter_has_a_word_that_begins_with_it() -> None:
    assert sorted(ALPHABET) == [chr(code) for code in range(ord("A"), ord("Z") + 1)]


def test_an_initial_is_part_of_a_name() -> None:
    assert hear("name", "My name is C. Nakamura.") == ("C Nakamura",)
    assert hear("name", "My name is Ann. C is my grade.") == ("Ann",)


def test_a_whole_name_spelled_in_one_go_is_parted_where_the_last_name_begins() -> None:
    assert hear("name", "My name is C. Nakamura. S-E-A-N-N-A-K-A-M-U-R-A.") == ("Sean Nakamura",)


def test_a_code_and_an_address_are_heard_with_their_words() -> None:
    assert hear("code", "K as in King, E as in Edward, four four three one") == ("KE-4431",)
    assert hear("email", "A as in Adam, L as in Lincoln, dot, B for boy, at example dot test") == ("al.b@example.test",)


@pytest.mark.parametrize(
    ("heard", "code"),
    [
        ("The order number is Elis and Lincoln. See is in Charles 9 1 3 4 1", "LC-91341"),
        ("It's Amazon Mary, see us in Charles 501441.", "MC-501441"),
        ("K is in King, and is in Nora 91, 4836 7.", "KN-9148367"),
        ("T is in Paul, why is in Young? 2 0, 0 2, 6 8.", "PY-200268"),
        ("Emma the Mary, see you in Charles 4.6. 7.7.2.3.", "MC-467723"),
        ("X is an x-ray, P is in Paul 498437", "XP-498437"),
        ("S. and SAM, T as in Tom, six two seven nine six", "ST-62796"),
        ("W as in William, three zero six", "W-306"),
        ("It's Piers in Paul, Beiers in Boy 7982222", "PB-7982222"),
        ("The order number is H.S. and Henry. He is in Edward, 2-1-3, 6-4.", "HE-21364"),
        ("K as in King and E as in Edward 4431775", "KE-4431775"),
        ("K as in King, and E as in Edward, double four three", "KE-443"),
        ("It’s D isn’t David, S isn’t SAM, 306", "DS-306"),
        ("I is in Ida, A as in Adam, 306", "IA-306"),
        ("my order is KE-4431775 and I live in Lincoln 68501", "KE-4431775"),
        ("I'm in Lincoln. It's K as in King, E as in Edward, 4431775", "KE-4431775"),
        ("B as in Boston and K as in Kansas, 84029", "BK-84029"),
        ("B as in banana and K as in kite, 84029", "BK-84029"),
        ("B as in Boston and K as in Kansas and T as in Texas, 84029", "BKT-84029"),
        ("B as in Boston, K as in Kansas, and 84029", "BK-84029"),
        ("B as in Boston; and then a K as in Kansas, followed by 84029", "BK-84029"),
        ("B as in Boston, uh, K as in Kansas, uh, 84029", "BK-84029"),
        ("B as in Boston plus A as in Atlanta, 84029", "BA-84029"),
        ("B as in Boston, K as in Kansas, T as in Texas, and eighty four oh two nine", "BKT-84029"),
        ("K as in King and 8 4 0 2 9", "K-84029"),
        ("K as in King, and then eight four zero two nine", "K-84029"),
        ("The order number is Elis and Lincoln. See is in Charles and 9 1 3 4 1", "LC-91341"),
    ],
)
def test_words_before_figures_are_the_letters_of_a_code(heard: str, code: str) -> None:
    assert hear("code", heard) == (code,)


@pytest.mark.parametrize(
    "words",
    ["My name is Robert, 84029", "It's Robert 84029", "This is Mary Young, 84029.", "Adam and Mary, about 40 of them",
     "I spoke with Mary and John 12345", "Mary and John and Charles 12345", "It's John and Mary 12345",
     "I like Sam 12345", "This is for Mary, 12345", "I spoke with Mary and 12345", "It's for Mary and 12345"],
)  # fmt: skip
def test_a_name_before_figures_is_no_code(words: str) -> None:
    assert hear("code", words) == ()


@pytest.mark.parametrize(
    "words",
    ["I live in Lincoln 68501", "It's in Lincoln, 68501", "I was in Lincoln 68501", "It was in Union, 68501",
     "He is in Lincoln 68501", "You are in Union 4431775", "See you in Charles 68501", "In Lincoln and Union 68501",
     "We met in Boston and Charles 4431775", "I ordered it in Union 4431775", "She was in Union, I was in Ida 6850",
     "I was in Idaho 83701", "It was a Queen 4431775", "I came as a guest 4431775"],
)  # fmt: skip
def test_a_place_or_a_thing_before_figures_is_no_code(words: str) -> None:
    assert hear("code", words) == ()


@pytest.mark.parametrize(
    "words",
    ["YES.", "WAIT.", "OKAY.", "THANKS.", "GOODBYE", "SORRY?", "YEAH", "WHAT", "HELLO THERE", "BYE.", "HMM.", "PERFECT",
     "ABSOLUTELY.", "WAIT, WHAT?", "I SEE, THANKS",
     "IT IS A BLENDER", "WAS I A MEMBER?", "I WANT A TV", "SIGN-UP", "I WAIT HERE", "WHAT? I can't hear you."],
)  # fmt: skip
def test_what_is_said_in_capitals_is_not_spelled(words: str) -> None:
    assert hear_spelling(words) is None


def test_letters_that_are_taken_back_are_no_part_of_a_name() -> None:
    assert hear("name", "It's Ann Miller, M-I-L-L-E-R, no wait, M-I-L-E-R") == ("Ann Miler",)
