"""Making out what an agent wants: an utterance, clause by clause, as acts.

Nothing here knows the caller; ``voicebench.caller.scripted`` decides what to do about each act.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from voicebench.caller import phrases
from voicebench.caller.clauses import LEAD, Clause, clauses
from voicebench.caller.patterns import finds, has, table
from voicebench.caller.topics import DISTRACTORS, TOPICS, Topic, spans, topics_in

__all__ = ["Act", "Kind", "acts_of", "distractors_in"]

Kind = Literal[
    "repeat", "ask", "invite", "presence", "filler", "confirm", "go_ahead", "offer", "choice", "question", "goodbye",
    "acknowledge", "statement",
]  # fmt: skip

_BELONGS = re.compile(
    r"\b(?:(?:that|which) (?:is|are|was) )?(?:currently |now )?"
    r"(?:associated|linked|connected|attached|tied|registered) (?:with|to|under) (?:your|the|this|that) (?:\w+ )?"
    r"(?:number|address|account|order|card|email|profile|record|file)\b"
)
_PACE = re.compile(r"\b(?:one|a|a few|two) (?:\w+ )?at a time\b")
_SUITS = re.compile(
    rf"{LEAD}(?:(?:do|does|would|will) (?:that|this|it|these|those) (?:all )?(?:sound|seem|look|work|suit|be)\b.*|"
    r"(?:is|are) (?:that|this|it) (?:okay|ok|fine|all right|alright)\b.*|okay|ok|all right|alright)"
)
_PLANS = re.compile(r"\b(?:i|we) (?:\w+ )?(?:can|could|will|would|may|might|am going to|are going to)\b")
_IT = re.compile(
    rf"{LEAD}(?:if so |please )?(?:what|which)(?: one| ones)? (?:is|was|are|would|did) (?:it|that|this|those|they)"
    r"(?: be| please| again)?"
)
_SAY_IT = re.compile(
    rf"{LEAD}(?:can|could|would|will) you (?:please )?(?:read|give|tell|share|provide|spell) (?:me |us )?"
    r"(?:it|that|those)"
    r"(?: to me| for me| to us| for us| with me| out)*(?: please)?"
)
_THE_NUMBER = re.compile(rf"{LEAD}(?:what|which) (?:is|was|would be) the number(?: please)?")
_ADDRESS = re.compile(r"\b(?:what|which|the|whose) address\b")
_MAIL = table("email|e+mail")
_BY_PHONE = table("text|call|phone|mobile|cell")
_OR_ELSE = re.compile(r"\bor (?:some|any)(?:thing|one|body|where|how) else\b")
_PAUSE = table("moment|second|minute; bear with; hold; wait")
_TAKES = table("work*|prefer|like|best|better|suit*|good|convenient|want")
_OR_THAT = (*phrases.OFFERS, *phrases.GO_AHEAD, *table("is|was|are it|that|this|you"))
_RIGHT_ALONE = re.compile(rf"{LEAD}(?:correct|right|yes|okay|is that so)")
_FITS = re.compile(r"(?:and |so )?(?:does|would|will|do|is) .*\b(?:work|suit|okay|ok|fine|good|alright|all right)\b")
_ON_THE_WAY = table("go ahead; proceed; me to transfer|connect|look|check|pull|continue|start")


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


def distractors_in(plain: str) -> tuple[str, ...]:
    """Return the names of the stock distractors named in plain text."""
    return tuple(name for name, offered in DISTRACTORS.items() if has(offered, plain))


def _asked_topics(clause: Clause, topics: Sequence[Topic]) -> tuple[Topic, ...]:
    """Return what a clause asks for: named after the asking words, else before them."""
    if clause.asked is None:
        return ()
    tail = _PACE.sub("", _BELONGS.sub("on file", clause.asked))
    cut = next((span.start for span in finds(phrases.SUBORDINATE, tail)), len(tail))
    found = topics_in(tail[:cut], topics)
    if found:
        return found
    if cut < len(tail):  # "I need a few details to find your account, starting with your name."
        later = next((span.end for span in finds(phrases.REQUESTS, tail[cut:])), None)
        return _at_the_end(tail, topics) if later is None else topics_in(tail[cut + later :], topics)
    return topics_in(clause.plain[: len(clause.plain) - len(clause.asked)], topics) if clause.questioning else ()


def _at_the_end(tail: str, topics: Sequence[Topic]) -> tuple[Topic, ...]:
    """Return the topic that a purpose is followed by: "one more detail to find your chart your zip code please"."""
    last = spans(tail, topics)[-1:]
    return tuple(topic for span, topic in last if tail[span.end :].strip() == "please")


def acts_of(text: str, topics: Sequence[Topic] = TOPICS) -> list[Act]:
    """Say what the clauses of an utterance do, in order.

    Args:
        text: The utterance.
        topics: What may be asked for; those of the caller's own included.
    """
    acts: list[Act] = []
    for clause in clauses(text):
        act = _act_of(clause, topics)
        acts.append(_pointing_back(act, acts[-1], topics) if acts else act)
    return acts


def _pointing_back(act: Act, before: Act, topics: Sequence[Topic]) -> Act:
    """Give a question like "What is it?" or "Which one is that?" the topic of the words before it."""
    plain = act.clause.plain
    if act.kind == "confirm" and _SUITS.fullmatch(plain) and _PLANS.search(before.clause.plain):
        return replace(act, kind="go_ahead")  # of a plan nothing is right or wrong
    named = topics_in(before.clause.plain, topics)[-1:]
    if act.kind in ("ask", "question", "choice") and (_IT.fullmatch(plain) or _SAY_IT.fullmatch(plain)):
        return replace(act, kind="ask", topics=named) if named else act
    if act.kind == "ask" and _ADDRESS.search(plain) and has(_MAIL, before.clause.plain):
        return replace(act, topics=topics_in("email address", topics))
    if _THE_NUMBER.fullmatch(plain) and (named or has(_BY_PHONE, before.clause.plain)):
        return replace(act, kind="ask", topics=named or topics_in("phone number", topics))
    return act


def _act_of(clause: Clause, topics: Sequence[Topic]) -> Act:
    asked = _asked_topics(clause, topics)
    spelled = clause.open and has(phrases.SPELLING, clause.plain)
    if spelled and not asked and has(_MAIL, clause.plain):
        asked = topics_in("email address", topics)
    if _wants_repeat(clause):
        return Act("repeat", clause, asked or topics_in(clause.plain, topics), spelled)
    if asked or spelled:
        return Act("ask", clause, asked, spelled, either=_alternatives(clause, asked))
    if has(phrases.INVITATIONS, _OR_ELSE.sub("", clause.plain)):
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
            confirm or _RIGHT_ALONE.fullmatch(clause.plain) is not None,
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
        return has(_TAKES, clause.plain)
    if re.search(r"\bor (?!not\b|anything|something)", clause.plain) is None or has(
        phrases.CONFIRMATIONS, clause.plain
    ):
        return False
    return has(_OR_THAT, clause.plain)


def _asks_leave(clause: Clause) -> bool:
    return _FITS.match(clause.plain) is not None or has(phrases.GO_AHEAD, clause.plain)


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
