"""What there is to say to an utterance, before the caller's own request comes into it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from voicebench.caller import phrases
from voicebench.caller.clauses import LEAD
from voicebench.caller.knowledge import NO_SUCH_THING, SOFT_KINDS, WH, Knowledge
from voicebench.caller.listening import Act, distractors_in
from voicebench.caller.moves import Reason
from voicebench.caller.offers import accepts, concerns, declined
from voicebench.caller.patterns import has, table
from voicebench.caller.readback import Readback, read_back, reads_something_else
from voicebench.caller.requests import Requests
from voicebench.caller.wording import Line, letters_of, plain_line
from voicebench.task import Request

__all__ = ["Response", "Responses"]

_RIGHT = plain_line("Yes, that's right.")
_YES = plain_line("Yes, please.")
_HERE = plain_line("Yes, I'm here.")
_FIRST = plain_line("The first one, please.")
_NO = plain_line("No, thank you.")
_NOT_TODAY = plain_line("No thanks, not today.")
_READ_BACK_BY = ("confirm", "go_ahead", "offer", "question", "ask", "acknowledge")
_WANTED = table("""
    one _ you _ want|like|mean|need; are you looking|trying|hoping|wanting|wishing|calling|asking; do you want|need|mean
""")
_ASIDES = ("callback", "other_ticket", "survey", "newsletter")
"""What a caller who declines it declines in whatever words it is wrapped."""
_GUESS = re.compile(rf"{LEAD}(?:(?:are you|you are) (?:\w+ )?calling|(?:is|was) (?:this|that|it)(?: call)?) (?!.* or )")
_GUESS_AT_WORDS = re.compile(r"\bdid you (?:just )?(?:say|mean) (?:the )?(.+)")
_POINTING = re.compile(r"\b(?:that|this|it|one|them|interested)\b")
_DID = re.compile(rf"{LEAD}(?:did|have|has|had|were) (?!i\b|we\b|it\b|that\b|this\b)")
_DEED = re.compile(r"\bi have (?:now |just |also |already |successfully )*(?:\w+ed|sent|found|put|set|made|done|run)\b")


@dataclass
class Response:
    """Lines, and what they amount to.

    Attributes:
        lines: What to say, in order.
        why: The first reason to say it.
        names: Traits that the lines give.
        settled: Something was answered, so that it is the agent's turn again; a mere no leaves the request hanging.
        again: The agent wants the last words again.
        invited: The agent asks what the caller wants.
        lost: A question that the caller cannot make out.
    """

    lines: list[Line] = field(default_factory=list)
    why: Reason | None = None
    names: tuple[str, ...] = ()
    settled: bool = False
    again: bool = False
    invited: bool = False
    lost: str | None = None

    def add(self, why: Reason, *lines: Line, names: Sequence[str] = (), settled: bool = True) -> None:
        """Add something to say."""
        self.lines += [line for line in lines if line not in self.lines]
        self.why = self.why or why
        self.names = tuple(dict.fromkeys((*self.names, *names)))
        self.settled = self.settled or settled


@dataclass(frozen=True)
class _Turn:
    """What the caller's answers to one utterance go by."""

    checks: Sequence[Readback]
    request: Request | None
    upcoming: Request | None
    opening: str
    fresh: tuple[str, ...]

    @property
    def wrong(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for check in self.checks for name in check.wrong))

    @property
    def right(self) -> bool:
        return any(check.right for check in self.checks) and not self.wrong


class Responses:
    """The caller's answers.

    Args:
        knowledge: What the caller knows.
        declines: The task's distractors.
    """

    def __init__(self, knowledge: Knowledge, declines: Sequence[str]):
        self._knowledge, self._declines = knowledge, declines

    def to(self, acts: Sequence[Act], requests: Requests, fresh: tuple[str, ...]) -> Response:
        """Return what there is to say.

        Args:
            acts: What the clauses of the agent's utterance do.
            requests: What the caller wants.
            fresh: Traits that the caller's last words gave.
        """
        checks = [self._check(acts, number, fresh) for number in range(len(acts))]
        if missed := self._missed(acts, checks, fresh):
            checks[0] = replace(checks[0], wrong=missed)
        turn = _Turn(checks, requests.open, requests.upcoming, requests.context, fresh)
        response = Response()
        if turn.wrong:
            response.add("correct", *self._knowledge.correct(turn.wrong), names=turn.wrong)
        summed_up = any(act.kind == "confirm" for act in acts)
        for before, act, check in zip((None, *acts[:-1]), acts, turn.checks, strict=True):
            if summed_up and self._contradict(act, response):
                continue
            if not self._answer(act, before, check, turn, response):
                self._decide(act, before, check, turn, response)
        if turn.right and not response.lines and not response.invited and _awaits(acts, checks, turn.request):
            response.add("confirm", _RIGHT)
        if not response.lines and any(act.kind in ("repeat", "presence") for act in acts):
            response.again = True
            response.lines += [_HERE] if any(act.kind == "presence" for act in acts) else []
        return response

    def _check(self, acts: Sequence[Act], number: int, fresh: tuple[str, ...]) -> Readback:
        """Compare a clause with the traits, where it or what follows it reads something back."""
        act, knowledge = acts[number], self._knowledge
        followed = any(later.kind in ("confirm", "go_ahead") for later in acts[number + 1 :])
        if _chooses(act) or not (followed or act.kind in _READ_BACK_BY or _reads(act)):
            return Readback()
        text = act.clause.text
        check = read_back(text, knowledge.compared(fresh), knowledge.named_in(text), fresh)
        if act.kind == "confirm" or (number + 1 < len(acts) and acts[number + 1].kind == "confirm"):
            return replace(check, wrong=tuple(dict.fromkeys((*check.wrong, *knowledge.said_otherwise(text)))))
        return check

    def _missed(self, acts: Sequence[Act], checks: Sequence[Readback], fresh: Sequence[str]) -> tuple[str, ...]:
        """Return what the caller has just given where the agent wants a yes to figures or letters that are not it."""
        if any(check.right or check.wrong for check in checks) or not any(act.kind == "confirm" for act in acts):
            return ()
        plain = " ".join(act.clause.plain for act in acts)
        if reads_something_else(plain):
            return tuple(name for name in fresh if self._knowledge.traits[name].kind not in SOFT_KINDS)
        guess = _GUESS_AT_WORDS.search(plain)
        return self._knowledge.not_said(guess[1], fresh) if guess else ()

    def _answer(self, act: Act, before: Act | None, check: Readback, turn: _Turn, response: Response) -> bool:
        """Give what a clause asks for; say whether it asked for anything that there is an answer to."""
        if act.kind == "presence":
            return True
        asked = self._knowledge.asked_by(act, turn.fresh)
        names = [name for name in asked if name not in (*check.right, *check.wrong)]
        if names:
            lines = [self._knowledge.give(name, spelled=act.spelled) for name in names]
            response.add("repeat" if act.kind == "repeat" else "answer", *lines, names=names)
            return True
        if (check.right or check.wrong) and not _asks_of_deeds(act):
            return False
        if act.spelled and self._spell(act, turn, response):
            return True
        if answer := self._knowledge.answer_to(act, before if _points(act) else None):
            response.add("answer", plain_line(answer.say))
            return True
        return self._lacks(act, response)

    def _spell(self, act: Act, turn: _Turn, response: Response) -> bool:
        name = self._knowledge.spelled([*reversed(response.names), *turn.fresh])
        if act.topics or name is None:
            return False
        given = [line for line in response.lines if line.about in (name, letters_of(name))]
        response.lines = [line for line in response.lines if line not in given]
        spelled = self._knowledge.give(name, spelled=True) if given else self._knowledge.letters(name)
        response.add("answer", spelled, names=[name])
        return True

    def _contradict(self, act: Act, response: Response) -> bool:
        """Set right a summary that has a fact of yes or no the other way about."""
        if act.kind not in ("confirm", "statement", "acknowledge"):
            return False
        names = [
            name for name in self._knowledge.named_in(act.clause.text) if self._knowledge.says_otherwise(name, act)
        ]
        for name in names:
            response.add("correct", self._knowledge.give(name), names=[name])
        return bool(names)

    def _lacks(self, act: Act, response: Response) -> bool:
        if act.kind != "ask" or not act.topics or any(self._knowledge.name_of(topic) for topic in act.topics):
            return False
        if declined(act, self._declines) and all(topic.names[0].startswith("preferred_") for topic in act.topics):
            return False
        response.add("answer", NO_SUCH_THING)
        return True

    def _decide(self, act: Act, before: Act | None, check: Readback, turn: _Turn, response: Response) -> None:
        """Say yes or no to a clause, or note what else it wants."""
        if act.kind == "invite":
            self._invited(act, turn, response)
        elif act.kind == "choice":
            self._choose(act, response)
        elif act.kind in ("go_ahead", "offer"):
            self._take_up(act, before, check, turn, response)
        elif act.kind in ("confirm", "question", "ask") and response.why != "correct":
            self._affirm(act, check, turn, response)

    def _invited(self, act: Act, turn: _Turn, response: Response) -> None:
        """Say yes to a guess at the request that is right, and to any other invitation say the request."""
        if _GUESS.match(act.clause.plain) and act.clause.questioning and concerns(act, turn.request, turn.opening):
            response.add("confirm", _RIGHT)
        else:
            response.invited = True

    def _affirm(self, act: Act, check: Readback, turn: _Turn, response: Response) -> None:
        if act.kind == "confirm" or (check.right and not _asks_of_deeds(act)):
            response.add("confirm", _RIGHT)
        elif declined(act, self._declines):
            response.add("decline", _NO, settled=False)
        elif has(_WANTED, act.clause.plain) and concerns(act, turn.request, turn.opening):
            response.add("confirm", _RIGHT)
        else:
            response.lost = act.clause.text

    def _choose(self, act: Act, response: Response) -> None:
        if act.offers or declined(act, self._declines):
            response.add("decline", _NO, settled=False)
        else:
            response.add("answer", _FIRST)

    def _take_up(self, act: Act, before: Act | None, check: Readback, turn: _Turn, response: Response) -> None:
        meant = _with_what_it_means(act, before)
        asides = [name for name in self._declines if name in _ASIDES]
        beside = before is not None and (
            before.kind == "offer" or not concerns(before, turn.request, turn.opening) or declined(before, asides)
        )
        if declined(act, self._declines) or (beside and declined(meant, self._declines)):
            response.add("decline", _NO, settled=False)
        elif check.right or accepts(meant, turn.request, turn.opening):
            if not turn.wrong:
                response.add("confirm", _YES)
        elif turn.request is None and concerns(act, turn.upcoming, ""):
            response.invited = True
        else:
            response.add("decline", _NOT_TODAY, settled=False)


def _with_what_it_means(act: Act, before: Act | None) -> Act:
    """Give a short offer, or one of "that", the words before it."""
    if before is None or not _points(act):
        return act
    text, plain = f"{before.clause.text} {act.clause.text}", f"{before.clause.plain} {act.clause.plain}"
    return replace(act, clause=replace(act.clause, text=text, plain=plain), offers=distractors_in(plain))


def _points(act: Act) -> bool:
    return _POINTING.search(act.clause.plain) is not None or len(act.clause.plain.split()) <= 5


def _asks_of_deeds(act: Act) -> bool:
    """Say whether a question is about what somebody did, whatever values it holds: "Did you pay the $399.99?"."""
    return act.kind == "question" and _DID.match(act.clause.plain) is not None


def _chooses(act: Act) -> bool:
    """Say whether the values in a clause are there to choose from."""
    alternatives = act.kind in ("ask", "question") and " or " in act.clause.plain
    named = act.kind == "ask" and re.match(WH, act.clause.asked or "") is not None
    return act.kind == "choice" or alternatives or named


def _reads(act: Act) -> bool:
    return (
        act.kind in ("statement", "acknowledge")
        and has(phrases.READINGS, act.clause.plain)
        and not _DEED.search(act.clause.plain)
    )


def _awaits(acts: Sequence[Act], checks: Sequence[Readback], request: Request | None) -> bool:
    """Say whether an utterance that asked nothing stops after a read-back, to be told that it is right."""
    read = any(_reads(act) and check.right for act, check in zip(acts, checks, strict=True))
    return request is not None and read and acts[-1].kind not in ("filler", "goodbye")
