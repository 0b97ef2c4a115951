"""The model's tool calls at the desk, noted before and after."""

from pipecat.services.llm_service import FunctionCallParams

from voicebench.desk import Desk
from voicebench.errors import CallError
from voicebench.events import EventLog
from voicebench.graph.failure import Failure
from voicebench.task import Json

__all__ = ["DeskTools"]


class DeskTools:
    """Runs tool calls at the desk, in the order in which they come.

    Args:
        desk: The front desk of this call.
        events: Takes tools and handoffs.
        failure: Takes what breaks.
    """

    def __init__(self, desk: Desk, events: EventLog, failure: Failure):
        self._desk = desk
        self._events = events
        self._failure = failure
        self._calls = 0

    def answer(self, name: str, arguments: Json) -> Json | None:
        """Run a call and return its result; None where the desk broke, which ends the call on the phone."""
        self._calls += 1
        number, before = self._calls, self._desk.role
        self._events.add("agent", "tool_start", call=number, name=name)
        try:
            result = self._desk.call(name, arguments)
        except CallError as error:
            self._failure.note(error)
            return None
        self._events.add(
            "agent", "tool_end", call=number, name=name, ok=result.get("ok"), error_code=result.get("error_code")
        )
        if self._desk.role != before:
            self._events.add("agent", "handoff", to=self._desk.role)
        return result

    async def run(self, params: FunctionCallParams) -> None:
        """Run a call as Pipecat hands it over."""
        result = self.answer(params.function_name, dict(params.arguments))
        if result is not None:
            await params.result_callback(result)
