"""Whether a street address was heard: its number whole, its unit the one that was said, and no other in its place."""

import re
from collections.abc import Callable

from voicebench.stt.phrases import parted, places
from voicebench.stt.words import comparable_words
from voicebench.values.figures import last_said

__all__ = ["holds_address"]

_UNITS = frozenset({"apartment", "floor", "lot", "number", "room", "suite", "unit"})
_STREETS = frozenset({"avenue", "boulevard", "court", "drive", "highway", "lane", "parkway", "road", "street", "way"})
_NUMBER_SIGN = ((r"(?i)\b(apartment|apt|suite|unit)\.?,? ?#\s*", r"\1 "), (r"#\s*(?=\w)", " unit "))


def holds_address(heard: str, address: str) -> bool | None:
    """Return whether ``heard`` holds the address, and no other number in its street; None without an address.

    Of an address that the speaker corrects only the correction counts. Numbers with a stop between them are one that
    was dictated, or two: the address is right if it is in either reading.
    """
    if not _words(address):
        return None
    said = last_said(heard, _names_a_place)
    return any(_holds(_words(said, reading), _words(address, reading)) for reading in (comparable_words, parted))


def _holds(said: list[str], wanted: list[str]) -> bool:
    street = next((at for at, word in enumerate(wanted) if not word.isdigit()), 0)
    number, rest = wanted[:street], wanted[street:]
    found = [(_number_before(said, at), _ends(said[at + len(rest) :], rest)) for at in places(said, rest)]
    stand = [one for one in found if one[0] is not None and (one[0] or not number)]
    return bool(stand) and all(whole and (before == number or not number) for before, whole in stand)


def _names_a_place(correction: str) -> bool:
    """Whether it is an address or a part of one: "Road", "it's Oak Street"; not "the blue house on Oak Street"."""
    words = _words(correction)
    signs = [word.isdigit() or word in _STREETS | _UNITS for word in words]
    return any(signs[:3]) or (any(map(str.isdigit, words)) and not _STREETS.isdisjoint(words))


def _words(text: str, reading: Callable[[str], list[str]] = comparable_words) -> list[str]:
    for pattern, replacement in _NUMBER_SIGN:
        text = re.sub(pattern, replacement, text)
    return reading(text)


def _number_before(words: list[str], end: int) -> list[str] | None:
    """Return the digits that end there; None where "not" or "instead of" stands before them."""
    start = end
    while start and words[start - 1].isdigit():
        start -= 1
    denied = words[start - 1 : start] in (["not"], ["isn't"]) or words[max(start - 2, 0) : start] in (
        ["instead", "of"],
        ["rather", "than"],
    )
    return None if denied else words[start:end]


def _ends(after: list[str], rest: list[str]) -> bool:
    """Whether the address ends there: no more of its last number, and no unit where it has none."""
    first, second = (*after[:2], "", "")[:2]
    if rest[-1].isdigit() and _is_sign(first):
        return False
    return bool(_UNITS & set(rest)) or first not in _UNITS or not _is_sign(second)


def _is_sign(word: str) -> bool:
    """Whether it can be part of a unit's number; "a" and "I" are words too."""
    return word.isdigit() or (len(word) == 1 and word not in {"a", "i"})
