from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from pydantic import TypeAdapter

from voicebench.reference.follow import Talk, follow
from voicebench.reference.reply import Reply, ToolCall
from voicebench.task import PlanStep

_PLAN = TypeAdapter(tuple[PlanStep, ...])


class Talking:
    """A talk along a plan; each ``hear`` returns what the model says to it."""

    def __init__(self, *steps: Mapping[str, Any]):
        self._talk: Talk = follow(plan_of(steps))

    def hear(self, sent: str | Mapping[str, Any]) -> str | ToolCall | Reply:
        """Return the words alone, the call alone, or the whole reply where it holds both."""
        reply = self._talk.send(sent)
        if reply.call is None:
            return reply.text
        return reply if reply.text else reply.call

    def all(self, *sent: str | Mapping[str, Any]) -> list[str | ToolCall | Reply]:
        return [self.hear(one) for one in sent]


def plan_of(steps: Sequence[Mapping[str, Any]]) -> tuple[PlanStep, ...]:
    return _PLAN.validate_python(steps)


@pytest.fixture
def plan() -> Callable[..., tuple[PlanStep, ...]]:
    """Makes a plan of steps as a task file has them."""
    return lambda *steps: plan_of(steps)


@pytest.fixture
def talk() -> Callable[..., Talking]:
    """Starts a talk along steps as a task file has them."""
    return Talking
