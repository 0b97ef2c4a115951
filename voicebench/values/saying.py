"""Values as words, each by its kind.

Commas make the pauses that keep letters and digits apart for a recogniser.
"""

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, time
from decimal import Decimal

from voicebench.task import Json
from voicebench.values.numerals import MONTHS, cardinal, decimal_words, digit_words, ordinal, year_words

__all__ = ["in_threes", "one_by_one", "say_in_groups", "say_time", "say_value", "spell"]

_LOCAL_PART_SIGNS = {".": "dot", "_": "underscore", "-": "dash", "+": "plus"}


def say_value(kind: str, value: Json) -> str:
    """Return the words that say ``value``, as a person gives it over the telephone.

    Args:
        kind: A kind of ``voicebench.values.kinds``, or ``list[KIND]``.
        value: The value in its canonical form or as a person would write it.
    """
    if kind.startswith("list[") and kind.endswith("]"):
        items = [say_value(kind[5:-1], item) for item in value]
        return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
    sayer = _SAYERS.get(kind)
    return sayer(value) if sayer else str(value)


def say_in_groups(kind: str, value: Json) -> str:
    """Return the other way in which people give a number: "five four one, five five five, zero one three three".

    A person who was not understood says it differently; other kinds are said as ever.
    """
    digits = re.sub(r"\D", "", str(value))
    if kind == "phone" and len(digits) in {10, 11}:
        digits = digits[-10:]
        return ", ".join(_run(part) for part in (digits[:3], digits[3:6], digits[6:]))
    return _run(digits) if kind in {"digits", "zip"} else say_value(kind, value)


def _run(digits: str) -> str:
    return " ".join(digit_words(digit) for digit in digits)


def spell(text: str) -> str:
    """Return the letters and digits of ``text`` one by one: "A, L, V, A, R, E, Z".

    A lone letter is read as a letter only before a comma or a stop.
    """
    return ", ".join(digit_words(char) if char.isdigit() else char.upper() for char in text if char.isalnum())


def one_by_one(digits: str) -> str:
    """Return each digit as a word with a pause after it: "five, five, five".

    Run together, "five five five" is heard as 55: Whisper tiny.en over G.711 got 13 of 26 numbers right in groups, and
    24 of 26 with a comma after each digit (Piper joe and hibari).
    """
    return ", ".join(digit_words(digit) for digit in digits)


def in_threes(digits: str) -> str:
    """Return digits in groups of three, the last of two to four: "eight four zero, two nine"."""
    starts = range(0, max(len(digits) - 1, 1), 3)
    ends = [*starts[1:], len(digits)]
    return ", ".join(_run(digits[start:end]) for start, end in zip(starts, ends, strict=True))


def _digits(value: Json) -> str:
    return one_by_one(re.sub(r"\D", "", str(value)))


def _phone(value: Json) -> str:
    digits = re.sub(r"\D", "", str(value))
    return one_by_one(digits[1:] if len(digits) == 11 and digits[0] == "1" else digits)


def _code(value: Json) -> str:
    text = str(value)
    if "_" in text:
        return text.replace("_", " ")
    parts = re.findall(r"[A-Za-z]+|\d+", re.sub(r"(?<=\d)[- ](?=\d)", "", text))
    return ", ".join(in_threes(part) if part.isdigit() else spell(part) for part in parts)


def _money(value: Json) -> str:
    amount = Decimal(re.sub(r"[^\d.-]", "", str(value))).quantize(Decimal("0.01"))
    dollars, cents = divmod(int(abs(amount) * 100), 100)
    parts = [f"{cardinal(dollars)} dollar{'' if dollars == 1 else 's'}"] if dollars or not cents else []
    if cents:
        parts.append(f"{cardinal(cents)} cent{'' if cents == 1 else 's'}")
    return ("minus " if amount < 0 else "") + " and ".join(parts)


def _day(day: date) -> str:
    return f"{MONTHS[day.month - 1]} {ordinal(day.day)}"


def _date(value: Json) -> str:
    day = date.fromisoformat(str(value)[:10])
    return f"{_day(day)}, {year_words(day.year)}"


def say_time(moment: time) -> str:
    """Return a time of day as words: "nine thirty AM"."""
    minute = "" if moment.minute == 0 else f" {'oh ' if moment.minute < 10 else ''}{cardinal(moment.minute)}"
    # "A M" would be read as the article and a letter.
    return f"{cardinal(moment.hour % 12 or 12)}{minute} {'AM' if moment.hour < 12 else 'PM'}"


def _datetime(value: Json) -> str:
    moment = datetime.fromisoformat(str(value))
    weekday = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")[moment.weekday()]
    return f"{weekday}, {_day(moment.date())}, at {say_time(moment.time())}"


def _email(value: Json) -> str:
    local, _, domain = str(value).lower().partition("@")
    spelled = ", ".join(_LOCAL_PART_SIGNS.get(c, digit_words(c) if c.isdigit() else c) for c in local)
    labels = (label if label.isalpha() else _domain_label(label) for label in domain.split("."))
    return f"{spelled}, at {' dot '.join(labels)}"


def _domain_label(label: str) -> str:
    parts = re.findall(r"[a-z]+|\d|-", label)
    return " ".join("dash" if part == "-" else digit_words(part) if part.isdigit() else part for part in parts)


def _number(value: Json) -> str:
    return decimal_words(format(Decimal(str(value)).normalize(), "f"))


def _yes_no(value: Json) -> str:
    return "yes" if value else "no"


_SAYERS: Mapping[str, Callable[[Json], str]] = {
    "bool": _yes_no,
    "code": _code,
    "date": _date,
    "datetime": _datetime,
    "digits": _digits,
    "email": _email,
    "money": _money,
    "number": _number,
    "phone": _phone,
    "zip": _digits,
}
