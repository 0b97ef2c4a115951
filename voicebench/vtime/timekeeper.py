"""The clock of a call on a running event loop, real or virtual."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from voicebench.units import NS_PER_S
from voicebench.vtime.loop import VirtualLoop

__all__ = ["LoopTime"]

_T = TypeVar("_T")


class LoopTime:
    """Reads the running loop, from the moment it was made.

    Args:
        loop: The loop that the call runs on; with a ``VirtualLoop`` time is simulated.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop):
        self._loop = loop
        self._zero_s = loop.time()

    @property
    def is_virtual(self) -> bool:
        """Whether time is simulated."""
        return isinstance(self._loop, VirtualLoop)

    def now_ns(self) -> int:
        """Return nanoseconds since the call began."""
        return round((self._loop.time() - self._zero_s) * NS_PER_S)

    async def until_ns(self, at_ns: int) -> None:
        """Wait until ``at_ns``, by the absolute deadline; return at once when it is past."""
        ahead_s = self._zero_s + at_ns / NS_PER_S - self._loop.time()
        if ahead_s > 0:
            await asyncio.sleep(ahead_s)

    async def outside(self, awaitable: Awaitable[_T]) -> _T:
        """Await something of the real world; virtual time stands still meanwhile."""
        if isinstance(self._loop, VirtualLoop):
            return await self._loop.outside(awaitable)
        return await awaitable
