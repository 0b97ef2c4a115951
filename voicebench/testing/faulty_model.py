"""A model that means well and whose answers now and then come in one of the shapes of ``faults``."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from voicebench.reference.models import Model
from voicebench.seeds import generator
from voicebench.testing.faults import EXTRA_TOOL, SHAPES, Meant, sound
from voicebench.testing.llm_server import Asked, ScriptedLlm
from voicebench.testing.llm_steps import Answer, Send

__all__ = ["Dealt", "FaultyModel"]


@dataclass(frozen=True)
class Dealt:
    """A shape that was drawn.

    Args:
        request: Which request of the call it answers, from 1.
        shape: Its name.
    """

    request: int
    shape: str


class FaultyModel(ScriptedLlm):
    """Serves one model a path, each with dice of its own.

    Args:
        models: The models, by the path under which ``at`` has their address.
        seed: Of the dice.
        share: How many of the answers come in a shape of ``faults``; which one is drawn of those that fit.

    Attributes:
        dealt: What was drawn, by path, in order.
    """

    def __init__(self, models: Mapping[str, Model], seed: int, share: float):
        super().__init__()
        self._models = models
        self._share = share
        self._dice = {path: generator(seed, path) for path in models}
        self._left: dict[str, list[Answer]] = {}
        self._asked = dict.fromkeys(models, 0)
        self.dealt: dict[str, list[Dealt]] = {path: [] for path in models}

    def choose(self, asked: Asked) -> Answer:
        """See ``ScriptedLlm``: a further attempt at a request gets the shape's next answer."""
        path = asked.path.removesuffix("/v1/chat/completions")
        left = self._left.get(path) or self._draw(path, asked.body)
        self._left[path] = left[1:]
        return left[0]

    def _draw(self, path: str, body: Mapping[str, Any]) -> list[Answer]:
        reply = self._models[path](_without_extras(body["messages"]))
        self._asked[path] += 1
        calls = () if reply.call is None else (reply.call,)
        meant = Meant(reply.text, calls, f"call_{self._asked[path]}")
        dice = self._dice[path]
        if dice.random() >= self._share:
            return [[Send(one) for one in sound(meant)]]
        name = _drawn(meant, dice, asks_usage="stream_options" in body)
        self.dealt[path].append(Dealt(self._asked[path], name))
        answers = list(SHAPES[name].answers(meant))
        # An answer that stands for all further attempts ends the call, or else there are no further ones.
        return answers * _ATTEMPTS if SHAPES[name].outcome == "errored" else answers


_ATTEMPTS = 8
"""More than any client makes."""


def _drawn(meant: Meant, dice: np.random.Generator, *, asks_usage: bool) -> str:
    """Draw a shape that fits; what was not asked for cannot be refused."""
    fitting = [name for name, shape in SHAPES.items() if shape.fits(meant)]
    if not asks_usage:
        fitting.remove("usage_refused")
    return str(fitting[dice.integers(len(fitting))])


def _without_extras(messages: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the conversation without the calls that the model did not mean."""
    extra = {
        call["id"]
        for message in messages
        for call in message.get("tool_calls") or ()
        if call["function"]["name"] == EXTRA_TOOL
    }
    return [
        message
        for message in messages
        if message.get("tool_call_id") not in extra
        and not any(call["id"] in extra for call in message.get("tool_calls") or ())
    ]
