"""A real HTTP server on loopback that speaks all three OpenAI endpoints of a voice agent.

``/audio/transcriptions`` hears with a recogniser of ours, ``/audio/speech`` speaks with a voice of ours, and
``/chat/completions`` passes on to any other server: the reference model, or a scripted one.
"""

import asyncio
import contextlib
import io
import socket
import threading
import wave
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from email import message_from_bytes
from email.policy import HTTP
from types import TracebackType
from typing import Literal

import aiohttp
import numpy as np
from aiohttp import web

from voicebench.audio import Waveform, from_pcm16, resample, to_pcm16
from voicebench.stt.base import Recogniser
from voicebench.task import Json
from voicebench.tts.base import Synthesiser

__all__ = ["SPEECH_RATE_HZ", "Fault", "OpenAiServer"]

SPEECH_RATE_HZ = 24_000
"""What OpenAI's speech endpoint sends for ``pcm``."""
_CHUNK_BYTES = 4_800


@dataclass(frozen=True)
class Fault:
    """What a request meets in place of an answer.

    Args:
        status: HTTP status; 0 closes the socket without one, and -1 never answers.
        message: The error's words, as OpenAI wraps them.
        headers: Such as ``retry-after``.
    """

    status: int
    message: str = ""
    headers: dict[str, str] = field(default_factory=dict)


class OpenAiServer:
    """The server, in a thread of its own.

    Args:
        recogniser: Hears.
        voice: Speaks.
        chat: The base_url that chat requests are passed on to; None has no model.
        key: The key that a request has to bring; None takes any.

    Attributes:
        base_url: Its address, as the OpenAI SDK takes it.
        asked: The requests so far: the path's end and the fields that came along.
        faults: What the next requests meet, from the left.
    """

    def __init__(self, recogniser: Recogniser, voice: Synthesiser, chat: str | None = None, key: str | None = None):
        self._recogniser, self._voice, self._chat, self._key = recogniser, voice, chat, key
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._loop = asyncio.new_event_loop()
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run, name="openai-server", daemon=True)
        self.base_url = f"http://127.0.0.1:{self._socket.getsockname()[1]}/v1"
        self.asked: list[tuple[str, dict[str, Json]]] = []
        self.faults: deque[Fault] = deque()

    def __enter__(self) -> "OpenAiServer":
        self._thread.start()
        self._started.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> Literal[False]:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        return False

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        runner = self._loop.run_until_complete(self._serve())
        self._started.set()
        self._loop.run_forever()
        self._loop.run_until_complete(runner.cleanup())
        self._loop.run_until_complete(asyncio.sleep(0))  # a transport lets go of its socket one turn later
        self._loop.close()

    async def _serve(self) -> web.AppRunner:
        app = web.Application(client_max_size=32 * 2**20)
        app.router.add_post("/v1/audio/transcriptions", self._guarded(self._transcribe))
        app.router.add_post("/v1/audio/speech", self._guarded(self._speak))
        app.router.add_post("/v1/chat/completions", self._guarded(self._pass_on))
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        await web.SockSite(runner, self._socket).start()
        return runner

    def _guarded(
        self, answer: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def guarded(request: web.Request) -> web.StreamResponse:
            if self.faults:
                return await _fail(request, self.faults.popleft())
            if self._key is not None and request.headers.get("authorization") != f"Bearer {self._key}":
                sent = request.headers.get("authorization", "").removeprefix("Bearer ")
                return _refusal(401, f"Incorrect API key provided: {sent}")
            with contextlib.suppress(ConnectionError):  # whoever asked may hang up at any moment: a barge-in
                return await answer(request)
            return web.Response(status=499)

        return guarded

    async def _transcribe(self, request: web.Request) -> web.StreamResponse:
        form = _form(request.headers["content-type"], await request.read())
        sound = _read_wav(form.pop("file"))
        fields: dict[str, Json] = {name: value.decode() for name, value in form.items()}
        self.asked.append(("transcriptions", fields))
        if fields.get("model") == "no-such-model":
            return _refusal(404, "The model 'no-such-model' does not exist")
        heard = await asyncio.to_thread(self._recogniser.transcribe, sound)
        return web.json_response({"text": heard.text})

    async def _speak(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.asked.append(("speech", body))
        if body.get("model") == "no-such-model":
            return _refusal(404, "The model 'no-such-model' does not exist")
        said = await asyncio.to_thread(self._voice.synthesise, body["input"])
        pcm = to_pcm16(resample(said, SPEECH_RATE_HZ).samples).tobytes() if len(said) else b""
        response = web.StreamResponse(headers={"Content-Type": "audio/pcm"})
        await response.prepare(request)
        for start in range(0, len(pcm), _CHUNK_BYTES):
            await response.write(pcm[start : start + _CHUNK_BYTES])
        await response.write_eof()
        return response

    async def _pass_on(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.asked.append(("chat", body))
        if self._chat is None or body.get("model") == "no-such-model":
            return _refusal(404, f"The model {body.get('model')!r} does not exist")
        time = {name: value for name, value in request.headers.items() if name.lower() == "x-voicebench-time"}
        async with (
            aiohttp.ClientSession() as session,
            session.post(f"{self._chat}/chat/completions", json=body, headers=time) as answer,
        ):
            response = web.StreamResponse(
                status=answer.status, headers={"Content-Type": answer.headers["Content-Type"]}
            )
            await response.prepare(request)
            async for piece in answer.content.iter_any():
                await response.write(piece)
            await response.write_eof()
            return response


async def _fail(request: web.Request, fault: Fault) -> web.StreamResponse:
    await request.read()
    if fault.status == -1:
        await asyncio.Event().wait()
    if fault.status == 0:
        assert request.transport is not None  # noqa: S101 - it is open while a request is answered
        request.transport.abort()
    return _refusal(fault.status or 500, fault.message, fault.headers)


def _refusal(status: int, message: str, headers: dict[str, str] | None = None) -> web.Response:
    return web.json_response({"error": {"message": message}}, status=status, headers=headers)


def _form(content_type: str, body: bytes) -> dict[str, bytes]:
    """Return the fields of a multipart body."""
    message = message_from_bytes(b"Content-Type: " + content_type.encode() + b"\r\n\r\n" + body, policy=HTTP)
    names = ((part.get_param("name", header="content-disposition"), part) for part in message.iter_parts())
    return {str(name): bytes(part.get_payload(decode=True)) for name, part in names}


def _read_wav(data: bytes) -> Waveform:
    with wave.open(io.BytesIO(data)) as file:
        pcm = np.frombuffer(file.readframes(file.getnframes()), np.int16)
        return Waveform(from_pcm16(pcm), file.getframerate())
