"""Long sentences in several breaths, so that what one takes in memory stays small."""

import re
from collections.abc import Iterator

__all__ = ["in_breaths"]

_SENTENCE = re.compile(r"(?<=[.?!])\s+")
_PAUSE = re.compile(r"(?<=,)\s+")


def in_breaths(text: str, longest: int) -> tuple[str, ...]:
    """Cut a text, at commas, where a sentence is too long; one without such a sentence stays whole.

    Args:
        text: In spoken form.
        longest: Signs in one breath; what has no comma may be longer.
    """
    sentences = _SENTENCE.split(text)
    if max(map(len, sentences)) <= longest:
        return (text,)
    return tuple(breath for sentence in sentences for breath in _breaths(sentence, longest))


def _breaths(sentence: str, longest: int) -> Iterator[str]:
    breath, *parts = _PAUSE.split(sentence)
    for part in parts:
        if len(breath) + len(part) < longest:
            breath = f"{breath} {part}"
        else:
            yield breath
            breath = part
    yield breath
