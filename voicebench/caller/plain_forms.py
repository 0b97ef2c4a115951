"""Text in the forms in which values are compared: signs left out, letters joined, addresses with their signs."""

import re

__all__ = ["LETTERS", "as_mail", "digits", "squeezed"]

LETTERS = re.compile(r"(?<![\w'\u2019])(?:[A-Za-z](?:\s*[-,.]\s*|\s+)){2,}[A-Za-z]\b")
"""Letters said one by one."""


def squeezed(text: str) -> str:
    """Return the letters and figures of a text, in small letters."""
    return re.sub(r"[^a-z0-9]", "", text.casefold())


def digits(value: object) -> str:
    """Return the figures of a value."""
    return re.sub(r"\D", "", str(value))


def as_mail(text: str) -> str:
    """Return the text with its "at" and "dot" as signs, for an address that is half written and half said."""
    return re.sub(r"\s+at\s+", "@", re.sub(r"\s+dot\s+", ".", LETTERS.sub(_as_word, text)))


def _as_word(letters: re.Match[str]) -> str:
    return re.sub(r"[^a-z]", "", letters.group().casefold())
