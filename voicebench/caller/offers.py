"""Whether the caller takes up what is offered: only what belongs to the request."""

import re
from collections.abc import Sequence

from voicebench.caller.listening import Act
from voicebench.caller.patterns import has, table, words
from voicebench.caller.topics import DISTRACTORS
from voicebench.task import Request

__all__ = ["accepts", "concerns", "declined"]

_TIME = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|\d{1,2}(?::\d\d)? ?[ap]\.?m\b|\d{1,2}:\d\d|o'clock)",
    re.IGNORECASE,
)
_ON_THE_WAY = table("""
    go ahead; proceed; continue; stay|keep|remain with|at|in|the|your|that; transfer|connect;
    me to [also|quickly|now] check|look|pull|verify|start
""")
_COMMON = frozenset(
    words(
        """would like want need have your that this with from about what when could please will shall should more some
        them they been does know tell other there into also just then than which want help thank thanks done send sent
        today call check going make made take time"""
    ).split()
)


def declined(act: Act, declines: Sequence[str]) -> bool:
    """Say whether an act offers something that this caller turns down by name."""
    return any(
        name in act.offers or has(DISTRACTORS.get(name, (name.replace("_", " "),)), act.clause.plain)
        for name in declines
    )


def accepts(act: Act, request: Request | None, opening: str) -> bool:
    """Say whether the caller says yes to what it does not turn down by name.

    Args:
        act: A yes-or-no question: leave asked for, or something offered.
        request: What the caller wants at present; None when all is done.
        opening: The caller's first words, which said the first request.
    """
    common = concerns(act, request, opening)
    if act.kind == "go_ahead":
        return not act.offers or common > 0
    if act.offers:
        return common > 1 and any(has(DISTRACTORS[name], words(_words_of(request, opening))) for name in act.offers)
    return (
        common > 0
        or has(_ON_THE_WAY, act.clause.plain)
        or (request is not None and _TIME.search(act.clause.text) is not None)
    )


def concerns(act: Act, request: Request | None, opening: str) -> int:
    """Count the words of weight that a clause has in common with a request."""
    return len(_stems(words(_words_of(request, opening))) & _stems(act.clause.plain))


def _words_of(request: Request | None, opening: str) -> str:
    return " ".join((opening, request.say, request.again or "", *request.until)) if request else ""


def _stems(plain: str) -> set[str]:
    return {word[:5] for word in plain.replace("*", "").split() if len(word) > 3 and word not in _COMMON}
