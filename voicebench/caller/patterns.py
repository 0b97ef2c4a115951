"""Matching words, without regard to case, punctuation or contractions.

Two small languages. A *phrase pattern* is what task files hold (``voicebench.task.CallerSpec``): words in order, with
anything between. A *phrase* is what the caller's own tables hold: words side by side, where ``a|b`` is a choice,
``[a|b]`` may be left out, ``word*`` takes any ending, and ``_`` stands for up to three words of any kind.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["Span", "find", "finds", "has", "matches", "prepare", "sentences", "table", "words"]

_CONTRACTIONS = (
    (r"\b(can)'t\b", r"can not"),
    (r"\bcannot\b", "can not"),
    (r"\bwon't\b", "will not"),
    (r"\blet's\b", "let us"),
    (r"n't\b", " not"),
    (r"\b(what|who|where|when|how|that|this|it|there|here|he|she|which)'s\b", r"\1 is"),
    (r"'ll\b", " will"),
    (r"'re\b", " are"),
    (r"'ve\b", " have"),
    (r"\b(how|where|who|why|when)'d (?=they|it|you|he|she|the|that|this)", r"\1 did "),
    (r"'d\b", " would"),
    (r"'m\b", " am"),
    (r"'s?\b", ""),
)
_PHRASES: set[str] = set()
"""Of all tables."""
_WORD = re.compile(r"[a-z0-9]+|\*")
_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+|\n+")
_ABBREVIATION = re.compile(
    r"(?:\b(?:dr|mr|mrs|ms|st|ave|no|vs|approx|inc|e\.g|i\.e|[ap]\.m|u\.s)|\b[a-z])\.$", re.IGNORECASE
)


@dataclass(frozen=True, order=True)
class Span:
    """Where a phrase stands in text made plain by ``words``: characters ``start`` to ``end``."""

    start: int
    end: int


@lru_cache(maxsize=4096)
def words(text: str) -> str:
    """Return the text as lower-case words with single spaces: contractions written out, no accents, no punctuation."""
    plain = unicodedata.normalize("NFKD", text.casefold()).replace("\u2019", "'").replace("\u2018", "'")
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    for contraction, full in _CONTRACTIONS:
        plain = re.sub(contraction, full, plain)
    return " ".join(_WORD.findall(plain))


def sentences(text: str) -> tuple[str, ...]:
    """Split an utterance where its sentences end."""
    found: list[str] = []
    start = 0
    for end in _END.finditer(text):
        piece = text[start : end.start()]
        rest = text[end.end() :]
        if _ABBREVIATION.search(piece) and not rest[:1].isupper():
            continue
        if _ABBREVIATION.search(piece) and not re.search(r"[ap]\.m\.$", piece, re.IGNORECASE):
            continue
        found.append(piece)
        start = end.end()
    return tuple(piece.strip() for piece in (*found, text[start:]) if words(piece))


def matches(pattern: str, sentence: str) -> bool:
    """Say whether the words of a phrase pattern all stand in the sentence, in this order.

    Args:
        pattern: As described in ``voicebench.task.CallerSpec``; ``*`` at the end of a word stands for any ending.
        sentence: As it was said.
    """
    return _in_order(pattern).search(words(sentence)) is not None


def table(text: str) -> tuple[str, ...]:
    """Return the phrases of a table: set off by semicolons, laid out as it suits the page."""
    phrases = tuple(re.sub(r"\s*\|\s*", "|", " ".join(phrase.split())) for phrase in text.split(";"))
    _PHRASES.update(phrases)
    return phrases


def prepare(phrases: Iterable[str], patterns: Iterable[str]) -> None:
    """Compile the phrases of all tables, and a task's own phrases and phrase patterns, where they are not compiled yet.

    To be done before a call: each is compiled when it is first looked for, and a caller's first long sentence would
    hold up its telephone line by more than 100 ms.
    """
    for phrase in (*_PHRASES, *phrases):
        _side_by_side(phrase)
    for pattern in patterns:
        _in_order(pattern)


def find(phrase: str, plain: str) -> Iterator[Span]:
    """Yield where a phrase stands in text that ``words`` has made plain."""
    for match in _side_by_side(phrase).finditer(plain):
        yield Span(*match.span())


def has(phrases: Iterable[str], plain: str) -> bool:
    """Say whether any of the phrases stands in text that ``words`` has made plain."""
    return any(_side_by_side(phrase).search(plain) for phrase in phrases)


def finds(phrases: Iterable[str], plain: str) -> list[Span]:
    """Return where the phrases stand in plain text, in order."""
    return sorted(span for phrase in phrases for span in find(phrase, plain))


@lru_cache(maxsize=4096)
def _in_order(pattern: str) -> re.Pattern[str]:
    parts = words(pattern).replace(" *", "*").split()
    loose = re.search(r"(?:^|\s)\*", pattern)
    if loose:  # a star that stands alone says what is so anyway: anything may lie between
        parts = [part for piece in pattern.split("*") for part in words(piece).split()]
    return re.compile(r"\b.*?\b".join(_word(part) for part in parts) or r"(?!)")


def _word(part: str) -> str:
    return rf"\b{part[:-1]}\w*" if part.endswith("*") else rf"\b{part}\b"


@lru_cache(maxsize=4096)
def _side_by_side(phrase: str) -> re.Pattern[str]:
    """Compile a phrase; every word carries the space after it, so that it can be left out whole."""
    compiled = ""
    for part in phrase.split():
        if part == "_":
            compiled += r"(?:\w+ ){0,3}"
            continue
        optional = part.startswith("[")
        choices = "|".join(choice.replace("*", r"\w*").replace("+", " ") for choice in part.strip("[]").split("|"))
        compiled += rf"(?:(?:{choices})(?: |$))" + ("?" if optional else "")
    return re.compile(rf"\b{compiled}")
