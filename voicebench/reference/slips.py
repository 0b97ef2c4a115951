"""What whoever waits for figures or letters takes words for that a recogniser wrote for them.

Figures and codes are read so only where nothing fits as it stands: from the start, "for" and "are" would put signs into
a right value. A name that is spelled with words is read by them at once, since a word is heard better than a letter.
"""

import re
from collections.abc import Mapping

from voicebench.values.alphabet import ALPHABET

__all__ = ["as_alphabet", "as_figures", "as_letters", "spelled_with_words"]

_FIGURES = {"to": "2", "too": "2", "for": "4"}
_LETTERS = {"are": "R", "be": "B", "see": "C", "oh": "O", "tea": "T", "you": "U", "why": "Y"}
_SLIPS = {"atom": "A", "aura": "N", "idea": "I", "iida": "I", "notion": "O", "robber": "R", "x ray": "X", "xray": "X"}
_ALPHABET = {word.casefold(): letter for letter, word in ALPHABET.items()} | _SLIPS


def _any_of(words: Mapping[str, str]) -> str:
    return f"(?P<word>{'|'.join(words)})"


_FIGURE = re.compile(rf"\b{_any_of(_FIGURES)}\b", re.IGNORECASE)
_LETTER = re.compile(rf"\b{_any_of(_LETTERS)}(?=[,.-]* (?:[A-Z]\b|\d))", re.IGNORECASE)
_SPELLED = re.compile(
    rf"(?:\b[A-Za-z]{{1,5}}[.,]? )?\b(?:(?:as|is|was|has) (?:in|an?|and)|isn'?t?) {_any_of(_ALPHABET)}\b", re.IGNORECASE
)
_WORD = re.compile(rf"(?<!\bis )(?<!\bname )(?<!'s )\b{_any_of(_ALPHABET)}\b", re.IGNORECASE)
_FEWEST = 3


def as_figures(words: str) -> str:
    """Return the words with "to" and "for" as figures: "for 2 to 6"."""
    return _FIGURE.sub(lambda match: _FIGURES[match["word"].lower()], words)


def as_letters(words: str) -> str:
    """Return the words with those as letters that sound like one and stand before a sign: "the numbers are I 8102"."""
    return _LETTER.sub(lambda match: _LETTERS[match["word"].lower()], words)


def as_alphabet(words: str) -> str:
    """Return the words with letters for those of the telephone alphabet and what is near them: "D isn't David"."""
    return _SPELLED.sub(lambda match: _ALPHABET[match["word"].lower()], words)


def spelled_with_words(words: str) -> str | None:
    """Return what at least three words of the telephone alphabet spell, whatever was written between them, or None.

    "Jay and John. I was an ocean, I was an atom, he was in Queen" is "JOAQ". A name of the alphabet that is said as a
    name ("My name is Robert") spells nothing.
    """
    letters = [_ALPHABET[match["word"].lower()] for match in _WORD.finditer(words)]
    return "".join(letters) if len(letters) >= _FEWEST else None
