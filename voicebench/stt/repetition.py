"""Loops: a recogniser that missed the end of an utterance says its last words over and over."""

import re
from dataclasses import dataclass

__all__ = ["Cut", "cut_loop"]

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_MAX_PHRASE_WORDS = 12
_MIN_TIMES = 3
_MIN_TIMES_OF_DIGITS = 9
"""Digits and letters do stand in rows, as in "000-0000"; nothing that a caller dictates has nine alike."""
_NUMBER_DIGITS, _LONG_NUMBER_DIGITS = 3, 7
"""From so many on a group of digits is a number, which nobody dictates three times over without a word between; and
from so many on not even twice, and if somebody did, once says the same."""
_DIGIT_WORDS = frozenset({"oh", "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"})


@dataclass(frozen=True)
class Cut:
    """A transcript without its loop.

    Args:
        text: What is left.
        looped: Whether there was a loop.
    """

    text: str
    looped: bool


def cut_loop(text: str, *, stopped: bool = False) -> Cut:
    """Return ``text`` with a loop at its end said once.

    Loops run to the end, where the decoder was stopped, maybe in the middle of the phrase. Words said twice are left
    alone: people do repeat themselves.

    Args:
        text: A transcript.
        stopped: The decoder was stopped for its length, which nothing but a loop has: a short row of digits is one too.
    """
    spans = [match.span() for match in _WORD.finditer(text)]
    words = [text[start:end].casefold() for start, end in spans]
    for size in range(1, min(_MAX_PHRASE_WORDS, len(words) // 2) + 1):
        first = _loop_start(words, size)
        phrase = words[first : first + size]
        if (len(words) - first) // size >= _times_needed(phrase, stopped=stopped):
            end = spans[first + size - 1][1]
            closing = re.match(r"[.?!]?", text[end:])
            return Cut(text[:end] + (closing[0] if closing else ""), looped=True)
    return Cut(text, looped=False)


def _loop_start(words: list[str], size: int) -> int:
    """Return where the run of equal phrases of ``size`` words that ends the text begins; its last word may be cut."""
    first = len(words) - size
    if first > 0 and words[first - 1].startswith(words[-1]):
        first -= 1
        while first > 0 and words[first - 1] == words[first - 1 + size]:
            first -= 1
    return first


def _times_needed(phrase: list[str], *, stopped: bool) -> int:
    if not all(len(word) == 1 or word.isdigit() or word in _DIGIT_WORDS for word in phrase):
        return _MIN_TIMES
    digits = sum(len(word) if word.isdigit() else 1 for word in phrase)
    if len(set(phrase)) > 1 and digits >= _LONG_NUMBER_DIGITS:
        return 2
    return _MIN_TIMES if stopped or (len(set(phrase)) > 1 and digits >= _NUMBER_DIGITS) else _MIN_TIMES_OF_DIGITS
