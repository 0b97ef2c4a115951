"""The front desk around a model of Pipecat's: prompt and tools of the role before each request, its answers after."""

from collections.abc import Sequence
from typing import Any

from pipecat.adapters.llm.schemas.function_schema import FunctionSchema
from pipecat.frames.frames import (
    Frame,
    FunctionCallsStartedFrame,
    InputAudioRawFrame,
    InterruptionFrame,
    LLMContextFrame,
    LLMFullResponseEndFrame,
    LLMTextFrame,
    LLMThoughtTextFrame,
    LLMUpdateSettingsFrame,
    MetricsFrame,
)
from pipecat.metrics.metrics import LLMUsageMetricsData
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor

from voicebench.desk import Desk
from voicebench.events import EventKind, EventLog
from voicebench.graph.failure import Failure
from voicebench.graph.tools import DeskTools
from voicebench.graph.turn_taking import note_turn_taking
from voicebench.task import Json

__all__ = ["around_model", "function_schema"]


def around_model(service: Any, desk: Desk, events: EventLog, failure: Failure) -> Sequence[FrameProcessor]:
    """Return a model between what hands it the desk and what notes its answers.

    Args:
        service: The model; its tool calls run at the desk from now on.
        desk: The front desk of this call.
        events: Takes requests, tools and handoffs.
        failure: Takes what breaks.
    """
    service.register_function(None, DeskTools(desk, events, failure).run)
    answers = _Answers(events)
    counter = _Counter(service, desk, events, answers)
    return _Before(counter, events), service, _After(counter, answers)


class _Answers:
    """Notes the first of each kind that an answer brings, and its end."""

    def __init__(self, events: EventLog):
        self._events = events
        self._request = 0
        self._seen: set[EventKind] = set()
        self._text: list[str] = []
        self._tools: list[Json] = []
        self._usage: Json = "unknown"
        self._model = ""
        self._open = False

    def begin(self, request: int, model: str) -> None:
        """Note that another request goes out."""
        self.end(cancelled=True)
        self._request, self._model, self._open = request, model, True
        self._seen, self._text, self._tools, self._usage = set(), [], [], "unknown"

    def first(self, kind: EventKind) -> None:
        """Note that the answer brings something of this kind."""
        if self._open and kind not in self._seen:
            self._seen.add(kind)
            self._events.add("agent", kind, request=self._request)

    def words(self, text: str) -> None:
        """Take words."""
        if text:
            self._text.append(text)
            self.first("llm_first_content")
            if any(character.isalnum() for character in text):
                self.first("llm_first_speakable")

    def tools(self, frame: FunctionCallsStartedFrame) -> None:
        """Take tool calls; they come when all of them are whole."""
        self.first("llm_first_tool")
        self._tools += [{"name": call.function_name, "arguments": call.arguments} for call in frame.function_calls]

    def used(self, frame: MetricsFrame) -> None:
        """Take what the answer used, where the service says."""
        for data in frame.data:
            if isinstance(data, LLMUsageMetricsData):
                self._usage = data.value.model_dump(mode="json", exclude_none=True)

    def end(self, *, cancelled: bool) -> None:
        """Note the end, once."""
        if self._open:
            self._open = False
            self._events.add(
                "agent",
                "llm_end",
                request=self._request,
                text="".join(self._text),
                tools=self._tools,
                usage=self._usage,
                finish=None,
                cancelled=cancelled,
                model=self._model,
            )


class _Counter:
    """Hands the desk to each request."""

    def __init__(self, service: Any, desk: Desk, events: EventLog, answers: _Answers):
        self._service = service
        self._desk = desk
        self._events = events
        self._answers = answers
        self._requests = 0

    def serve(self, context: LLMContext) -> Frame:
        """Put the role's tools into the context, and return what puts its prompt into the model's settings."""
        self._requests += 1
        context.set_tools([function_schema(tool) for tool in self._desk.tool_schemas()])
        messages = len(context.get_messages()) + 1
        self._events.add("agent", "llm_request", request=self._requests, role=self._desk.role, messages=messages)
        settings = self._service.settings
        self._answers.begin(self._requests, str(settings.model or ""))
        return LLMUpdateSettingsFrame(
            delta=type(settings)(system_instruction=self._desk.prompt()), service=self._service
        )


class _Before(FrameProcessor):
    """Stands before the model, and lets the caller's sound end here."""

    def __init__(self, counter: _Counter, events: EventLog):
        super().__init__()
        self._line_counter = counter
        self._line_events = events

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Serve a request that comes from the caller's words."""
        await super().process_frame(frame, direction)
        if direction == FrameDirection.DOWNSTREAM:
            note_turn_taking(self._line_events, frame)
            if isinstance(frame, LLMContextFrame):
                await self.push_frame(self._line_counter.serve(frame.context), direction)
        if not isinstance(frame, InputAudioRawFrame):
            await self.push_frame(frame, direction)


class _After(FrameProcessor):
    """Stands behind the model."""

    def __init__(self, counter: _Counter, answers: _Answers):
        super().__init__()
        self._line_counter = counter
        self._line_answers = answers

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Serve a request that comes from a tool's result, and watch the answers."""
        await super().process_frame(frame, direction)
        if direction == FrameDirection.UPSTREAM:
            if isinstance(frame, LLMContextFrame):
                await self.push_frame(self._line_counter.serve(frame.context), direction)
        else:
            self._watch(frame)
        await self.push_frame(frame, direction)

    def _watch(self, frame: Frame) -> None:
        match frame:
            case LLMTextFrame():
                self._line_answers.words(frame.text)
            case LLMThoughtTextFrame():
                self._line_answers.first("llm_first_reasoning")
            case FunctionCallsStartedFrame():
                self._line_answers.tools(frame)
            case MetricsFrame():
                self._line_answers.used(frame)
            case LLMFullResponseEndFrame():
                self._line_answers.end(cancelled=False)
            case InterruptionFrame():
                self._line_answers.end(cancelled=True)
            case _:
                pass


def function_schema(tool: Json) -> FunctionSchema:
    """Return an entry of ``tools`` of the OpenAI protocol as Pipecat has it."""
    function = tool["function"]
    shape = function["parameters"]
    return FunctionSchema(function["name"], function["description"], shape["properties"], shape["required"])
