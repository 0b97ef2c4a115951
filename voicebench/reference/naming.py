"""Names, as a careful agent takes them: read back letter by letter, put right in parts, spelled in parts at last."""

import re
from collections.abc import Generator, Sequence
from difflib import SequenceMatcher

from voicebench.reference.slips import spelled_with_words
from voicebench.values.heard import hear, hear_spelling, hear_yes_no
from voicebench.values.spoken import spell

__all__ = ["ask_parts", "given_again", "read_back"]

_PARTS = re.compile(
    r"\b(?:(?P<first>first|given|for)|last|family|left|lest|that's|by) name(?:'s| is|:|,)*\s|"
    r"\bsurname(?:'s| is|:|,)*\s",
    re.IGNORECASE,
)
"""What names a part of a name, or what a recogniser makes of it: "For name", "Left name"."""


def ask_parts(sorry: str) -> Generator[str, str, str | None]:
    """Ask for first and last name apart, letter by letter; None when either could not be made out."""
    first = _part((yield f"{sorry} Could you spell the first name for me?"))
    last = _part((yield "And could you spell the last name?"))
    return f"{first} {last}" if first and last else None


def read_back(name: str) -> str:
    """Return the question whether a name is right; nothing in it asks the caller to spell, or it would."""
    first, *rest = name.split()
    letters = ", and ".join(spell(part) for part in (first, "".join(rest)) if part)
    return f"I have {name}, {letters}. Is that right?"


def given_again(name: str, answer: str) -> str | None:
    """Return the name that the answer to its read-back gives: the same, or a better one; None when it gives none.

    A part that is named is put right alone, and letters alone are for the part of the name that they are nearest to. A
    yes with a name in it, and no letters, is a yes.
    """
    if named := list(_PARTS.finditer(answer)):
        return _with_parts(name, answer, named)
    spelled = spelled_with_words(answer) or hear_spelling(answer)
    said = str(next(iter(hear("name", answer)), ""))
    if " " in said and (spelled or not hear_yes_no(answer)):
        return said
    return _mended(name, spelled) if spelled else None


def _with_parts(name: str, answer: str, named: Sequence[re.Match[str]]) -> str | None:
    first, *rest = name.split()
    last = " ".join(rest)
    better = False
    for match, end in zip(named, [*(later.start() for later in named[1:]), len(answer)], strict=True):
        part = _part(answer[match.end() : end])
        better = better or part is not None
        if match["first"]:
            first = part or first
        else:
            last = part or last
    return f"{first} {last}".strip() if better else None


def _part(words: str) -> str | None:
    """Return the one name that words give: by its letters, or else as it was said."""
    spelled = spelled_with_words(words) or hear_spelling(words)
    if spelled:
        return spelled.title()
    said = str(next(iter(hear("name", words)), "")) or str(next(iter(hear("name", f"My name is {words}")), ""))
    return said or None


def _mended(name: str, spelled: str) -> str:
    parts = name.split()
    nearest = max([*parts, "".join(parts)], key=lambda part: _likeness(part, spelled))
    if nearest in parts:
        return " ".join(spelled.title() if part is nearest else part for part in parts)
    first, *rest = parts  # both were spelled in one go: part them where they fit the name best
    last = "".join(rest)
    cut = max(range(len(spelled)), key=lambda at: _likeness(first, spelled[:at]) + _likeness(last, spelled[at:]))
    return f"{spelled[:cut].title()} {spelled[cut:].title()}".strip()


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one.casefold(), other.casefold()).ratio()
