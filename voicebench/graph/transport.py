"""One end of the line as a Pipecat transport: an ear that pushes what arrives, and a mouth that takes what is said."""

from pipecat.frames.frames import (
    AggregatedTextFrame,
    Frame,
    InputAudioRawFrame,
    InterruptionFrame,
    OutputAudioRawFrame,
    StartFrame,
    TTSTextFrame,
)
from pipecat.processors.frame_processor import FrameDirection
from pipecat.transports.base_input import BaseInputTransport
from pipecat.transports.base_output import BaseOutputTransport
from pipecat.transports.base_transport import TransportParams

from voicebench.errors import CallError
from voicebench.graph.failure import Failure
from voicebench.graph.phone import Mouth
from voicebench.units import LINE_RATE_HZ, PACKET_MS, samples_to_ns
from voicebench.vtime.timekeeper import LoopTime

__all__ = ["LineEar", "LineMouth"]

# A subclass shares its attribute names with Pipecat's FrameProcessor, and nothing warns of a clash: _clock, _next,
# _params and many more are taken. Names here begin with _line.


def _params(packets: int = 1) -> TransportParams:
    return TransportParams(
        audio_in_enabled=True,
        audio_in_sample_rate=LINE_RATE_HZ,
        audio_out_enabled=True,
        audio_out_sample_rate=LINE_RATE_HZ,
        audio_out_10ms_chunks=packets * PACKET_MS // 10,
        audio_out_end_silence_secs=0,
    )


class LineEar(BaseInputTransport):
    """Opens the agent's pipeline with what arrives over the line."""

    def __init__(self) -> None:
        super().__init__(_params())

    async def start(self, frame: StartFrame) -> None:
        """Get ready to hear."""
        await super().start(frame)
        await self.set_transport_ready(frame)

    async def hear(self, pcm: bytes) -> None:
        """Push one packet of 16-bit samples at 8 kHz into the pipeline."""
        await self.push_audio_frame(InputAudioRawFrame(audio=pcm, sample_rate=LINE_RATE_HZ, num_channels=1))


class LineMouth(BaseOutputTransport):
    """Closes a pipeline: plays at the speed of speech into its mouth on the line.

    Args:
        mouth: Where the line takes it from.
        clock: The call's clock.
        failure: Takes what breaks; Pipecat would log it, and the agent would seem to be silent.
        packets: How many packets of the line are written in one go; what was written can no longer be interrupted.
    """

    def __init__(self, mouth: Mouth, clock: LoopTime, failure: Failure, packets: int = 1):
        super().__init__(_params(packets))
        self._line_mouth = mouth
        self._line_time = clock
        self._line_failure = failure
        self._line_free_ns = 0

    async def start(self, frame: StartFrame) -> None:
        """Get ready to speak."""
        await super().start(frame)
        await self.set_transport_ready(frame)

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Fall silent when interrupted."""
        await super().process_frame(frame, direction)
        if isinstance(frame, InterruptionFrame):
            self._line_mouth.cut()
            self._line_free_ns = 0

    async def write_transport_frame(self, frame: Frame) -> None:
        """Note which words the sound before and after belongs to; these frames keep their place in the queue."""
        if isinstance(frame, TTSTextFrame):
            self._line_mouth.end_sentence()
        elif isinstance(frame, AggregatedTextFrame):
            self._line_mouth.begin_sentence(frame.text)

    async def write_audio_frame(self, frame: OutputAudioRawFrame) -> bool:
        """Take one chunk, and return when a sound card would have played the one before it.

        Pipecat writes as fast as this returns: without the wait a whole answer would count as played at once, and an
        interruption would find nothing left to drop.
        """
        try:
            self._line_mouth.put(frame.audio)
        except Exception as error:  # noqa: BLE001 - whatever it is, the call is not heard out
            self._line_failure.note(CallError(f"the phone line took no sound: {type(error).__name__}: {error}"))
            return False
        waits_until_ns = max(self._line_free_ns, self._line_now_ns())
        self._line_free_ns = waits_until_ns + samples_to_ns(len(frame.audio) // 2, LINE_RATE_HZ)
        await self._line_time.until_ns(waits_until_ns)
        return False  # it was taken, and nobody further on listens to it

    def _line_now_ns(self) -> int:
        """Return how far the line has come: after a stall it takes its overdue packets at once, and wants them full."""
        now_ns, next_ns = self._line_time.now_ns(), self._line_mouth.next_ns
        return now_ns if next_ns is None else min(now_ns, next_ns)
