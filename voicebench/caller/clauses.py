"""Cutting an utterance into clauses, and finding in each the words that hold what is asked for."""

import re
from dataclasses import dataclass

from voicebench.caller import phrases
from voicebench.caller.patterns import Span, finds, sentences, words
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
_LATER = re.compile(
    r"\b(?:in (?:just )?(?:a|one|another) (?:short |little |brief )?(?:minute|moment|second|sec|bit|while|few)|"
    r"shortly|later|soon|afterward|afterwards|down the line)\b"
)
_COUNTED = re.compile(r"\b(?:thing|things|detail|details|question|questions|item|items)\b")
_NOW = re.compile(r"\b(?:but|and|first|now|meanwhile)\b")
_WILL_ASK = re.compile(r"\b(?:will|am going to|are going to|am about to|may|might)\b")
_FIRST = re.compile(r"\b(?:after|once|when|as soon as) (?:i|we|you|that|this|they)\b.* ask (?:you )?(?:for|to) $")
_THEMSELVES = re.compile(r"(?:exactly )?who (?:you are|i am (?:speaking|talking) (?:with|to))\b")
_TAG = re.compile(
    r"[,;]?\s+(?:is|are|was|were|do|does|did|have|has|had|will|would|can|could|should)(?:n['\u2019]t| not)? "
    r"(?:you|it|that|they|he|she|there|i|we)[\s?.!]*$",
    re.IGNORECASE,
)
"""The end of a statement that makes it a question: "You haven't paid them, have you?"."""
_UNFINISHED = re.compile(r" (?:is|was|are|were|would be|will be)$")
_YES_NO = "|".join(phrases.YES_NO)
_QUESTION = re.compile(rf"{LEAD}(?:{_QUESTION_START}|{_YES_NO})\b")
_TURNED = re.compile(rf"\b(?:{_QUESTION_START})(?: \w+)? (?:{_YES_NO})\b")
_ASKS_WHAT = re.compile(rf"\b(?:{_QUESTION_START})\b")
_ASKS_WHETHER = re.compile(rf"\b(?:{_YES_NO})\b")
_LED = re.compile(rf"{LEAD}(?:\w+ )+(?:on|in|at|by|from|to|for|is|was|are|born) ")
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
        pieces = _pieces(sentence)
        for number, piece in enumerate(pieces):
            last = number == len(pieces) - 1
            mark = ended.endswith("?") and (last or _begins_as_question(words(piece)))
            unmarked = not ended.endswith((".", "!", "?", ":")) and _sounds_like_question(piece)
            found.append(_clause(piece, questioning=mark or unmarked))
    return tuple(found)


def _pieces(sentence: str) -> list[str]:
    """Cut a sentence; a tag stays with what it makes a question of."""
    tag = _TAG.search(sentence)
    body = sentence[: tag.start()] if tag and not _begins_as_question(words(sentence)) else sentence
    pieces = [part for piece in _DASH.split(body) for part in _JOINT.split(piece) if words(part)]
    if not pieces:
        return [sentence]
    return [*pieces[:-1], pieces[-1] + sentence[len(body) :]]


def _begins_as_question(plain: str) -> bool:
    return _QUESTION.match(plain) is not None


def _sounds_like_question(piece: str) -> bool:
    """Say whether words without punctuation, as recognisers often give them, hold a question."""
    plain = words(piece)
    return _begins_as_question(plain) or _TURNED.search(plain) is not None or _TAG.search(piece) is not None


def _clause(text: str, *, questioning: bool) -> Clause:
    plain = words(text)
    asked = _asked(plain, questioning=questioning)
    lead, _, listed = text.rpartition(":")
    named = words(listed)
    if (asked is not None or _COUNTED.search(words(lead))) and named != plain and _is_fragment(named):
        asked = named
    return Clause(text, plain, questioning, asked)


def _asked(plain: str, *, questioning: bool) -> str | None:
    """Return the part of a clause that says what is asked for."""
    frames = finds(phrases.REQUESTS, plain)
    for frame in sorted(frames, key=lambda span: (span.start, -span.end)):
        if not _NEGATED.search(plain[: frame.start]) and not _announces(plain, frame, questioning=questioning):
            return plain[frame.end :]
    if questioning and (wh := _ASKS_WHAT.search(plain)):
        return plain[_start_of_question(plain, wh.start()) :]
    head = _without_purpose(plain)
    named = questioning and not _ASKS_WHETHER.search(head) and topics_in(head)
    if named or _is_fragment(plain) or _is_fragment(head) or head.endswith(" please") or _COMMAND.match(plain):
        return plain
    return None


def _announces(plain: str, frame: Span, *, questioning: bool) -> bool:
    """Say whether asking words only say what is to come: "In a minute I'll ask you for your ZIP code."."""
    before, asking, after = plain[: frame.start], plain[frame.start : frame.end], plain[frame.end :]
    if questioning or re.match(r"(?:i|we)\b", asking) is None:
        return False
    if _THEMSELVES.match(after):
        return True
    purpose = next((span.start for span in finds(phrases.SUBORDINATE, after)), len(after))
    later = _LATER.search(before)
    late = _LATER.search(after[:purpose]) if later is None else not _NOW.search(before[later.end() :])
    return _FIRST.search(before + asking) is not None or (bool(late) and _WILL_ASK.search(asking) is not None)


def _start_of_question(plain: str, wh: int) -> int:
    """Return where a question begins; it is the whole clause in "You were born on what date?"."""
    led = _LED.fullmatch(plain[:wh])
    return 0 if led and len(plain[wh:].split()) <= 3 else wh


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
