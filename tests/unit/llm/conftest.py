import asyncio
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from openai.types.chat import ChatCompletionChunk
from pydantic import SecretStr

from voicebench.errors import VoicebenchError
from voicebench.events import EventKind
from voicebench.llm.client import ChatClient
from voicebench.llm.reader import ReaderThread
from voicebench.llm.request import ChatRequest, Endpoint
from voicebench.llm.schedule import Pacer, as_it_came
from voicebench.task import Json
from voicebench.units import ns_to_ms
from voicebench.vtime.loop import VirtualLoop
from voicebench.vtime.timekeeper import LoopTime

KEY = "sk-very-secret-4711"


@dataclass
class Heard:
    """What came of one request."""

    chunks: list[ChatCompletionChunk] = field(default_factory=list)
    at_ms: list[float] = field(default_factory=list)
    notes: list[tuple[EventKind, float, dict[str, Json]]] = field(default_factory=list)
    error: Exception | None = None
    ended_ms: float = 0.0

    @property
    def text(self) -> str:
        deltas = [choice.delta for chunk in self.chunks for choice in chunk.choices or ()]
        return "".join(delta.content or "" for delta in deltas if delta)

    @property
    def calls(self) -> list[tuple[int, str | None, str | None, str | None]]:
        deltas = [choice.delta for chunk in self.chunks for choice in chunk.choices or () if choice.delta]
        calls = [call for delta in deltas for call in delta.tool_calls or ()]
        return [(c.index, c.id, c.function.name, c.function.arguments) for c in calls if c.function]

    def note(self, kind: EventKind) -> dict[str, Json]:
        (data,) = [data for noted, _, data in self.notes if noted == kind]
        return data


@dataclass(frozen=True)
class Asking:
    """Asks an endpoint once, on a loop of its own."""

    thread: ReaderThread

    def run(self, main: Coroutine[Any, Any, Any], *, clock: str = "real") -> Any:
        with asyncio.Runner(loop_factory=VirtualLoop if clock == "virtual" else None) as runner:
            return runner.run(main)

    def client(self, heard: Heard, base_url: str, pacer: Pacer = as_it_came, **settings: Any) -> ChatClient:
        clock = LoopTime(asyncio.get_running_loop())
        endpoint = Endpoint(base_url=base_url, model="m", key=SecretStr(KEY), **settings)
        return ChatClient(
            endpoint,
            self.thread,
            clock,
            lambda kind, **data: heard.notes.append((kind, ns_to_ms(clock.now_ns()), data)),
            is_virtual=clock.is_virtual,
            pacer=pacer,
        )

    async def stream(self, base_url: str, request: ChatRequest, take: int, settings: dict[str, Any]) -> Heard:
        heard = Heard()
        clock = LoopTime(asyncio.get_running_loop())
        chunks = self.client(heard, base_url, **settings).stream(request)
        try:
            async for chunk in chunks:
                heard.chunks.append(chunk)
                heard.at_ms.append(ns_to_ms(clock.now_ns()))
                if len(heard.chunks) == take:
                    break
        except VoicebenchError as error:
            heard.error = error
        finally:
            await chunks.aclose()
        heard.ended_ms = ns_to_ms(clock.now_ns())
        return heard

    def __call__(
        self, base_url: str, *, clock: str = "real", take: int = -1, tools: Any = (), number: int = 3, **settings: Any
    ) -> Heard:
        request = ChatRequest(number=number, messages=[{"role": "user", "content": "Hello?"}], tools=tools)
        heard: Heard = self.run(self.stream(base_url, request, take, settings), clock=clock)
        return heard


Ask = Callable[..., Heard]


@pytest.fixture
def asking() -> Iterator[Asking]:
    thread = ReaderThread()
    yield Asking(thread)
    thread.close()


@pytest.fixture
def ask(asking: Asking) -> Ask:
    """Streams one answer from an endpoint; ``clock="virtual"`` on a virtual loop."""
    return asking


@pytest.fixture
def key() -> str:
    return KEY
