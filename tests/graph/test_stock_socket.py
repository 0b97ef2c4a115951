"""A recogniser that streams over a WebSocket holds a call on the real clock."""

import asyncio
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from voicebench import packs
from voicebench.errors import ConfigError
from voicebench.line import load as load_line
from voicebench.run.kit import Kit
from voicebench.run.live import run_call
from voicebench.run.plan import CallPlan
from voicebench.run.select import Selection, plan_calls
from voicebench.stack import Stack, load_stack

BAKERY = Path(__file__).parents[1] / "unit" / "packs" / "data" / "corner_bakery"


@dataclass
class EarServer:
    """Takes sound and answers ``finalize`` with the words that it is told."""

    told: Any
    port: int = 0
    keys: list[str] = field(default_factory=list)
    bytes_heard: int = 0

    async def talk(self, connection: ServerConnection) -> None:
        assert connection.request is not None
        self.keys.append(connection.request.headers["Authorization"])
        async for message in connection:
            if isinstance(message, bytes):
                self.bytes_heard += len(message)
            elif json.loads(message)["type"] == "finalize":
                await connection.send(json.dumps({"words": self.told.transcribe(None).text}))

    async def run(self, started: threading.Event, stop: asyncio.Event) -> None:
        async with serve(self.talk, "127.0.0.1", 0) as server:
            self.port = next(iter(server.sockets)).getsockname()[1]
            started.set()
            await stop.wait()


@pytest.fixture
def ear(told: Any) -> Iterator[EarServer]:
    server, started, loop = EarServer(told), threading.Event(), asyncio.new_event_loop()
    stop = asyncio.Event()
    thread = threading.Thread(target=lambda: loop.run_until_complete(server.run(started, stop)))
    thread.start()
    started.wait()
    yield server
    loop.call_soon_threadsafe(stop.set)
    thread.join()
    loop.close()


@pytest.fixture
def stack(ear: EarServer, monkeypatch: pytest.MonkeyPatch) -> Stack:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    monkeypatch.setenv("VB_EAR_KEY", "canary-4711")
    local = load_stack("local")
    parts = {
        "stt": {
            "service": "socket_ear:SocketEar",
            "key_env": "VB_EAR_KEY",
            "settings": {"url": f"ws://127.0.0.1:{ear.port}"},
        },
        "tts": {"engine": "tone"},
        "limits": {"turns": 2},
    }
    return local.model_validate(local.model_dump(exclude=set(parts)) | parts)


def test_words_stream_in_over_a_socket(kit: Kit, ear: EarServer, stack: Stack) -> None:
    pack = packs.load(BAKERY)
    record = run_call(CallPlan(pack, pack.tasks["CAKE-1"], 0, 7, stack, load_line("clean"), None, trusted=True), kit)
    assert (record.ending.why, record.ending.fault) == ("turns", None), record.ending
    said = [event.data["spoken"] for event in record.events if event.kind == "said"]
    heard = [event.data["text"] for event in record.events if event.kind == "transcript"]
    assert heard
    assert heard == said[: len(heard)]
    assert ear.bytes_heard > 8_000, "the sound went as it came"
    assert ear.keys == ["canary-4711"]
    assert "canary-4711" not in stack.model_dump_json()


def test_under_the_virtual_clock_it_is_refused(stack: Stack) -> None:
    with pytest.raises(ConfigError, match=r"stt of the stack local is SocketEar, and .*; add --clock real"):
        plan_calls(Selection(stack, packs=[str(BAKERY)], trusted=True))


def test_a_server_that_is_not_there_is_the_providers_fault(kit: Kit, stack: Stack) -> None:
    gone = {"service": "socket_ear:SocketEar", "key_env": "VB_EAR_KEY", "settings": {"url": "ws://127.0.0.1:9"}}
    broken = stack.model_validate(stack.model_dump(exclude={"stt"}) | {"stt": gone})
    pack = packs.load(BAKERY)
    record = run_call(CallPlan(pack, pack.tasks["CAKE-1"], 0, 7, broken, load_line("clean"), None, trusted=True), kit)
    assert (record.ending.why, record.ending.fault) == ("error", "provider")
    assert record.ending.message.startswith("stt: the service SocketEar: cannot start: ")
