"""One call, from top to bottom.

    caller text -> TTS -> line -> VAD + turn end -> STT -> role prompt + history -> LLM stream
         ^                                                                             | tools -> database
         |                                                                             v
      caller hears <------------- line <------------------------- TTS <------------- reply text

Both directions run all the time, as on a phone: there is no loop over turns. The two pipelines are built from their
stages, the caller's conversation is held until somebody hangs up or something breaks, and what is left is the record.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field

from voicebench.desk import Desk
from voicebench.errors import CallError
from voicebench.events import EventLog, Watch
from voicebench.graph.build import Stages, greet, sound_agent, sound_caller, text_agent
from voicebench.graph.conversation import CallerSide, converse
from voicebench.graph.failure import Failure
from voicebench.graph.phone import PhoneLine
from voicebench.graph.running import running
from voicebench.graph.sound import SoundCallerSide
from voicebench.graph.text import TextCallerSide, TextEar
from voicebench.line.chain import Channel, draw
from voicebench.llm.client import ChatClient
from voicebench.llm.schedule import as_it_came
from voicebench.record import CallRecord, Ending, Log
from voicebench.run.callers import CallerSeat, seat
from voicebench.run.kit import Kit
from voicebench.run.plan import CallPlan
from voicebench.run.prepare import Models, answers, caller_bench, endpoint, load_models, text_channel, workbench
from voicebench.run.timekeeping import note_doubts, timekeeping
from voicebench.stt.text_channel import TextChannel
from voicebench.task import Json
from voicebench.vtime.lag import watch_lag
from voicebench.vtime.timekeeper import LoopTime

__all__ = ["make_call"]


@dataclass
class _Call:
    """A call while it runs."""

    plan: CallPlan
    stages: Stages
    seat: CallerSeat
    models: Models | None
    words: TextChannel | None = None
    line: PhoneLine | None = None
    drawn: dict[str, Json] = field(default_factory=dict)


async def make_call(plan: CallPlan, kit: Kit, watch: Watch | None = None) -> CallRecord:
    """Make one call on the running loop and return its record.

    Args:
        plan: What the call is to be.
        kit: The process's models and servers.
        watch: Looks on.

    Returns:
        The record, whatever became of the call: what broke is its ending.

    Raises:
        ConfigError: The call cannot start: a model, a key or the trust in a pack is missing.
    """
    call = _prepare(plan, kit, watch)
    with contextlib.closing(call.stages.desk):
        return await _make(call)


async def _make(call: _Call) -> CallRecord:
    events = call.stages.events
    events.add("caller", "call_start")
    async with watch_lag(call.stages.clock) as lags_ns, _connected(call) as side:
        ending = await _until_hang_up(call, side)
    ending = call.seat.judged(call.plan, events.in_order(), ending)
    events.add(ending.by or "agent", "call_end", why=ending.why, fault=ending.fault, message=ending.message)
    if call.line is not None:
        note_doubts(events, call.line)
    kept = {} if call.stages.clock.is_virtual else timekeeping(call.line, lags_ns)
    return _record(call, ending, kept | call.seat.machine())


def _prepare(plan: CallPlan, kit: Kit, watch: Watch | None) -> _Call:
    """Load what the call needs; its clock starts after that."""
    models, words = load_models(plan, kit), text_channel(plan)
    where = endpoint(plan, kit)
    costs = plan.costs
    desk = Desk(plan.pack, trusted=plan.trusted)
    clock = LoopTime(asyncio.get_running_loop())
    events = EventLog(clock, watch)
    client = None
    if where is not None:
        client = ChatClient(
            where,
            kit.reader,
            clock,
            lambda kind, **data: events.add("agent", kind, **data),
            is_virtual=clock.is_virtual,
            pacer=(costs and costs.answers(plan.seed)) or as_it_came,
            source=answers(plan, kit, where, clock),
        )
    stages = Stages(plan.stack, desk, client, clock, workbench(clock, costs, plan.seed), events, Failure())
    caller = seat(plan, kit, clock)
    drawn = {"costs": costs.in_brief()} if costs else {}
    return _Call(plan, stages, caller, models, words, drawn=drawn | caller.drawn())


def _connected(call: _Call) -> contextlib.AbstractAsyncContextManager[CallerSide]:
    """Join the caller and the agent, by a phone line or by bare text."""
    return _without_sound(call) if call.models is None else _over_the_phone(call, call.models)


@contextlib.asynccontextmanager
async def _over_the_phone(call: _Call, models: Models) -> AsyncIterator[CallerSide]:
    plan, stages = call.plan, call.stages
    to_agent, to_caller = draw(plan.line, plan.seed, "to_agent"), draw(plan.line, plan.seed, "to_caller")
    call.drawn["line"] = [way.model_dump(mode="json") for way in (to_agent, to_caller)]
    call.drawn["voice"] = dict(models.voice)
    line = call.line = PhoneLine(stages.clock, stages.events, Channel(to_agent), Channel(to_caller))

    agent = sound_agent(stages, line, models.hearing, models.agent)
    caller, lips = sound_caller(stages, line, models.caller, caller_bench(stages.clock))

    async with running([caller, agent], stages.failure):
        ticking = asyncio.create_task(line.run())
        stages.failure.watch(ticking, "the phone line")
        try:
            await agent.queue_frames([greet(plan.pack.greeting)])
            yield SoundCallerSide(line, lips, call.seat.caller, stages.clock, plan.stack.limits.silence_s)
        finally:
            ticking.cancel()
            line.hang_up()


@contextlib.asynccontextmanager
async def _without_sound(call: _Call) -> AsyncIterator[CallerSide]:
    agent, mouth = text_agent(call.stages, call.plan.pack.greeting)
    ear = TextEar(call.words, call.stages.events) if call.words else None
    async with running([agent], call.stages.failure):
        yield TextCallerSide(mouth, agent, call.plan.stack.limits.silence_s, ear)


async def _until_hang_up(call: _Call, side: CallerSide) -> Ending:
    """Hold the conversation until somebody hangs up, something breaks, or the call gets too long."""
    talking = asyncio.create_task(converse(call.seat.caller, side, call.stages.events))
    broken = asyncio.create_task(call.stages.failure.happened.wait())
    length_s = call.plan.stack.limits.length_s
    try:
        await asyncio.wait((talking, broken), timeout=length_s, return_when=asyncio.FIRST_COMPLETED)
        return _ending(call, talking)
    finally:
        for task in (talking, broken):
            task.cancel()


def _ending(call: _Call, talking: asyncio.Task[Ending]) -> Ending:
    error = call.stages.failure.error
    if error is None and talking.done():
        try:
            return talking.result()
        except CallError as raised:
            error = raised
    if error is not None:
        return Ending(None, "error", error.fault, f"{error.stage}: {error}")
    return call.seat.caller.overdue().ending


def _record(call: _Call, ending: Ending, machine: Mapping[str, Json]) -> CallRecord:
    plan, desk, line = call.plan, call.stages.desk, call.line
    log = Log(task=plan.task_id, tools=tuple(desk.log), database=desk.snapshot())
    if line is not None:
        ways = {"to_agent": line.to_agent, "to_caller": line.to_caller}
        events = {name: [event.model_dump(mode="json") for event in way.timeline] for name, way in ways.items()}
        call.drawn["line_events"] = events
    return CallRecord(
        task=plan.task_id,
        trial=plan.trial,
        seed=plan.seed,
        stack=plan.stack.name,
        line=plan.line.name if line else "none",
        ending=ending,
        events=call.stages.events.in_order(),
        log=log,
        sound=(line.to_agent.recording(), line.to_caller.recording()) if line else None,
        drawn=call.drawn,
        timing_valid="timing_fault" not in machine,
        machine=machine,
    )
