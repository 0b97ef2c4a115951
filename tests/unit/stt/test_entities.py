import pytest

from voicebench.stt.entities import heard_right, heard_value


@pytest.mark.parametrize(
    ("kind", "value", "heard"),
    [
        ("phone", "541-555-0133", "My number is (541) 555-0133."),
        ("phone", "541-555-0133", "five four one, five five five, zero one three three"),
        ("digits", "0133", "The last four are 0133."),
        ("digits", "0133", "The last four are zero one three three."),
        ("zip", "02134", "02134"),
        ("money", 399.99, "three hundred ninety nine dollars and ninety nine cents"),
        ("date", "1986-03-14", "March fourteenth, nineteen eighty six"),
        ("code", "KE-4431775", "K E four four three one seven seven five"),
        ("email", "r.novak@example.com", "r dot novak at example dot com"),
        ("name", "Maria Alvarez", "My name is Maria Alvarez."),
        ("spelling", "ALVAREZ", "A-L-V-A-R-E-Z."),
        (
            "address",
            "1420 West Maple Street, Apartment 3B",
            "It's fourteen twenty west maple street, apartment three B.",
        ),
        ("bool", False, "No, thank you."),
        ("text", "abc", "abc."),
        ("text", "The blender leaks", "I said: the blender leaks!"),
    ],
)
def test_written_and_spoken_forms_are_one_value(kind, value, heard):
    assert heard_right(kind, value, heard) is True


@pytest.mark.parametrize(
    ("kind", "value", "heard"),
    [
        ("digits", "0133", "133"),
        ("digits", "0133", "The last four are one three three."),
        ("zip", "02134", "2134"),
        ("name", "Rosa Olin", "Rosa 0lin"),
        ("spelling", "OLIN", "0-L-I-N"),
        ("code", "BO-4431", "B0-4431"),
        ("phone", "541-555-0133", "541-555-0134"),
        ("phone", "541-555-0133", "541-555-0133 or 541-555-0134"),
        ("money", 399.99, "$399.90"),
        ("money", 12.5, "twelve dollars and fifteen cents"),
        ("date", "1986-03-14", "March 14th"),
        ("address", "1420 West Maple Street", "1420 Maple Street"),
        ("text", "the blender leaks", "The blender, it leaks."),
        ("bool", True, "No."),
        ("bool", False, ""),
        ("phone", "541-555-0133", ""),
    ],
)
def test_what_differs_is_wrong(kind, value, heard):
    assert heard_right(kind, value, heard) is False


def test_without_a_value_there_is_neither_right_nor_wrong():
    assert heard_right(None, None, "I'd like to return a blender.") is None
    assert heard_right("phone", None, "541-555-0133") is None
    assert heard_right("address", "", "1420 West Maple Street") is None


def test_two_values_are_no_value():
    assert heard_value("zip", "97401 and 97402") is None
    assert heard_value("zip", "97402, no wait, 97401") == "97401"
