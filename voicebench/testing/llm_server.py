"""A real HTTP server on loopback that streams what a script says: a model with any manners, good or bad.

An answer is a list of steps (``voicebench.testing.llm_steps``)::

    with ScriptedLlm([Send(role()), Send(content("Hello.")), Send(finish("stop"))], [Status(500, "{}")]) as server:
        ...  # server.base_url is the endpoint; the first request gets the first answer, and the last answer repeats
"""

import asyncio
import contextlib
import json
import socket
import struct
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Literal, Self

from voicebench.task import Json
from voicebench.testing.llm_steps import Answer, Done, Drop, Endless, Hang, Pause, Reset, Send, Status, Step

__all__ = ["Asked", "ScriptedLlm"]


@dataclass(frozen=True)
class Asked:
    """A request that came in; header names are in small letters."""

    path: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Json = None


_ACCEPT_TURNS = 5
"""Turns of the loop from an accepted socket to the first step of its talk: asyncio takes three."""


class ScriptedLlm:
    """The server, in a thread of its own.

    Args:
        answers: What it answers, request by request; the last repeats.

    Attributes:
        asked: The requests so far.
        was_asked: Set when the first of them has come.
        left: Set when a client closed its socket while an answer hung, or went on for ever.
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
        return self.at("")

    def at(self, path: str) -> str:
        """Return the address of a model of its own, told from others by the path."""
        return f"http://127.0.0.1:{self._port}{path}/v1"

    def __enter__(self) -> Self:
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
                await self._answer(self.choose(self.asked[-1]), reader, writer)
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    def choose(self, asked: Asked) -> Answer:
        """Return the answer to a request, the last of ``self.asked``; runs in the server's thread."""
        del asked
        return self._answers[min(len(self.asked), len(self._answers)) - 1]

    async def _answer(self, answer: Answer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if isinstance(answer[0], Status):
            writer.write(_refusal(answer[0]))
            await writer.drain()
            return
        head = _head(200, "text/event-stream", "Transfer-Encoding: chunked")
        for step in (*answer, Done()):
            if head and not isinstance(step, Hang | Pause | Reset):
                writer.write(head)
                head = b""
            if await self._take(step, reader, writer):
                return
            await writer.drain()

    async def _take(self, step: Step, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Take a step; return whether it was the last."""
        match step:
            case Send(piece, at_ms, bytewise):
                event = _event(piece, at_ms)
                pieces = [event[at : at + 1] for at in range(len(event))] if bytewise else [event]
                writer.write(b"".join(map(_framed, pieces)))
            case Pause(ms):
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._stop.wait(), ms / 1_000)
            case Endless(piece):
                await self._go_on(_framed(_event(piece, None)), writer)
            case Hang():
                await reader.read()  # comes back when the client closes its side
                self.left.set()
            case Reset():
                _reset(writer)
            case Done():
                writer.write(_framed(b"data: [DONE]\n\n") + b"0\r\n\r\n")
        return isinstance(step, Hang | Drop | Reset)

    async def _go_on(self, piece: bytes, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(0)  # a drain that need not wait gives way to nobody
        except ConnectionError:
            self.left.set()
            raise


async def _read(reader: asyncio.StreamReader) -> Asked:
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    first, *lines = head.strip().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Asked(first.split()[1], headers, json.loads(body or b"null"))


def _refusal(status: Status) -> bytes:
    more = "\r\n".join(f"{name}: {value}" for name, value in {"X-Served-By": "script", **status.headers}.items())
    return _head(status.code, status.content_type, more) + status.body.encode()


def _reset(writer: asyncio.StreamWriter) -> None:
    """With a linger of no time the system drops what was not sent, and tells the other side so."""
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


def _head(code: int, content_type: str, more: str) -> bytes:
    return f"HTTP/1.1 {code} Scripted\r\nContent-Type: {content_type}\r\nConnection: close\r\n{more}\r\n\r\n".encode()


def _event(chunk: Json, at_ms: float | None) -> bytes:
    timed = chunk if at_ms is None else {**chunk, "voicebench": {"at_ms": at_ms}}
    return f"data: {timed if isinstance(timed, str) else json.dumps(timed, ensure_ascii=False)}\n\n".encode()


def _framed(data: bytes) -> bytes:
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"
