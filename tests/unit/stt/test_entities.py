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
        ("name", "José Núñez", "My name is Jose Nunez."),
        ("name", "Jose Nunez", "It's José Núñez."),
        ("spelling", "ALVAREZ", "A-L-V-A-R-E-Z."),
        (
            "address",
            "1420 West Maple Street, Apartment 3B",
            "It's fourteen twenty west maple street, apartment three B.",
        ),
        ("bool", False, "No, thank you."),
        ("text", "abc", "abc."),
        ("text", "The blender leaks", "I said: the blender leaks!"),
        ("text", "actually 5 would do", "actually 5 would do"),
        ("text", "no, the 2 red ones", "No, the two red ones."),
        ("text", "cancel it, no wait, 5 days", "Cancel it, no wait, five days."),
        ("text", "the blender leaks", "The blender leaks. Sorry, what was that at 12 Elm Street?"),
        ("text", "7", "It's 2, 7."),
        ("text", "on floor 7", "It is on floor 7, apartment B."),
        ("text", "part 7", "Part 7. 12 of them."),
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
        ("text", "7", "27"),
        ("text", "7", "twenty seven"),
        ("text", "2", "27"),
        ("text", "7", "7.5"),
        ("text", "7", "2.7"),
        ("text", "7", "minus seven"),
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


@pytest.mark.parametrize(
    ("value", "heard"),
    [
        ("12 Elm Road", "It's 12 Elm Rd."),
        ("12 Elm Street", "12 Elm St."),
        ("12 Elm Street, Unit 4", "12 Elm St. Unit 4"),
        ("12 Elm Street, Unit 4", "12 Elm Street #4"),
        ("12 Elm Street, Apartment 4", "12 Elm St, Apt. #4."),
        ("12 Elm Drive", "12 Elm Dr, thanks"),
        ("12 Elm Court", "12 Elm Ct."),
        ("12 Elm Lane", "12 Elm Ln"),
        ("12 Elm Boulevard", "12 Elm Blvd."),
        ("12 5th Street", "12 5th St in Eugene"),
        ("12 Elm Road", "12 Elm Road, Eugene 97401"),
        ("14 Elm Road", "12 Elm Road, no wait, 14 Elm Road"),
        ("14 Elm Road", "No, not 12 Elm Road, 14 Elm Road"),
        ("14 Elm Road", "14 Elm Road, not 12 Elm Road"),
        ("14 Elm Road", "14 Elm Road. Sorry, what was that?"),
        ("14 Elm Road", "14 Elm Road. Yes, Elm Road."),
        ("14 Elm Road", "Sorry, it's 14 Elm Road."),
        ("Unit 4", "12 Elm Road, Unit 4"),
        ("12 Elm Street", "My phone is 555 1234, 12 Elm Street"),
        ("12 Elm Street", "My phone is five five five one two three four. Twelve Elm Street"),
        ("12 Elm Street", "it's 5, 12 Elm Street"),
        ("12 Elm Street", "On the 5th of May 2024, 12 Elm Street"),
        ("12 Elm Street, 97401", "My phone is 555 1234, 12 Elm Street, 97401"),
        ("12 Elm Street, Unit 4", "12 Elm Street, Unit 4. 5 days ago."),
        ("1420 Elm Street", "1, 4, 2, 0 Elm Street"),
        ("12 Elm Street", "12 Elm Street, I mean the blue house on Oak Street"),
        ("12 Elm Street", "12 Elm Street. Actually, I need it within 5 days"),
        ("14 Elm Street", "12 Elm Street. Sorry, the right address is 14 Elm Street"),
    ],
)
def test_an_address(value, heard):
    assert heard_right("address", value, heard) is True


@pytest.mark.parametrize(
    ("value", "heard"),
    [
        ("123 Main Street", "1123 Main Street"),
        ("123 Main Street", "1 123 Main Street"),
        ("Unit 4", "Unit 42"),
        ("12 Elm Road, Unit 4", "12 Elm Road, Unit 4B"),
        ("12 Elm Road", "12 Elm Road, Unit 9"),
        ("12 Elm Road", "12 Elm Road, apartment B"),
        ("12 Elm Road", "12 Elm Road #9"),
        ("12 Elm Road", "12 Elm Road, no wait, 14 Elm Road"),
        ("12 Elm Road", "No, not 12 Elm Road, 14 Elm Road"),
        ("12 Elm Road", "It isn't 12 Elm Road"),
        ("12 Elm Road", "14 Elm Road instead of 12 Elm Road"),
        ("12 Elm Road", "12 Elm Road or 14 Elm Road"),
        ("12 Elm Street", "12 Elm Street, I mean Road"),
        ("12 Elm Street", "12 Elm Street, I mean it's Oak Street"),
        ("12 Elm Street", "12 Elm Street, no wait, 14"),
        ("12 Elm Street", "12 Elm Street. Sorry, the right address is 14 Elm Street"),
        ("15 Elm Street", "50 15 Elm Street"),
        ("23 Elm Street", "1 23 Elm Street"),
        ("12 Elm Street", "12 Elm Saint"),
        ("12 Elm Drive", "12 Elm Doctor"),
        ("12 Elm Road", ""),
    ],
)
def test_another_address(value, heard):
    assert heard_right("address", value, heard) is False
