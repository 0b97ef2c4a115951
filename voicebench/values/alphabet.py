"""The telephone alphabet: a word for each letter, for a name that was not understood letter by letter."""

from collections.abc import Mapping

from voicebench.values.numerals import digit_words

__all__ = ["ALPHABET", "spell_with_words"]

_WORDS = (
    "Adam Boy Charles David Edward Frank George Henry Ida John King Lincoln Mary Nora Ocean Paul Queen Robert Sam Tom "
    "Union Victor William X-ray Young Zebra"
)
ALPHABET: Mapping[str, str] = {word[0]: word for word in _WORDS.split()}
"""Letter -> word: the alphabet of American police radio (APCO), which callers in America use too."""


def spell_with_words(text: str) -> str:
    """Return the letters and digits of ``text`` with their words: "S as in Sam, A as in Adam, M as in Mary"."""
    return ", ".join(_sign(char.upper()) for char in text if char.isalnum())


def _sign(char: str) -> str:
    if char.isdigit():
        return digit_words(char)
    return f"{char} as in {ALPHABET[char]}" if char in ALPHABET else char
