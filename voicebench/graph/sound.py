"""The caller's ear and mouth over the phone line."""

import asyncio

from pipecat.frames.frames import BotStoppedSpeakingFrame, Frame, TTSSpeakFrame
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor

from voicebench.caller import Caller, Heard, Say
from voicebench.errors import LimitExceeded
from voicebench.graph.phone import PhoneLine
from voicebench.units import PACKET_MS, ms_to_ns
from voicebench.vtime.timekeeper import LoopTime

__all__ = ["CallerLips", "SoundCallerSide"]

TURN_GAP_NS = ms_to_ns(600)
"""Silence after which a caller takes the agent to have finished; the reaction, drawn for each turn, comes on top."""
STATEMENT_PATIENCE_S = 2.0
"""How much longer a caller waits after words that ask nothing: the agent may only be looking something up."""
_UTTERANCE_LIMIT_S = 120.0
"""Longer than any utterance: a voice that never finishes is a fault of the harness."""


class CallerLips(FrameProcessor):
    """Opens the caller's pipeline: hands words to its voice, and learns when they were played."""

    def __init__(self) -> None:
        super().__init__()
        self._line_played = asyncio.Event()

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Watch for the end of what was said."""
        await super().process_frame(frame, direction)
        if isinstance(frame, BotStoppedSpeakingFrame):
            self._line_played.set()
        await self.push_frame(frame, direction)

    async def speak(self, words: str) -> None:
        """Say ``words``; return when they were played.

        Raises:
            LimitExceeded: They were not within two minutes.
        """
        self._line_played.clear()
        await self.push_frame(TTSSpeakFrame(words))
        try:
            await asyncio.wait_for(self._line_played.wait(), _UTTERANCE_LIMIT_S)
        except TimeoutError:
            raise LimitExceeded(
                "seconds for one utterance of the caller's", _UTTERANCE_LIMIT_S, _UTTERANCE_LIMIT_S
            ) from None


class SoundCallerSide:
    """Hears the agent by the line's own knowledge of its speech, and answers after a human gap.

    The words are those whose sound was really played.

    Args:
        line: The phone line.
        lips: The caller's mouth.
        caller: Draws its own reaction times.
        clock: The call's clock.
        silence_s: How long the caller waits for a word.
    """

    def __init__(self, line: PhoneLine, lips: CallerLips, caller: Caller, clock: LoopTime, silence_s: float):
        self._way = line.to_caller
        self._mouth = line.to_agent.mouth
        self._lips = lips
        self._caller = caller
        self._clock = clock
        self._silence_s = silence_s

    async def listen(self) -> Heard | None:
        """See ``CallerSide``."""
        if not await self._agent_speaks_within(self._silence_s):
            return None
        pieces: list[str] = []
        cut = False
        while True:
            await self._wait_until_quiet()
            text, was_cut = self._way.mouth.words()
            pieces.append(text)
            cut = cut or was_cut
            if _asks(text) or not await self._agent_speaks_within(STATEMENT_PATIENCE_S):
                return Heard(" ".join(filter(None, pieces)), cut=cut)

    async def _agent_speaks_within(self, seconds: float) -> bool:
        try:
            await asyncio.wait_for(self._way.meter.speaking.wait(), seconds)
        except TimeoutError:
            return False
        return True

    async def _wait_until_quiet(self) -> None:
        gap_ns = TURN_GAP_NS + ms_to_ns(self._caller.reaction_ms())
        while True:
            due_ns = self._way.meter.last_active_ns + gap_ns
            if self._clock.now_ns() >= due_ns and not self._way.meter.speaking.is_set():
                return
            await self._clock.until_ns(max(due_ns, self._clock.now_ns() + ms_to_ns(PACKET_MS)))

    async def say(self, say: Say) -> None:
        """Speak over the line; return when it has taken the last sample."""
        await self._lips.speak(say.spoken)
        while not self._mouth.is_silent:
            await self._clock.until_ns(self._clock.now_ns() + ms_to_ns(PACKET_MS))


def _asks(text: str) -> bool:
    return text.rstrip().endswith("?")
