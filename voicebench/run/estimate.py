"""What a run will come to, before anything is spent: read off the tasks' plans, without a model or a pack's code.

Each step of a task's reference plan is counted as the requests and words that it takes when all is understood at once:
a question and its answer, a read-back and its yes, a tool call with its result. Each request carries the prompt and the
tools of the role that is on, and all that was said before. A token is taken for four characters. Speech runs at 14
characters a second, as on the line, and each turn has a gap on both sides. A model that asks more, or reasons, needs
more; nothing is counted as cached.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from voicebench.desk.schema import tool_schema
from voicebench.run.plan import CallPlan
from voicebench.spending import RequestUsage, Usage, total_usage
from voicebench.task import AskStep, CallStep, ConfirmStep, HandoffStep, Json, Pack, PlanStep, SayStep, Slot

__all__ = ["Estimate", "estimate", "total"]

_CHARACTERS_PER_TOKEN = 4
"""Of English prose and JSON, with the vocabularies of large models."""
_CHARACTERS_PER_S = 14.0
_GAPS_S = 3.2
"""Of a turn: 1.8 s until the agent answers and 1.4 s until the caller does, with the local stack."""
_VALUE, _READ_BACK, _YES = 40, 70, 18
"""Characters of a value as a caller gives it, of a read-back, and of ``Yes, that's right.``"""
_ARGUMENT, _RESULT = 30, 400
"""Characters of one argument of a tool call, and of a tool's result."""


@dataclass(frozen=True)
class Estimate:
    """What calls will come to.

    Args:
        calls: How many.
        call_s: How long they last on their own clock.
        usage: What they use.
    """

    calls: int
    call_s: float
    usage: Usage


def estimate(plan: CallPlan) -> Estimate:
    """Return what one call will come to."""
    walk = _Walk(plan.pack, len(plan.task.caller.opening))
    for step in plan.task.reference:
        walk.take(step)
    walk.reply(50, len(plan.task.caller.closing))  # the offer of more help
    walk.reply(50, 0)  # the goodbye
    usage = Usage(tuple(walk.requests))
    if not plan.stack.has_sound:
        return Estimate(1, 0.0, usage)
    heard_s, spoken_s = (count / _CHARACTERS_PER_S for count in (walk.heard, walk.spoken))
    call_s = heard_s + spoken_s + walk.turns * _GAPS_S
    return Estimate(1, call_s, Usage(usage.requests, heard_s, spoken_s, walk.spoken))


class _Walk:
    """A plan followed by counting; all counts are of characters."""

    def __init__(self, pack: Pack, opening: int):
        self._pack = pack
        self._role = pack.first_role
        self._heads: dict[str, int] = {}
        self._pending = 0
        self.spoken = len(pack.greeting)
        self.heard = opening
        self._history = self.spoken + self.heard
        self.turns = 1
        self.requests: list[RequestUsage] = []

    def take(self, step: PlanStep) -> None:
        """Follow one step."""
        match step:
            case SayStep():
                self._pending += len(step.say)
                if step.wait:
                    self.reply(0, _VALUE)
            case AskStep():
                self._ask(step.ask)
            case ConfirmStep():
                self.reply(len(step.confirm), _YES)
            case CallStep():
                self._call(step.call, step.arguments, step.say_first)
            case HandoffStep():
                self._call(step.handoff, step.arguments, step.say_first)
                self._role = self._pack.handoffs.get(step.handoff, self._role)

    def reply(self, words: int, answer: int) -> None:
        """Count an answer in words, and what the caller says to it."""
        words += self._pending
        self._pending = 0
        self._request(words)
        self.spoken += words
        self.heard += answer
        self._history += answer
        self.turns += 1

    def _ask(self, slot: Slot) -> None:
        if not slot.volunteered:
            self.reply(len(slot.question), _VALUE)
        if slot.confirm:
            self.reply(_READ_BACK, _YES)

    def _call(self, name: str, arguments: Mapping[str, Json], say_first: str | None) -> None:
        filler = self._pending + len(say_first or "")
        self._pending = 0
        self.spoken += filler
        self._request(filler + len(name) + _ARGUMENT * (1 + len(arguments)))
        self._history += _RESULT

    def _request(self, answer: int) -> None:
        read = self._head() + self._history
        self.requests.append(RequestUsage(_tokens(read), output_tokens=_tokens(answer)))
        self._history += answer

    def _head(self) -> int:
        """The prompt and the tools of the role that is on."""
        if self._role not in self._heads:
            role = self._pack.roles[self._role]
            tools = [tool_schema(self._pack.tools[name]) for name in (*role.tools, *role.handoffs)]
            self._heads[self._role] = len(role.prompt) + len(json.dumps(tools))
        return self._heads[self._role]


def _tokens(characters: int) -> int:
    return -(-characters // _CHARACTERS_PER_TOKEN)


def total(estimates: Iterable[Estimate]) -> Estimate:
    """Return what several calls will come to together."""
    some = list(estimates)
    return Estimate(len(some), sum(one.call_s for one in some), total_usage(one.usage for one in some))
