"""The reference model and the control models: from a request's messages to a reply, without memory of their own.

A model keeps no state between requests, as the protocol has it: the talk is followed anew from the messages each time.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from voicebench.reference.follow import Sent, Talk, follow
from voicebench.reference.reply import Reply
from voicebench.task import CallStep, HandoffStep, Json, PlanStep

__all__ = ["CONTROLS", "Model", "Script", "inputs", "make_model"]

Message = Mapping[str, Any]
Model = Callable[[Sequence[Message]], Reply]
"""Messages of the chat protocol -> the next reply."""

_CHATTER = (
    "That's a good thing to bring up, and I understand how you feel about it.",
    "We take that sort of matter very seriously here.",
    "It's always a pleasure to talk with people who call us.",
)
"""Words that ask nothing and do nothing."""
_CANCELLED = "CANCELLED"
"""What Pipecat puts where the result of a tool would stand."""


def inputs(messages: Sequence[Message]) -> Iterator[Sent]:
    """Yield what a talk was sent: the caller's words, joined where nobody spoke between, and the tools' results.

    Words that came after a tool's result, before anything more was said, answer nothing: the reply to the result was
    cut off unheard, and is made again. A tool that was cancelled did not answer, and is called again.
    """
    words: list[str] = []
    was_heard = True
    for message in messages:
        role, content = message.get("role"), message.get("content")
        if role == "tool" and content != _CANCELLED:
            yield _result(content)
            words.clear()
            was_heard = False
        elif role == "user" and was_heard:
            words.append(_text(content))
        elif role == "assistant":
            was_heard = True
            if words:
                yield " ".join(words)
                words.clear()
    if words:
        yield " ".join(words)


def _text(content: Any) -> str:
    if isinstance(content, list):
        return " ".join(part.get("text") or "" for part in content if isinstance(part, Mapping))
    return content if isinstance(content, str) else ""


def _result(content: Any) -> Mapping[str, Json]:
    try:
        result = json.loads(_text(content))
    except ValueError:
        return {}
    return result if isinstance(result, dict) else {}


@dataclass(frozen=True)
class Script:
    """What a model is given: the way to a right call, without a value of the caller's.

    Args:
        plan: The steps.
        writes: Names of the tools that change the database.
        intrusion: For the overwriter: steps from where the plan ends to a write that nobody asked for.
        today: The firm's day, for a day said without its year.
    """

    plan: Sequence[PlanStep]
    writes: frozenset[str] = frozenset()
    intrusion: Sequence[PlanStep] = ()
    today: date | None = None


def make_model(script: Script, control: str | None = None) -> Model:
    """Return the reference model, or the control model of that name."""
    return CONTROLS[control](script) if control else _replaying(lambda: follow(script.plan, script.today))


def _replaying(start: Callable[[], Talk]) -> Model:
    def model(messages: Sequence[Message]) -> Reply:
        talk = start()
        reply = Reply()
        for sent in inputs(messages):
            if isinstance(sent, str) == (reply.call is None):
                reply = talk.send(sent)
        return reply

    return model


def _silent(script: Script) -> Model:
    del script
    return lambda _: Reply()


def _refuser(script: Script) -> Model:
    del script
    return lambda _: Reply("I'm sorry, I'm not able to help with that.")


def _talker(script: Script) -> Model:
    del script
    return lambda messages: Reply(_CHATTER[sum(m["role"] == "user" for m in messages) % len(_CHATTER)])


def _overwriter(script: Script) -> Model:
    """Follow the plan, and make each call that writes a second time, elsewhere where the plan chose from a list.

    After the last call comes the intrusion.
    """
    doubled: list[PlanStep] = []
    last = max((at for at, step in enumerate(script.plan) if isinstance(step, CallStep | HandoffStep)), default=-1)
    for at, step in enumerate(script.plan):
        doubled.append(step)
        if isinstance(step, CallStep) and step.call in script.writes:
            elsewhere = {name: _second_choice(value) for name, value in step.arguments.items()}
            doubled.append(step.model_copy(update={"arguments": elsewhere, "retry": (), "say_first": None}))
        if at == last:
            doubled.extend(script.intrusion)
    return _replaying(lambda: follow(doubled, script.today))


def _second_choice(value: Json) -> Json:
    """Point ``result.find_slots.data.slots.0.start`` at the next slot."""
    is_choice = isinstance(value, str) and value.startswith("result.find_")
    return value.replace(".0.", ".1.", 1) if is_choice else value


CONTROLS: Mapping[str, Callable[[Script], Model]] = {
    "silent": _silent,
    "refuser": _refuser,
    "talker": _talker,
    "overwriter": _overwriter,
}
"""Models that must fail every task."""
