"""A real HTTP server on loopback that streams what a script says: a model with any manners, good or bad.

An answer is a list of steps::

    with ScriptedLlm([Send(role()), Send(content("Hello.")), Send(finish("stop"))], [Status(500, "{}")]) as server:
        ...  # server.base_url is the endpoint; the first request gets the first answer, and the last answer repeats
"""

import asyncio
import contextlib
import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Literal

from voicebench.task import Json

__all__ = [
    "Answer",
    "Asked",
    "Done",
    "Drop",
    "Hang",
    "ScriptedLlm",
    "Send",
    "Status",
    "Step",
    "call_piece",
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
    """

    chunk: Json
    at_ms: float | None = None


@dataclass(frozen=True)
class Status:
    """Answer with this status and body in place of a stream; comes first."""

    code: int
    body: str
    content_type: str = "application/json"


@dataclass(frozen=True)
class Hang:
    """Send nothing more until the client goes away."""


@dataclass(frozen=True)
class Drop:
    """Break off: close the socket in the middle of the stream."""


@dataclass(frozen=True)
class Done:
    """End the stream as the protocol has it; stands at the end of every answer unless that hangs or drops."""


Step = Send | Status | Hang | Drop | Done
Answer = Sequence[Step]


@dataclass(frozen=True)
class Asked:
    """A request that came in; header names are in small letters."""

    path: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Json = None


def _chunk(delta: Json, finish_reason: str | None = None) -> dict[str, Json]:
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    return {"id": "c", "object": "chat.completion.chunk", "created": 0, "model": "scripted", "choices": [choice]}


def role() -> Json:
    """Return a chunk that brings the role alone."""
    return _chunk({"role": "assistant"})


def content(text: str) -> Json:
    """Return a chunk of words."""
    return _chunk({"content": text})


def call_piece(**piece: Json) -> Json:
    """Return a chunk with a piece of a tool call.

    Args:
        piece: ``index``, ``id``, ``name``, ``arguments``; what is not named is not sent.
    """
    function = {key: piece.pop(key) for key in ("name", "arguments") if key in piece}
    return _chunk({"tool_calls": [{**piece, "type": "function", "function": function}]})


def finish(reason: str) -> Json:
    """Return the chunk that ends an answer."""
    return _chunk({}, reason)


def usage(prompt: int, completion: int) -> Json:
    """Return the chunk that says what an answer used; it has no choice."""
    used = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
    return {**_chunk({}), "choices": [], "usage": used}


_ACCEPT_TURNS = 5
"""Turns of the loop from an accepted socket to the first step of its talk: asyncio takes three."""


class ScriptedLlm:
    """The server, in a thread of its own.

    Args:
        answers: What it answers, request by request; the last repeats.

    Attributes:
        asked: The requests so far.
        was_asked: Set when the first of them has come.
        left: Set when a client closed its socket while an answer hung.
    """

    def __init__(self, *answers: Answer):
        self._answers = answers
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="scripted-llm", daemon=True)
        self._stop = asyncio.Event()
        self._port = 0
        self._writers: list[asyncio.StreamWriter] = []
        self.asked: list[Asked] = []
        self.was_asked = threading.Event()
        self.left = threading.Event()

    @property
    def base_url(self) -> str:
        """Its address, as the OpenAI SDK takes it."""
        return f"http://127.0.0.1:{self._port}/v1"

    def __enter__(self) -> "ScriptedLlm":
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> Literal[False]:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()
        return False

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._talk, "127.0.0.1", 0)
        self._port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()
        await self._drop_connections()

    async def _drop_connections(self) -> None:
        """Let go of every socket: the loop ends with this, and a socket left open warns whoever runs next."""
        for _ in range(_ACCEPT_TURNS):
            await asyncio.sleep(0)
        for writer in self._writers:
            writer.transport.abort()
        talks = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*talks, return_exceptions=True)
        await asyncio.sleep(0)  # a transport closes its socket one turn after it was told

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        try:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                self.asked.append(await _read(reader))
                self.was_asked.set()
                answer = self._answers[min(len(self.asked), len(self._answers)) - 1]
                await self._answer(answer, reader, writer)
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def _answer(self, answer: Answer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if isinstance(answer[0], Status):
            writer.write(_head(answer[0].code, answer[0].content_type) + answer[0].body.encode())
            await writer.drain()
            return
        if not isinstance(answer[0], Hang):
            writer.write(_head(200, "text/event-stream", "Transfer-Encoding: chunked"))
        for step in (*answer, Done()):
            match step:
                case Send(chunk, at_ms):
                    writer.write(_framed(_event(chunk, at_ms)))
                case Hang():
                    await reader.read()  # comes back when the client closes its side
                    self.left.set()
                    return
                case Drop():
                    return
                case Done():
                    writer.write(_framed("data: [DONE]\n\n") + b"0\r\n\r\n")
            await writer.drain()


async def _read(reader: asyncio.StreamReader) -> Asked:
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    first, *lines = head.strip().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Asked(first.split()[1], headers, json.loads(body or b"null"))


def _head(code: int, content_type: str, more: str = "X-Served-By: script") -> bytes:
    return f"HTTP/1.1 {code} Scripted\r\nContent-Type: {content_type}\r\nConnection: close\r\n{more}\r\n\r\n".encode()


def _event(chunk: Json, at_ms: float | None) -> str:
    timed = chunk if at_ms is None else {**chunk, "voicebench": {"at_ms": at_ms}}
    return f"data: {timed if isinstance(timed, str) else json.dumps(timed)}\n\n"


def _framed(text: str) -> bytes:
    data = text.encode()
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"
