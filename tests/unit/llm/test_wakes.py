import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from voicebench.llm.reader import ReaderThread, StreamReader
from voicebench.vtime.timekeeper import LoopTime


class _Counting(LoopTime):
    """Counts how often the call was woken by the real world; ``sends`` is called once it waits."""

    wakes = 0

    def __init__(self, loop: asyncio.AbstractEventLoop, sends: Callable[[], object]):
        super().__init__(loop)
        self._sends = sends

    async def outside(self, awaitable: Awaitable[Any]) -> Any:
        task = asyncio.ensure_future(awaitable)
        await asyncio.sleep(0)
        if not task.done():
            self.wakes += 1
            self._sends()
        return await task


async def _burst(sent: asyncio.Event) -> AsyncIterator[int]:
    await sent.wait()
    for number in range(50):
        yield number


def test_what_one_read_of_the_socket_brings_wakes_the_call_once() -> None:
    thread = ReaderThread()

    async def main() -> tuple[list[int], int]:
        sent = asyncio.Event()
        clock = _Counting(asyncio.get_running_loop(), lambda: thread.loop.call_soon_threadsafe(sent.set))
        reader = StreamReader(thread, clock, lambda: _burst(sent))
        taken = []
        while (arrival := await reader.next()).item is not None:
            taken.append(arrival)
        reader.close()
        return [one.item for one in taken if one.item is not None], clock.wakes

    taken, wakes = asyncio.run(main())
    thread.close()
    assert taken == list(range(50))
    assert wakes == 1


def test_a_call_that_is_quicker_than_the_news_waits_for_what_comes_next() -> None:
    """Each item is taken as soon as it is there, before the reader's loop has told of it."""
    thread = ReaderThread()

    async def slowly() -> AsyncIterator[int]:
        for number in range(200):
            yield number
            if number % 3 == 0:
                await asyncio.sleep(0)

    async def main() -> list[Any]:
        reader = StreamReader(thread, LoopTime(asyncio.get_running_loop()), slowly)
        taken = [(await reader.next()).item for _ in range(201)]
        reader.close()
        return taken

    assert asyncio.run(main()) == [*range(200), None]
    thread.close()
