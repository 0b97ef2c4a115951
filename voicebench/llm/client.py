"""Asks the model and lets its answer through on the call's clock; the only use of the OpenAI SDK.

Content passes on as it comes. Tool calls are held until they are whole and then sent as one chunk each, since the
consumer (Pipecat's OpenAI service) drops or joins those of servers that number them otherwise.

A server that simulates its own pace (our reference model) adds ``voicebench: {at_ms}`` to each chunk and does not
sleep; such a chunk is let through at that offset, any other at the offset at which it really came, unless the run's
costs say when tokens come.
"""

import contextlib
from collections.abc import AsyncGenerator

import openai
from openai.types.chat import ChatCompletionChunk
from openai.types.chat.chat_completion_chunk import (
    Choice,
    ChoiceDelta,
    ChoiceDeltaToolCall,
    ChoiceDeltaToolCallFunction,
)

from voicebench.clock import Timekeeper
from voicebench.errors import CallError
from voicebench.llm.assembly import ToolCallAssembly, WholeCall
from voicebench.llm.attempts import Attempts, Retry, too_slow
from voicebench.llm.reader import ReaderThread, StreamReader
from voicebench.llm.request import ChatRequest, Endpoint
from voicebench.llm.schedule import Due, Pacer, Schedule, as_it_came
from voicebench.llm.stamps import Note, Stamps
from voicebench.llm.tape import AnswerReader, Source, straight
from voicebench.units import NS_PER_S

__all__ = ["DATA_TIME_HEADER", "ChatClient"]

DATA_TIME_HEADER = "x-voicebench-time"
"""Sent as ``data`` under the virtual clock: a server of ours then says its delays instead of taking them."""


class ChatClient:
    """Asks one endpoint.

    Args:
        endpoint: Where the model is and how it is asked.
        thread: The thread that streams are read in.
        clock: The call's clock.
        note: Takes the stamps of the design (``llm_request`` to ``llm_end``).
        is_virtual: Whether time is simulated.
        pacer: Says when the chunks of an answer are due.
        source: Where answers come from.
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
        source: Source = straight,
    ):
        self._endpoint = endpoint
        self._thread = thread
        self._clock = clock
        self._note = note
        self._pacer = pacer
        self._source = source
        self._says_time = is_virtual
        self._ids: set[str] = set()
        sdk = openai.AsyncOpenAI(
            base_url=endpoint.base_url,
            api_key=endpoint.key.get_secret_value(),
            max_retries=0,
            timeout=None,
            http_client=thread.shared(_http_client),
        )
        self._attempts = Attempts(endpoint, sdk, {DATA_TIME_HEADER: "data"} if is_virtual else {})

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatCompletionChunk, None]:
        """Ask, and yield the answer's chunks when they are due.

        Raises:
            LlmError: The endpoint cannot be reached or refuses; the message holds its own words.
            LimitExceeded: The first token, or the next chunk, took longer than the endpoint's limits allow.
        """
        stamps = Stamps(self._note, self._clock, request.number)
        reader = self._source(
            request, lambda: StreamReader(self._thread, self._clock, lambda: self._attempts.stream(request))
        )
        assembly = ToolCallAssembly()
        try:
            async with contextlib.aclosing(self._on_time(reader, stamps, request.number)) as chunks:
                async for chunk in chunks:
                    stamps.take(chunk)
                    for choice in chunk.choices or ():
                        for delta in choice.delta.tool_calls or () if choice.delta else ():
                            assembly.add(delta)
                    yield _words_alone(chunk)
            calls = assembly.whole(request.number, self._ids)
            self._ids |= {call.id for call in calls}
            for index, call in enumerate(calls):
                yield _call_chunk(index, call, stamps.model)
            stamps.end(calls)
        except CallError as error:
            stamps.end(error=str(error))
            raise
        finally:
            reader.close()
            stamps.end(cancelled=True)

    async def _on_time(
        self, reader: AnswerReader, stamps: Stamps, number: int
    ) -> AsyncGenerator[ChatCompletionChunk, None]:
        """Yield each chunk when it is due."""
        schedule = Schedule(self._endpoint, lambda: self._pacer(number), says_time=self._says_time)
        count = 0
        while (arrival := await reader.next()).item is not None:
            if isinstance(arrival.item, Retry):
                schedule.again(arrival.after_ns)
                await self._clock.until_ns(stamps.sent_ns + arrival.after_ns)
                stamps.retry(arrival.item.why)
                continue
            await self._wait(schedule.due(arrival.item, arrival.after_ns), stamps.sent_ns)
            yield arrival.item
            count += 1
            if count == self._endpoint.answer_limit_chunks:
                stamps.cut_off()
                return
        await self._clock.until_ns(stamps.sent_ns + (arrival.after_ns if arrival.error else 0))
        if arrival.error is not None:
            raise arrival.error
        if count == 0:
            raise self._attempts.error("sent an empty answer; does it stream chat completions?")

    async def _wait(self, due: Due, sent_ns: int) -> None:
        """Wait for a chunk, or for its limit to run out, if that comes first."""
        if due.gives_up_ns is not None:
            await self._clock.until_ns(sent_ns + due.gives_up_ns)
            raise too_slow(due.limit_s, (due.at_ns - due.since_ns) / NS_PER_S)
        await self._clock.until_ns(sent_ns + due.at_ns)


def _words_alone(chunk: ChatCompletionChunk) -> ChatCompletionChunk:
    """Leave out the pieces of calls, and the usage, which is noted: Pipecat trips over one that lacks a count."""
    chunk.usage = None
    for choice in chunk.choices or ():
        if choice.delta:
            choice.delta.tool_calls = None
    return chunk


def _call_chunk(index: int, call: WholeCall, model: str) -> ChatCompletionChunk:
    function = ChoiceDeltaToolCallFunction(name=call.name, arguments=call.arguments)
    delta = ChoiceDelta(tool_calls=[ChoiceDeltaToolCall(index=index, id=call.id, type="function", function=function)])
    choice = Choice(index=0, delta=delta, finish_reason=None)
    return ChatCompletionChunk(id=call.id, choices=[choice], created=0, model=model, object="chat.completion.chunk")


def _http_client() -> openai.DefaultAsyncHttpxClient:
    """Return a client that asks this machine itself, whatever proxy the environment names for others."""
    own = ("127.0.0.1", "[::1]", "localhost")
    return openai.DefaultAsyncHttpxClient(mounts={f"all://{host}": None for host in own})
