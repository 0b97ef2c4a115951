"""Cutting an utterance into clauses, and finding in each the words that hold what is asked for."""

import re
from dataclasses import dataclass

from voicebench.caller import phrases
from voicebench.caller.patterns import finds, sentences, words
from voicebench.caller.topics import spans, topics_in

__all__ = ["LEAD", "Clause", "clauses"]

_QUESTION_START = r"what|which|who|whom|whose|where|when|how|why"
LEAD = r"(?:(?:and|so|okay|ok|great|thanks|thank you|now|also|then|next|alright|perfect|sure|first|well|but|or) )*"
"""Words that a question may begin with before it begins."""

_JOINT = re.compile(
    rf"(?:,|;|\band\b|\bor\b|\bbut\b)\s+(?:and\s+|also\s+|then\s+)*(?=(?:{_QUESTION_START}|did|have (?:you|they)|"
    r"has (?:any|some|your|the)\w*|was (?:it|that|there|any)|were (?:you|they|there|any)|are you|"
    r"is (?:that|this|it|there)|can (?:you|i)|could (?:you|i)|may i|would you|do you|does|shall i|should i|am i|"
    r"please (?:tell|give|confirm|verify|provide|share|spell|state))\b)|"
    r"(?:,|;|\bbut\b)\s+(?=(?:just|only) (?:the|your|those)\b)",
    re.IGNORECASE,
)
_DASH = re.compile(r"\s+[\u2014\u2013-]+\s+|\u2014|;")
_NEGATED = re.compile(
    r"\b(?:(?:not|never)(?: (?:need|have|want|ask|require|required|going|be able))?(?: you| us| anyone)?(?: to)?|"
    r"no need(?: for you)?(?: to)?|(?:when|after|as soon as) you(?: can)?|without|instead of|"
    r"thanks for|thank you for) $"
)
_UNFINISHED = re.compile(r" (?:is|was|are|were|would be|will be)$")
_COMMAND = re.compile(r"(?:and )?(?:give|confirm|verify|provide|state) (?:your|the) ")


@dataclass(frozen=True)
class Clause:
    """A stretch of an utterance that asks or says one thing.

    Args:
        text: As it was said.
        plain: The same as ``words`` makes it.
        questioning: It is put as a question.
        asked: The part of ``plain`` that holds what is asked for; None when nothing is.
    """

    text: str
    plain: str
    questioning: bool
    asked: str | None

    @property
    def open(self) -> bool:
        """The clause wants an answer."""
        return self.questioning or self.asked is not None


def clauses(text: str) -> tuple[Clause, ...]:
    """Cut an utterance into clauses; two questions joined by "and" are two clauses."""
    found: list[Clause] = []
    for sentence in sentences(text):
        ended = sentence.rstrip("\"')]* ")
        pieces = [part for piece in _DASH.split(sentence) for part in _JOINT.split(piece) if words(part)]
        for number, piece in enumerate(pieces):
            last = number == len(pieces) - 1
            mark = ended.endswith("?") and (last or _begins_as_question(words(piece)))
            unmarked = not ended.endswith((".", "!", "?", ":")) and _sounds_like_question(words(piece))
            found.append(_clause(piece, questioning=mark or unmarked))
    return tuple(found)


def _begins_as_question(plain: str) -> bool:
    return re.match(rf"{LEAD}(?:{_QUESTION_START}|{'|'.join(phrases.YES_NO)})\b", plain) is not None


def _sounds_like_question(plain: str) -> bool:
    """Say whether words without punctuation, as recognisers often give them, hold a question."""
    turned = rf"\b(?:{_QUESTION_START})(?: \w+)? (?:{'|'.join(phrases.YES_NO)})\b"
    return _begins_as_question(plain) or re.search(turned, plain) is not None


def _clause(text: str, *, questioning: bool) -> Clause:
    plain = words(text)
    asked = _asked(plain, questioning=questioning)
    return Clause(text, plain, questioning, asked)


def _asked(plain: str, *, questioning: bool) -> str | None:
    """Return the part of a clause that says what is asked for."""
    frames = finds(phrases.REQUESTS, plain)
    for frame in sorted(frames, key=lambda span: (span.start, -span.end)):
        if not _NEGATED.search(plain[: frame.start]):
            return plain[frame.end :]
    if questioning and (wh := re.search(rf"\b(?:{_QUESTION_START})\b", plain)):
        return plain[wh.start() :]
    head = _without_purpose(plain)
    named = questioning and not re.search(rf"\b(?:{'|'.join(phrases.YES_NO)})\b", head) and topics_in(head)
    if named or _is_fragment(plain) or _is_fragment(head) or head.endswith(" please") or _COMMAND.match(plain):
        return plain
    return None


def _without_purpose(plain: str) -> str:
    """Leave out what something is asked for, and an unfinished end: "And your name is?"."""
    cut = next((span.start for span in finds(phrases.SUBORDINATE, plain) if span.start), len(plain))
    return _UNFINISHED.sub("", plain[:cut].rstrip())


def _is_fragment(plain: str) -> bool:
    """Say whether there is nothing in the clause but a topic: "And your ZIP code."."""
    named = [span for span, _ in spans(plain)]
    if not named:
        return False
    rest = plain
    for span in sorted(named, reverse=True):
        rest = f"{rest[: span.start]}{rest[span.end :]}"
    for lead in finds(phrases.LEADS, rest)[::-1]:
        rest = f"{rest[: lead.start]}{' ' * (lead.end - lead.start)}{rest[lead.end :]}"
    return not rest.replace("number", "").split()
