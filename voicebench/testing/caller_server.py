"""An endpoint that plays callers well, since the scripted caller decides, or as badly as a test wants."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from voicebench.caller import HangUp, Heard, Move, Say, ScriptedCaller
from voicebench.seeds import generator
from voicebench.stack import Limits
from voicebench.task import CallerSpec
from voicebench.testing.llm_server import Asked, ScriptedLlm
from voicebench.testing.llm_steps import Answer, Send, content, finish, usage

__all__ = ["CallerServer", "Spoil", "Turn"]


@dataclass(frozen=True)
class Turn:
    """One answer of a caller's.

    Args:
        answer: The good one.
        number: From 0, the opening left out.
        attempt: How often it was turned back so far.
    """

    answer: str
    number: int
    attempt: int


Spoil = Callable[[Turn], str]
"""What is answered in place of the good answer."""

_CORRECTION = "(Nobody heard that"


class CallerServer(ScriptedLlm):
    """Serves one caller.

    Args:
        spec: Who is calling.
        spoil: Changes the answers.
    """

    def __init__(self, spec: CallerSpec, spoil: Spoil | None = None):
        super().__init__()
        self._spec = spec
        self._spoil = spoil

    def choose(self, asked: Asked) -> Answer:
        """See ``ScriptedLlm``."""
        heard, attempt = _heard(asked.body["messages"])
        caller = ScriptedCaller(self._spec, Limits(), generator(0, "caller"))
        moves = [caller.reply(Heard(text)) for text in heard]
        answer = _answer(moves[-1])
        if self._spoil is not None:
            answer = self._spoil(Turn(answer, len(moves) - 2, attempt))
        return [Send(content(answer)), Send(finish("stop")), Send(usage(7, 3))]


def _heard(messages: Sequence[Mapping[str, Any]]) -> tuple[list[str], int]:
    """Return what the agent said, and how often the last answer was turned back."""
    texts = [str(message["content"]) for message in messages if message["role"] == "user"]
    heard = [text for text in texts if not text.startswith(_CORRECTION)]
    return heard, len(texts) - len(heard)


def _answer(move: Move) -> str:
    if isinstance(move, HangUp):
        return "HANG_UP"
    return move.text if isinstance(move, Say) else "WAIT"
