"""Everything a call needs before it starts: endpoint, costs, voices, models. Nothing here reads the call's clock."""

from collections.abc import Mapping
from dataclasses import dataclass

from voicebench.graph.stt import Hearing
from voicebench.graph.tts import Speech
from voicebench.keys import key_from_environment
from voicebench.llm.request import Endpoint
from voicebench.llm.tape import Source, TapedAnswers, straight
from voicebench.reference.models import Script
from voicebench.reference.pace import Pace
from voicebench.run.costs import RunCosts
from voicebench.run.intrude import intrusion
from voicebench.run.kit import Kit
from voicebench.run.plan import CallPlan
from voicebench.run.taping import taped_hearing, taped_speech
from voicebench.seeds import generator
from voicebench.stack import LlmSpec
from voicebench.stt.channel_model import ChannelSettings
from voicebench.stt.text_channel import TextChannel
from voicebench.task import Json
from voicebench.tts.voices import VOICES, Voice, draw_voice
from voicebench.vtime.costs import NoCosts
from voicebench.vtime.timekeeper import LoopTime
from voicebench.vtime.workbench import RealWorkbench, VirtualWorkbench, Workbench

__all__ = [
    "Models",
    "answers",
    "caller_bench",
    "caller_voice",
    "endpoint",
    "endpoint_of",
    "load_models",
    "text_channel",
    "workbench",
]


@dataclass(frozen=True)
class Models:
    """The models of a call with sound, loaded.

    Args:
        hearing: The agent's recogniser; None where it is a service of Pipecat's.
        agent: The agent's voice; for a service of Pipecat's, the gain that levels it.
        caller: The caller's voice.
        voice: Which voice that is.
    """

    hearing: Hearing | None
    agent: Speech | float
    caller: Speech
    voice: Mapping[str, Json]


def load_models(plan: CallPlan, kit: Kit) -> Models | None:
    """Return the models of a call, or None for a call without sound.

    Under the real clock the agent's models work anew each time, since a cached answer would take no time; nobody
    measures how fast a caller is.
    """
    stack = plan.stack
    if not stack.has_sound:
        return None
    voice = caller_voice(plan)
    may_cache = plan.clock == "virtual"
    tape, call = kit.tape(plan.cassette), plan.name

    def speech(engine: str, settings: Mapping[str, Json], *, cached: bool = True) -> Speech:
        what = {"engine": engine, "settings": dict(settings)}
        return taped_speech(tape, call, what, lambda: kit.speech(engine, settings, cached=cached))

    heard_by = {"engine": stack.stt.engine, "settings": dict(stack.stt.options)}
    return Models(
        hearing=None
        if stack.stt.as_service
        else taped_hearing(tape, call, heard_by, lambda: kit.hearing(stack.stt, cached=may_cache)),
        agent=kit.gain(service)
        if (service := stack.tts.as_service)
        else speech(stack.tts.engine, stack.tts.options, cached=may_cache),
        caller=speech(voice.engine, voice.settings),
        voice={"engine": voice.engine, **voice.settings},
    )


def text_channel(plan: CallPlan) -> TextChannel | None:
    """Return what errs in a recogniser's place in a call without sound; None where words pass as they are.

    Raises:
        StackError: There is no such channel.
    """
    if plan.stack.has_sound:
        return None
    model = ChannelSettings.read(plan.stack.stt.settings, "stt text_channel").load()
    return TextChannel(model, generator(plan.seed, "text_channel")) if model else None


def answers(plan: CallPlan, kit: Kit, where: Endpoint, clock: LoopTime, asker: str = "") -> Source:
    """Return where a model's answers come from: the endpoint, or a tape.

    Args:
        plan: The call.
        kit: The process's models and servers.
        where: The endpoint.
        clock: The call's clock.
        asker: Who asks beside the agent; each counts its own requests.
    """
    tape = kit.tape(plan.cassette)
    name = f"{plan.name}, {asker}" if asker else plan.name
    return straight if tape is None else TapedAnswers(tape, name, where, clock)


def caller_voice(plan: CallPlan) -> Voice:
    """Return the caller's voice: the task's own, or one that is drawn, whatever the stack and the line."""
    named = plan.task.caller.voice
    return VOICES[named] if named else draw_voice(generator(plan.seed, "voice"))


def endpoint(plan: CallPlan, kit: Kit) -> Endpoint | None:
    """Return where the model is: the stack's endpoint, or the reference model on loopback.

    It is None for a service of Pipecat's, which knows its own.
    """
    if plan.stack.llm.engine == "service":
        return None
    base_url = plan.stack.llm.base_url or _reference_url(plan, kit)
    return endpoint_of(plan.stack.llm, base_url, is_replayed=plan.is_replayed)


def endpoint_of(llm: LlmSpec, base_url: str, *, is_replayed: bool) -> Endpoint:
    """Return an endpoint with its key.

    Args:
        llm: How it is asked.
        base_url: Where it is.
        is_replayed: Nobody asks it, so it needs no key.

    Raises:
        StackError: The key is not set.
    """
    key_env = None if is_replayed or not isinstance(llm.key_env, str) else llm.key_env
    effort = {"reasoning_effort": llm.reasoning_effort} if llm.reasoning_effort else {}
    return Endpoint(
        base_url=base_url,
        model=llm.model,
        key=key_from_environment(key_env),
        temperature=llm.temperature,
        extra_body={**effort, **llm.extra_body},
        first_token_limit_s=llm.first_token_limit_s,
        stall_limit_s=llm.stall_limit_s,
        retries=llm.retries,
        answer_limit_chunks=llm.answer_limit_chunks,
    )


def _reference_url(plan: CallPlan, kit: Kit) -> str:
    """Hand the server the way to a right call, and nothing of the caller's."""
    llm = plan.stack.llm
    writes = frozenset(name for name, tool in plan.pack.tools.items() if tool.effect == "write")
    script = Script(plan.task.reference, writes, intrusion(plan.pack, plan.task), plan.pack.now.date())
    return kit.reference.base_url(
        plan.pack.id, plan.task.id, script, Pace(llm.first_token_ms, llm.tokens_per_s), llm.control
    )


def workbench(clock: LoopTime, costs: RunCosts | None, seed: int) -> Workbench:
    """Return where the agent's models work.

    Args:
        clock: The call's clock.
        costs: What work costs; None where time is real.
        seed: The call's seed.
    """
    return VirtualWorkbench(clock, costs.for_call(seed)) if costs else RealWorkbench(clock)


def caller_bench(clock: LoopTime) -> Workbench:
    """Return where the caller's voice works, at no cost."""
    return VirtualWorkbench(clock, NoCosts()) if clock.is_virtual else RealWorkbench(clock)
