"""A caller who follows its task to the letter: the same words heard, the same words said."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from voicebench.caller.deeds import deeds
from voicebench.caller.knowledge import Knowledge
from voicebench.caller.listening import Act, acts_of
from voicebench.caller.moves import HangUp, Heard, Move, Reason, Say, Wait
from voicebench.caller.patience import UNHELPED, Patience
from voicebench.caller.patterns import prepare
from voicebench.caller.requests import Requests
from voicebench.caller.responses import Response, Responses
from voicebench.caller.wording import Line, joined, plain_line
from voicebench.record import Ending
from voicebench.stack import Limits
from voicebench.task import CallerSpec, Request

__all__ = ["ScriptedCaller"]

_LOST = plain_line("Sorry, what do you need from me?")
_PUZZLED = 2


class ScriptedCaller(Patience):
    """The caller of one call; it says the opening first, whatever the greeting was.

    Args:
        spec: Who is calling, and for what.
        limits: How long the caller puts up with it; running into one is the agent's doing.
        dice: The generator of its reaction times, and of nothing else.
    """

    def __init__(self, spec: CallerSpec, limits: Limits, dice: np.random.Generator):
        super().__init__(limits, dice)
        self._spec = spec
        self._knowledge = Knowledge(spec)
        prepare((phrase for topic in self._knowledge.topics for phrase in topic.phrases), _patterns(spec))
        self._responses = Responses(self._knowledge, spec.declines)
        self._requests = Requests(spec)
        self._last: tuple[Line, ...] = ()
        self._told: Counter[str] = Counter()
        self._fresh: tuple[str, ...] = ()
        self._unhelped = self._puzzled = self._goodbyes = 0

    async def decide(self, heard: Heard | None) -> Move:
        """See ``Caller``; the words are there at once."""
        return self.silence() if heard is None else self.reply(heard)

    def reply(self, heard: Heard) -> Move:
        """Return what the caller does now that the agent has stopped talking."""
        self._heard_something()
        if not self._last:
            return self._say([plain_line(self._spec.opening)], "opening")
        acts = acts_of(heard.text, self._knowledge.topics)
        if not acts:
            return Wait()
        self._requests.hear(deeds(acts))
        response = self._responses.to(acts, self._requests, self._fresh)
        return self._move(response, acts, cut=heard.cut)

    def _move(self, response: Response, acts: Sequence[Act], *, cut: bool) -> Move:
        """Turn what there is to answer into a move, or go on with the request."""
        if response.again:
            return self._say([*response.lines, *self._last], "repeat", self._fresh, keep=True)
        if response.lost and not response.lines and not response.invited:
            return self._ask_back(response.lost)
        self._puzzled = 0
        if response.settled and not response.invited:
            self._unhelped = 0
            return self._say(response.lines, response.why or "answer", response.names)
        if response.lines or response.invited:
            return self._go_on(response)
        kinds = [act.kind for act in acts]
        return Wait() if _holding(kinds) else self._to_statement(kinds, cut=cut)

    def _to_statement(self, kinds: Sequence[str], *, cut: bool) -> Move:
        """Answer words that ask nothing."""
        if self._requests.open is None:
            return self._go_on(Response())
        self._goodbyes += "goodbye" in kinds
        if self._goodbyes > 1:
            return HangUp(None, Ending(by="caller", why="not_helped"))
        return self._go_on(Response(), counted=not cut)

    def _go_on(self, response: Response, *, counted: bool = True) -> Move:
        """Say the request that is open, or the next one, or the closing, after what else there is to say."""
        wanted = self._requests.open
        if wanted is None:
            self._unhelped = 0
            following = self._requests.advance()
            if following is None:
                return self._close(response)
            return self._say([*response.lines, plain_line(following.say)], response.why or "request", response.names)
        return self._restate(response, wanted, counted=counted and not response.lines)

    def _restate(self, response: Response, wanted: Request, *, counted: bool) -> Move:
        self._unhelped += counted
        if self._unhelped >= UNHELPED:
            return HangUp(None, Ending(by="caller", why="not_helped"))
        line = plain_line(wanted.again or wanted.say)
        return self._say([*response.lines, line], response.why or "request", response.names)

    def _close(self, response: Response) -> HangUp:
        way = joined([*response.lines, plain_line(self._spec.closing)], self._told)
        return HangUp(Say(way.text, way.spoken, "closing"), Ending(by="caller", why="done"))

    def _ask_back(self, question: str) -> Move:
        self._puzzled += 1
        if self._puzzled >= _PUZZLED:
            ending = Ending(by="caller", why="not_understood", fault="caller", message=question.strip())
            return HangUp(None, ending)
        return self._say([_LOST], "repeat", self._fresh, keep=True)

    def _say(self, lines: Sequence[Line], why: Reason, names: tuple[str, ...] = (), *, keep: bool = False) -> Move:
        """Say it, unless the caller has said enough; what it has told before it puts in another way."""
        if (enough := self._out_of_turns()) is not None:
            return enough
        way = joined(lines, self._told)
        self._told.update(dict.fromkeys((line.about for line in lines), 1))
        self._fresh = names
        if not keep:
            self._last = tuple(lines)
        return Say(way.text, way.spoken, why)


def _patterns(spec: CallerSpec) -> list[str]:
    """Return all phrase patterns that the caller's words are sought with."""
    asked = [*(trait.asked for trait in spec.traits.values()), *(answer.asked for answer in spec.answers)]
    return [pattern for some in (*asked, *(one.until for one in spec.requests)) for pattern in some]


def _holding(kinds: Sequence[str]) -> bool:
    """Say whether the agent is about to go on: its last words, thanks apart, were a filler."""
    weighty = [kind for kind in kinds if kind != "acknowledge"]
    return bool(weighty) and weighty[-1] == "filler"
