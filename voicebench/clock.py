"""The one clock of a call, in integer nanoseconds. It is handed in, never looked up."""

import asyncio
from typing import Protocol

from voicebench.units import NS_PER_S

__all__ = ["Clock", "LoopClock", "ManualClock"]


class Clock(Protocol):
    """Tells how long the call has run."""

    def now_ns(self) -> int:
        """Return nanoseconds since the call began."""
        ...


class ManualClock:
    """A clock turned by hand, for tests."""

    def __init__(self, now_ns: int = 0):
        self._now_ns = now_ns

    def now_ns(self) -> int:
        """Return nanoseconds since the call began."""
        return self._now_ns

    def advance(self, ns: int) -> None:
        """Turn the clock on by ``ns`` nanoseconds."""
        self._now_ns += ns


class LoopClock:
    """Reads the time of an event loop, real or virtual, from the moment it was made."""

    def __init__(self, loop: asyncio.AbstractEventLoop):
        self._loop = loop
        self._zero_s = loop.time()

    def now_ns(self) -> int:
        """Return nanoseconds since the call began."""
        return round((self._loop.time() - self._zero_s) * NS_PER_S)
