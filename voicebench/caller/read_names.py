"""Comparing the names that an agent says or spells with those that the caller knows."""

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

from voicebench.caller.patterns import words
from voicebench.caller.plain_forms import LETTERS, as_mail, squeezed
from voicebench.task import Trait
from voicebench.values.common_words import COMMON_WORDS
from voicebench.values.heard_letters import without_spelling_words

__all__ = ["compare_names", "name_slips"]

_ADDRESS = re.compile(r"\w@\w+\.\w")
_NAMED = re.compile(
    r"(?:(?i:speaking|talking) (?:with|to)|(?i:is this|are you)|name (?:is|as|of)|have you as|"
    r"(?i:that's|that is|it's|it is|was that|i have|i've got|i heard|got|you said|under|thank you|thanks)|"
    r"(?i:to confirm),?)"
    r"(?: that)?(?: (?i:the name|your name as|your name is|mr\.?|ms\.?|mrs\.?))?,? "
    r"(?P<name>(?:[A-Z](?:[a-z'\u2019]+(?:-[A-Z][a-z]+)?)?\b ?){1,4})"
)
_NOT_NAMES = COMMON_WORDS | frozenset(
    words(
        """monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
        september october november december dr morning afternoon evening night noon today tomorrow"""
    ).split()
)
_FRESH = 0.2
"""How much likelier a name is meant that the caller has just given."""


def compare_names(
    text: str, traits: Mapping[str, Trait], about: Sequence[str], fresh: Sequence[str]
) -> tuple[list[str], list[str]]:
    """Return the names of the traits that are said or spelled rightly, and of those that are wrong.

    Args:
        text: The agent's words.
        traits: What the caller knows; parts of names are traits of their own.
        about: Names of the traits that the words name or the caller has just given.
        fresh: Names of the traits that the caller has just given.
    """
    known = {name: trait for name, trait in traits.items() if trait.kind == "name"}
    text = without_spelling_words(text)
    letters = [] if _ADDRESS.search(as_mail(text)) else [match.group() for match in LETTERS.finditer(text)]
    right: list[str] = []
    wrong: list[str] = []
    for heard in [*_said(text, about), *letters]:
        if _is_known(heard, known, traits):
            right.append(_closest(heard, known, fresh))
        elif LETTERS.fullmatch(heard):
            close = _closest(heard, _of_whom(known, fresh), ())
            wrong += [close] if _is_tried(heard, known[close], fresh, known) else []
        else:
            wrong += _wrong_parts(heard, known, fresh)
    return right, [name for name in dict.fromkeys(wrong) if not _is_told_by_parts(name, wrong)]


def _is_told_by_parts(name: str, wrong: Sequence[str]) -> bool:
    """Say whether parts of a whole name are wrong, which put it right."""
    lead = "" if name == "full_name" else f"{name} "
    return f"{lead}first_name" in wrong or f"{lead}last_name" in wrong


def _is_known(heard: str, known: Mapping[str, Trait], traits: Mapping[str, Trait]) -> bool:
    parts = {part for trait in known.values() for part in words(str(trait.value)).split()}
    whole = {squeezed(str(trait.value)) for trait in traits.values()}
    return squeezed(heard) in whole or (len(words(heard).split()) == 1 and words(heard) in parts)


def _is_tried(heard: str, trait: Trait, fresh: Sequence[str], known: Mapping[str, Trait]) -> bool:
    """Say whether letters are meant for a name: one was just given, or they are like it."""
    return any(name in known for name in fresh) or _likeness(str(trait.value), heard) > 0.4


def _closest(heard: str, known: Mapping[str, Trait], fresh: Sequence[str]) -> str:
    return max(known, key=lambda name: _likeness(str(known[name].value), heard) + _FRESH * (name in fresh))


def _of_whom(known: Mapping[str, Trait], fresh: Sequence[str]) -> Mapping[str, Trait]:
    """Return the names of those of whom the caller has just spoken; all names where it has not."""
    leads = {_lead(name) for name in fresh if name in known}
    return {name: trait for name, trait in known.items() if _lead(name) in leads} or known


def _lead(name: str) -> str:
    """Return how the names of a person's name and of its parts begin; nothing for the caller's own."""
    whole, _, part = name.rpartition(" ")
    return whole if part in ("first_name", "last_name") else "" if name == "full_name" else name


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, squeezed(one), squeezed(other)).ratio()


def _wrong_parts(heard: str, known: Mapping[str, Trait], fresh: Sequence[str]) -> list[str]:
    """Return what is wrong in a name that was said: of one said in full, the parts that differ."""
    said = words(heard).split()
    wholes = {name: trait for name, trait in known.items() if len(str(trait.value).split()) > 1}
    if len(said) == 1 or not wholes:
        return [_closest(heard, known, fresh)]
    owner = _closest(heard, wholes, fresh)
    lead = "" if owner == "full_name" else f"{owner} "
    parts = (f"{lead}first_name", said[0]), (f"{lead}last_name", said[-1])
    wrong = [part for part, word in parts if part in known and words(str(known[part].value)) != word]
    return wrong or [owner]


def _said(text: str, about: Sequence[str]) -> list[str]:
    """Return the names that the words give somebody."""
    found = []
    for match in _NAMED.finditer(text):
        said = match.group("name").strip()
        certain = re.search(r"speaking|talking|name|is this|are you", match.group(), re.IGNORECASE)
        if words(said).split()[0] not in _NOT_NAMES and (certain or any("name" in topic for topic in about)):
            found.append(said)
    return found


def name_slips(text: str, traits: Mapping[str, Trait], about: Sequence[str]) -> list[str]:
    """Return the names of one word that the words nearly hold: "Alverez" for Alvarez."""
    said = set(words(text).split())
    known = ((name, words(str(trait.value))) for name, trait in traits.items() if trait.kind == "name")
    single = {name: word for name, word in known if len(word.split()) == 1}
    likely = any("name" in topic for topic in about)
    return [
        name
        for name, word in single.items()
        if word not in said and any(_nearly(word, other, likely=likely) for other in said - _NOT_NAMES)
    ]


def _nearly(word: str, other: str, *, likely: bool) -> bool:
    alike = SequenceMatcher(None, word, other).ratio()
    return len(other) > 3 and (alike >= 0.75 or (likely and alike >= 0.65 and other[0] == word[0] and len(other) > 4))
