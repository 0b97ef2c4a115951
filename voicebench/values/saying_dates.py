"""Other ways of saying a date, for somebody who did not get it."""

from datetime import date

from voicebench.task import Json
from voicebench.values.numerals import MONTHS, cardinal, ordinal, year_words

__all__ = ["say_by_numbers", "say_day_first"]


def say_day_first(value: Json) -> str:
    """Return an ISO date as "the thirtieth of June, nineteen seventy two"."""
    day = date.fromisoformat(str(value))
    return f"the {ordinal(day.day)} of {MONTHS[day.month - 1]}, {year_words(day.year)}"


def say_by_numbers(value: Json) -> str:
    """Return an ISO date as "six, thirty, nineteen seventy two"."""
    day = date.fromisoformat(str(value))
    return f"{cardinal(day.month)}, {cardinal(day.day)}, {year_words(day.year)}"
