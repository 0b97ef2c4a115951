"""A caller whose words a language model chooses, within its task: guards turn back what no caller would say.

What a model may not do it is told to do again, some times; then the call ends by the caller's fault. Opening and
closing are never left to it.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence

import numpy as np

from voicebench.caller.briefing import Answer, briefing, correction, read_answer
from voicebench.caller.deeds import deeds
from voicebench.caller.manners import Talk, faults_of
from voicebench.caller.moves import HangUp, Heard, Move, Reason, Say, Wait
from voicebench.caller.patience import UNHELPED, Patience
from voicebench.caller.patterns import words
from voicebench.caller.requests import Requests
from voicebench.caller.ways import ways_of
from voicebench.errors import CallError
from voicebench.record import Ending
from voicebench.stack import Limits
from voicebench.task import CallerSpec
from voicebench.values.spoken import speakable

__all__ = ["Ask", "LlmCaller", "Message"]

Message = Mapping[str, str]
Ask = Callable[[Sequence[Message]], Awaitable[str]]
"""Messages of the chat protocol -> the model's answer, while no time of the call passes."""

_ATTEMPTS = 3
_MOST_WORDS = 60
_MOST_REPEATS = 3
_GOODBYE = ("goodbye", "good bye", "bye", "have a good day", "have a nice day")
_ASKED = ("ask", "question", "confirm", "choice", "offer", "go_ahead", "repeat", "presence")
_ASKING = (*_ASKED, "filler")


class LlmCaller(Patience):
    """The caller of one call; it says the opening first, whatever the greeting was.

    Args:
        spec: Who is calling, and for what.
        limits: How long the caller puts up with it.
        dice: The generator of its reaction times.
        ask: Asks the model.
    """

    def __init__(self, spec: CallerSpec, limits: Limits, dice: np.random.Generator, ask: Ask):
        super().__init__(limits, dice)
        self._spec, self._ask = spec, ask
        self._talk, self._requests = Talk(spec), Requests(spec)
        self._history: list[Message] = [{"role": "system", "content": briefing(spec)}]
        self._lines: list[str] = []
        self._unhelped = 0

    async def decide(self, heard: Heard | None) -> Move:
        """See ``Caller``."""
        if heard is None:
            return self.silence()
        self._heard_something()
        self._talk.hear(heard.text)
        self._requests.hear(deeds(self._talk.acts))
        self._history.append({"role": "user", "content": heard.text})
        if not self._lines:
            return self._say(self._spec.opening, "opening")
        return self._do(await self._good_answer())

    async def _good_answer(self) -> Answer:
        """Ask the model until there is nothing to find fault with."""
        asked: list[Message] = []
        why: tuple[str, ...] = ()
        for _ in range(_ATTEMPTS):
            text = await self._ask([*self._history, *asked])
            answer = read_answer(text, self._spec.closing)
            why = self._faults(answer)
            if not why:
                return answer
            asked += [{"role": "assistant", "content": text or "(nothing)"}, correction(why)]
        raise CallError(f"{why[0]} ({_ATTEMPTS} times in a row): {text[:200]!r}", stage="caller", fault="caller")

    def _faults(self, answer: Answer) -> tuple[str, ...]:
        if answer.waits:
            return ("it keeps silent when it was asked something",) if self._was_asked() else ()
        if answer.hangs_up:
            return self._faults_of_hanging_up(answer)
        found = list(faults_of(answer.words, self._talk))
        if len(answer.words.split()) > _MOST_WORDS:
            found.append("it talks for too long")
        if any(f" {phrase} " in f" {words(answer.words)} " for phrase in _GOODBYE):
            found.append("it says goodbye in words of its own")
        if self._lines[-_MOST_REPEATS + 1 :] == [answer.words] * (_MOST_REPEATS - 1):
            found.append("it says the same over and over")
        return tuple(found)

    def _faults_of_hanging_up(self, answer: Answer) -> tuple[str, ...]:
        if answer.words:
            return ("it hangs up in the breath in which it says something",)
        open_request = self._requests.pending
        if open_request is not None and any(act.kind in _ASKING for act in self._talk.acts):
            return (f"it hangs up before this was done, and while it was asked something: {open_request.say}",)
        return ()

    def _was_asked(self) -> bool:
        """Whether an answer is due: something was asked, and the agent did not go on to say that it takes a moment."""
        kinds = [act.kind for act in self._talk.acts if act.kind != "acknowledge"]
        return bool(kinds) and kinds[-1] != "filler" and any(kind in _ASKED for kind in kinds)

    def _do(self, answer: Answer) -> Move:
        if answer.waits:
            return Wait()
        if not answer.hangs_up:
            return self._say(answer.words, "answer")
        if self._requests.pending is None:
            line = self._spec.closing
            return HangUp(Say(line, speakable(line) or line, "closing"), Ending(by="caller", why="done"))
        return self._insist()

    def _insist(self) -> Move:
        """Ask again after words that asked nothing and settled nothing, where the model would hang up; at last do."""
        self._unhelped += 1
        pending = self._requests.pending
        if pending is None or self._unhelped >= UNHELPED:
            return HangUp(None, Ending(by="caller", why="not_helped"))
        return self._say(pending.again or pending.say, "request")

    def _say(self, text: str, why: Reason) -> Move:
        if (enough := self._out_of_turns()) is not None:
            return enough
        self._lines.append(text)
        self._history.append({"role": "assistant", "content": text})
        return Say(text, self._spoken(text), why)

    def _spoken(self, text: str) -> str:
        """Return a line as the voice gets it: the caller's own values by their kinds, all else by its shape."""
        for trait in self._spec.traits.values():
            for way in ways_of(trait)[:1]:
                if trait.kind not in ("bool", "enum", "text", "name"):
                    text = text.replace(way.text, way.spoken)
        return speakable(text) or text
