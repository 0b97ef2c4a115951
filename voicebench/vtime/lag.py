"""How long an event loop keeps its timers waiting."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from voicebench.units import ms_to_ns
from voicebench.vtime.timekeeper import LoopTime

__all__ = ["watch_lag"]

_EVERY_NS = ms_to_ns(50)


@contextlib.asynccontextmanager
async def watch_lag(clock: LoopTime) -> AsyncIterator[list[int]]:
    """Lend a list that grows, twenty times a second, by how late a timer on the running loop was, in nanoseconds.

    Each timer is set anew, so that one stall counts once, and not again for all that it put off. On a virtual clock no
    timer is ever late, and the list stays empty.
    """
    lags_ns: list[int] = []
    if clock.is_virtual:
        yield lags_ns
        return
    watching = asyncio.create_task(_watch(clock, lags_ns))
    try:
        yield lags_ns
    finally:
        watching.cancel()


async def _watch(clock: LoopTime, lags_ns: list[int]) -> None:
    while True:
        due_ns = clock.now_ns() + _EVERY_NS
        await clock.until_ns(due_ns)
        lags_ns.append(clock.now_ns() - due_ns)
