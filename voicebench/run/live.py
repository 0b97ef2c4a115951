"""Makes real calls in this process: models and servers are loaded once, and each call runs on a loop of its own."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator

from voicebench.models import cache_folder
from voicebench.record import CallRecord
from voicebench.run.call import make_call
from voicebench.run.kit import Kit
from voicebench.run.plan import CallPlan
from voicebench.vtime.loop import VirtualLoop
from voicebench.vtime.patch import on_loop_time

__all__ = ["calls", "run_call"]


@contextlib.contextmanager
def calls() -> Iterator[Callable[[CallPlan], CallRecord]]:
    """Lend a function that makes one call."""
    kit = Kit(cache_folder())
    try:
        yield lambda plan: run_call(plan, kit)
    finally:
        kit.close()


def run_call(plan: CallPlan, kit: Kit) -> CallRecord:
    """Make one call, on a loop of the clock that the plan names.

    Args:
        plan: What the call is to be.
        kit: The process's models and servers.
    """
    if plan.clock == "real":
        with asyncio.Runner() as runner:
            return runner.run(make_call(plan, kit))
    with asyncio.Runner(loop_factory=VirtualLoop) as runner, on_loop_time("pipecat"):
        return runner.run(make_call(plan, kit))
