"""Where the models do their work: in threads under the real clock, inline at a charged cost under the virtual one."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from voicebench.vtime.costs import Costs
from voicebench.vtime.timekeeper import LoopTime

__all__ = ["Done", "RealWorkbench", "VirtualWorkbench", "Workbench", "timed"]

_T = TypeVar("_T")


@dataclass(frozen=True)
class Done(Generic[_T]):
    """A finished job.

    Args:
        result: What came out.
        took_ns: What it took here, or took first where it came from a cache.
        cost_ns: How long the call waited for it, queueing included.
        cached: Whether a cache hit decided the cost. A drawn cost is the same with and without a cache.
    """

    result: _T
    took_ns: int
    cost_ns: int
    cached: bool


class Workbench(Protocol):
    """Does jobs of named stages, one at a time a stage, without holding up the call's loop."""

    async def do(
        self, stage: str, job: Callable[[], _T], size: Callable[[_T], float], known_ns: int | None = None
    ) -> Done[_T]:
        """Do one job.

        Args:
            stage: The engine that does it; jobs of one engine queue.
            job: The work.
            size: How much work it was, from its result.
            known_ns: What it took first, when ``job`` only fetches it from a cache.
        """
        ...


def timed(job: Callable[[], _T]) -> tuple[_T, int]:
    """Do a job and return its result and the real nanoseconds it took."""
    started = time.perf_counter_ns()
    result = job()
    return result, time.perf_counter_ns() - started


class VirtualWorkbench:
    """Does a job at once, and lets the virtual clock run on by its cost.

    Args:
        clock: The call's clock, on a virtual loop.
        costs: What work costs.
    """

    def __init__(self, clock: LoopTime, costs: Costs):
        self._clock = clock
        self._costs = costs
        self._queues: dict[str, asyncio.Lock] = {}
        self._free_at_ns: dict[str, int] = {}

    async def do(
        self, stage: str, job: Callable[[], _T], size: Callable[[_T], float], known_ns: int | None = None
    ) -> Done[_T]:
        """See ``Workbench``."""
        asked_ns = self._clock.now_ns()
        async with self._queues.setdefault(stage, asyncio.Lock()):
            # As with a thread, a job that is cancelled in the queue costs nothing, and one that has begun goes on.
            await self._clock.until_ns(self._free_at_ns.get(stage, 0))
            result, measured_ns = timed(job)
            took_ns = measured_ns if known_ns is None else known_ns
            ready_ns = self._clock.now_ns() + self._costs.charge_ns(stage, size(result), took_ns)
            self._free_at_ns[stage] = ready_ns
            await self._clock.until_ns(ready_ns)
        cached = known_ns is not None and self._costs.is_measured(stage)
        return Done(result, took_ns, ready_ns - asked_ns, cached)


class RealWorkbench:
    """Does jobs in one thread a stage.

    Args:
        clock: The call's clock.
    """

    def __init__(self, clock: LoopTime):
        self._clock = clock
        self._threads: dict[str, ThreadPoolExecutor] = {}

    async def do(
        self, stage: str, job: Callable[[], _T], size: Callable[[_T], float], known_ns: int | None = None
    ) -> Done[_T]:
        """See ``Workbench``."""
        del size
        asked_ns = self._clock.now_ns()
        thread = self._threads.setdefault(stage, ThreadPoolExecutor(1, thread_name_prefix=stage))
        result, measured_ns = await asyncio.get_running_loop().run_in_executor(thread, timed, job)
        took_ns = measured_ns if known_ns is None else known_ns
        return Done(result, took_ns, self._clock.now_ns() - asked_ns, known_ns is not None)
