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
from voicebench.events import EventLog
from voicebench.stt.text_channel import TextChannel

__all__ = ["TextCallerSide", "TextEar", "TextMouth"]


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


class TextEar:
    """Hears words with errors, and notes what it heard as a recogniser's stage does.

    Args:
        channel: Makes the errors.
        events: Takes the transcripts.
    """

    def __init__(self, channel: TextChannel, events: EventLog):
        self._channel = channel
        self._events = events

    def hear(self, spoken: str) -> str:
        """Return what is heard of a spoken form."""
        heard = self._channel.hear(spoken)
        self._events.add("agent", "transcript", text=heard.text, flags=list(heard.flags))
        return heard.text


class TextCallerSide:
    """The caller's ear and mouth on a text stack.

    Args:
        mouth: The agent's words.
        worker: The agent's pipeline.
        silence_s: How long the caller waits for a word.
        ear: What errs in a recogniser's place; None where words pass as they are.
    """

    def __init__(self, mouth: TextMouth, worker: PipelineWorker, silence_s: float, ear: TextEar | None = None):
        self._mouth = mouth
        self._worker = worker
        self._silence_s = silence_s
        self._ear = ear

    async def listen(self) -> Heard | None:
        """See ``CallerSide``; an empty answer is silence."""
        try:
            text = await asyncio.wait_for(self._mouth.turns.get(), self._silence_s)
        except TimeoutError:
            return None
        return Heard(text) if text else None

    async def say(self, say: Say) -> None:
        """Hand the agent the words as a message of the caller's; nothing where nothing was heard, as over the phone."""
        text = say.text if self._ear is None else self._ear.hear(say.spoken)
        if text:
            await self._worker.queue_frames(
                [LLMMessagesAppendFrame(messages=[{"role": "user", "content": text}], run_llm=True)]
            )
