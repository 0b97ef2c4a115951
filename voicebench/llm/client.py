"""Asks the model and lets its answer through on the call's clock; the only use of the OpenAI SDK.

Content passes on as it comes. Tool calls are held until they are whole and then sent as one chunk each, since the
consumer (Pipecat's OpenAI service) drops or joins those of servers that number them otherwise.

A server that simulates its own pace (our reference model) adds ``voicebench: {at_ms}`` to each chunk and does not
sleep; such a chunk is let through at that offset, any other at the offset at which it really came, unless the run's
costs say when tokens come.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable
from typing import Any, Protocol

import openai
from openai.types.chat import ChatCompletionChunk
from openai.types.chat.chat_completion_chunk import (
    Choice,
    ChoiceDelta,
    ChoiceDeltaToolCall,
    ChoiceDeltaToolCallFunction,
)

from voicebench.clock import Timekeeper
from voicebench.errors import LimitExceeded, LlmError
from voicebench.keys import without_key
from voicebench.llm.assembly import ToolCallAssembly, WholeCall
from voicebench.llm.reader import Arrival, ReaderThread, StreamReader
from voicebench.llm.request import ChatRequest, Endpoint
from voicebench.llm.shape import complaint
from voicebench.llm.stamps import Note, Stamps, has_token
from voicebench.units import NS_PER_S, ms_to_ns, seconds_to_ns

__all__ = ["DATA_TIME_HEADER", "ChatClient", "Pace", "Pacer", "as_it_came"]

DATA_TIME_HEADER = "x-voicebench-time"
"""Sent as ``data`` under the virtual clock: a server of ours then says its delays instead of taking them."""

_MESSAGE_LENGTH = 500
"""Enough of a provider's words; some send a whole page."""


class Pace(Protocol):
    """Says when the chunks of one answer are due."""

    def __call__(self, measured_ns: int, *, has_token: bool) -> int:
        """Return the offset at which the next chunk is let through.

        Args:
            measured_ns: The offset at which it came.
            has_token: Whether it brings a token: content, reasoning or a piece of a tool call.
        """
        ...


Pacer = Callable[[int], Pace]
"""``pacer(number of the request)`` -> the pace of its answer."""


def as_it_came(request: int) -> Pace:
    """Keep the measured offsets."""
    del request
    return _keep


def _keep(measured_ns: int, *, has_token: bool) -> int:
    del has_token
    return measured_ns


class ChatClient:
    """Asks one endpoint.

    Args:
        endpoint: Where the model is and how it is asked.
        thread: The thread that streams are read in.
        clock: The call's clock.
        note: Takes the stamps of the design (``llm_request`` to ``llm_end``).
        is_virtual: Whether time is simulated.
        pacer: Says when the chunks of an answer are due.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        thread: ReaderThread,
        clock: Timekeeper,
        note: Note,
        *,
        is_virtual: bool,
        pacer: Pacer = as_it_came,
    ):
        self._endpoint = endpoint
        self._thread = thread
        self._clock = clock
        self._note = note
        self._pacer = pacer
        self._headers = {DATA_TIME_HEADER: "data"} if is_virtual else {}
        self._sdk = openai.AsyncOpenAI(
            base_url=endpoint.base_url,
            api_key=endpoint.key.get_secret_value(),
            max_retries=0,
            timeout=None,
            http_client=thread.shared(_http_client),
        )

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatCompletionChunk, None]:
        """Ask, and yield the answer's chunks when they are due.

        Raises:
            LlmError: The endpoint cannot be reached or refuses; the message holds its own words.
            LimitExceeded: The first chunk, or the next, took longer than the endpoint's limits allow.
        """
        stamps = Stamps(self._note, self._clock, request.number)
        reader = StreamReader(self._thread, self._clock, lambda: self._open(request))
        assembly = ToolCallAssembly()
        try:
            on_time = self._on_time(reader, stamps.sent_ns, self._pacer(request.number))
            async with contextlib.aclosing(on_time) as chunks:
                async for chunk in chunks:
                    stamps.take(chunk)
                    for choice in chunk.choices or ():
                        for delta in choice.delta.tool_calls or () if choice.delta else ():
                            assembly.add(delta)
                    yield _without_tools(chunk)
            calls = assembly.whole(request.number)
            for index, call in enumerate(calls):
                yield _call_chunk(index, call, stamps.model)
            stamps.end(calls, cancelled=False)
        finally:
            reader.close()
            stamps.end((), cancelled=True)

    async def _open(self, request: ChatRequest) -> AsyncGenerator[ChatCompletionChunk, None]:
        """Runs in the reader's thread, on the real clock."""
        loop = self._thread.loop
        since_s, limit_s = loop.time(), self._endpoint.first_token_limit_s
        try:
            async with asyncio.timeout_at(since_s + limit_s):
                stream = await self._sdk.chat.completions.create(**self._body(request), extra_headers=self._headers)
            async with stream:
                chunks = aiter(stream)
                while True:
                    async with asyncio.timeout_at(since_s + limit_s):
                        chunk = await anext(chunks, None)
                    if chunk is None:
                        return
                    yield self._checked(chunk)
                    since_s, limit_s = loop.time(), self._endpoint.stall_limit_s
        except TimeoutError:
            raise _too_slow(limit_s, loop.time() - since_s) from None
        except openai.OpenAIError as error:
            raise self._error(_words(error)) from None
        except ValueError as error:
            raise self._error(f"sent a chunk that is not JSON: {error}") from None

    def _checked(self, chunk: ChatCompletionChunk) -> ChatCompletionChunk:
        # The SDK takes whatever comes for a chunk, without looking at it.
        is_chunk = isinstance(chunk, ChatCompletionChunk)
        trouble = complaint(chunk.model_dump(exclude_unset=True, warnings=False) if is_chunk else chunk)
        if trouble:
            raise self._error(f"sent a chunk that is not of the protocol: {trouble}")
        return chunk

    def _error(self, words: str) -> LlmError:
        """Return an error in one line, without the key, which some providers repeat."""
        words = without_key(words, self._endpoint.key)
        return LlmError(f"the model's endpoint {self._endpoint.base_url} {' '.join(words.split())[:_MESSAGE_LENGTH]}")

    def _body(self, request: ChatRequest) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self._endpoint.model,
            "messages": list(request.messages),
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        if request.tools:
            body["tools"] = list(request.tools)
        if self._endpoint.temperature is not None:
            body["temperature"] = self._endpoint.temperature
        if self._endpoint.extra_body:
            body["extra_body"] = dict(self._endpoint.extra_body)
        return body

    async def _on_time(
        self, reader: StreamReader[ChatCompletionChunk], sent_ns: int, pace: Pace
    ) -> AsyncGenerator[ChatCompletionChunk, None]:
        number = 0
        last_ns = 0
        while (arrival := await reader.next()).item is not None:
            after_ns = pace(self._offset_ns(arrival), has_token=_has_token(arrival.item))
            await self._check_limits(sent_ns, number, after_ns, last_ns)
            await self._clock.until_ns(sent_ns + after_ns)
            yield arrival.item
            number, last_ns = number + 1, after_ns
        await self._clock.until_ns(sent_ns + (arrival.after_ns if arrival.error else 0))
        if arrival.error is not None:
            raise arrival.error
        if number == 0:
            raise self._error("sent an empty answer; does it stream chat completions?")

    def _offset_ns(self, arrival: Arrival[ChatCompletionChunk]) -> int:
        simulated = (arrival.item.model_extra or {}).get("voicebench") if arrival.item else None
        return ms_to_ns(simulated["at_ms"]) if simulated and self._headers else arrival.after_ns

    async def _check_limits(self, sent_ns: int, number: int, after_ns: int, last_ns: int) -> None:
        """Give up when the limit runs out, if the chunk comes later still."""
        limit_s = self._endpoint.stall_limit_s if number else self._endpoint.first_token_limit_s
        limit_ns = seconds_to_ns(limit_s)
        if after_ns - last_ns > limit_ns:
            await self._clock.until_ns(sent_ns + last_ns + limit_ns)
            raise _too_slow(limit_s, (after_ns - last_ns) / NS_PER_S)


def _has_token(chunk: ChatCompletionChunk) -> bool:
    return any(choice.delta and has_token(choice.delta) for choice in chunk.choices or ())


def _without_tools(chunk: ChatCompletionChunk) -> ChatCompletionChunk:
    for choice in chunk.choices or ():
        if choice.delta:
            choice.delta.tool_calls = None
    return chunk


def _call_chunk(index: int, call: WholeCall, model: str) -> ChatCompletionChunk:
    function = ChoiceDeltaToolCallFunction(name=call.name, arguments=call.arguments)
    delta = ChoiceDelta(tool_calls=[ChoiceDeltaToolCall(index=index, id=call.id, type="function", function=function)])
    choice = Choice(index=0, delta=delta, finish_reason=None)
    return ChatCompletionChunk(id=call.id, choices=[choice], created=0, model=model, object="chat.completion.chunk")


def _words(error: openai.OpenAIError) -> str:
    if isinstance(error, openai.APIConnectionError):
        return f"cannot be reached or broke off: {error.__cause__ or error}; is it running?"
    if isinstance(error, openai.APIStatusError):
        return f"answered {error.status_code}: {error.message}"
    return f"failed: {error}"


def _too_slow(limit_s: float, used_s: float) -> LimitExceeded:
    return LimitExceeded("seconds to wait for the model", limit_s, used_s, fault="provider")


def _http_client() -> openai.DefaultAsyncHttpxClient:
    """Return a client that asks this machine itself, whatever proxy the environment names for others."""
    own = ("127.0.0.1", "[::1]", "localhost")
    return openai.DefaultAsyncHttpxClient(mounts={f"all://{host}": None for host in own})
