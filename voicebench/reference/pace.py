"""How fast the reference model answers, and in what pieces."""

import json
import re
from dataclasses import dataclass

from voicebench.reference.reply import Reply
from voicebench.task import Json

__all__ = ["Pace", "deltas"]

_TOKEN = re.compile(r"\s*\S{1,6}")
"""Pieces of up to six characters, about the size of a token of a large model's vocabulary."""


@dataclass(frozen=True)
class Pace:
    """The timing of an answer.

    Args:
        first_token_ms: From the request to the first piece.
        tokens_per_s: Rate of the pieces after it.
    """

    first_token_ms: float
    tokens_per_s: float

    def at_ms(self, number: int) -> float:
        """Return when piece ``number``, from 0, is due, in milliseconds after the request."""
        return round(self.first_token_ms + number * 1_000 / self.tokens_per_s, 3)


def deltas(reply: Reply, call_id: str) -> list[dict[str, Json]]:
    """Return a reply as the deltas of a stream: words piece by piece, then the tool call's arguments.

    Args:
        reply: What to answer.
        call_id: Id of its tool call.
    """
    pieces: list[dict[str, Json]] = [{"content": piece} for piece in _TOKEN.findall(reply.text)]
    if reply.call is not None:
        head = {"index": 0, "id": call_id, "type": "function", "function": {"name": reply.call.name, "arguments": ""}}
        pieces.append({"tool_calls": [head]})
        arguments = _TOKEN.findall(json.dumps(dict(reply.call.arguments)))
        pieces += [{"tool_calls": [{"index": 0, "function": {"arguments": piece}}]} for piece in arguments]
    return pieces
