"""What whoever waits for figures or letters takes words for that a recogniser wrote for them.

Only where nothing fits as it stands: read so from the start, "for" and "are" would put signs into a right value.
"""

import re
from collections.abc import Mapping

__all__ = ["as_alphabet", "as_figures", "as_letters"]

_FIGURES = {"to": "2", "too": "2", "for": "4"}
_LETTERS = {"are": "R", "be": "B", "see": "C", "oh": "O", "tea": "T", "you": "U", "why": "Y"}
_ALPHABET = {"atom": "Adam", "aura": "Nora", "idea": "Ida", "iida": "Ida", "notion": "Ocean", "robber": "Robert"}


def _any_of(words: Mapping[str, str]) -> str:
    return f"(?P<word>{'|'.join(words)})"


_FIGURE = re.compile(rf"\b{_any_of(_FIGURES)}\b", re.IGNORECASE)
_LETTER = re.compile(rf"\b{_any_of(_LETTERS)}(?=[,.-]* (?:[A-Z]\b|\d))", re.IGNORECASE)
_SPELLED = re.compile(rf"\b(?:as|is|was|and|has)(?: (?:in|an?|and))? {_any_of(_ALPHABET)}\b", re.IGNORECASE)


def as_figures(words: str) -> str:
    """Return the words with "to" and "for" as figures: "for 2 to 6"."""
    return _FIGURE.sub(lambda match: _FIGURES[match["word"].lower()], words)


def as_letters(words: str) -> str:
    """Return the words with those as letters that sound like one and stand before a sign: "the numbers are I 8102"."""
    return _LETTER.sub(lambda match: _LETTERS[match["word"].lower()], words)


def as_alphabet(words: str) -> str:
    """Return the words with those of the telephone alphabet that others were written for: "I was a notion"."""
    return _SPELLED.sub(lambda match: f"as in {_ALPHABET[match['word'].lower()]}", words)
