"""Serves the reference model and the controls on loopback, by the OpenAI chat-completions streaming protocol.

The server knows plans, not callers: it is given the steps of a task and the names of its tools, and everything else it
says or does comes from the messages of the request. Which plan, which control and which pace stand in the path of the
base_url, never in the prompt.

Asked with ``x-voicebench-time: data`` it does not sleep: each chunk carries ``voicebench: {at_ms}`` instead.
"""

import asyncio
import contextlib
import json
import socket
import threading

from aiohttp import web

from voicebench.reference.models import CONTROLS, Script, make_model
from voicebench.reference.pace import Pace, deltas
from voicebench.reference.reply import Reply
from voicebench.task import Json

__all__ = ["ReferenceServer"]

_ROUTE = "/{pack}/{task}/{control}/{first_token_ms}/{tokens_per_s}/v1/chat/completions"
_PLAN = "plan"


class ReferenceServer:
    """A server in a thread of its own, on a free port of loopback.

    Raises:
        OSError: There is no loopback, or no free port.
    """

    def __init__(self) -> None:
        # Here and not in the thread, whose failure nobody would hear of: this would wait for it for ever.
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._scripts: dict[tuple[str, str], Script] = {}
        self._loop = asyncio.new_event_loop()
        self._port = self._socket.getsockname()[1]
        started = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(started,), name="reference-model", daemon=True)
        self._thread.start()
        started.wait()

    def base_url(self, pack: str, task: str, script: Script, pace: Pace, control: str | None = None) -> str:
        """Return the address of the model for one task.

        Args:
            pack: Name of the pack.
            task: Name of the task.
            script: The way to a right call.
            pace: How fast the model answers.
            control: Name of a control model in its place.
        """
        self._scripts[pack, task] = script
        path = f"{pack}/{task}/{control or _PLAN}/{pace.first_token_ms}/{pace.tokens_per_s}/v1"
        return f"http://127.0.0.1:{self._port}/{path}"

    def close(self) -> None:
        """Stop serving."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self, started: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        runner = self._loop.run_until_complete(self._serve())
        started.set()
        self._loop.run_forever()
        self._loop.run_until_complete(runner.cleanup())
        self._loop.run_until_complete(asyncio.sleep(0))  # a transport lets go of its socket one turn later
        self._loop.close()

    async def _serve(self) -> web.AppRunner:
        app = web.Application(client_max_size=32 * 2**20)
        app.router.add_post(_ROUTE, self._answer)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await runner.setup()
        await web.SockSite(runner, self._socket).start()
        return runner

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        where = request.match_info
        script = self._scripts.get((where["pack"], where["task"]))
        control = None if where["control"] == _PLAN else where["control"]
        if script is None or (control and control not in CONTROLS):
            return web.json_response({"error": {"message": f"no plan or control at {request.path}"}}, status=404)
        pace = Pace(float(where["first_token_ms"]), float(where["tokens_per_s"]))
        with contextlib.suppress(ConnectionError):  # whoever asked may hang up at any moment: a barge-in
            body = await _chat(request)
            if body is None:
                return web.json_response({"error": {"message": "want JSON with a list of messages"}}, status=400)
            return await _Stream(request, pace, body).send(make_model(script, control)(body["messages"]))
        return web.Response(status=499)


async def _chat(request: web.Request) -> dict[str, Json] | None:
    try:
        body = await request.json()
    except ValueError:
        return None
    messages = body.get("messages") if isinstance(body, dict) else None
    return body if isinstance(messages, list) and all(isinstance(one, dict) for one in messages) else None


class _Stream:
    """One streamed answer."""

    def __init__(self, request: web.Request, pace: Pace, body: dict[str, Json]):
        self._request = request
        self._pace = pace
        self._body = body
        self._says_time = request.headers.get("x-voicebench-time") == "data"
        self._unsent: list[bytes] = []
        self._response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        self._id = f"call_{sum(message.get('role') == 'tool' for message in body['messages']) + 1}"

    async def send(self, reply: Reply) -> web.StreamResponse:
        """Send ``reply``, each piece at its time."""
        await self._response.prepare(self._request)
        started_s = asyncio.get_running_loop().time()
        pieces = deltas(reply, self._id)
        finish = "tool_calls" if reply.call else "stop"
        for number, piece in enumerate([*pieces, {}]):
            at_ms = self._pace.at_ms(max(0, min(number, len(pieces) - 1)))
            await self._wait(started_s + at_ms / 1_000)
            await self._chunk(at_ms, [{"index": 0, "delta": piece, "finish_reason": None if piece else finish}])
        await self._chunk(at_ms, [], usage=self._usage(len(pieces)))
        # What only says its time has all been kept for this one write.
        await self._response.write(b"".join([*self._unsent, b"data: [DONE]\n\n"]))
        await self._response.write_eof()
        return self._response

    async def _wait(self, due_s: float) -> None:
        ahead_s = due_s - asyncio.get_running_loop().time()
        if not self._says_time and ahead_s > 0:
            await asyncio.sleep(ahead_s)

    async def _chunk(self, at_ms: float, choices: list[Json], **more: Json) -> None:
        chunk: dict[str, Json] = {
            "id": "chatcmpl-reference",
            "object": "chat.completion.chunk",
            "created": 0,
            "model": self._body.get("model", "reference"),
            "choices": choices,
            **more,
        }
        if self._says_time:
            chunk["voicebench"] = {"at_ms": at_ms}
        line = b"data: " + json.dumps(chunk).encode() + b"\n\n"
        if self._says_time:
            self._unsent.append(line)
        else:
            await self._response.write(line)

    def _usage(self, pieces: int) -> dict[str, Json]:
        """Count pieces of ours, both ways, by the same rule."""
        words = " ".join(str(message.get("content") or "") for message in self._body["messages"])
        prompt = len(deltas(Reply(words), ""))
        return {"prompt_tokens": prompt, "completion_tokens": pieces, "total_tokens": prompt + pieces}
