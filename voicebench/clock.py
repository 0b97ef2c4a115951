"""The one clock of a call, in integer nanoseconds. It is handed in, never looked up."""

from collections.abc import Awaitable
from typing import Protocol, TypeVar

__all__ = ["Clock", "ManualClock", "Timekeeper"]

_T = TypeVar("_T")


class Clock(Protocol):
    """Tells how long the call has run."""

    def now_ns(self) -> int:
        """Return nanoseconds since the call began."""
        ...


class Timekeeper(Clock, Protocol):
    """A clock that one can wait by.

    ``voicebench.vtime.timekeeper`` has the real one and the virtual one.
    """

    async def until_ns(self, at_ns: int) -> None:
        """Wait until ``at_ns``; return at once when it is past."""
        ...

    async def outside(self, awaitable: Awaitable[_T]) -> _T:
        """Await something of the real world; virtual time stands still meanwhile."""
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

    async def until_ns(self, at_ns: int) -> None:
        """Turn the clock on to ``at_ns``."""
        self._now_ns = max(self._now_ns, at_ns)

    async def outside(self, awaitable: Awaitable[_T]) -> _T:
        """Await something of the real world."""
        return await awaitable
