"""Numbers as American English words, and the words as numbers."""

from decimal import Decimal

__all__ = [
    "DIGIT_WORDS",
    "MONTHS",
    "ORDINALS",
    "SCALES",
    "TEENS",
    "TENS",
    "UNITS",
    "cardinal",
    "decimal_words",
    "digit_words",
    "ordinal",
    "year_words",
]

DIGIT_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEEN_WORDS = (
    *("ten", "eleven", "twelve", "thirteen", "fourteen"),
    *("fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS_WORDS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ODD_ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}

UNITS = {word: value for value, word in enumerate(DIGIT_WORDS) if value}
TEENS = {word: value for value, word in enumerate(_TEEN_WORDS, 10)}
TENS = {word: value * 10 for value, word in enumerate(_TENS_WORDS, 2)} | {"fourty": 40}
SCALES = {"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def cardinal(number: int) -> str:
    """Return a whole number as words without hyphens: 399 is "three hundred ninety nine"."""
    if number < 0:
        return f"minus {cardinal(-number)}"
    for scale, size in reversed(SCALES.items()):
        if number >= size:
            rest = number % size
            return f"{cardinal(number // size)} {scale}" + (f" {cardinal(rest)}" if rest else "")
    if number >= 100:
        rest = number % 100
        return f"{DIGIT_WORDS[number // 100]} hundred" + (f" {cardinal(rest)}" if rest else "")
    return _below_hundred(number)


def _below_hundred(number: int) -> str:
    if number < 10:
        return DIGIT_WORDS[number]
    if number < 20:
        return _TEEN_WORDS[number - 10]
    rest = number % 10
    return _TENS_WORDS[number // 10 - 2] + (f" {DIGIT_WORDS[rest]}" if rest else "")


def ordinal(number: int) -> str:
    """Return the rank as words: 24 is "twenty fourth"."""
    head, _, last = cardinal(number).rpartition(" ")
    regular = f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th"
    return f"{head} {_ODD_ORDINALS.get(last, regular)}".strip()


ORDINALS = {ordinal(n): n for n in (*range(1, 20), *range(20, 100, 10))}
"""The ranks of one word. The others are a ten and one of these."""


def digit_words(digits: str) -> str:
    """Return each digit as a word: "0133" is "zero one three three"."""
    return " ".join(DIGIT_WORDS[int(digit)] for digit in digits)


def decimal_words(written: str) -> str:
    """Return a plain decimal numeral as words: "3.50" is "three point five zero"."""
    whole, _, fraction = written.partition(".")
    sign, whole = ("minus ", whole[1:]) if whole.startswith("-") else ("", whole)
    tail = f" point {digit_words(fraction)}" if fraction else ""
    return f"{sign}{cardinal(int(Decimal(whole or '0')))}{tail}"


def year_words(year: int) -> str:
    """Return a year as it is read: 1972 "nineteen seventy two", 2005 "two thousand five"."""
    century, rest = divmod(year, 100)
    if not 1000 <= year <= 9999 or (century % 10 == 0 and rest < 10):
        return cardinal(year)
    if rest == 0:
        return f"{cardinal(century)} hundred"
    return f"{cardinal(century)} {'oh ' if rest < 10 else ''}{cardinal(rest)}"
