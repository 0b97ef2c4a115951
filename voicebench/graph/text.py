"""A call without sound: the same desk, caller and model, and the words pass as they are."""

import asyncio

from pipecat.frames.frames import (
    Frame,
    FunctionCallsStartedFrame,
    LLMFullResponseEndFrame,
    LLMMessagesAppendFrame,
    LLMTextFrame,
)
from pipecat.pipeline.worker import PipelineWorker
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor

from voicebench.caller import Heard, Say

__all__ = ["TextCallerSide", "TextMouth"]


class TextMouth(FrameProcessor):
    """Collects the agent's words until its turn is over: an answer that called no tool.

    Args:
        greeting: What the agent has already said.
    """

    def __init__(self, greeting: str):
        super().__init__()
        self.turns: asyncio.Queue[str] = asyncio.Queue()
        self.turns.put_nowait(greeting)
        self._line_words: list[str] = []
        self._line_calls_tool = False

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Watch the answer go by."""
        await super().process_frame(frame, direction)
        if isinstance(frame, LLMTextFrame):
            self._line_words.append(frame.text)
        elif isinstance(frame, FunctionCallsStartedFrame):
            self._line_calls_tool = True
            if self._line_words:
                self._line_words.append(" ")
        elif isinstance(frame, LLMFullResponseEndFrame):
            self._end_answer()
        await self.push_frame(frame, direction)

    def _end_answer(self) -> None:
        if not self._line_calls_tool:
            self.turns.put_nowait("".join(self._line_words).strip())
            self._line_words.clear()
        self._line_calls_tool = False


class TextCallerSide:
    """The caller's ear and mouth on a text stack.

    Args:
        mouth: The agent's words.
        worker: The agent's pipeline.
        silence_s: How long the caller waits for a word.
    """

    def __init__(self, mouth: TextMouth, worker: PipelineWorker, silence_s: float):
        self._mouth = mouth
        self._worker = worker
        self._silence_s = silence_s

    async def listen(self) -> Heard | None:
        """See ``CallerSide``; an empty answer is silence."""
        try:
            text = await asyncio.wait_for(self._mouth.turns.get(), self._silence_s)
        except TimeoutError:
            return None
        return Heard(text) if text else None

    async def say(self, say: Say) -> None:
        """Hand the agent the words as a message of the caller's."""
        await self._worker.queue_frames(
            [LLMMessagesAppendFrame(messages=[{"role": "user", "content": say.text}], run_llm=True)]
        )
