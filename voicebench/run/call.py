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
from dataclasses import dataclass

from pydantic import SecretStr

from voicebench.caller import ScriptedCaller
from voicebench.desk import Desk
from voicebench.errors import CallError
from voicebench.events import EventLog
from voicebench.graph.build import Stages, greet, sound_agent, sound_caller, text_agent
from voicebench.graph.conversation import CallerSide, converse
from voicebench.graph.failure import Failure
from voicebench.graph.phone import PhoneLine
from voicebench.graph.running import running
from voicebench.graph.sound import SoundCallerSide
from voicebench.graph.text import TextCallerSide
from voicebench.line.chain import Channel, draw
from voicebench.llm.client import ChatClient
from voicebench.llm.request import Endpoint, key_from_environment
from voicebench.record import CallRecord, Ending, Log
from voicebench.reference.models import Script
from voicebench.reference.pace import Pace
from voicebench.run.kit import Kit
from voicebench.run.plan import CallPlan
from voicebench.seeds import generator
from voicebench.stack import LlmSpec
from voicebench.task import Json
from voicebench.tts.voices import VOICES, Voice, draw_voice
from voicebench.vtime.costs import Costs, Measured, ProfileCosts, load_profile
from voicebench.vtime.timekeeper import LoopTime
from voicebench.vtime.workbench import RealWorkbench, VirtualWorkbench, Workbench

__all__ = ["make_call"]


@dataclass
class _Parts:
    """What a call is made of while it runs."""

    plan: CallPlan
    stages: Stages
    caller: ScriptedCaller
    drawn: dict[str, Json]
    line: PhoneLine | None = None


async def make_call(plan: CallPlan, kit: Kit) -> CallRecord:
    """Make one call on the running loop and return its record.

    Args:
        plan: What the call is to be.
        kit: The process's models and servers.

    Returns:
        The record, whatever became of the call: what broke is its ending.
    """
    parts = _prepare(plan, kit)
    stages = parts.stages
    stages.events.add("caller", "call_start")
    connect = _over_the_phone if plan.stack.has_sound else _without_sound
    async with connect(parts, kit) as side:
        ending = await _until_hang_up(parts, side)
    stages.events.add(ending.by or "agent", "call_end", why=ending.why, fault=ending.fault, message=ending.message)
    return _record(parts, ending)


def _prepare(plan: CallPlan, kit: Kit) -> _Parts:
    clock = LoopTime(asyncio.get_running_loop())
    events = EventLog(clock)
    endpoint = _endpoint(plan, kit)
    client = ChatClient(
        endpoint,
        kit.reader,
        clock,
        lambda kind, **data: events.add("agent", kind, **data),
        is_virtual=clock.is_virtual,
    )
    stages = Stages(
        stack=plan.stack,
        desk=Desk(plan.pack, trusted=plan.trusted),
        client=client,
        clock=clock,
        workbench=_workbench(plan, clock),
        events=events,
        failure=Failure(),
    )
    caller = ScriptedCaller(plan.task.caller, plan.stack.limits, generator(plan.seed, "caller"))
    return _Parts(plan, stages, caller, {})


def _endpoint(plan: CallPlan, kit: Kit) -> Endpoint:
    llm = plan.stack.llm
    common = {
        "model": llm.model,
        "temperature": llm.temperature,
        "extra_body": llm.extra_body,
        "first_token_limit_s": llm.first_token_limit_s,
        "stall_limit_s": llm.stall_limit_s,
    }
    return Endpoint(base_url=_base_url(plan, kit, llm), key=_key(llm), **common)


def _base_url(plan: CallPlan, kit: Kit, llm: LlmSpec) -> str:
    if llm.base_url is not None:
        return llm.base_url
    writes = frozenset(name for name, tool in plan.pack.tools.items() if tool.effect == "write")
    pace = Pace(llm.first_token_ms, llm.tokens_per_s)
    return kit.reference.base_url(plan.pack.id, plan.task.id, Script(plan.task.reference, writes), pace, llm.control)


def _key(llm: LlmSpec) -> SecretStr:
    return key_from_environment(llm.key_env)


def _workbench(plan: CallPlan, clock: LoopTime) -> Workbench:
    return VirtualWorkbench(clock, _costs(plan)) if clock.is_virtual else RealWorkbench(clock)


def _costs(plan: CallPlan) -> Costs:
    kind, _, name = plan.costs.partition(":")
    return ProfileCosts(load_profile(name), plan.seed) if kind == "profile" else Measured()


class _NoCost:
    """The caller's voice takes no time: nobody measures how fast a caller is."""

    are_measured = False

    def charge_ns(self, stage: str, size: float, measured_ns: int) -> int:  # noqa: ARG002 - see Costs
        return 0


@contextlib.asynccontextmanager
async def _over_the_phone(parts: _Parts, kit: Kit) -> AsyncIterator[CallerSide]:
    """Join the caller's pipeline and the agent's by a line."""
    plan, stages = parts.plan, parts.stages
    is_virtual = stages.clock.is_virtual
    to_agent, to_caller = draw(plan.line, plan.seed, "to_agent"), draw(plan.line, plan.seed, "to_caller")
    voice = _caller_voice(plan)
    parts.drawn |= {
        "line": [to_agent.model_dump(mode="json"), to_caller.model_dump(mode="json")],
        "voice": _dump(voice),
    }
    line = parts.line = PhoneLine(stages.clock, stages.events, Channel(to_agent), Channel(to_caller))

    hearing = kit.hearing(plan.stack.stt, cached=is_virtual)
    agent_speech = kit.speech(plan.stack.tts.engine, plan.stack.tts.settings, cached=is_virtual)
    agent = sound_agent(stages, line, hearing, agent_speech)
    bench = VirtualWorkbench(stages.clock, _NoCost()) if is_virtual else RealWorkbench(stages.clock)
    caller, lips = sound_caller(stages, line, kit.speech(voice.engine, voice.settings), bench)

    async with running([caller, agent], stages.failure):
        ticking = asyncio.create_task(line.run())
        try:
            await agent.queue_frames([greet(plan.pack.greeting)])
            yield SoundCallerSide(line, lips, parts.caller, stages.clock, plan.stack.limits.silence_s)
        finally:
            ticking.cancel()
            line.hang_up()


@contextlib.asynccontextmanager
async def _without_sound(parts: _Parts, kit: Kit) -> AsyncIterator[CallerSide]:
    """Join the caller and the agent by bare text."""
    del kit
    stages = parts.stages
    agent, mouth = text_agent(stages, parts.plan.pack.greeting)
    async with running([agent], stages.failure):
        yield TextCallerSide(mouth, agent, parts.plan.stack.limits.silence_s)


async def _until_hang_up(parts: _Parts, side: CallerSide) -> Ending:
    """Hold the conversation until somebody hangs up, something breaks, or the call gets too long."""
    failure = parts.stages.failure
    talking = asyncio.create_task(converse(parts.caller, side, parts.stages.events))
    broken = asyncio.create_task(failure.happened.wait())
    try:
        await asyncio.wait(
            (talking, broken), timeout=parts.plan.stack.limits.length_s, return_when=asyncio.FIRST_COMPLETED
        )
        return _ending(parts, talking, failure)
    finally:
        for task in (talking, broken):
            task.cancel()


def _ending(parts: _Parts, talking: "asyncio.Task[Ending]", failure: Failure) -> Ending:
    if failure.error is None and talking.done() and isinstance(talking.exception(), CallError):
        failure.error = talking.exception()  # type: ignore[assignment]
    if failure.error is not None:
        error = failure.error
        return Ending(None, "error", error.fault, f"{error.stage}: {error}")  # type: ignore[arg-type]
    if talking.done():
        return talking.result()
    return parts.caller.overdue().ending


def _caller_voice(plan: CallPlan) -> Voice:
    named = plan.task.caller.voice
    return VOICES[named] if named else draw_voice(generator(plan.seed, "voice"))


def _dump(voice: Voice) -> Mapping[str, Json]:
    return {"engine": voice.engine, **voice.settings}


def _record(parts: _Parts, ending: Ending) -> CallRecord:
    plan, line = parts.plan, parts.line
    desk = parts.stages.desk
    log = Log(task=plan.task_id, tools=tuple(desk.log), database=desk.snapshot())
    desk.close()
    return CallRecord(
        task=plan.task_id,
        trial=plan.trial,
        seed=plan.seed,
        stack=plan.stack.name,
        line=plan.line.name if plan.stack.has_sound else "none",
        ending=ending,
        events=parts.stages.events.in_order(),
        log=log,
        sound=(line.to_agent.recording(), line.to_caller.recording()) if line else None,
        drawn=parts.drawn,
    )
