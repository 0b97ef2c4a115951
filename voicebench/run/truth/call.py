"""One call with the oracle in the agent's place, on the line, the meters and the reading of time of every call."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

import numpy as np

from voicebench.events import Event, EventLog
from voicebench.graph.phone import PhoneLine
from voicebench.line.chain import Channel, Direction, LineParams
from voicebench.run.truth.agents import TruthAgent
from voicebench.run.truth.oracle import Delivery, Truth, TruthTurn
from voicebench.units import LINE_RATE_HZ, PACKET_MS, ms_to_ns
from voicebench.vtime.timekeeper import LoopTime

__all__ = ["Joins", "TruthCall", "truth_call"]

_PATIENCE_S = 10.0
"""How long, beyond its delay, a reply may take to be heard, or to be over."""
_SEED = 1
"""Of the jitter."""
_STALL_NS = ms_to_ns(150)

Joins = Callable[[PhoneLine, LoopTime, Sequence[TruthTurn], Delivery, int], AbstractAsyncContextManager[TruthAgent]]
"""Puts the oracle on a line: ``agents.here`` or ``agents.in_a_process``."""


@dataclass(frozen=True)
class TruthCall:
    """What a call left behind.

    Args:
        events: What the harness noted.
        truths: What the oracle heard, turn by turn.
        late_ns: How late each packet of the line was, from the first.
        ended: Whether every turn came to its end, so that the call could end.
    """

    events: tuple[Event, ...]
    truths: Sequence[Truth]
    late_ns: Sequence[int]
    ended: bool


async def truth_call(
    turns: Sequence[TruthTurn], delivery: Delivery, join: Joins, *, stall_loop_at: int | None = None
) -> TruthCall:
    """Make one call on the running loop.

    Args:
        turns: What is said and answered.
        delivery: How the answers are handed over.
        join: Puts the oracle on the line.
        stall_loop_at: In this turn the whole harness stands still for a while, as by a callback that blocks its loop.
    """
    clock = LoopTime(asyncio.get_running_loop())
    events = EventLog(clock)
    line = PhoneLine(clock, events, _bare("to_agent"), _bare("to_caller"))
    async with join(line, clock, turns, delivery, _SEED) as agent:
        events.add("caller", "call_start")
        ticking = asyncio.create_task(line.run())
        try:
            ended = await _talk(line, clock, events, turns, stall_loop_at)
            truths = await agent.truths()
        finally:
            ticking.cancel()
            line.hang_up()
    events.add("caller", "call_end", why="done" if ended else "silence")
    return TruthCall(events.in_order(), truths, (0, *line.late_ns), ended)


def _bare(direction: Direction) -> Channel:
    return Channel(LineParams(line="bare", direction=direction, effects=()))


async def _talk(
    line: PhoneLine, clock: LoopTime, events: EventLog, turns: Sequence[TruthTurn], stall_loop_at: int | None
) -> bool:
    """Hold the conversation; return whether it came to its end."""
    for number, turn in enumerate(turns):
        events.add("caller", "said", text=turn.caller.text, spoken=turn.caller.text, why=turn.caller.name)
        line.to_agent.mouth.put(np.pad(turn.caller.pcm, (turn.lead_samples, 0)).tobytes())
        if number == stall_loop_at:
            _stand_still(clock)
        limit_s = len(turn.caller.pcm) / LINE_RATE_HZ + turn.delay_ms / 1_000 + _PATIENCE_S
        try:
            await asyncio.wait_for(_answered(line, clock), limit_s)
        except TimeoutError:
            return False
    return True


async def _answered(line: PhoneLine, clock: LoopTime) -> None:
    """Wait until both have spoken and are silent; how silent the agent's packets are plays no part."""
    ways = (line.to_agent.meter, line.to_caller.meter)
    for meter in ways:
        await meter.speaking.wait()
    while any(meter.speaking.is_set() for meter in ways):
        await clock.until_ns(clock.now_ns() + ms_to_ns(PACKET_MS))


def _stand_still(clock: LoopTime) -> None:
    """Block the loop, on the real clock."""
    until_ns = clock.now_ns() + _STALL_NS
    while not clock.is_virtual and clock.now_ns() < until_ns:
        pass
