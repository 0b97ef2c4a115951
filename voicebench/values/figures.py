"""Number words in a transcript as figures, so that what was said and what a recogniser wrote read alike."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from voicebench.task import Json
from voicebench.values.numerals import DIGIT_WORDS, ORDINALS, TEENS, TENS, UNITS

__all__ = ["Found", "figures", "last_said", "settle", "tidy_signs"]


@dataclass(frozen=True)
class Found:
    """A value and where it stands in the text that was searched."""

    start: int
    end: int
    value: Json


def _any(words: object) -> str:
    return "|".join(sorted(words, key=len, reverse=True))  # type: ignore[call-overload]


_UNIT, _TEEN, _TEN = _any(UNITS), _any(TEENS), _any(TENS)
_GAP = r"(?:[ ]|-)"
_BELOW_100 = rf"(?:(?:{_TEN})(?:{_GAP}(?:{_UNIT}))?|{_TEEN}|{_UNIT})\b"
_HUNDREDS = rf"(?:(?:{_TEN}){_GAP}(?:{_UNIT})|{_UNIT}|{_TEEN}|an?)"
_BELOW_1000 = rf"(?:(?:{_HUNDREDS}{_GAP})?hundred\b(?:{_GAP}(?:and )?{_BELOW_100})?|{_BELOW_100})"
_CARDINAL = re.compile(
    rf"\b(?:(?:{_BELOW_1000}|an?){_GAP}thousand\b(?:{_GAP}(?:and )?{_BELOW_1000})?|{_BELOW_1000})", re.IGNORECASE
)
_ORDINAL = re.compile(rf"\b(?:({_TEN}){_GAP})?({_any(ORDINALS)})\b", re.IGNORECASE)
_REPEATED = re.compile(rf"\b(double|triple) (\d|{_any(DIGIT_WORDS)}|oh|o)\b", re.IGNORECASE)
_SIGNS = str.maketrans({"’": "'", "‘": "'", "–": "-", "—": "-", "‑": "-", "‐": "-", "−": "-", "\u00a0": " ", "\n": " "})

_CORRECTION = re.compile(
    r"\b(?:wait|i mean|i meant|scratch that|correction|make (?:that|it)|rather|oops|my mistake|excuse me|actually"
    r"|let me correct|sorry(?! about| for| to)"
    r"|(?:no|nope)(?=[,.\s]*(?:(?:wait|sorry|it'?s|that'?s|it is|that is|i mean|make|actually|the)\b|$)))\b",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\b(?:not|isn't|instead of|rather than)\s+(?:the |a |an |at |on |in |for )?[\"']?\$?$", re.IGNORECASE
)


def tidy_signs(text: str) -> str:
    """Return ``text`` with plain apostrophes and hyphens."""
    return text.translate(_SIGNS)


def figures(text: str) -> str:
    """Return ``text`` with its number words as figures: "June thirtieth, nineteen seventy two" is "June 30th, 19 72".

    Numbers said one after another stay apart. "Oh" stays a word: only a run of digits makes it a zero.
    """
    text = tidy_signs(text)
    text = _REPEATED.sub(lambda m: " ".join([m[2]] * {"double": 2, "triple": 3}[m[1].lower()]), text)
    text = re.sub(r"\b(?:zero|nought)\b", "0", text, flags=re.IGNORECASE)
    text = re.sub(r"\ban? (?=(?:dollar|buck|cent)\b)", "1 ", text, flags=re.IGNORECASE)
    text = re.sub(r"\b(\d{1,2}) hundred\b", r"\g<1>00", text, flags=re.IGNORECASE)
    text = _ORDINAL.sub(_rank, text)
    text = _CARDINAL.sub(lambda m: str(_value(m[0])), text)
    text = re.sub(r"\b(\d+) point (\d+(?: \d\b)*)", lambda m: f"{m[1]}.{m[2].replace(' ', '')}", text)
    return re.sub(r"(?<=\d)( ?[ap])\.? ?m\b(?:\.(?=\s[a-z]))?", r"\1m", text, flags=re.IGNORECASE)


def _rank(match: re.Match[str]) -> str:
    number = TENS[match[1].lower()] if match[1] else 0
    number += ORDINALS[match[2].lower()]
    return f"{number}{_suffix(number)}"


def _suffix(number: int) -> str:
    return "th" if number // 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _value(words: str) -> int:
    total = group = 0
    for word in re.split(r"[ -]", words.lower()):
        if word == "hundred":
            group = (group or 1) * 100
        elif word == "thousand":
            total, group = (group or 1) * 1000, 0
        else:
            group += UNITS.get(word, 0) + TEENS.get(word, 0) + TENS.get(word, 0)
    return total + group


def settle(found: list[Found], text: str) -> tuple[Json, ...]:
    """Return the values that stand, in order and each once.

    A value that the speaker takes back ("97402, no wait, 97401"; "97401, not 97402") does not.
    """
    kept: list[Found] = []
    for item in sorted(found, key=lambda one: one.start):
        if _NOT.search(text[: item.start]):
            continue
        if kept and _CORRECTION.search(text[kept[-1].end : item.start]):
            kept.pop()
        kept.append(item)
    values: list[Json] = []
    for item in kept:
        if item.value not in values:
            values.append(item.value)
    return tuple(values)


def last_said(text: str, holds: Callable[[str], bool]) -> str:
    """Return what stands after the last correction that ``holds`` something to the point; all of it without one."""
    parts = _CORRECTION.split(tidy_signs(text))
    return next((part for part in reversed(parts) if holds(part)), text)
