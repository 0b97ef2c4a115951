"""Making out what an agent wants: an utterance, clause by clause, as acts.

Nothing here knows the caller; ``voicebench.caller.scripted`` decides what to do about each act.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from voicebench.caller import phrases
from voicebench.caller.patterns import Span, finds, has, sentences, table, words
from voicebench.caller.topics import DISTRACTORS, TOPICS, Topic

__all__ = ["Act", "Clause", "Kind", "act_of", "clauses", "distractors_in", "topics_in"]

Kind = Literal[
    "repeat", "ask", "invite", "presence", "filler", "confirm", "go_ahead", "offer", "choice", "question", "goodbye",
    "acknowledge", "statement",
]  # fmt: skip

_QUESTION_START = r"what|which|who|whom|whose|where|when|how|why"
_LEAD = r"(?:(?:and|so|okay|ok|great|thanks|thank you|now|also|then|next|alright|perfect|sure|first|well|but|or) )*"
_JOINT = re.compile(
    rf"(?:,|;|\band\b|\bor\b|\bbut\b)\s+(?:and\s+|also\s+|then\s+)*(?=(?:{_QUESTION_START}|did|have you|are you|"
    r"is (?:that|this|it|there)|can (?:you|i)|could (?:you|i)|may i|would you|do you|does|shall i|should i|am i|"
    r"please (?:tell|give|confirm|verify|provide|share|spell|state))\b)",
    re.IGNORECASE,
)
_DASH = re.compile(r"\s+[\u2014\u2013-]+\s+|\u2014|;")
_NEGATED = re.compile(
    r"\b(?:(?:not|never)(?: (?:need|have|want|ask|require|required|going|be able))?(?: you| us| anyone)?(?: to)?|"
    r"no need(?: for you)?(?: to)?|(?:when|after|as soon as) you(?: can)?|without|instead of|"
    r"thanks for|thank you for) $"
)
_BELONGS = re.compile(
    r"\b(?:associated|linked|connected|attached|tied|registered) (?:with|to|under) (?:your|the|this|that) "
    r"(?:\w+ )?(?:number|address|account|order|card|email|profile|record|file)\b"
)
_PAUSE = table("moment|second|minute; bear with; hold; wait")
_ON_THE_WAY = table("go ahead; proceed; me to transfer|connect|look|check|pull|continue|start")
_ASIDE = re.compile(r"\b(?:instead of|rather than|other than|besides|aside from|apart from|not) (?:your |the |a )?$")


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


@dataclass(frozen=True)
class Act:
    """What one clause does.

    Args:
        kind: In a word.
        clause: The clause.
        topics: What it asks for, in order.
        spelled: It wants letters.
        either: One of the topics will do.
        offers: Names of the distractors it offers.
    """

    kind: Kind
    clause: Clause
    topics: tuple[Topic, ...] = ()
    spelled: bool = False
    either: bool = False
    offers: tuple[str, ...] = ()


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
    return re.match(rf"{_LEAD}(?:{_QUESTION_START}|{'|'.join(phrases.YES_NO)})\b", plain) is not None


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
    for frame in sorted(finds(phrases.REQUESTS, plain), key=lambda span: (span.start, -span.end)):
        if not _NEGATED.search(plain[: frame.start]):
            return plain[frame.end :]
    if questioning and (wh := re.search(rf"\b(?:{_QUESTION_START})\b", plain)):
        return plain[wh.start() :]
    bare = questioning and not re.search(rf"\b(?:{'|'.join(phrases.YES_NO)})\b", plain) and topics_in(plain)
    if (
        bare
        or _is_fragment(plain)
        or plain.endswith(" please")
        or re.match(r"(?:and )?(?:give|confirm|verify|provide|state) (?:your|the) ", plain)
    ):
        return plain
    return None


def _is_fragment(plain: str) -> bool:
    """Say whether there is nothing in the clause but a topic: "And your ZIP code."."""
    spans = [span for span, _ in _spans(plain, TOPICS)]
    if not spans:
        return False
    rest = plain
    for span in sorted(spans, reverse=True):
        rest = f"{rest[: span.start]}{rest[span.end :]}"
    for lead in finds(phrases.LEADS, rest)[::-1]:
        rest = f"{rest[: lead.start]}{' ' * (lead.end - lead.start)}{rest[lead.end :]}"
    return not rest.replace("number", "").split()


def _spans(plain: str, topics: Iterable[Topic]) -> list[tuple[Span, Topic]]:
    """Return topics with their places; where two overlap the longer holds."""
    found = [(span, topic) for topic in topics for span in finds(topic.phrases, plain)]
    found.sort(key=lambda pair: (pair[0].start - pair[0].end, pair[0].start))
    kept: list[tuple[Span, Topic]] = []
    for span, topic in found:
        if all(span.end <= other.start or span.start >= other.end for other, _ in kept):
            kept.append((span, topic))
    return sorted(kept, key=lambda pair: pair[0])


def topics_in(plain: str, topics: Sequence[Topic] = TOPICS) -> tuple[Topic, ...]:
    """Return the topics named in plain text, in order, each once."""
    named = (topic for span, topic in _spans(plain, topics) if not _ASIDE.search(plain[: span.start]))
    return tuple(dict.fromkeys(named))


def distractors_in(plain: str) -> tuple[str, ...]:
    """Return the names of the stock distractors named in plain text."""
    return tuple(name for name, offered in DISTRACTORS.items() if has(offered, plain))


def _asked_topics(clause: Clause, topics: Sequence[Topic]) -> tuple[Topic, ...]:
    """Return what a clause asks for: named after the asking words, else before them."""
    if clause.asked is None:
        return ()
    tail = _BELONGS.sub(" ", clause.asked)
    cut = next((span.start for span in finds(phrases.SUBORDINATE, tail)), len(tail))
    found = topics_in(tail[:cut], topics)
    if found or cut < len(tail):
        return found
    return topics_in(clause.plain[: len(clause.plain) - len(clause.asked)], topics) if clause.questioning else ()


def act_of(clause: Clause, topics: Sequence[Topic] = TOPICS) -> Act:
    """Say what a clause does.

    Args:
        clause: The clause.
        topics: What may be asked for; those of the caller's own included.
    """
    asked = _asked_topics(clause, topics)
    spelled = clause.open and has(phrases.SPELLING, clause.plain)
    if _wants_repeat(clause):
        return Act("repeat", clause, asked or topics_in(clause.plain, topics), spelled)
    if asked or spelled:
        return Act("ask", clause, asked, spelled, either=_alternatives(clause, asked))
    if has(phrases.INVITATIONS, clause.plain):
        return Act("invite", clause)
    if clause.open and (has(phrases.PRESENCE, clause.plain) or clause.plain in ("hello", "hi")):
        return Act("presence", clause)
    return _yes_no_act(clause) or _plain_act(clause)


def _wants_repeat(clause: Clause) -> bool:
    if has(phrases.NO_REPEATS, clause.plain):
        return False
    if clause.questioning and clause.plain in ("sorry", "i am sorry", "what", "excuse me", "huh"):
        return True
    return has(phrases.REPEATS, clause.plain) or (clause.open and has(phrases.REPEATS_ASKED, clause.plain))


def _alternatives(clause: Clause, topics: tuple[Topic, ...]) -> bool:
    return len(topics) > 1 and " or " in (clause.asked or "") and " and " not in (clause.asked or "")


def _yes_no_act(clause: Clause) -> Act | None:
    """Make out the clauses that want a yes or a no, or one thing of several."""
    offers = distractors_in(clause.plain)
    offered = has(phrases.OFFERS, clause.plain)
    if clause.questioning:
        return Act(_yes_no_kind(clause, offered=offered), clause, offers=offers)
    return Act("offer", clause, offers=offers) if offered and offers else None


def _yes_no_kind(clause: Clause, *, offered: bool) -> Kind:
    leave = _asks_leave(clause)
    confirm = has(phrases.CONFIRMATIONS, clause.plain) and not offered
    kinds: tuple[tuple[bool, Kind], ...] = (
        (has(_PAUSE, clause.plain) and not leave, "filler"),
        (_is_choice(clause), "choice"),
        (
            confirm or re.fullmatch(rf"{_LEAD}(?:correct|right|yes|okay|is that so)", clause.plain) is not None,
            "confirm",
        ),
        (offered and not has(_ON_THE_WAY, clause.plain), "offer"),
        (offered or leave, "go_ahead"),
        (re.search(r"\b(?:correct|right|yes)$", clause.plain) is not None, "confirm"),
    )
    return next((kind for holds, kind in kinds if holds), "question")


def _is_choice(clause: Clause) -> bool:
    """Say whether the caller is to pick one of several things."""
    if re.match(r"(?:and |so )?(?:which|what (?:time|day|date|slot|option))", clause.plain):
        return has(("work*|prefer|like|best|better|suit*|good|convenient|want",), clause.plain)
    if re.search(r"\bor (?!not\b|anything|something)", clause.plain) is None or has(
        phrases.CONFIRMATIONS, clause.plain
    ):
        return False
    return has((*phrases.OFFERS, *phrases.GO_AHEAD, "is|was|are it|that|this|you"), clause.plain)


def _asks_leave(clause: Clause) -> bool:
    fits = re.match(
        r"(?:and |so )?(?:does|would|will|do|is) .*\b(?:work|suit|okay|ok|fine|good|alright|all right)\b", clause.plain
    )
    return fits is not None or has(phrases.GO_AHEAD, clause.plain)


def _plain_act(clause: Clause) -> Act:
    """Make out the clauses that want no answer, or that cannot be made out."""
    kinds: tuple[tuple[Kind, tuple[str, ...]], ...] = (
        ("filler", phrases.FILLERS),
        ("goodbye", phrases.GOODBYES),
        ("confirm", phrases.CONFIRMATIONS),
    )
    kind = next((kind for kind, table in kinds if has(table, clause.plain)), None)
    if kind:
        return Act(kind, clause)
    if clause.asked is not None and not re.search(r"\b(?:i|we)\b.* (?:need|like|love|want)\b", clause.plain):
        return Act("question", clause)
    if has(phrases.ACKNOWLEDGEMENTS, clause.plain) and len(clause.plain.split()) <= 8:
        return Act("acknowledge", clause)
    return Act("statement", clause)
