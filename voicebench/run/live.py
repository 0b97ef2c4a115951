"""Makes real calls in this process: models and servers are loaded once, and each call runs on a loop of its own."""

import asyncio
import contextlib
import gc
from collections.abc import Iterator
from dataclasses import replace

from voicebench.events import Watch
from voicebench.models import cache_folder
from voicebench.record import CallRecord
from voicebench.run.call import make_call
from voicebench.run.kit import Kit
from voicebench.run.plan import CallPlan
from voicebench.run.watch import MakeCall
from voicebench.vtime.loop import WATCHDOG_S, VirtualLoop
from voicebench.vtime.patch import on_loop_time

__all__ = ["calls", "run_call", "watchdog_s"]

_SPARE_S = 30.0


@contextlib.contextmanager
def calls() -> Iterator[MakeCall]:
    """Lend a function that makes one call, and leaves nothing of it behind but its record.

    A call is a web of objects that refer to each other. Left to the collector's own times the webs of some forty calls
    pile up, and it walks through all that was ever loaded to find them; so what is there after the first call is set
    aside, and each call is cleared away at its end. It takes milliseconds, and calls are the faster for it.
    """
    kit = Kit(cache_folder())

    def make(plan: CallPlan, watch: Watch | None = None) -> CallRecord:
        record = run_call(plan, kit, watch)
        gc.collect()
        if not gc.get_freeze_count():
            gc.freeze()
        return record

    try:
        yield make
    finally:
        kit.close()
        gc.unfreeze()


def run_call(plan: CallPlan, kit: Kit, watch: Watch | None = None) -> CallRecord:
    """Make one call; where its caller broke it, and a model chose the caller's words, make it again up to a limit.

    Args:
        plan: What the call is to be.
        kit: The process's models and servers.
        watch: Looks on; the record is the same with and without.

    Returns:
        The record of the last attempt; what was wrong with those before stands in its ``machine``.
    """
    faults: list[str] = []
    while True:
        record = _attempt(plan, kit, watch)
        may_rerun = plan.caller is not None and len(faults) < plan.caller.reruns
        if record.ending.fault != "caller" or not may_rerun:
            return replace(record, machine={**record.machine, "caller_faults": faults}) if faults else record
        faults.append(record.ending.message)


def watchdog_s(plan: CallPlan) -> float:
    """Return how long a simulated call may stand still for the real world, in seconds.

    That is longer than any limit of its models: an answer that takes too long is their fault, and no stuck loop.
    """
    models = [plan.stack.llm, *([plan.caller.llm] if plan.caller else [])]
    longest_s = max(limit_s for llm in models for limit_s in (llm.first_token_limit_s, llm.stall_limit_s))
    return max(WATCHDOG_S, longest_s + _SPARE_S)


def _attempt(plan: CallPlan, kit: Kit, watch: Watch | None) -> CallRecord:
    """Make one call, on a loop of the clock that the plan names."""
    if plan.clock == "real":
        if (service := plan.stack.tts.as_service) is not None:
            kit.gain(service)  # here, since it takes a loop of its own
        with asyncio.Runner() as runner:
            return runner.run(make_call(plan, kit, watch))
    with asyncio.Runner(loop_factory=lambda: VirtualLoop(watchdog_s(plan))) as runner, on_loop_time("pipecat"):
        return runner.run(make_call(plan, kit, watch))
