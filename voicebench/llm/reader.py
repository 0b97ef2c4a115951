"""Reads streamed answers in a thread of its own and stamps each chunk as it arrives.

The thread runs a plain asyncio loop on the real clock, whatever loop the call is on: the HTTP client's own timers work
there, a busy call does not delay a stamp, and a reader that is closed closes its socket, so that a barge-in stops the
spending too.
"""

import asyncio
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar, cast

from voicebench.clock import Timekeeper

__all__ = ["Arrival", "Closeable", "ReaderThread", "StreamReader"]

_T = TypeVar("_T")
_C = TypeVar("_C", bound="Closeable")


@dataclass(frozen=True)
class Arrival(Generic[_T]):
    """Something that came over the wire.

    Args:
        item: What came; None at the end of the stream.
        after_ns: Real nanoseconds since the request was sent.
        error: What ended the stream instead.
    """

    item: _T | None
    after_ns: int
    error: Exception | None = None


class Closeable(Protocol):
    """Something that streams come from, and that is closed in the end."""

    async def aclose(self) -> None:
        """Close it."""
        ...


class ReaderThread:
    """The thread that all streams of a process are read in."""

    def __init__(self) -> None:
        self._shared: dict[Callable[[], Closeable], Closeable] = {}
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="llm-reader", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()

    def shared(self, make: Callable[[], _C]) -> _C:
        """Return what ``make`` returned first; all streams of the thread share it, and it is closed with the thread."""
        if make not in self._shared:
            self._shared[make] = make()
        return cast(_C, self._shared[make])

    async def _wind_up(self) -> None:
        reading = asyncio.all_tasks() - {asyncio.current_task()}
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)
        for shared in self._shared.values():
            await shared.aclose()
        await self.loop.shutdown_asyncgens()

    def close(self) -> None:
        """Stop the thread; streams still open are dropped."""
        asyncio.run_coroutine_threadsafe(self._wind_up(), self.loop).result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()


class StreamReader(Generic[_T]):
    """One stream: filled in the reader's thread, emptied on the call's loop.

    Args:
        thread: The reader's thread.
        clock: The call's clock.
        open_stream: Makes the stream; called in the thread.
    """

    def __init__(self, thread: ReaderThread, clock: Timekeeper, open_stream: Callable[[], AsyncIterator[_T]]):
        self._clock = clock
        self._thread = thread
        self._is_told = False
        self._arrived: deque[Arrival[_T]] = deque()
        self._lock = threading.Lock()
        self._waiting: asyncio.Future[None] | None = None
        self._reading: Future[None] = asyncio.run_coroutine_threadsafe(self._read(open_stream), thread.loop)

    async def _read(self, open_stream: Callable[[], AsyncIterator[_T]]) -> None:
        sent_ns = time.perf_counter_ns()
        try:
            async for item in open_stream():
                self._hand_over(Arrival(item, time.perf_counter_ns() - sent_ns))
        except Exception as error:  # noqa: BLE001 - it is raised again on the call's side
            self._hand_over(Arrival(None, time.perf_counter_ns() - sent_ns, error))
        else:
            self._hand_over(Arrival(None, time.perf_counter_ns() - sent_ns))

    def _hand_over(self, arrival: Arrival[_T]) -> None:
        with self._lock:
            self._arrived.append(arrival)
        if not self._is_told:
            self._is_told = True
            self._thread.loop.call_soon(self._tell)

    def _tell(self) -> None:
        """Wake the call once for all that one read of the socket brought: each time costs two system calls."""
        self._is_told = False
        with self._lock:
            if not self._arrived:  # the call was quicker and has taken it all; it waits for what comes next
                return
            waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting.get_loop().call_soon_threadsafe(_wake, waiting)

    async def next(self) -> Arrival[_T]:
        """Return what arrived next; simulated time stands still while nothing has."""
        # What has already come goes the same way, since whether it has is chance: it must not change any order.
        await self._clock.outside(self._something())
        return self._arrived.popleft()

    async def _something(self) -> None:
        with self._lock:
            if self._arrived:
                return
            self._waiting = waiting = asyncio.get_running_loop().create_future()
        await waiting

    def close(self) -> None:
        """Stop reading and close the socket; harmless after the end."""
        with self._lock:
            self._waiting = None  # nobody is woken whose loop may be gone
        self._reading.cancel()


def _wake(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_result(None)
