"""Values that callers give, drawn by kind."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta

import numpy as np

from voicebench.task import Json

__all__ = ["DRAWERS", "draw_value"]

_Dice = np.random.Generator

_FIRST = (
    *("Maria", "James", "Priya", "Dmitri", "Siobhan", "Wei", "Fatima", "Carlos", "Ingrid", "Kwame", "Aisha", "Tomas"),
    *("Linda", "Robert", "Patricia", "Michael", "Jennifer", "Daniel", "Rosalind", "Hiroshi", "Elena", "Omar", "Grace"),
    *("Nadia", "Victor", "Hannah", "Samuel", "Yolanda", "Arthur", "Beatrice", "Connor", "Delia", "Edgar", "Frances"),
)
_LAST = (
    *("Alvarez", "Nakamura", "Kowalczyk", "Okonkwo", "Johnson", "Hargreaves", "Petrov", "Lindqvist", "Baker", "Moreno"),
    *("Chaudhary", "Fitzgerald", "Whitman", "Delacroix", "Yamamoto", "Brennan", "Castillo", "Ostrowski", "Miller"),
    *("Peterson", "Nguyen", "Abernathy", "Schroeder", "Vasquez", "Holloway", "Mbeki", "Sullivan", "Thompson", "Ricci"),
    *("Gallagher", "Harrison", "Ivanova", "Jefferson", "Kessler", "Lombardi", "Martin", "Novak", "Oduya", "Quinn"),
)
_DOMAINS = ("example.com", "mail.example.org", "example.net", "post.example.com")
_STREETS = (
    *("West Maple", "Kirkwood", "Harrison", "Juniper", "Oak Hill", "Lincoln", "Wisteria", "Bridge", "Cedar", "Beacon"),
    *("Sycamore", "North Fulton", "Magnolia", "Park", "Bayview", "Prospect", "Willow Creek", "Jefferson", "Elm"),
)
_STREET_TYPES = ("Street", "Avenue", "Road", "Lane", "Court")
_UNITS = ("", "", "", ", Apartment 3B", ", Suite 210", ", Apartment 12", ", Unit 4")
_CODE_LETTERS = "BCDEFGHKLMNPRSTVWXYZ"
"""No I, O or Q, which firms leave out of order numbers; and no A or J, so that no prefix is a word."""
_NOT_A_CODE = {"PM", "TV", "BY", "MY"}


def draw_value(kind: str, dice: _Dice) -> Json:
    """Return a value of a kind of ``DRAWERS``, in its canonical form."""
    return DRAWERS[kind](dice)


def _one(dice: _Dice, options: Sequence[str]) -> str:
    return options[int(dice.integers(len(options)))]


def _digits(dice: _Dice, count: int) -> str:
    return "".join(str(digit) for digit in dice.integers(10, size=count))


def _name(dice: _Dice) -> str:
    return f"{_one(dice, _FIRST)} {_one(dice, _LAST)}"


def _spelled_name(dice: _Dice) -> str:
    return _one(dice, _LAST).upper()


def _phone(dice: _Dice) -> str:
    # North American area codes and exchanges start with 2 to 9.
    area, exchange = (f"{dice.integers(2, 10)}{_digits(dice, 2)}" for _ in range(2))
    return f"{area}-{exchange}-{_digits(dice, 4)}"


def _date(dice: _Dice) -> str:
    """A birthday, or a day of this year or the next."""
    first, days = (date(1935, 1, 1), 27_000) if dice.random() < 0.5 else (date(2025, 1, 1), 730)
    return (first + timedelta(days=int(dice.integers(days)))).isoformat()


def _money(dice: _Dice) -> float:
    """Prices: most end in 99 or in nothing."""
    dollars = int(np.exp(dice.uniform(0.7, 7.6)))
    cents = (99, 0, 50, 95, int(dice.integers(1, 100)))[int(dice.integers(5))]
    return round(dollars + cents / 100, 2)


def _order_code(dice: _Dice) -> str:
    """Two letters and up to seven digits, like the order numbers of the packs (KE-4431775)."""
    letters = ""
    while not letters or letters in _NOT_A_CODE:
        letters = "".join(_one(dice, _CODE_LETTERS) for _ in range(2))
    return f"{letters}-{_digits(dice, int(dice.integers(5, 8)))}"


def _email(dice: _Dice) -> str:
    first, last = _one(dice, _FIRST).lower(), _one(dice, _LAST).lower()
    forms = (f"{first}.{last}", f"{first[0]}.{last}", f"{first[0]}{last}", f"{first}{_digits(dice, 2)}")
    return f"{_one(dice, forms)}@{_one(dice, _DOMAINS)}"


def _address(dice: _Dice) -> str:
    number = int(np.exp(dice.uniform(2.5, 9)))
    return f"{number} {_one(dice, _STREETS)} {_one(dice, _STREET_TYPES)}{_one(dice, _UNITS)}"


DRAWERS: Mapping[str, Callable[[_Dice], Json]] = {
    "name": _name,
    "spelled_name": _spelled_name,
    "phone": _phone,
    "zip": lambda dice: _digits(dice, 5),
    "card_digits": lambda dice: _digits(dice, 4),
    "date": _date,
    "money": _money,
    "order_code": _order_code,
    "email": _email,
    "address": _address,
    "yes_no": lambda dice: bool(dice.random() < 0.5),
}
"""What draws a value, by kind of utterance: the kinds that decide calls."""
