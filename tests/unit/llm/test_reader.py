import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable
from typing import Any

import pytest

from voicebench.llm.reader import ReaderThread, StreamReader
from voicebench.units import ms_to_ns
from voicebench.vtime.loop import VirtualLoop
from voicebench.vtime.timekeeper import LoopTime


class _Numbers:
    """A stream of three numbers: all at once, or each only once somebody waits for it."""

    def __init__(self, thread: ReaderThread, *, early: bool):
        self._thread = thread
        self._early = early
        self._gate = asyncio.Semaphore(0)
        self.all_sent = threading.Event()

    async def stream(self) -> AsyncIterator[int]:
        for number in range(3):
            if not self._early:
                await self._gate.acquire()
            yield number
        self.all_sent.set()

    def ask_for_one(self) -> None:
        self._thread.loop.call_soon_threadsafe(self._gate.release)


class _Clock(LoopTime):
    def __init__(self, numbers: _Numbers):
        super().__init__(asyncio.get_running_loop())
        self._numbers = numbers

    async def outside(self, awaitable: Awaitable[Any]) -> Any:
        self._numbers.ask_for_one()
        return await super().outside(awaitable)


@pytest.mark.parametrize("early", [True, False])
def test_the_order_of_a_call_does_not_hang_on_whether_a_chunk_has_come_yet(*, early: bool) -> None:
    thread = ReaderThread()
    order: list[str] = []

    async def main() -> None:
        numbers = _Numbers(thread, early=early)
        clock = _Clock(numbers)
        reader = StreamReader(thread, clock, numbers.stream)
        assert not early or numbers.all_sent.wait(10)

        async def listen() -> None:
            for step in range(3):
                arrival = await reader.next()
                await clock.until_ns(ms_to_ns(20 * (step + 1)))
                order.append(f"chunk {arrival.item}")

        async def tick() -> None:
            for step in range(3):
                await clock.until_ns(ms_to_ns(20 * (step + 1)))
                order.append(f"tick {step}")

        await asyncio.gather(listen(), tick())
        reader.close()

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(main())
    thread.close()
    assert order == ["tick 0", "chunk 0", "tick 1", "chunk 1", "tick 2", "chunk 2"]


class _Shared:
    def __init__(self) -> None:
        self.closed_in = 0

    async def aclose(self) -> None:
        self.closed_in = threading.get_ident()


def test_what_is_shared_is_made_once_and_closed_in_the_thread() -> None:
    thread = ReaderThread()
    shared = thread.shared(_Shared)
    assert thread.shared(_Shared) is shared
    thread.close()
    assert shared.closed_in not in (0, threading.get_ident())


def test_closing_the_thread_drops_what_is_still_read() -> None:
    thread = ReaderThread()
    ended = threading.Event()

    async def endless() -> AsyncIterator[int]:
        try:
            yield 1
            await asyncio.Event().wait()
        finally:
            ended.set()

    async def main() -> Any:
        reader = StreamReader(thread, LoopTime(asyncio.get_running_loop()), endless)
        return (await reader.next()).item

    assert asyncio.run(main()) == 1
    thread.close()
    assert ended.is_set()
    assert thread.loop.is_closed()


def test_an_error_and_an_end_are_arrivals_too() -> None:
    thread = ReaderThread()

    async def broken() -> AsyncIterator[int]:
        yield 1
        raise KeyError("provider")

    async def main() -> list[Any]:
        reader = StreamReader(thread, LoopTime(asyncio.get_running_loop()), broken)
        arrivals = [await reader.next() for _ in range(2)]
        reader.close()
        return arrivals

    first, last = asyncio.run(main())
    thread.close()
    assert (first.item, first.error) == (1, None)
    assert last.item is None
    assert isinstance(last.error, KeyError)
    assert first.after_ns <= last.after_ns
