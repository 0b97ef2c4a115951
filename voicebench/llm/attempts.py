"""One request over the wire: sent, sent again where that may help, and given up by the endpoint's limits.

All of it runs in the reader's thread, on the real clock. An attempt that fails before its first token is made again;
after that nothing is, since words may have been spoken already. Whatever a retry waits for comes out of the one limit
on the first token, so that a provider that breaks is found out before the caller loses patience.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

import openai
from openai.types.chat import ChatCompletionChunk

from voicebench.errors import LimitExceeded, LlmError
from voicebench.keys import without_key
from voicebench.llm.request import ChatRequest, Endpoint
from voicebench.llm.shape import complaint
from voicebench.llm.stamps import brings_token
from voicebench.trouble import Trouble, trouble_of

__all__ = ["Attempts", "Retry", "too_slow"]

_MESSAGE_LENGTH = 500
"""Enough of a provider's words; some send a whole page."""
_FIRST_PAUSE_S = 0.25
"""Before the first retry where the provider names no time; doubled before each further one."""


@dataclass(frozen=True)
class Retry:
    """An attempt that failed, now that the request is sent again.

    Args:
        why: What was wrong, in the provider's words.
    """

    why: str


@dataclass
class _Asking:
    """One request while it is asked."""

    request: ChatRequest
    sent_s: float
    by_s: float
    """When the next chunk must be there."""
    allowed_s: float
    """The limit that ``by_s`` comes from."""
    retries: int = 0
    has_token: bool = False


class Attempts:
    """Sends the requests of one call.

    Args:
        endpoint: Where the model is and how it is asked.
        sdk: The client of the OpenAI SDK, which itself never retries.
        headers: Sent with each request.
    """

    def __init__(self, endpoint: Endpoint, sdk: openai.AsyncOpenAI, headers: Mapping[str, str]):
        self._endpoint = endpoint
        self._sdk = sdk
        self._headers = dict(headers)
        self._asks_usage = True

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatCompletionChunk | Retry, None]:
        """Yield the chunks of the answer as they come, and a ``Retry`` each time that the request is sent again.

        Raises:
            LlmError: The endpoint cannot be reached or refuses; the message holds its own words.
            LimitExceeded: The first token, or the next chunk, took longer than the endpoint's limits allow.
        """
        now_s = asyncio.get_running_loop().time()
        limit_s = self._endpoint.first_token_limit_s
        asking = _Asking(request, sent_s=now_s, by_s=now_s + limit_s, allowed_s=limit_s)
        while True:
            try:
                async with contextlib.aclosing(self._once(asking)) as chunks:
                    async for chunk in chunks:
                        yield chunk
                    return
            except openai.OpenAIError as error:
                trouble = trouble_of(error)
            # Outside the except, so that nothing is kept of the error while the request is made again.
            await self._pause(trouble, asking)
            yield Retry(self._clean(trouble.words))

    async def _once(self, asking: _Asking) -> AsyncGenerator[ChatCompletionChunk, None]:
        loop = asyncio.get_running_loop()
        since_s = asking.sent_s
        stream = chunks = None
        try:
            async with asyncio.timeout_at(asking.by_s):
                stream = await self._send(asking.request)
            async with stream:
                chunks = aiter(stream)
                while (chunk := await self._next(chunks, asking.by_s)) is not None:
                    yield self._checked(chunk)
                    asking.has_token = asking.has_token or brings_token(chunk)
                    if asking.has_token:
                        since_s, asking.allowed_s = loop.time(), self._endpoint.stall_limit_s
                        asking.by_s = since_s + asking.allowed_s
        except TimeoutError:
            trouble: LimitExceeded | LlmError = too_slow(asking.allowed_s, loop.time() - since_s)
        except LlmError as error:
            trouble = error.with_traceback(None)
        except ValueError as error:
            trouble = self.error(f"sent a chunk that is not JSON: {error}")
        else:
            return
        # Outside the excepts and without the stream: what an error kept of it would be freed, and so closed, by whoever
        # drops the error, long after and in another thread.
        del stream, chunks
        raise trouble

    async def _send(self, request: ChatRequest) -> openai.AsyncStream[ChatCompletionChunk]:
        """Post the request as it stands; ``chat.completions.create`` spends more on typing it than all else takes."""
        stream: openai.AsyncStream[ChatCompletionChunk] = await self._sdk.post(
            "/chat/completions",
            cast_to=ChatCompletionChunk,
            body=self._body(request),
            options={"headers": self._headers},
            stream=True,
            stream_cls=openai.AsyncStream[ChatCompletionChunk],
        )
        return stream

    async def _next(self, chunks: AsyncIterator[ChatCompletionChunk], by_s: float) -> ChatCompletionChunk | None:
        async with asyncio.timeout_at(by_s):
            return await anext(chunks, None)

    async def _pause(self, trouble: Trouble, asking: _Asking) -> None:
        """Wait until the request may be sent again, or raise the trouble where that would be of no use."""
        if trouble.refuses_usage and self._asks_usage:
            self._asks_usage = False
            return
        pause_s = _FIRST_PAUSE_S * 2**asking.retries if trouble.after_s is None else trouble.after_s
        too_late = asyncio.get_running_loop().time() + pause_s >= asking.by_s
        if not trouble.may_pass or asking.has_token or asking.retries >= self._endpoint.retries or too_late:
            again = f" (asked {asking.retries + 1} times)" if asking.retries else ""
            raise self.error(trouble.words + again, is_users=trouble.is_users)
        asking.retries += 1
        await asyncio.sleep(pause_s)

    def _checked(self, chunk: ChatCompletionChunk) -> ChatCompletionChunk:
        # The SDK takes whatever comes for a chunk, without looking at it.
        is_chunk = isinstance(chunk, ChatCompletionChunk)
        wrong = complaint(chunk.model_dump(exclude_unset=True, warnings=False) if is_chunk else chunk)
        if wrong:
            raise self.error(f"sent a chunk that is not of the protocol: {wrong}")
        return chunk

    def error(self, words: str, *, is_users: bool = False) -> LlmError:
        """Return an error in one line, without the key."""
        words = f"the model's endpoint {self._endpoint.base_url} {self._clean(words)}"
        return LlmError(words, is_users=is_users)

    def _clean(self, words: str) -> str:
        """Return a provider's words in one line, without the key, which some repeat."""
        return " ".join(without_key(words, self._endpoint.key).split())[:_MESSAGE_LENGTH]

    def _body(self, request: ChatRequest) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self._endpoint.model,
            "messages": list(request.messages),
            "stream": True,
        }
        if self._asks_usage:
            body["stream_options"] = {"include_usage": True}
        if request.tools:
            body["tools"] = list(request.tools)
        if self._endpoint.temperature is not None:
            body["temperature"] = self._endpoint.temperature
        return body | dict(self._endpoint.extra_body)


def too_slow(limit_s: float, used_s: float) -> LimitExceeded:
    """Return the error for an answer that did not come in time."""
    return LimitExceeded("seconds to wait for the model", limit_s, used_s, fault="provider")
