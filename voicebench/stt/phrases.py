"""Whether words were heard as they were said: next to each other, and the numbers at their ends whole."""

import re
from collections.abc import Sequence

from voicebench.stt.words import comparable_words
from voicebench.values.numerals import DIGIT_WORDS, TEENS, TENS

__all__ = ["holds_text", "parted", "places"]

_STOP = re.compile(rf"(?<=[,.;:?!])\s+(?=\d|(?:{'|'.join((*TENS, *TEENS, *DIGIT_WORDS))})\b)", re.IGNORECASE)


def holds_text(heard: str, text: str) -> bool | None:
    """Return whether ``heard`` holds the words of ``text`` together, in order; None where it has no word.

    "27" does not hold "7", nor does "7.5"; "2, 7" does.
    """
    if not comparable_words(text):
        return None
    return any(_holds(words(heard), words(text)) for words in (comparable_words, parted))


def parted(text: str) -> list[str]:
    """Return the comparable words of ``text``, with "" where a stop parts two numbers: "555 1234, 12 Elm Street"."""
    words: list[str] = []
    for piece in _STOP.split(text):
        more = comparable_words(piece)
        words += ["", *more] if words and more and words[-1].isdigit() and more[0].isdigit() else more
    return words


def places(words: Sequence[str], wanted: Sequence[str]) -> list[int]:
    """Return where ``wanted`` begins in ``words``, as often as it does."""
    return [at for at in range(len(words)) if words[at : at + len(wanted)] == wanted]


def _holds(words: list[str], wanted: list[str]) -> bool:
    return any(_whole(words, at, at + len(wanted)) for at in places(words, wanted))


def _whole(words: list[str], start: int, end: int) -> bool:
    """Whether no number goes on over either end; a point and a minus belong to one."""
    before, after = words[max(start - 2, 0) : start], words[end : end + 2]
    more_before = before[-1:] == ["minus"] or _goes_on(before[::-1])
    return not (words[start].isdigit() and more_before) and not (words[end - 1].isdigit() and _goes_on(after))


def _goes_on(outwards: list[str]) -> bool:
    return "".join(outwards[:1]).isdigit() or (outwards[:1] == ["point"] and "".join(outwards[1:]).isdigit())
