from datetime import date

import pytest

from voicebench.values.heard import hear, hear_spelling, hear_yes_no

TODAY = date(2026, 8, 19)


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
    "words", ["212-55-0178", "541-555-01333", "141-555-0133", "555-0133", "97401", "$5415550133", "a phone", ""]
)
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


@pytest.mark.parametrize("words", ["9740", "974011", "$97401", "KE-97401", "phone 97401"])
def test_not_a_zip(words):
    assert hear("zip", words) == ()


@pytest.mark.parametrize(
    "words",
    ["seventy seven nineteen", "77 19", "7-7-1-9", "7, 7, 1, 9.", "7719", "double seven one nine",
     "The ZIP is 97401 and the card ends in 7719.", "7719, oh, and thanks"],
)  # fmt: skip
def test_digits(words):
    assert hear("digits", words) == ("7719",)


@pytest.mark.parametrize("words", ["$7719", "45 dollars", "oh", "in 14 days"])
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


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("$399.99.", 399.99),
        ("399 dollars and 99 cents", 399.99),
        ("three hundred and ninety nine dollars ninety nine", 399.99),
        ("$399 and 99 cents", 399.99),
        ("$399 and $0.99", 399.99),
        ("one thousand two hundred forty seven dollars and fifty cents", 1247.5),
        ("$1,247.50", 1247.5),
        ("ninety nine cents", 0.99),
        ("a dollar and a cent", 1.01),
        ("a hundred bucks", 100.0),
        ("twelve hundred dollars", 1200.0),
        ("It was 399.99", 399.99),
        ("It was about 45, I think.", 45.0),
        ("$398, I mean $399.99", 399.99),
    ],
)
def test_money(words, value):
    assert hear("money", words) == (value,)


def test_money_is_not_any_number():
    assert hear("money", "I bought 2 phones") == ()
    assert hear("money", "$12.47 and $0.50 instead of $124") == (12.47, 0.5)


@pytest.mark.parametrize(
    "words",
    [
        "June thirtieth, nineteen seventy two",
        "the thirtieth of June nineteen seventy two",
        "June 30th, 1972",
        "June 30, 19 72",
        "30 June 1972",
        "June 30th, one nine seven two",
        "6-30-1972",
        "06/30/72",
        "1972-06-30",
        "six thirty nineteen seventy two",
        "6, 30, 1972",
        "June 30th, '72",
        "May 30th, 1972, no sorry, June 30th, 1972",
    ],
)
def test_date(words):
    assert hear("date", words) == ("1972-06-30",)


@pytest.mark.parametrize("words", ["March 40, 1986", "June 30th", "13/30/1972", "541-555-0133", "in June"])
def test_not_a_date(words):
    assert hear("date", words) == ()


def test_a_day_without_its_year_is_the_next_such_day():
    assert hear("date", "August 24th", near=TODAY) == ("2026-08-24",)
    assert hear("date", "January 2nd", near=TODAY) == ("2027-01-02",)
    assert hear("date", "Tuesday, August 24th", near=TODAY) == ("2027-08-24",)
    assert hear("date", "February 29th", near=TODAY) == ("2028-02-29",)
    assert hear("date", "July 30th", near=TODAY) == ("2026-07-30",)


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("Monday, August 24th at 9 a.m.", "2026-08-24T09:00"),
        ("Monday, August twenty fourth, at nine AM", "2026-08-24T09:00"),
        ("9 AM on August 24th", "2026-08-24T09:00"),
        ("August 24th, 10:30 PM", "2026-08-24T22:30"),
        ("August 24th at nine oh five in the morning", "2026-08-24T09:05"),
        ("August 24th at noon", "2026-08-24T12:00"),
        ("August 24th, 2027, 15:00", "2027-08-24T15:00"),
        ("2026-08-24T09:00", "2026-08-24T09:00"),
    ],
)
def test_datetime(words, value):
    assert hear("datetime", words, near=TODAY) == (value,)


@pytest.mark.parametrize("words", ["August 24th at nine", "at nine AM", "August 24th at 31 PM", "August 24th at 29:00"])
def test_a_time_that_may_be_two_is_not_guessed(words):
    assert hear("datetime", words, near=TODAY) == ()


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


def test_number():
    assert hear("number", "I have 12, and thirty three, and 1,500") == (12, 33, 1500)
    assert hear("number", "three point five") == (3.5,)
    assert hear("number", "minus three") == (-3,)
    assert hear("number", "the one I bought on the 5th for $3 at 3:30") == ()


def test_enum():
    says = {"email": ("e-mail", "in my inbox"), "phone_call": ("rang me", "call*")}
    assert hear("enum", "It was an e-mail, not a phone call", ("email", "phone_call"), says) == ("email",)
    assert hear("enum", "They were calling", ("email", "phone_call"), says) == ("phone_call",)
    assert hear("enum", "the new phone", ("phone", "new phone")) == ("new phone",)
    assert hear("enum", "neither", ("email",)) == ()


def test_bool():
    assert hear("bool", "Yeah.") == (True,)
    assert hear("bool", "It's still sealed.", says={"false": ("sealed",), "true": ("opened",)}) == (False,)
    assert hear("bool", "Hm.") == ()


def test_text_and_lists_and_unknown_kinds():
    assert hear("text", " a renewal ") == ("a renewal",)
    assert hear("text", " ") == ()
    assert hear("list[zip]", "97401 and 10016") == (["97401", "10016"],)
    assert hear("list[zip]", "none") == ()
    assert hear("colour", "red") == ()


@pytest.mark.parametrize(
    "words",
    ["yes", "Yeah, that's right.", "Correct.", "No problem", "No, that's correct.", "Right.", "It's okay.", "I did.",
     "Yes, go ahead.", "No, wait, yes.", "I think so", "That's it, thanks.", "Is it? Yes."],
)  # fmt: skip
def test_yes(words):
    assert hear_yes_no(words) is True


@pytest.mark.parametrize(
    "words",
    ["no", "Nope.", "No, it's 97401.", "not quite", "That's wrong.", "That’s not right.", "I don't think so.",
     "I have not.", "None of that.", "Incorrect.", "No? No? No?", "I haven't sent any.", "Sorry, no."],
)  # fmt: skip
def test_no(words):
    assert hear_yes_no(words) is False


@pytest.mark.parametrize(
    "words", ["", "Hello?", "I'm not sure.", "I don't know", "I know", "Is that right?", "Sorry, I didn't catch that."]
)
def test_neither_yes_nor_no(words):
    assert hear_yes_no(words) is None


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
