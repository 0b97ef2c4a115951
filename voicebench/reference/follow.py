"""Follows a plan: a conversation as a generator that is sent what the caller says and what the tools answer."""

from collections.abc import Generator, Mapping, Sequence
from datetime import date

from voicebench.reference.asking import ask
from voicebench.reference.filling import Known, NotKnownError
from voicebench.reference.reply import Reply, ToolCall
from voicebench.task import AskStep, CallStep, ConfirmStep, HandoffStep, Json, PlanStep, SayStep, Slot
from voicebench.values.heard import hear_yes_no

__all__ = ["CANNOT", "Talk", "follow"]

Sent = str | Mapping[str, Json]
"""The caller's words, or a tool's result."""

Talk = Generator[Reply, Sent, None]
"""Yields replies; is sent the caller's words after words, and the result after a tool call."""

CANNOT = "I'm sorry, I'm not able to make that out. Please call us again. Goodbye."
"""What the model says when it gives up; nothing that it hears after that is used."""
_ATTEMPTS = 3
_QUESTIONS = 4
"""How often a yes is asked for."""


class _GaveUp(Exception):  # noqa: N818 - not an error, the end of a talk
    """A value or a yes that the plan needs could not be had."""


class _Follower:
    """The state of one talk."""

    def __init__(self, plan: Sequence[PlanStep], today: date | None):
        self._plan, self._today = plan, today
        self._known = Known()
        self._slots = {step.ask.name: step.ask for step in plan if isinstance(step, AskStep)}
        self._said: list[str] = []
        self._pending: list[str] = []

    def talk(self) -> Talk:
        """Follow the plan from the caller's first words to its end, then offer help until the caller hangs up."""
        yield from self._listen()
        try:
            for step in self._plan:
                yield from self._take(step)
        except (_GaveUp, NotKnownError):
            self._pending.append(CANNOT)
        else:
            self._pending.append("Is there anything else I can help you with?")
        while True:
            yield from self._listen()
            self._pending.append("Thank you for calling. Goodbye.")

    def _take(self, step: PlanStep) -> Talk:
        match step:
            case SayStep():
                self._pending.append(self._known.text(step.say))
                if step.wait:
                    yield from self._listen()
            case AskStep():
                yield from self._ask(step.ask)
            case ConfirmStep():
                yield from self._confirm(step.confirm)
            case HandoffStep():
                yield from self._call(step.handoff, step.arguments, step.say_first)
            case CallStep():
                yield from self._call_until_ok(step)

    def _words(self) -> str:
        words = " ".join(filter(None, self._pending))
        self._pending.clear()
        return words

    def _listen(self, question: str = "") -> Generator[Reply, Sent, str]:
        """Say all that is pending and ``question``, and return the caller's answer."""
        self._pending.append(question)
        words = yield Reply(self._words())
        said = words if isinstance(words, str) else ""
        self._said.append(said)
        return said

    def _ask(self, slot: Slot, lead: str = "") -> Talk:
        asking = ask(slot, " ".join(self._said), lead, self._today)
        try:
            question = next(asking)
            while True:
                question = asking.send((yield from self._listen(question)))
        except StopIteration as done:
            self._known.heard[slot.name] = done.value
        if self._known.heard[slot.name] is None and not slot.optional:
            raise _GaveUp(slot.name)

    def _confirm(self, question: str) -> Talk:
        words = self._known.text(question)
        for _ in range(_QUESTIONS):
            if hear_yes_no((yield from self._listen(words))):
                return
        raise _GaveUp(question)

    def _call(self, name: str, arguments: Mapping[str, Json], say_first: str | None) -> Generator[Reply, Sent, bool]:
        if say_first:
            self._pending.append(self._known.text(say_first))
        result = yield Reply(self._words(), ToolCall(name, self._known.arguments(arguments)))
        self._known.results[name] = result if isinstance(result, Mapping) else {}
        return not isinstance(result, Mapping) or result.get("ok") is not False

    def _call_until_ok(self, step: CallStep) -> Talk:
        for attempt in range(_ATTEMPTS):
            is_ok = yield from self._call(step.call, step.arguments, step.say_first if not attempt else None)
            if is_ok or not step.retry:
                return
            for name in step.retry:
                yield from self._ask(self._slots[name], "I'm sorry, that doesn't match. Let me ask again.")
        raise _GaveUp(step.call)


def follow(plan: Sequence[PlanStep], today: date | None = None) -> Talk:
    """Return a talk along ``plan``, waiting for the caller's first words.

    Args:
        plan: The task's ``reference``; it holds no value of the caller's.
        today: The firm's day, for a day said without its year.
    """
    talk = _Follower(plan, today).talk()
    next(talk)
    return talk
