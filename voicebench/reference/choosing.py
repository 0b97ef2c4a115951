"""One of several: what was heard that is nearly the words for one of a tool's own options."""

import re
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher

from voicebench.task import Slot
from voicebench.values.heard_letters import joined_letters

__all__ = ["nearest_option"]

_ALIKE = 0.7
_SHORTEST = 6
"""Letters of words that can be come near: "the" is much of "other"."""
_AHEAD = 0.1
"""How much likelier an option must be than any other."""


def nearest_option(slot: Slot, words: str) -> Mapping[str, str]:
    """Return the option of an ``enum`` that words come near, as ``{option: words for it}``; {} when none is nearest.

    An option is of the tool's schema, which every model has; it is asked about before it is taken.
    """
    best: dict[str, tuple[float, str]] = {}
    for phrase, option in _wordings(slot):
        likeness = max((_likeness(phrase, stretch) for stretch in _stretches(words, phrase)), default=0.0)
        best[option] = max(best.get(option, (0.0, "")), (likeness, phrase))
    ranked = sorted(((likeness, option, phrase) for option, (likeness, phrase) in best.items()), reverse=True)
    if not ranked or ranked[0][0] < _ALIKE or (len(ranked) > 1 and ranked[0][0] < ranked[1][0] + _AHEAD):
        return {}
    return {ranked[0][1]: ranked[0][2]}


def _wordings(slot: Slot) -> Iterator[tuple[str, str]]:
    for option in dict.fromkeys((*slot.options, *slot.says)):
        says = [phrase for phrase in slot.says.get(option, ()) if "*" not in phrase]
        phrases = says or [re.sub(r"[_-]+", " ", option)]
        yield from ((phrase, option) for phrase in phrases if len(phrase) >= _SHORTEST)


def _stretches(words: str, phrase: str) -> Iterator[str]:
    """Yield the stretches of words that are as long as a phrase."""
    spoken = re.findall(r"[\w']+", f"{words} {joined_letters(words)}")
    size = len(phrase.split())
    yield from (" ".join(spoken[at : at + size]) for at in range(len(spoken) - size + 1))


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one.casefold(), other.casefold(), autojunk=False).ratio()
