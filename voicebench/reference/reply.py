"""What a model answers in one go."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from voicebench.task import Json

__all__ = ["Reply", "ToolCall"]


@dataclass(frozen=True)
class ToolCall:
    """A tool call of the reference model's."""

    name: str
    arguments: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True)
class Reply:
    """One answer: words, a tool call, or both."""

    text: str = ""
    call: ToolCall | None = None
