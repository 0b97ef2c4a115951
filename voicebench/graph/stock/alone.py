"""One service of Pipecat's alone, asked once: to level a voice, and to look before a run whether it works."""

import asyncio
from collections.abc import Sequence
from typing import Any

import numpy as np
from pipecat.frames.frames import (
    Frame,
    FunctionCallsStartedFrame,
    InputAudioRawFrame,
    LLMContextFrame,
    LLMFullResponseEndFrame,
    LLMTextFrame,
    TranscriptionFrame,
    TTSAudioRawFrame,
    TTSSpeakFrame,
    TTSStoppedFrame,
    VADUserStartedSpeakingFrame,
    VADUserStoppedSpeakingFrame,
)
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor

from voicebench.audio import Samples, StreamResampler, Waveform, from_pcm16, to_pcm16
from voicebench.errors import LlmError, SttError, TtsError
from voicebench.graph.failure import Failure
from voicebench.graph.running import running
from voicebench.graph.stock.desk import function_schema
from voicebench.graph.stock.make import llm_service, stt_service, tts_service
from voicebench.service import ServiceSpec
from voicebench.task import Json
from voicebench.units import LINE_RATE_HZ, PACKET_MS, PACKET_SAMPLES

__all__ = ["answered_by", "heard_by", "spoken_by"]

_SILENCE_S = 1.0
"""After the words, for a recogniser that waits for their end itself."""


class _Collector(FrameProcessor):
    """Closes the pipeline and keeps what comes out of the service, until ``last`` says that it is all."""

    def __init__(self, last: tuple[type[Frame], ...]):
        super().__init__()
        self._line_last = last
        self.line_frames: list[Frame] = []
        self.line_done = asyncio.Event()

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Keep a frame."""
        await super().process_frame(frame, direction)
        if direction == FrameDirection.DOWNSTREAM:
            self.line_frames.append(frame)
            if isinstance(frame, self._line_last):
                self.line_done.set()
        await self.push_frame(frame, direction)


async def _ask(
    service: Any, frames: Sequence[tuple[Frame, float]], last: tuple[type[Frame], ...], limit_s: float
) -> list[Frame]:
    """Hand frames to a service, each followed by a pause in seconds, and return what came out of it by the end."""
    collector, failure = _Collector(last), Failure()
    worker = PipelineWorker(
        Pipeline([service, collector]),
        params=PipelineParams(audio_in_sample_rate=LINE_RATE_HZ, audio_out_sample_rate=LINE_RATE_HZ),
        enable_rtvi=False,
        enable_turn_tracking=False,
        idle_timeout_secs=None,
        cancel_runner_on_idle_timeout=False,
    )
    async with running([worker], failure):
        done = [asyncio.create_task(event.wait()) for event in (collector.line_done, failure.happened)]
        for frame, pause_s in frames:
            await worker.queue_frame(frame)
            await asyncio.sleep(pause_s)
        await asyncio.wait(done, timeout=limit_s, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.cancel()
    if failure.error is not None:
        raise failure.error
    return collector.line_frames


async def spoken_by(spec: ServiceSpec, text: str, limit_s: float) -> Waveform:
    """Return ``text`` as a voice says it, at the line's rate.

    Raises:
        StackError: The service cannot be made.
        CallError: It failed, or said nothing within the limit.
    """
    frames = await _ask(tts_service(spec), [(TTSSpeakFrame(text), 0.0)], (TTSStoppedFrame,), limit_s)
    sound = [frame for frame in frames if isinstance(frame, TTSAudioRawFrame) and frame.audio]
    if not sound:
        raise TtsError(f"the service {spec.path} said nothing within {limit_s:g} s", fault="provider")
    stream = StreamResampler(sound[0].sample_rate, LINE_RATE_HZ)
    pieces: list[Samples] = [stream.push(from_pcm16(np.frombuffer(frame.audio, np.int16))) for frame in sound]
    return Waveform(np.concatenate([*pieces, stream.end()]), LINE_RATE_HZ)


async def heard_by(spec: ServiceSpec, sound: Waveform, limit_s: float) -> str:
    """Return what a recogniser makes of ``sound``, sent at the speed of speech.

    Args:
        spec: The recogniser.
        sound: Speech, at the line's rate.
        limit_s: How long to wait after it.

    Raises:
        StackError: The service cannot be made.
        CallError: It failed, or heard nothing within the limit.
    """
    packets = np.concatenate([sound.samples, np.zeros(-len(sound) % PACKET_SAMPLES, np.float32)])
    silence = [np.zeros(PACKET_SAMPLES, np.float32)] * int(_SILENCE_S * 1_000 / PACKET_MS)
    speech = np.split(packets, len(packets) // PACKET_SAMPLES)
    frames: list[tuple[Frame, float]] = [
        (VADUserStartedSpeakingFrame(start_secs=0.0), 0.0),
        *[(_packet(piece), PACKET_MS / 1_000) for piece in speech],
        (VADUserStoppedSpeakingFrame(stop_secs=0.0), 0.0),
        *[(_packet(piece), PACKET_MS / 1_000) for piece in silence],
    ]
    got = await _ask(stt_service(spec, 1.0), frames, (TranscriptionFrame,), limit_s)
    heard = [frame.text for frame in got if isinstance(frame, TranscriptionFrame)]
    if not heard:
        raise SttError(f"the service {spec.path} heard nothing within {limit_s:g} s", fault="provider")
    return " ".join(heard)


def _packet(samples: Samples) -> InputAudioRawFrame:
    return InputAudioRawFrame(audio=to_pcm16(samples).tobytes(), sample_rate=LINE_RATE_HZ, num_channels=1)


async def answered_by(spec: ServiceSpec, messages: Sequence[Json], tool: Json, limit_s: float) -> str:
    """Return what a model answers: its words, or the name of the tool that it calls.

    Args:
        spec: The model.
        messages: The conversation, as the OpenAI protocol has it.
        tool: A function schema on offer.
        limit_s: How long to wait.

    Raises:
        StackError: The service cannot be made.
        CallError: It failed, or answered nothing within the limit.
    """
    service = llm_service(spec)
    service.register_function(None, _no_answer)
    context = LLMContext(list(messages), tools=[function_schema(tool)])
    got = await _ask(service, [(LLMContextFrame(context), 0.0)], (LLMFullResponseEndFrame,), limit_s)
    words = "".join(frame.text for frame in got if isinstance(frame, LLMTextFrame))
    calls = [
        call.function_name
        for frame in got
        if isinstance(frame, FunctionCallsStartedFrame)
        for call in frame.function_calls
    ]
    if not words and not calls:
        raise LlmError(f"the service {spec.path} answered nothing within {limit_s:g} s")
    return words or calls[0]


async def _no_answer(_: Any) -> None:
    """Leave a tool call where it is: that it came is all that was asked."""
