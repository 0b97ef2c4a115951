"""Number words as digits: "three hundred ninety nine" is 399, and "nineteen eighty six" is 19 86."""

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["digits_for_words"]


def _values(names: str, first: int, step: int) -> dict[str, int]:
    """Return the value of each word; the cardinal and the ordinal of a value are joined by a stroke."""
    rows = enumerate(names.split())
    return {word: first + step * at for at, row in rows for word in row.split("/")}


_UNITS = _values(
    "zero one/first two/second three/third four/fourth five/fifth six/sixth seven/seventh eight/eighth nine/ninth", 0, 1
)
_TEENS = _values(
    "ten/tenth eleven/eleventh twelve/twelfth thirteen/thirteenth fourteen/fourteenth fifteen/fifteenth "
    "sixteen/sixteenth seventeen/seventeenth eighteen/eighteenth nineteen/nineteenth",
    10,
    1,
)
_TENS = _values(
    "twenty/twentieth thirty/thirtieth forty/fortieth fifty/fiftieth sixty/sixtieth seventy/seventieth "
    "eighty/eightieth ninety/ninetieth",
    20,
    10,
)
_SCALES = (("million", 1_000_000), ("thousand", 1_000))


@dataclass(frozen=True)
class _Number:
    value: int
    used: int
    """How many words it took; 0 where there was no number."""


_NONE = _Number(0, 0)


def digits_for_words(words: Sequence[str]) -> list[str]:
    """Return ``words``, lower case, with every number among them as digits."""
    out: list[str] = []
    at = 0
    while at < len(words):
        number = _cardinal(words[at:])
        out.append(str(number.value) if number.used else words[at])
        at += max(number.used, 1)
    return out


def _cardinal(words: Sequence[str]) -> _Number:
    total, used = 0, 0
    for name, scale in _SCALES:
        part = _below_thousand(words[used:])
        if part.used and words[used + part.used : used + part.used + 1] == [name]:
            total += part.value * scale
            used += part.used + 1
            used += _link(words[used:])
    rest = _below_thousand(words[used:])
    return _Number(total + rest.value, used + rest.used)


def _below_thousand(words: Sequence[str]) -> _Number:
    head = _below_hundred(words)
    if not head.used or head.value == 0 or list(words[head.used : head.used + 1]) != ["hundred"]:
        return head
    used = head.used + 1
    used += _link(words[used:])
    tail = _below_hundred(words[used:])
    return _Number(head.value * 100 + tail.value, used + tail.used)


def _link(words: Sequence[str]) -> int:
    """Return 1 where an "and" joins a number to its end ("nine hundred and ninety"), else 0."""
    return int(len(words) > 1 and words[0] == "and" and _below_hundred(words[1:]).used > 0)


def _below_hundred(words: Sequence[str]) -> _Number:
    first, second = (*words[:2], "", "")[:2]
    if first in _TENS:
        unit = _UNITS.get(second, 0) if first.endswith("y") else 0
        return _Number(_TENS[first] + unit, 1 + (unit > 0))
    value = _TEENS.get(first, _UNITS.get(first))
    return _NONE if value is None else _Number(value, 1)
