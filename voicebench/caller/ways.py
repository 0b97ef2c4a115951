"""The ways in which a caller says one value: whoever was not understood says it otherwise the next time."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal, InvalidOperation

from voicebench.task import Json, Trait
from voicebench.values.alphabet import spell_with_words
from voicebench.values.saying import in_threes, one_by_one
from voicebench.values.saying_dates import say_by_numbers, say_day_first
from voicebench.values.spoken import say_in_groups, say_value, spell

__all__ = ["Way", "ways_of", "written"]

_WORDED_AT_MOST = 3
"""Letters of a code; more of them are said as they are."""
_LETTERED_AT_MOST = 12
"""Letters of the longest word that a caller spells who was not asked to."""


@dataclass(frozen=True)
class Way:
    """Words as they are written, and as the voice gets them."""

    text: str
    spoken: str


def ways_of(trait: Trait) -> tuple[Way, ...]:
    """Return the ways of saying a trait's value, in the order in which a caller tries them: no two alike."""
    plain = Way(written(trait.kind, trait.value), say_value(trait.kind, trait.value))
    others = _OTHERS.get(trait.kind)
    ways = (plain, *(others(trait.value) if others else ()))
    return tuple(dict.fromkeys(_code(trait.value) or (plain,) if trait.kind == "code" else ways))


def written(kind: str, value: Json) -> str:
    """Return a value as a person writes it."""
    if isinstance(value, (list, tuple)):
        return " and ".join(written(kind.removeprefix("list[").removesuffix("]"), item) for item in value)
    try:
        if kind == "date":
            return _day(date.fromisoformat(str(value)))
        if kind == "datetime":
            moment = datetime.fromisoformat(str(value))
            return f"{_day(moment.date())} at {moment:%I:%M %p}".replace(" at 0", " at ")
        if kind == "money":
            return f"${Decimal(str(value).lstrip('$').replace(',', '')):,.2f}".removesuffix(".00")
    except (ValueError, InvalidOperation):
        return str(value)
    return ("yes" if value else "no") if kind == "bool" else str(value)


def _day(day: date) -> str:
    tail = {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10, "th") if day.day not in (11, 12, 13) else "th"
    return f"{day:%B} {day.day}{tail}, {day.year}"


def _name(value: Json) -> tuple[Way, ...]:
    """A name is spelled, and then spelled with a word for each letter."""
    name, parts = str(value), str(value).split()
    hyphened = " ".join("-".join(char.upper() for char in part if char.isalnum()) for part in parts)
    worded = "; ".join(spell_with_words(part) for part in parts)
    return (
        Way(f"{name}. {hyphened}", f"{name}. {', '.join(spell(part) for part in parts)}"),
        Way(f"{name}. {worded}", f"{name}. {worded.replace('; ', ', ')}"),
    )


def _grouped(kind: str) -> Callable[[Json], tuple[Way, ...]]:
    return lambda value: (Way(written(kind, value), say_in_groups(kind, value)),)


def _date(value: Json) -> tuple[Way, ...]:
    text = written("date", value)
    return Way(text, say_day_first(value)), Way(text, say_by_numbers(value))


def _code(value: Json) -> tuple[Way, ...]:
    """A code is spelled with words at once, as people do on the telephone, and then more slowly.

    Whisper tiny.en over G.711 got 228 of 260 order codes right said so, and 172 with the letters alone (Piper joe and
    hibari): it takes "Y, R" for "Why are".
    """
    letters, digits = re.fullmatch(r"(\D*)(.*)", str(value)).groups()  # type: ignore[union-attr]
    if not digits.isdigit() or not 0 < sum(map(str.isalpha, letters)) <= _WORDED_AT_MOST:
        return ()
    worded = spell_with_words(letters)
    return tuple(Way(str(value), f"{worded}, {said}") for said in (in_threes(digits), one_by_one(digits)))


def _email(value: Json) -> tuple[Way, ...]:
    local, _, domain = str(value).partition("@")
    worded = ", dot, ".join(spell_with_words(label) for label in local.split("."))
    return (Way(str(value), f"{worded}, at {domain.replace('.', ' dot ')}"),)


def _words(value: Json) -> tuple[Way, ...]:
    """A word is spelled where it is one word and no long one: "filler. F-I-L-L-E-R"."""
    word = str(value)
    return _name(word) if word.isalpha() and len(word) <= _LETTERED_AT_MOST else ()


_OTHERS: Mapping[str, Callable[[Json], tuple[Way, ...]]] = {
    "date": _date,
    "digits": _grouped("digits"),
    "email": _email,
    "enum": _words,
    "name": _name,
    "phone": _grouped("phone"),
    "text": _words,
    "zip": _grouped("zip"),
}
