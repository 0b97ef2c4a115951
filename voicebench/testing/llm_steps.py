"""What a scripted model sends: the steps of an answer, and the chunks that they are made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from voicebench.task import Json

__all__ = [
    "Answer",
    "Done",
    "Drop",
    "Endless",
    "Hang",
    "Pause",
    "Reset",
    "Send",
    "Status",
    "Step",
    "call_piece",
    "chunk",
    "content",
    "finish",
    "role",
    "usage",
]


@dataclass(frozen=True)
class Send:
    """Send one chunk.

    Args:
        chunk: JSON; text goes out as it stands.
        at_ms: A time to say with it, as a server with a pace of its own does.
        bytewise: Send each byte alone, so that characters and lines come in pieces.
    """

    chunk: Json
    at_ms: float | None = None
    bytewise: bool = False


@dataclass(frozen=True)
class Status:
    """Answer with this status and body in place of a stream; comes first."""

    code: int
    body: str
    content_type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Hang:
    """Send nothing more until the client goes away."""


@dataclass(frozen=True)
class Drop:
    """Break off: close the socket in the middle of the stream."""


@dataclass(frozen=True)
class Reset:
    """Break off so that the client's next read fails: the connection is reset, not closed."""


@dataclass(frozen=True)
class Pause:
    """Send nothing for so long, in real time."""

    ms: float


@dataclass(frozen=True)
class Endless:
    """Send the same chunk until the client goes away."""

    chunk: Json


@dataclass(frozen=True)
class Done:
    """End the stream as the protocol has it; stands at the end of every answer that comes to an end."""


Step = Send | Status | Hang | Drop | Reset | Pause | Endless | Done
Answer = Sequence[Step]


def chunk(delta: Json, finish_reason: str | None = None) -> dict[str, Json]:
    """Return a chunk with one choice."""
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    return {"id": "c", "object": "chat.completion.chunk", "created": 0, "model": "scripted", "choices": [choice]}


def role() -> Json:
    """Return a chunk that brings the role alone."""
    return chunk({"role": "assistant"})


def content(text: str) -> Json:
    """Return a chunk of words."""
    return chunk({"content": text})


def call_piece(**piece: Json) -> Json:
    """Return a chunk with a piece of a tool call.

    Args:
        piece: ``index``, ``id``, ``name``, ``arguments``; what is not named is not sent.
    """
    function = {key: piece.pop(key) for key in ("name", "arguments") if key in piece}
    return chunk({"tool_calls": [{**piece, "type": "function", "function": function}]})


def finish(reason: str) -> Json:
    """Return the chunk that ends an answer."""
    return chunk({}, reason)


def usage(prompt: int, completion: int) -> Json:
    """Return the chunk that says what an answer used; it has no choice."""
    used = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
    return {**chunk({}), "choices": [], "usage": used}
