"""Words as a text channel sees them: each of a kind, in runs of one kind, and beside what was heard of them."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import jiwer

from voicebench.stt.words import comparable_words
from voicebench.values.numerals import DIGIT_WORDS, MONTHS, ORDINALS, SCALES, TEENS, TENS

__all__ = ["HeardRun", "Piece", "Run", "heard_runs", "length_of", "runs_of"]

_SIGNS = frozenset({"at", "dot", "dash", "underscore", "plus"})
_UNITS = frozenset({"dollar", "dollars", "cent", "cents"})
_ANSWERS = frozenset({"yes", "yeah", "no", "nope", "sure", "right"})
_NUMBERS = frozenset({*TEENS, *TENS, *ORDINALS, *SCALES, "hundred", "oh"})
_MONTHS = frozenset(month.lower() for month in MONTHS)
_NO_NAMES = frozenset({"it's", "my", "the", "they", "it", "hello", "hi"})
_PLACES = frozenset({"Street", "Avenue", "Road", "Lane", "Court", "Drive", "Apartment", "Suite", "Unit"})
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_LENGTHS = (1, 2, 4, 8)
"""Runs up to each of these lengths go wrong alike; so do longer ones."""


@dataclass(frozen=True)
class Piece:
    """One word of what is said.

    Args:
        word: Without signs.
        start: Where it stands.
        end: Behind it.
    """

    word: str
    start: int
    end: int


@dataclass(frozen=True)
class Run:
    """Words of one kind, one after another: errors come in clusters, and a value is a run.

    Args:
        kind: ``digit`` (said alone; ``code_digit`` beside a letter), ``letter`` (spelled; ``code_letter`` beside a
            digit, ``address_letter`` beside a sign), ``number`` (in words; ``amount`` beside a unit of money,
            ``day`` beside a month), ``unit``, ``month``, ``sign`` of an e-mail address, ``answer`` (yes or no),
            ``name`` (with capitals; ``place`` in an address), ``word``.
        pieces: The words.
    """

    kind: str
    pieces: tuple[Piece, ...]


@dataclass
class HeardRun:
    """A run beside what was heard.

    Args:
        run: What was said.
        pairs: Each of its comparable words with what was heard of it, empty for nothing.
        inserted: What was heard beside that.
    """

    run: Run
    pairs: list[tuple[str, str]] = field(default_factory=list)
    inserted: list[str] = field(default_factory=list)

    @property
    def errors(self) -> tuple[int, int, int]:
        """Substitutions, deletions, insertions."""
        deletions = sum(not heard for _, heard in self.pairs)
        wrong = sum(said != heard for said, heard in self.pairs)
        return (wrong - deletions, deletions, len(self.inserted))


def length_of(count: int) -> str:
    """Return how long something of so many words is, roughly."""
    return next((f"to {most}" for most in _LENGTHS if count <= most), "longer")


def runs_of(spoken: str) -> list[Run]:
    """Return the words of a spoken form in runs of one kind, each kind as its neighbours make it."""
    found = list(_WORD.finditer(spoken))
    words = [match[0] for match in found]
    gaps = [spoken[before.end() : after.start()] for before, after in itertools.pairwise(found)]
    starts = [True, *(bool(re.search(r"[.?!]", gap)) for gap in gaps)]
    kinds = [_kind(words, starts, at) for at in range(len(found))]
    groups = itertools.groupby(zip(kinds, found, strict=True), key=lambda pair: pair[0])
    runs = [Run(kind, tuple(Piece(match[0], *match.span()) for _, match in group)) for kind, group in groups]
    return [Run(_in_place(runs, at), run.pieces) for at, run in enumerate(runs)]


def _kind(words: Sequence[str], starts: Sequence[bool], at: int) -> str:
    word = words[at].lower()
    beside = [words[near].lower() for near in (at - 1, at + 1) if 0 <= near < len(words)]
    if word in DIGIT_WORDS:
        return "number" if any(near in _NUMBERS | _UNITS | _MONTHS for near in beside) else "digit"
    if len(word) == 1 and (words[at] not in {"a", "I"} or any(len(near) == 1 for near in beside)):
        return "letter"
    if word == "oh" and not any(near in _NUMBERS for near in beside):
        return "word"
    tables = {"number": _NUMBERS, "unit": _UNITS, "sign": _SIGNS, "answer": _ANSWERS, "month": _MONTHS}
    known = next((kind for kind, table in tables.items() if word in table), None)
    return known or ("name" if _is_name(words, starts, at) else "word")


def _is_name(words: Sequence[str], starts: Sequence[bool], at: int) -> bool:
    """Whether a word is one of a name: it has a capital, and a sentence's first word has another name after it."""
    word = words[at]
    if not word[0].isupper() or word.isupper() or word.lower() in _NO_NAMES or word.startswith("I'"):
        return False
    return not starts[at] or (at + 1 < len(words) and not starts[at + 1] and _is_name(words, starts, at + 1))


def _in_place(runs: Sequence[Run], at: int) -> str:
    """Return the kind of a run among its neighbours: digits of an order code are heard otherwise than a ZIP."""
    kind, beside = runs[at].kind, {runs[near].kind for near in (at - 1, at + 1) if 0 <= near < len(runs)}
    if kind == "number":
        return "amount" if "unit" in beside else "day" if "month" in beside else kind
    if kind == "letter":
        return "code_letter" if "digit" in beside else "address_letter" if "sign" in beside else kind
    if kind == "digit":
        return "code_digit" if "letter" in beside else kind
    if kind == "name":
        return "place" if any(piece.word in _PLACES for piece in runs[at].pieces) else kind
    return kind


def heard_runs(spoken: str, heard: str) -> list[HeardRun]:
    """Return every run of a spoken form beside what was heard of it; runs without a comparable word are left out."""
    found = [HeardRun(run) for run in runs_of(spoken)]
    said = [_comparable(" ".join(piece.word for piece in one.run.pieces)) for one in found]
    owners = [one for one, words in zip(found, said, strict=True) for _ in words]
    meant, got = [word for words in said for word in words], _comparable(_with_units(heard))
    if not owners:
        return []
    if not got:
        for owner, word in zip(owners, meant, strict=True):
            owner.pairs.append((word, ""))
        return [one for one in found if one.pairs]
    for chunk in jiwer.process_words(" ".join(meant), " ".join(got)).alignments[0]:
        words = got[chunk.hyp_start_idx : chunk.hyp_end_idx]
        if chunk.type == "insert":
            owners[max(chunk.ref_start_idx - 1, 0)].inserted += words
            continue
        for number, at in enumerate(range(chunk.ref_start_idx, chunk.ref_end_idx)):
            owners[at].pairs.append((meant[at], "" if chunk.type == "delete" else words[number]))
    return [one for one in found if one.pairs]


def _comparable(text: str) -> list[str]:
    return [f"{word}s" if word in {"dollar", "cent"} else word for word in comparable_words(text, units=True)]


def _with_units(text: str) -> str:
    """Write "$47.05" as it is said, with its units."""

    def said(match: re.Match[str]) -> str:
        cents = int(match[2] or 0)
        return f"{match[1]} dollars" + (f" and {cents} cents" if cents else "")

    return re.sub(r"\$\s?([\d,]+)(?:\.(\d\d)\b)?", said, text)
