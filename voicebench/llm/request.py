"""Where a model is, how it is asked, and what one request holds."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, SecretStr

from voicebench.keys import NO_KEY
from voicebench.task import Json

__all__ = ["ChatRequest", "Endpoint"]


class Endpoint(BaseModel):
    """An OpenAI-compatible chat endpoint.

    Args:
        base_url: Address up to and including the version, as the OpenAI SDK takes it.
        model: Name of the model there.
        key: The API key; never written anywhere.
        temperature: Sampling temperature; None leaves it to the provider.
        extra_body: Further fields of the request's body.
        first_token_limit_s: Seconds to wait for the first token of an answer, retries included.
        stall_limit_s: Seconds to wait between two chunks after that.
        retries: How often a request that failed before its first token is sent again.
        answer_limit_chunks: An answer is taken to have ended after so many; a model may go on for ever.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    base_url: str
    model: str
    key: SecretStr = SecretStr(NO_KEY)
    temperature: float | None = 0.0
    extra_body: Mapping[str, Json] = Field(default_factory=dict)
    first_token_limit_s: float = Field(default=30.0, gt=0)
    stall_limit_s: float = Field(default=15.0, gt=0)
    retries: int = Field(default=3, ge=0)
    answer_limit_chunks: int = Field(default=16_384, gt=0)


class ChatRequest(BaseModel):
    """One request: the conversation so far and the tools on offer.

    Args:
        number: Which request of the call it is, from 1.
        messages: In the shape of the OpenAI chat-completions protocol, the system message first.
        tools: Function schemas, likewise.
    """

    model_config = ConfigDict(frozen=True)

    number: int
    messages: Sequence[Mapping[str, Any]]
    tools: Sequence[Mapping[str, Any]] = ()
