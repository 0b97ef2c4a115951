"""What a chunk of a stream must look like for the rest to rely on it. Looser than the protocol, as servers are."""

from collections.abc import Mapping

from pydantic import BaseModel, Field, ValidationError

from voicebench.complaints import first_fault
from voicebench.task import Json

__all__ = ["complaint"]


class _Function(BaseModel):
    name: str | None = None
    arguments: str | Mapping[str, Json] | None = None


class _ToolCall(BaseModel):
    index: int | None = None
    id: str | None = None
    function: _Function | None = None


class _Delta(BaseModel):
    content: str | None = None
    tool_calls: list[_ToolCall] | None = None


class _Choice(BaseModel):
    delta: _Delta | None = None
    finish_reason: str | None = None


class _SimulatedTime(BaseModel):
    at_ms: float = Field(ge=0, allow_inf_nan=False)


class _Chunk(BaseModel):
    model: str | None = None
    choices: list[_Choice] | None = None
    usage: Mapping[str, Json] | None = None
    voicebench: _SimulatedTime | None = None


def complaint(chunk: Json) -> str | None:
    """Return what is wrong with a chunk, in words; None when it can be relied on."""
    try:
        _Chunk.model_validate(chunk)
    except ValidationError as error:
        return first_fault(error, "the chunk")
    return None
