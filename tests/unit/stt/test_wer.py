import pytest

from voicebench.stt.wer import WordErrors, score
from voicebench.stt.words import comparable_words


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("five four one, five five five, zero one three three", "541-555-0133"),
        ("five four one, five five five, zero one three three", "(541) 555-0133"),
        ("double five, five oh three", "55, 503"),
        ("three hundred ninety nine dollars and ninety nine cents", "$399.99"),
        ("one thousand two hundred forty seven dollars and fifty cents", "$1,247.50"),
        ("nine hundred and ninety", "990"),
        ("one million two hundred thousand", "1,200,000"),
        ("March fourteenth, nineteen eighty six", "March 14th, 1986"),
        ("October twenty first, twenty twenty five", "2025-10-21"),
        ("October twenty first, two thousand twenty five", "10/21/2025"),
        ("ten fifteen", "10:15"),
        ("at three p m", "at 3 p.m."),
        ("at three p m", "at 3pm"),
        ("at three p m", "at 3 PM"),
        ("K, E, four four three one", "KE-4431"),
        ("R, O, S, A, L, I, N, D", "R-O-S-A-L-I-N-D"),
        ("R, O, S, A, L, I, N, D", "ROSAL-IND."),
        ("t dot okonkwo at mail dot example dot org", "t.okonkwo@mail.example.org"),
        ("fourteen twenty West Maple Street, apartment three B", "1420 West Maple Street, Apt. 3B."),
        ("Member I D, W, three zero", "Member ID W30"),
        ("Um, yes, okay.", "Yes. OK"),
        ("Doctor Elm lives at 12 Elm Drive", "Dr. Elm lives at 12 Elm Dr."),
        ("twelve dollars and forty seven cents", "$12.47"),
        ("twelve dollars forty seven cents", "12.47 dollars"),
        ("twelve dollars and five cents", "$12.05"),
        ("twelve dollars forty seven", "$12.47"),
        ("five dollars", "$5.00"),
        ("ninety nine cents", "$0.99"),
        ("three point five", "3.5"),
        ("minus five dollars", "-$5"),
        ("I said minus five", "I said -5"),
        ("oh one", "01"),
        ("Oh one, two", "0 1 2"),
        ("four one two oh", "4120."),
        ("Oh 1 2, thanks", "012, thanks"),
        ("4 1 2 oh", "4120"),
        ("Oh, one more thing", "Oh one more thing"),
        ("five four one, five five five", "541 -555"),
        ("José’s café", "Jose's cafe"),
    ],
)
def test_spoken_and_written_forms_are_the_same_words(spoken: str, written: str) -> None:
    assert comparable_words(spoken) == comparable_words(written)


@pytest.mark.parametrize(
    ("meant", "heard"),
    [("0133", "133"), ("twenty five", "52"), ("O", "zero"), ("No.", "Know."), ("$399.99", "$399.90"), ("M", "N"),
     ("twelve dollars and forty seven cents", "$1247"), ("$1.5", "$15"), ("3.5", "35"), ("five dollars", "five cents"),
     ("-5", "5"), ("-$5", "$5"), ("$14.20", "$1420")],
)  # fmt: skip
def test_what_differs_stays_different(meant: str, heard: str) -> None:
    assert comparable_words(meant) != comparable_words(heard)


def test_every_kind_of_error_is_counted() -> None:
    assert score("I want a refund", "I want a reef under") == WordErrors(1, 1, 0, 4)
    assert score("I want a refund", "want a refund") == WordErrors(0, 0, 1, 4)
    assert score("Yes, please.", "yes please").rate == 0.0


def test_nothing_heard_is_all_deleted_and_nothing_said_has_no_rate() -> None:
    assert score("Yes, please.", "").rate == 1.0
    assert score("", "thank you") == WordErrors(insertions=2)
    assert score("", "thank you").rate is None


def test_errors_of_many_utterances_add_up() -> None:
    both = score("No.", "Know.") + score("I want a refund", "I want a refund")
    assert both == WordErrors(substitutions=1, reference_words=5)
    assert both.rate == 0.2
