import pytest

from voicebench.stt.channel_words import heard_runs, runs_of


def kinds(spoken):
    return [(run.kind, " ".join(piece.word for piece in run.pieces)) for run in runs_of(spoken)]


def test_words_come_in_runs_of_one_kind():
    assert kinds("My number is five, four, one. It was April eleventh, twenty twenty five.") == [
        ("word", "My number is"),
        ("digit", "five four one"),
        ("word", "It was"),
        ("month", "April"),
        ("day", "eleventh twenty twenty five"),
    ]
    assert kinds("K, E, four, seven. They were one dollar and nine cents.") == [
        ("code_letter", "K E"), ("code_digit", "four seven"), ("word", "They were"), ("amount", "one"),
        ("unit", "dollar"),
        ("word", "and"), ("amount", "nine"), ("unit", "cents"),
    ]  # fmt: skip
    assert kinds("Yes, I am Maria. A, b, at example dot com.") == [
        ("answer", "Yes"), ("word", "I am"), ("name", "Maria"), ("address_letter", "A b"), ("sign", "at"),
        ("word", "example"), ("sign", "dot"), ("word", "com"),
    ]  # fmt: skip
    assert kinds("Grace Petrov, ten Oak Lane, Unit four.") == [
        ("name", "Grace Petrov"), ("number", "ten"), ("place", "Oak Lane Unit"), ("digit", "four"),
    ]  # fmt: skip
    assert kinds("") == []


@pytest.mark.parametrize(
    ("spoken", "heard", "errors"),
    [
        ("My ZIP is nine, seven, four.", "My ZIP is 974.", [(0, 0, 0)] * 2),
        ("It's nine, seven, four.", "It's 9 A 4.", [(0, 0, 0), (1, 0, 0)]),
        ("It's nine, seven, four.", "It's 9 4 4.", [(0, 0, 0), (1, 0, 0)]),
        ("It's nine, seven, four.", "9 7", [(0, 1, 0), (0, 1, 0)]),
        ("It was forty dollars and five cents.", "It was $40.05.", [(0, 0, 0)] * 6),
        ("It was forty dollars and five cents.", "It was $40 and $5.", [(0, 0, 0)] * 5 + [(1, 0, 0)]),
        ("Yes.", "Yes. Thank you.", [(0, 0, 2)]),
        ("Yes, please.", "", [(0, 1, 0), (0, 1, 0)]),
    ],
)
def test_what_was_heard_stands_beside_what_was_said(spoken, heard, errors):
    assert [run.errors for run in heard_runs(spoken, heard)] == errors
