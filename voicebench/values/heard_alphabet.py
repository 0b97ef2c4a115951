"""Letters that are spelled with words in a transcript: "M as in Mary", in whatever way a recogniser wrote it."""

import re

from voicebench.values.alphabet import ALPHABET
from voicebench.values.numerals import DIGIT_WORDS

__all__ = ["letters_before_figures", "letters_for_words"]

_WORDS = {word.casefold(): letter for letter, word in ALPHABET.items()}
_ONE = re.compile(
    r"\b(?:(?P<long>[A-Za-z]{1,5})[.,]?\s+(?:as|was) (?:in|an?|and)|"
    r"(?P<short>[A-Za-z])[.,]?\s+(?:is (?:in|an?|and)|like(?: in)?|(?:is )?for|4))"
    r"\s+(?P<word>[A-Za-z][A-Za-z'-]*)",
    re.IGNORECASE,
)
"""One letter with its word, wherever it stands."""
_SURE = 3
"""With so many of them, or words of the alphabet, the whole utterance is spelled so, however the rest was written."""
_PHRASE = re.compile(
    r"(?:\b(?P<letter>[A-Za-z][A-Za-z']*) )?"
    r"\b(?:(?:as|is|was|isn't) )?(?:\b\w*(?<![a-z])(?:in|an?|and|for|like)|isn't|(?<=\b[A-Za-z] )(?:is|as))"
    r" (?P<word>[A-Za-z][A-Za-z'-]+)",
    re.IGNORECASE,
)
"""What is made of "L as in Lincoln" by itself: "Elas and Lincoln", "H.S. and Henry", "as in Adam"."""
_GLUED = re.compile(r"[A-Za-z]+in[g]? (?P<word>[A-Za-z][A-Za-z'-]+)", re.IGNORECASE)
"""And in one word: "Elisin Lincoln", "Wising Young"."""
_LEAD = re.compile(r"(?P<lead>.*\bname(?: is)?,? )?(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
_DOTTED = re.compile(r"\b([A-Za-z])\.(?:[A-Za-z]\.)+")
_X_RAY = re.compile(r"\bx[ -]?ray\b", re.IGNORECASE)
"""The one word of the alphabet that is also written as two."""
_BREAK = re.compile(r"(\s*[,.;?!]+\s*)")

_UNIT = (
    r"(?:\b[A-Za-z']{1,5}[.,]?\s+)?(?:\b[A-Za-z]{1,3}\s+)?\b(?:in|an?|and|the|isn'?t?|[A-Za-z]{2,}[iouy]n)\s+"
    rf"(?P<word>{'|'.join(_WORDS)})\b[,.;?!]*\s*"
)
_BEFORE_FIGURES = re.compile(
    rf"(?:{_UNIT.replace('?P<word>', '?:')})+(?=\d|(?:{'|'.join(DIGIT_WORDS)})\b)", re.IGNORECASE
)
"""The letters of a code: "Elis and Lincoln. See is in Charles 9 1 3 4 1"."""


def letters_before_figures(text: str) -> str:
    """Return ``text`` with words of the telephone alphabet before figures as letters, whatever was written between.

    Two words are too few to take an utterance for spelled, but where a code is asked for they are its letters.
    """
    return _BEFORE_FIGURES.sub(lambda match: re.sub(_UNIT, _letter_and_comma, match[0], flags=re.IGNORECASE), text)


def _letter_and_comma(match: re.Match[str]) -> str:
    return f"{_WORDS[match['word'].casefold()]}, "


def letters_for_words(text: str) -> str:
    """Return ``text`` with each letter that is spelled with a word as that letter.

    A word is heard better than a letter: what "M as in Mary" says is the word's own letter, whatever was written, if it
    is a word of the telephone alphabet; of another word a lone letter beside it counts.
    """
    text = _X_RAY.sub("X-ray", text)
    plain = _DOTTED.sub(r"\1s", text)
    if max(len(_ONE.findall(plain)), sum(word in _WORDS for word in re.findall(r"[a-z-]+", plain.casefold()))) < _SURE:
        return _ONE.sub(_letter, text)
    pieces = _BREAK.split(plain)
    return "".join(_read(piece) if number % 2 == 0 else piece for number, piece in enumerate(pieces))


def _read(piece: str) -> str:
    """Read what stands between two stops; what is no letter stays as it is."""
    parts = _LEAD.fullmatch(piece)
    lead, rest = (parts["lead"] or "", parts["rest"]) if parts else ("", piece)
    found = [_letter(match) for match in _PHRASE.finditer(rest)] or [
        _letter(match) for match in (_GLUED.fullmatch(rest),) if match
    ]
    if not found and (letter := _by_its_end(rest, after_name=lead.casefold().startswith(("first", "last")))):
        found = [letter]
    return lead + ", ".join(found) if found else piece


def _by_its_end(rest: str, *, after_name: bool) -> str | None:
    """Return the letter of a single word that ends in one of the alphabet: "Nizanora"; and of "First name is David"."""
    word = rest.casefold()
    if " " in word or (not after_name and word in _WORDS):
        return None
    return next((letter for end, letter in _WORDS.items() if len(end) > 2 and word.endswith(end)), None)


def _letter(match: re.Match[str]) -> str:
    groups = match.groupdict()
    word = groups["word"]
    beside = groups.get("letter") or groups.get("short") or groups.get("long") or ""
    known = _WORDS.get(word.casefold())
    return (known or (beside if len(beside) == 1 else word[0])).upper()
