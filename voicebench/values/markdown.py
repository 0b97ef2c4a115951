"""Prose as a model types it, without what can only be seen."""

import re
import unicodedata

__all__ = ["plain"]

_MARKUP = tuple(
    (re.compile(pattern, re.DOTALL), replacement)
    for pattern, replacement in (
        (r"```.*?(?:```|\Z)", " "),  # a block of code cannot be said
        (r"<!--.*?-->|</?[A-Za-z][^<>]*>", " "),
        (r"!\[[^\]]*\]\([^)]*\)", " "),
        (r"\[([^\]]*)\]\([^)]*\)", r"\1"),
        (r"(?m)^\s*(?:[-*_]\s*){3,}$", ""),
        (r"(?m)^\s*\|?[\s:|-]*--[\s:|-]*$", ""),  # the rule under the head of a table
        (r"(?m)^\s*(?:>\s*)+", ""),
        (r"(?m)^\s*#{1,6}\s+", ""),
        (r"(?m)^\s*[-*+•]\s+", ""),
        (r"(?m)^\s*\d{1,2}[.)]\s+(?=\D)", ""),
        (r"\*+|`+|~~|(?<!\w)_+|_+(?!\w)", ""),
        (r"(?m)\s*\|\s*$|^\s*\|\s*", ""),
        (r"\s*\|\s*", ", "),
    )
)
_SAME = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "…": ".", "‑": "-", "‐": "-", "−": "-", "–": "-", "—": " - "}
)


def plain(text: str) -> str:
    """Return ``text`` as one line without Markdown, HTML, emoji or typographic signs."""
    text = re.sub(r"[™®©]|[\d#*]\ufe0f?\u20e3", "", text.translate(_SAME))
    text = unicodedata.normalize("NFKC", text)
    for pattern, replacement in _MARKUP:
        text = pattern.sub(replacement, text)
    lines = [line.strip() for line in text.splitlines() if _says_something(line)]
    text = " ".join([line if line[-1] in ".?!,;:" else f"{line}." for line in lines[:-1]] + lines[-1:])
    return "".join(char if _is_sayable(char) else " " for char in text)


def _says_something(line: str) -> bool:
    return any(char.isalnum() for char in line)


def _is_sayable(char: str) -> bool:
    return char in "$€£°+=<>" or unicodedata.category(char)[0] not in "SCZ"
