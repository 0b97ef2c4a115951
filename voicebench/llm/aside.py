"""Asks a model that is not under test, beside the call: none of the call's time passes while it thinks."""

import contextlib
from collections.abc import Awaitable, Mapping, Sequence
from typing import TypeVar

from voicebench.clock import Timekeeper
from voicebench.events import EventKind
from voicebench.llm.client import ChatClient
from voicebench.llm.reader import ReaderThread
from voicebench.llm.request import ChatRequest, Endpoint
from voicebench.llm.tape import Source, straight
from voicebench.task import Json

__all__ = ["Aside"]

_T = TypeVar("_T")


class _Stopped:
    """The call's clock, for somebody whose waiting does not count: what is due later is there at once."""

    def __init__(self, clock: Timekeeper):
        self._clock = clock

    def now_ns(self) -> int:
        return self._clock.now_ns()

    async def until_ns(self, at_ns: int) -> None:
        """Do not wait."""

    async def outside(self, awaitable: Awaitable[_T]) -> _T:
        return await self._clock.outside(awaitable)


class Aside:
    """Asks one endpoint for whole answers, in words alone.

    Args:
        endpoint: Where the model is and how it is asked.
        thread: The thread that streams are read in.
        clock: The call's clock; on a virtual one no time passes, on the real one the call goes on meanwhile.
        source: Where answers come from.
    """

    def __init__(self, endpoint: Endpoint, thread: ReaderThread, clock: Timekeeper, source: Source = straight):
        self._client = ChatClient(endpoint, thread, _Stopped(clock), self._note, is_virtual=False, source=source)
        self._model = endpoint.model
        self._requests = self._retries = 0
        self._tokens: dict[str, int] = {}

    async def __call__(self, messages: Sequence[Mapping[str, str]]) -> str:
        """Return the model's answer.

        Raises:
            CallError: The endpoint failed; the message holds its own words.
        """
        self._requests += 1
        request = ChatRequest(number=self._requests, messages=messages)
        words = []
        async with contextlib.aclosing(self._client.stream(request)) as chunks:
            async for chunk in chunks:
                words += [choice.delta.content or "" for choice in chunk.choices or () if choice.delta]
        return "".join(words)

    def facts(self) -> dict[str, Json]:
        """Return what was asked and used, as far as the endpoint told."""
        return {"model": self._model, "requests": self._requests, "retries": self._retries, "usage": self._tokens}

    def _note(self, kind: EventKind, **data: Json) -> None:
        self._retries += kind == "llm_retry"
        usage = data.get("usage") if kind == "llm_end" else None
        for name in ("prompt_tokens", "completion_tokens"):
            count = usage.get(name) if isinstance(usage, Mapping) else None
            if isinstance(count, int):
                self._tokens[name] = self._tokens.get(name, 0) + count
