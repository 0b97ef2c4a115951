"""Days that count from the firm's clock."""

from datetime import date

import pytest

from voicebench.values.heard import hear

WEDNESDAY = date(2026, 8, 19)


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("This Friday, please.", "2026-08-21"),
        ("friday", "2026-08-21"),
        ("next Friday", "2026-08-28"),
        ("Wednesday", "2026-08-26"),
        ("tomorrow", "2026-08-20"),
        ("today", "2026-08-19"),
        ("Friday, August 28th", "2026-08-28"),
        ("the 28th of August, a Friday", "2026-08-28"),
    ],
)
def test_a_day_by_its_weekday(words: str, day: str) -> None:
    assert hear("date", words, near=WEDNESDAY) == (day,)


def test_without_a_clock_a_weekday_is_no_date() -> None:
    assert hear("date", "This Friday, please.") == ()


def test_a_weekday_with_a_time() -> None:
    assert hear("datetime", "Friday at nine in the morning", near=WEDNESDAY) == ("2026-08-21T09:00",)


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("My number is to 0, 8, 5, 5, 5, 0, 1, 7, 7.", "208-555-0177"),
        ("It's for 1 5 5 5 5 0 1 3 3", "415-555-0133"),
    ],
)
def test_a_number_that_is_one_short_begins_with_the_word_before_it(words: str, number: str) -> None:
    assert hear("phone", words) == (number,)
