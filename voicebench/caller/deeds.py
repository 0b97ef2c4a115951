"""What an agent says that it has done, apart from what it asks, offers, plans or makes depend on something."""

import re
from collections.abc import Sequence

from voicebench.caller.clauses import Clause
from voicebench.caller.listening import Act

__all__ = ["deeds"]

_CONDITION = re.compile(
    r"\b(?:if|once|when|whenever|after|before|until|unless|whether|as soon as|in case|should (?:you|we|i))\b[^,;:]*",
    re.IGNORECASE,
)
_TOLD = r"(?:\w+ ){0,2}(?:confirm|tell|say|let you know|see|inform|advise|share|assure)\b"
_PLAN = re.compile(
    rf"\b(?:(?:i|we)(?: can| could| would|['\u2019]d| need to| have to| want to| am about to)|"
    r"(?:i|we)(?: will|['\u2019]ll)|"
    r"will be (?!delivered|charged|billed|waived|needed)\w*(?:ed|sent|done|made|put|taken)\b|"
    r"let me|let us|let['\u2019]s|shall|going to|about to|ready to|able to|in order to|to have|to get"
    r")\b"
    rf"(?! (?:not|no|never|still)\b)(?! {_TOLD})(?!['\u2019]t\b)"
    r"(?:(?!,|;|:|\b(?:and|but|because|since|so|as)\b).)*",
    re.IGNORECASE,
)
_NOT = r"(?: not|n['\u2019]t)"
_NOT_YET = re.compile(
    rf"\b(?:have|has|had|did|was|were){_NOT}\b[^,;:]*\byet\b|"
    rf"\b(?:have|has|had){_NOT} (?:been )?(?:\w+ed|sent|put|done)\b[^,;:]*",
    re.IGNORECASE,
)


def deeds(acts: Sequence[Act]) -> list[str]:
    """Return what an utterance states as done or as so, clause by clause."""
    return [_stated(_told(act.clause)) for act in acts]


def _told(clause: Clause) -> str:
    """Return a clause less its question; without punctuation one clause may hold both."""
    if not clause.questioning:
        return clause.text
    if clause.asked is None or clause.text.rstrip().endswith("?"):
        return ""
    return clause.plain.removesuffix(clause.asked)


def _stated(text: str) -> str:
    for beside in (_CONDITION, _NOT_YET, _PLAN):
        text = beside.sub(" ", text)
    return text
