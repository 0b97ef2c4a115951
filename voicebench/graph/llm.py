"""The model as a Pipecat service: the role at the desk decides the prompt and the tools of each request."""

import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any

from pipecat.frames.frames import (
    Frame,
    FunctionCallFromLLM,
    FunctionCallResultProperties,
    InputAudioRawFrame,
)
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.frame_processor import FrameDirection
from pipecat.services.llm_service import FunctionCallParams
from pipecat.services.openai.llm import OpenAILLMService

from voicebench.desk import Desk
from voicebench.errors import CallError
from voicebench.events import EventLog
from voicebench.graph.failure import Failure
from voicebench.graph.tools import DeskTools
from voicebench.graph.turn_taking import note_turn_taking
from voicebench.llm.client import ChatClient
from voicebench.llm.request import ChatRequest

__all__ = ["DeskLlm"]


class DeskLlm(OpenAILLMService):
    """Asks the model through our client, and runs its tool calls at the desk, in their order.

    Args:
        client: Asks the endpoint.
        desk: The front desk of this call.
        events: Takes requests, tools and handoffs.
        failure: Takes what breaks.
        model: Name of the model.
    """

    def __init__(self, client: ChatClient, desk: Desk, events: EventLog, failure: Failure, model: str):
        super().__init__(
            api_key="unused",
            settings=OpenAILLMService.Settings(model=model),
            run_in_parallel=False,
        )
        self._line_client = client
        self._line_desk = desk
        self._line_events = events
        self._line_failure = failure
        self._line_requests = 0
        self._line_tools = DeskTools(desk, events, failure)
        self._line_last_call = ""
        self._line_results: dict[str, str] = {}
        self.register_function(None, self._run_tool)

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Note turn-taking as it comes by, and let the caller's sound end here: nobody further on listens to it."""
        if direction == FrameDirection.DOWNSTREAM:
            note_turn_taking(self._line_events, frame)
        if not isinstance(frame, InputAudioRawFrame):
            await super().process_frame(frame, direction)

    def create_client(self, *_: Any, **__: Any) -> None:
        """Make no client: ours asks."""

    async def get_chat_completions(self, context: LLMContext) -> AsyncGenerator[Any, None]:  # type: ignore[override]
        """Return the answer's chunks, each at its time on the call's clock."""
        self._line_requests += 1
        role = self._line_desk.role
        messages: list[Mapping[str, Any]] = [{"role": "system", "content": self._line_desk.prompt()}]
        messages += [self._as_done(message) for message in context.get_messages() if isinstance(message, dict)]
        self._line_events.add("agent", "llm_request", request=self._line_requests, role=role, messages=len(messages))
        request = ChatRequest(number=self._line_requests, messages=messages, tools=self._line_desk.tool_schemas())
        return self._guarded(self._line_client.stream(request))

    def _as_done(self, message: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a message with the result of the tool that it tells of, if the desk has run it.

        Pipecat calls a tool cancelled that the caller spoke into, whether or not it had been run by then; a model that
        is told so has it run again.
        """
        result = self._line_results.get(message.get("tool_call_id", "")) if message.get("role") == "tool" else None
        return message if result is None else {**message, "content": result}

    async def _guarded(self, chunks: AsyncGenerator[Any, None]) -> AsyncGenerator[Any, None]:
        try:
            async for chunk in chunks:
                yield chunk
        except CallError as error:
            self._line_failure.note(error)
        finally:
            await chunks.aclose()

    async def run_function_calls(self, function_calls: Sequence[FunctionCallFromLLM]) -> None:
        """Run the tool calls of one answer, in their order.

        Pipecat asks the model again as soon as no other call of the answer has *begun*, which with calls in their
        order is after each; so the last one alone asks.
        """
        self._line_last_call = function_calls[-1].tool_call_id if function_calls else ""
        await super().run_function_calls(function_calls)

    async def _run_tool(self, params: FunctionCallParams) -> None:
        result = self._line_tools.answer(params.function_name, dict(params.arguments))
        if result is not None:
            self._line_results[params.tool_call_id] = json.dumps(result, ensure_ascii=False)
            is_last = params.tool_call_id == self._line_last_call
            await params.result_callback(result, properties=FunctionCallResultProperties(run_llm=is_last))
