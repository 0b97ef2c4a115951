"""What the model is told of its tools, whatever Pipecat made of them."""

import asyncio
import json
from typing import Any

import pytest
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.services.llm_service import FunctionCallParams

from voicebench import packs
from voicebench.desk import Desk
from voicebench.events import EventLog
from voicebench.graph.failure import Failure
from voicebench.graph.llm import DeskLlm
from voicebench.llm.client import ChatClient
from voicebench.llm.reader import ReaderThread
from voicebench.llm.request import Endpoint
from voicebench.testing.llm_server import ScriptedLlm
from voicebench.testing.llm_steps import Send, content
from voicebench.vtime.timekeeper import LoopTime


def _told(result: str) -> list[dict[str, Any]]:
    function = {"name": "get_clinic_info", "arguments": "{}"}
    return [
        {"role": "assistant", "tool_calls": [{"id": "a", "type": "function", "function": function}]},
        {"role": "tool", "tool_call_id": "a", "content": result},
        {"role": "user", "content": "Hello?"},
    ]


async def _cut_off(*_: Any, **__: Any) -> None:
    raise asyncio.CancelledError


def _params(llm: DeskLlm, context: LLMContext) -> FunctionCallParams:
    return FunctionCallParams(
        function_name="get_clinic_info",
        tool_call_id="a",
        arguments={},
        llm=llm,
        pipeline_worker=None,  # type: ignore[arg-type]
        context=context,
        result_callback=_cut_off,
    )


async def _asked(server: ScriptedLlm, thread: ReaderThread, *, ran: bool) -> tuple[Desk, list[dict[str, Any]]]:
    """Ask the model after a tool that was cancelled, by the context, once the desk had run it or before."""
    clock = LoopTime(asyncio.get_running_loop())
    events = EventLog(clock)
    desk = Desk(packs.load("healthcare"))
    endpoint = Endpoint(base_url=server.base_url, model="m")
    client = ChatClient(endpoint, thread, clock, lambda *_, **__: None, is_virtual=False)
    llm = DeskLlm(client, desk, events, Failure(), "m")
    context = LLMContext(_told("CANCELLED"))  # type: ignore[arg-type]
    if ran:
        with pytest.raises(asyncio.CancelledError):
            await llm._run_tool(_params(llm, context))
    async for _ in await llm.get_chat_completions(context):
        pass
    desk.close()
    return desk, server.asked[0].body["messages"]


@pytest.mark.parametrize("ran", [True, False])
def test_a_tool_that_was_run_is_never_called_cancelled(*, ran: bool) -> None:
    thread = ReaderThread()
    with ScriptedLlm([Send(content("Hello."))]) as server:
        desk, messages = asyncio.run(_asked(server, thread, ran=ran))
    thread.close()
    (told,) = [message["content"] for message in messages if message["role"] == "tool"]
    if ran:
        assert json.loads(told) == desk.log[0].result
    else:
        assert (told, desk.log) == ("CANCELLED", [])
