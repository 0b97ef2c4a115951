"""Calls on the real clock through services of Pipecat's, as they come, against one loopback server."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from voicebench import packs
from voicebench.errors import ConfigError
from voicebench.line import load as load_line
from voicebench.record import CallRecord
from voicebench.run.kit import Kit
from voicebench.run.live import run_call
from voicebench.run.plan import CallPlan
from voicebench.run.select import Selection, plan_calls
from voicebench.stack import Stack, load_stack
from voicebench.testing.openai_server import Fault, OpenAiServer
from voicebench.timing import turns
from voicebench.units import ms_to_ns

BAKERY = Path(__file__).parents[1] / "unit" / "packs" / "data" / "corner_bakery"
QUICK = {"engine": "reference", "first_token_ms": 0, "tokens_per_s": 10_000}
Serve = Callable[[CallPlan], OpenAiServer]


def with_parts(base: str, **parts: Any) -> Stack:
    stack = load_stack(base)
    return stack.model_validate(stack.model_dump(exclude=set(parts)) | parts)


def plan_of(stack: Stack, task: str = "CAKE-1") -> CallPlan:
    pack = packs.load(BAKERY if task == "CAKE-1" else "customer_support")
    return CallPlan(pack, pack.tasks[task], 0, 7, stack, load_line("clean"), costs=None, trusted=True)


def openai(part: str, name: str, server: OpenAiServer, **settings: Any) -> dict[str, Any]:
    path = f"pipecat.services.openai.{part}:{name}"
    return {"service": path, "settings": {"base_url": server.base_url, **settings}}


def all_three(server: OpenAiServer, turns: int = 60, **more: Any) -> Stack:
    return with_parts(
        "local",
        limits={"turns": turns},
        stt=openai("stt", "OpenAISTTService", server, model="whisper-1"),
        llm=openai("llm", "OpenAILLMService", server, model="m", temperature=0.5),
        tts=openai("tts", "OpenAITTSService", server, voice="nova", **more),
    )


def noted(record: CallRecord, kind: str) -> list[Any]:
    return [event.data for event in record.events if event.kind == kind and event.side == "agent"]


def test_three_services_hold_a_spoken_call(kit: Kit, serve: Serve) -> None:
    server = serve(plan_of(with_parts("local", llm=QUICK)))
    record = run_call(plan_of(all_three(server, turns=2)), kit)
    assert (record.ending.why, record.ending.fault) == ("turns", None), record.ending
    said = [event.data["spoken"] for event in record.events if event.kind == "said"]
    assert [data["text"] for data in noted(record, "transcript")] == said[: len(noted(record, "transcript"))]
    assert any(data["cost_ms"] > 0 and data["audio_ms"] > 0 for data in noted(record, "transcript"))
    spoken = " ".join(data["text"] for data in noted(record, "tts_end"))
    assert spoken.startswith("Corner Bakery, ")
    assert all(1_000 < data["audio_ms"] < 1_300 for data in noted(record, "tts_end")), "the clip, at the line's rate"
    answers = noted(record, "llm_end")
    assert answers
    assert all(data["text"] and data["model"] == "m" and data["usage"]["total_tokens"] > 0 for data in answers)
    found = [turn for turn in turns(record.events) if turn.waterfall]
    assert found
    for turn in found:
        assert turn.waterfall is not None
        assert turn.waterfall.total_ns == turn.voice_to_voice_ns
    assert any(turn.waterfall and turn.waterfall.tts > 0 for turn in found)
    bodies = [body for path, body in server.asked if path == "chat"]
    assert bodies[0]["messages"][0]["role"] == "system"
    assert (bodies[0]["model"], bodies[0]["temperature"]) == ("m", 0.5)
    assert "order_cake" in str(bodies[0]["tools"])
    assert {body["voice"] for path, body in server.asked if path == "speech"} == {"nova"}


@pytest.mark.parametrize("task", ["CAKE-1", "R-H4"])
def test_the_tool_log_is_the_same_as_with_our_client(kit: Kit, serve: Serve, task: str) -> None:
    ours = plan_of(with_parts("text", llm=QUICK), task)
    server = serve(ours)
    service = openai("llm", "OpenAILLMService", server, model="reference")
    with_ours, with_theirs = run_call(ours, kit), run_call(plan_of(with_parts("text", llm=service), task), kit)
    assert with_theirs.ending == with_ours.ending
    assert with_theirs.log.tools
    assert with_theirs.log == with_ours.log
    for kind in ("tool_start", "tool_end", "handoff"):
        assert noted(with_theirs, kind) == noted(with_ours, kind)
    assert [data["role"] for data in noted(with_theirs, "llm_request")] == [
        data["role"] for data in noted(with_ours, "llm_request")
    ]
    whole, same = ([data["text"] for data in noted(record, "llm_end")][:-1] for record in (with_theirs, with_ours))
    assert whole == same  # the hang-up cuts the last answer, wherever it is by then


@pytest.mark.parametrize(
    ("fault", "stage", "words"),
    [(Fault(401, "Incorrect API key provided"), "llm", "Incorrect API key"), (Fault(500, "down"), "llm", "down")],
)
def test_what_a_model_refuses_is_the_providers_fault(
    kit: Kit, serve: Serve, fault: Fault, stage: str, words: str
) -> None:
    plan = plan_of(with_parts("text", llm=QUICK))
    server = serve(plan)
    server.faults.extend([fault] * 9)  # the SDK inside asks again
    service = openai("llm", "OpenAILLMService", server, model="m")
    ending = run_call(plan_of(with_parts("text", llm=service)), kit).ending
    assert (ending.why, ending.fault) == ("error", "provider")
    assert ending.message.startswith(f"{stage}: the service OpenAILLMService: ")
    assert words in ending.message


def test_a_voice_is_levelled_once(kit: Kit, serve: Serve) -> None:
    server = serve(plan_of(with_parts("local", llm=QUICK)))
    service = all_three(server).tts.as_service
    assert service is not None
    gain = kit.gain(service)
    assert kit.gain(service) == gain
    assert [path for path, _ in server.asked] == ["speech"]
    assert 0.3 < gain < 3


def test_the_virtual_clock_refuses_what_takes_real_time() -> None:
    service = {"service": "pipecat.services.cartesia.tts:CartesiaTTSService"}
    selection = Selection(with_parts("local", tts=service), packs=[str(BAKERY)], trusted=True)
    with pytest.raises(ConfigError, match=r"tts of the stack local is CartesiaTTSService, and .*; add --clock real"):
        plan_calls(selection)


def test_a_wait_ends_at_the_line_whatever_a_service_says(kit: Kit, serve: Serve) -> None:
    """The voice answers at once; what the caller hears later is the line's, and adds up."""
    server = serve(plan_of(with_parts("local", llm=QUICK)))
    record = run_call(plan_of(all_three(server, turns=1)), kit)
    sounded = [event.at_ns for event in record.events if event.kind == "tts_end" and event.side == "agent"]
    starts = [event.at_ns for event in record.events if event.kind == "speech_start" and event.side == "agent"]
    assert 0 <= starts[0] - sounded[0] <= ms_to_ns(200)
