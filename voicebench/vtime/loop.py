"""An asyncio event loop whose clock jumps to the next timer when nothing is ready.

Three rules make a run repeat to the bit:

* Executor jobs run inline, in the order in which they were submitted, and take no virtual time. Work that should cost
  time goes through ``voicebench.vtime.workbench``.
* The real world (a model's answer over HTTP) is awaited in ``outside``, while the clock stands still; whoever waited
  goes on only when everything else has come to rest, so it does not matter when the bytes came.
* Timers of the same instant fire in the order in which they were set.
"""

import asyncio
import heapq
import selectors
import time
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from contextvars import Context
from typing import Any, TypeVar

from voicebench.errors import LimitExceeded

__all__ = ["WATCHDOG_S", "VirtualLoop"]

_T = TypeVar("_T")

WATCHDOG_S = 120.0
"""Real seconds without news of the real world after which a run is stuck."""

_POLL_EVERY = 64
"""With nothing awaited outside, look at file descriptors once in this many rounds: each look is a system call."""


class _OrderedTimer(asyncio.TimerHandle):
    """A timer that fires after those set earlier for the same instant.

    The stock heap compares times alone, so its order among equals depends on which other timers came and went.
    """

    def __init__(self, order: int, *args: Any):
        super().__init__(*args)
        self.order = order

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, _OrderedTimer):
            return NotImplemented
        return (self._when, self.order) < (other._when, other.order)  # type: ignore[attr-defined]


class _JumpingSelector(selectors.DefaultSelector):
    """Moves the clock where the stock selector would sleep."""

    loop: "VirtualLoop"
    _rounds = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return ready file descriptors, or let something else become ready and return none.

        Args:
            timeout: Seconds to the next timer; 0 or less when callbacks are ready now, None when there is no timer.
        """
        if timeout is not None and timeout <= 0:
            return self._glance()
        if self.loop.release_one():
            return []
        if self.loop.waits_outside:
            return self._block("seconds of waiting for the real world")
        events = super().select(0)
        if events:
            return events
        if timeout is None:
            return self._block("seconds without a timer or anything awaited outside: the call would never end")
        self.loop.jump()
        return []

    def _glance(self) -> list[tuple[selectors.SelectorKey, int]]:
        self._rounds += 1
        if not self.loop.waits_outside and self._rounds % _POLL_EVERY:
            return []
        return super().select(0)

    def _block(self, complaint: str) -> list[tuple[selectors.SelectorKey, int]]:
        started = time.perf_counter()
        events = super().select(self.loop.watchdog_s)
        self.loop.real_wait_s += time.perf_counter() - started
        if not events:
            raise LimitExceeded(complaint, self.loop.watchdog_s, time.perf_counter() - started)
        return events


class VirtualLoop(asyncio.SelectorEventLoop):
    """Event loop with a clock of its own, which starts at 0.

    Args:
        watchdog_s: Real seconds that the loop waits for the real world before it calls the run stuck.

    Attributes:
        waits_outside: How many coroutines are awaiting the real world right now.
        real_wait_s: Real seconds spent blocked on it so far.
        jumps: How often the clock jumped.
    """

    def __init__(self, watchdog_s: float = WATCHDOG_S) -> None:
        self.watchdog_s = watchdog_s
        # super().__init__() already asks the selector and the clock.
        self._now_s = 0.0
        self.waits_outside = 0
        self.real_wait_s = 0.0
        self.jumps = 0
        self._order = 0
        self._resting: deque[asyncio.Future[None]] = deque()
        selector = _JumpingSelector()
        selector.loop = self
        super().__init__(selector)
        # Timers within one resolution of now fire together; the stock value is the real clock's, which means nothing.
        self._clock_resolution = 1e-9

    def time(self) -> float:
        """Return virtual seconds since the loop was made."""
        return self._now_s

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Set a timer; see ``asyncio``. Among equals the one set first fires first."""
        self._check_closed()  # type: ignore[attr-defined]
        self._order += 1
        timer = _OrderedTimer(self._order, when, callback, args, self, context)
        heapq.heappush(self._scheduled, timer)  # type: ignore[attr-defined]
        timer._scheduled = True  # type: ignore[attr-defined]
        return timer

    def run_in_executor(  # type: ignore[override]
        self,
        executor: Executor | None,  # noqa: ARG002 - the signature is asyncio's
        func: Callable[..., _T],
        *args: Any,
    ) -> asyncio.Future[_T]:
        """Run ``func`` here and now, at no virtual cost."""
        future: asyncio.Future[_T] = self.create_future()
        try:
            future.set_result(func(*args))
        except StopIteration as error:
            future.set_exception(RuntimeError(f"an executor job raised {error!r}"))
        except Exception as error:  # noqa: BLE001 - a thread pool hands over whatever its job raised
            future.set_exception(error)
        return future

    async def outside(self, awaitable: Awaitable[_T]) -> _T:
        """Await something of the real world while the clock stands still.

        Raises:
            LimitExceeded: Nothing came within the watchdog's time.
        """
        self.waits_outside += 1
        try:
            return await awaitable
        finally:
            self.waits_outside -= 1
            await self._rest()

    async def _rest(self) -> None:
        """Go on when nothing else is ready at this instant."""
        rested: asyncio.Future[None] = self.create_future()
        self._resting.append(rested)
        await rested

    def release_one(self) -> bool:
        """Let the first that waits for rest go on; called by the selector, when all is at rest."""
        while self._resting:
            rested = self._resting.popleft()
            if not rested.done():
                rested.set_result(None)
                return True
        return False

    def jump(self) -> None:
        """Move the clock to the next timer's own time, so that no rounding error piles up."""
        # The head is never a cancelled timer here: the loop drops those before it works out the timeout.
        self._now_s = max(self._now_s, self._scheduled[0]._when)  # type: ignore[attr-defined]
        self.jumps += 1
