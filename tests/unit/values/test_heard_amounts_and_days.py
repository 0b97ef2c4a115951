"""Amounts, dates and times."""

from datetime import date

import pytest

from voicebench.values.heard import hear

TODAY = date(2026, 8, 19)


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
        ("$2 million", 2e6),
        ("$1.5 million", 1.5e6),
        ("$25K", 25e3),
        ("$1.234 million dollars", 1234e3),
        ("one million dollars", 1e6),
        ("300 thousand dollars", 3e5),
        ("twenty five hundred dollars", 2500.0),
        ("12 hundred dollars", 1200.0),
        ("It was—$5.", 5.0),
        ("$12.5", 12.5),
    ],
)
def test_money(words, value):
    assert hear("money", words) == (value,)


@pytest.mark.parametrize(
    "words",
    ["12 thousand 300 dollars", "two million five hundred thousand dollars", "minus five dollars", "-$5", "$-5",
     "negative 12.47", "minus 50 cents", "half a dollar", "a quarter of a dollar", "$12.475", "12.475 dollars",
     "€12.47", "£12.47", "12.47 euros", "$5-10", "$5 - 10", "5-10 dollars", "five to ten dollars", "5 or 6 dollars",
     "between 5 and 10 dollars", "5 dollars and a half", "$1,2", "12 dollars 475", "12 50 dollars", "$5M",
     "12.47%", "-5", "€5"],
)  # fmt: skip
def test_an_amount_is_never_a_part_of_another(words):
    assert hear("money", words) == ()


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
