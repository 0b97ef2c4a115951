"""The two pipelines of a call, put together from named stages."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipecat.audio.turn.smart_turn.base_smart_turn import SmartTurnParams
from pipecat.audio.vad.vad_analyzer import VADParams
from pipecat.clocks.base_clock import BaseClock
from pipecat.frames.frames import TTSSpeakFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair, LLMUserAggregatorParams
from pipecat.processors.frame_processor import FrameProcessor
from pipecat.turns.user_start import VADUserTurnStartStrategy
from pipecat.turns.user_stop import (
    BaseUserTurnStopStrategy,
    SpeechTimeoutUserTurnStopStrategy,
    TurnAnalyzerUserTurnStopStrategy,
)
from pipecat.turns.user_turn_strategies import ExternalUserTurnStrategies, UserTurnStrategies

from voicebench.desk import Desk
from voicebench.events import EventLog
from voicebench.graph.failure import Failure
from voicebench.graph.llm import DeskLlm
from voicebench.graph.phone import PhoneLine
from voicebench.graph.sound import CallerLips
from voicebench.graph.stock.desk import around_model
from voicebench.graph.stock.hearing import HeardWords
from voicebench.graph.stock.make import llm_service, stt_service, tts_service
from voicebench.graph.stock.voice import LineVoice
from voicebench.graph.stt import Hearing, LineStt
from voicebench.graph.text import TextMouth
from voicebench.graph.transport import LineEar, LineMouth
from voicebench.graph.tts import LineTts, Speech
from voicebench.graph.turn import ChargedTurn
from voicebench.graph.vad import QuietVad
from voicebench.llm.client import ChatClient
from voicebench.stack import Stack, TurnSpec
from voicebench.units import LINE_RATE_HZ
from voicebench.vtime.timekeeper import LoopTime
from voicebench.vtime.workbench import Workbench

__all__ = ["Stages", "greet", "sound_agent", "sound_caller", "text_agent"]


_CALLER_PACKETS = 10
"""The caller is never interrupted by Pipecat, so its speech may go to the line in pieces of 200 ms."""


@dataclass(frozen=True)
class Stages:
    """What both kinds of call are made of.

    Args:
        stack: What is under test.
        desk: The front desk of this call.
        client: Asks the model; None for a model that is a service of Pipecat's.
        clock: The call's clock.
        workbench: Where the models work.
        events: Takes what happens.
        failure: Takes what breaks.
    """

    stack: Stack
    desk: Desk
    client: ChatClient | None
    clock: LoopTime
    workbench: Workbench
    events: EventLog
    failure: Failure


class _CallClock(BaseClock):
    """Pipecat's clock, from the call's zero in both pipelines."""

    def __init__(self, clock: LoopTime):
        self._call_time = clock

    def start(self) -> None:
        """Keep the call's zero: each pipeline would otherwise set one of its own."""

    def get_time(self) -> int:
        """Return nanoseconds since the call began."""
        return self._call_time.now_ns()


def sound_agent(stages: Stages, line: PhoneLine, hearing: Hearing | None, speech: Speech | float) -> PipelineWorker:
    """Build the agent over the phone: ear, recogniser, turns, model, voice, mouth.

    Args:
        stages: The call's parts.
        line: The phone line.
        hearing: The recogniser; None where it is a service of Pipecat's.
        speech: The voice; for a service of Pipecat's, the gain that levels it.
    """
    ear = LineEar()
    line.to_agent.ear = ear.hear
    context = LLMContextAggregatorPair(LLMContext([]), user_params=_turn_taking(stages))
    steps = [
        ear,
        *_recogniser(stages, hearing),
        context.user(),
        *_model(stages),
        *_voice(stages, speech),
        LineMouth(line.to_caller.mouth, stages.clock, stages.failure),
        context.assistant(),
    ]
    return _worker("agent", steps, stages.clock, reports_usage=stages.client is None)


def sound_caller(
    stages: Stages, line: PhoneLine, speech: Speech, workbench: Workbench
) -> tuple[PipelineWorker, CallerLips]:
    """Build the caller over the phone: words, voice, mouth. Its ear is the line's own knowledge of the agent's speech.

    Args:
        stages: The call's parts.
        line: The phone line.
        speech: The caller's voice.
        workbench: Where it speaks at no cost: nobody measures how fast a caller is.
    """
    lips = CallerLips()
    steps = [
        lips,
        LineTts("caller", speech, workbench, stages.events, stages.failure),
        LineMouth(line.to_agent.mouth, stages.clock, stages.failure, packets=_CALLER_PACKETS),
    ]
    return _worker("caller", steps, stages.clock), lips


def text_agent(stages: Stages, greeting: str) -> tuple[PipelineWorker, TextMouth]:
    """Build the agent without sound: turns, model, words. It has said its greeting."""
    # A message is a whole turn. Pipecat's own strategies would load its turn model for each call, and never ask it.
    params = LLMUserAggregatorParams(user_turn_strategies=ExternalUserTurnStrategies())
    context = LLMContextAggregatorPair(LLMContext([{"role": "assistant", "content": greeting}]), user_params=params)
    mouth = TextMouth(greeting)
    steps = [context.user(), *_model(stages), mouth, context.assistant()]
    return _worker("agent", steps, stages.clock, reports_usage=stages.client is None), mouth


def greet(greeting: str) -> TTSSpeakFrame:
    """Return the frame that has the agent speak its greeting and remember it."""
    return TTSSpeakFrame(greeting, append_to_context=True)


def _recogniser(stages: Stages, hearing: Hearing | None) -> Sequence[FrameProcessor]:
    service, ttfs_p99_s = stages.stack.stt.as_service, stages.stack.turn.ttfs_p99_s
    if service is not None:
        return stt_service(service, ttfs_p99_s), HeardWords(stages.events, stages.clock)
    assert hearing is not None  # noqa: S101 - an engine of ours was loaded
    return (LineStt(hearing, stages.workbench, stages.events, stages.failure, ttfs_p99_s),)


def _model(stages: Stages) -> Sequence[FrameProcessor]:
    llm, service = stages.stack.llm, stages.stack.llm.as_service
    if service is not None:
        return around_model(llm_service(service), stages.desk, stages.events, stages.failure)
    assert stages.client is not None  # noqa: S101 - it asks all other models
    return (DeskLlm(stages.client, stages.desk, stages.events, stages.failure, llm.model),)


def _voice(stages: Stages, speech: Speech | float) -> Sequence[FrameProcessor]:
    service = stages.stack.tts.as_service
    if service is not None:
        assert isinstance(speech, float)  # noqa: S101 - it was levelled
        return tts_service(service), LineVoice(speech, stages.events, stages.clock)
    assert isinstance(speech, Speech)  # noqa: S101 - an engine of ours was loaded
    return (LineTts("agent", speech, stages.workbench, stages.events, stages.failure),)


def _turn_taking(stages: Stages) -> LLMUserAggregatorParams:
    stack = stages.stack
    vad = VADParams(
        confidence=stack.vad.confidence,
        start_secs=stack.vad.start_s,
        stop_secs=stack.vad.stop_s,
        min_volume=stack.vad.min_volume,
    )
    return LLMUserAggregatorParams(
        vad_analyzer=QuietVad(sample_rate=LINE_RATE_HZ, params=vad),
        user_turn_strategies=UserTurnStrategies(
            start=[VADUserTurnStartStrategy()], stop=[_turn_end(stack.turn, stages.workbench)]
        ),
    )


def _turn_end(turn: TurnSpec, workbench: Workbench) -> BaseUserTurnStopStrategy:
    if turn.engine == "silence":
        return SpeechTimeoutUserTurnStopStrategy(user_speech_timeout=turn.wait_s)
    analyzer = ChargedTurn(workbench, SmartTurnParams(stop_secs=turn.wait_s))
    return TurnAnalyzerUserTurnStopStrategy(turn_analyzer=analyzer)


def _worker(
    name: str, steps: Sequence[FrameProcessor], clock: LoopTime, *, reports_usage: bool = False
) -> PipelineWorker:
    return PipelineWorker(
        Pipeline(list(steps)),
        name=name,
        clock=_CallClock(clock),
        params=PipelineParams(
            audio_in_sample_rate=LINE_RATE_HZ,
            audio_out_sample_rate=LINE_RATE_HZ,
            enable_usage_metrics=reports_usage,
        ),
        enable_rtvi=False,  # it reports every frame to a client app that is not there
        enable_turn_tracking=False,
        idle_timeout_secs=None,
        cancel_runner_on_idle_timeout=False,
    )
