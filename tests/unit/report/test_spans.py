from collections.abc import Callable

from voicebench.events import Event, EventKind, Side
from voicebench.report.rows import CallSummary
from voicebench.report.spans import Span, call_spans
from voicebench.units import ms_to_ns

Summary = Callable[..., CallSummary]


def at(ms: float, side: Side, kind: EventKind, **data: object) -> Event:
    return Event(ms_to_ns(ms), side, kind, data)


USED = {"prompt_tokens": 900, "completion_tokens": 40, "prompt_tokens_details": {"cached_tokens": 700}}
EVENTS = (
    at(0, "agent", "tts_start", text="Hello."),
    at(50, "agent", "tts_end", text="Hello.", audio_ms=900, leading_silence_ms=0),
    at(100, "agent", "speech_start", line_ms=0),
    at(1_000, "agent", "speech_end", line_ms=0),
    at(2_000, "caller", "said", text="A cake."),
    at(2_000, "caller", "speech_start", line_ms=0),
    at(2_100, "agent", "turn_start"),
    at(3_000, "caller", "speech_end", line_ms=0),
    at(3_500, "agent", "vad_stop"),
    at(3_700, "agent", "transcript", text="a cake", audio_ms=1_500, cost_ms=200, flags=[]),
    at(3_800, "agent", "turn_end"),
    at(3_800, "agent", "llm_request", request=1, role="counter", messages=3),
    at(4_100, "agent", "llm_first_tool", request=1),
    at(4_200, "agent", "llm_end", request=1, usage=USED, finish="tool_calls", cancelled=False, model="m-2026"),
    at(4_200, "agent", "tool_start", call=1, name="order_cake"),
    at(4_250, "agent", "tool_end", call=1, name="order_cake", ok=False, error_code="CLOSED"),
    at(4_250, "agent", "llm_request", request=2, role="counter", messages=5),
    at(4_500, "agent", "llm_first_content", request=2),
    at(4_600, "agent", "tts_start", text="Sorry."),
    at(4_700, "agent", "tts_end", text="Sorry.", audio_ms=600, leading_silence_ms=0),
    at(4_720, "agent", "speech_start", line_ms=0),
    at(4_900, "agent", "llm_end", request=2, usage="unknown", finish=None, cancelled=True, model=""),
    at(5_300, "agent", "speech_end", line_ms=0),
    at(6_000, "caller", "call_end", why="done"),
)


def by_name(span: Span) -> dict[str, Span]:
    return {one.name: one for one in span.children}


def test_a_call_holds_turns_and_a_turn_its_stages(summary: Summary) -> None:
    call = call_spans(EVENTS, summary(), "openai", "m")
    assert (call.name, call.start_ns, call.end_ns) == ("call customer_support/R-H4", 0, ms_to_ns(6_000))
    assert [one.name for one in call.children] == ["text to speech", "turn 1"]
    turn = call.children[1]
    assert (turn.start_ns, turn.end_ns) == (ms_to_ns(3_000), ms_to_ns(4_900))
    assert turn.attributes["voicebench.voice_to_voice_ms"] == 1_720.0
    names = ["speech to text", "chat m", "execute_tool order_cake", "chat m", "text to speech"]
    assert [one.name for one in turn.children] == names
    assert [one.start_ns for one in turn.children] == [ms_to_ns(ms) for ms in (3_500, 3_800, 4_200, 4_250, 4_600)]


def test_a_request_bears_the_names_of_the_conventions(summary: Summary) -> None:
    first, second = (one for one in call_spans(EVENTS, summary(), "openai", "m").children[1].children if one.is_client)
    assert first.attributes == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "m",
        "gen_ai.response.model": "m-2026",
        "gen_ai.response.finish_reasons": ("tool_calls",),
        "gen_ai.usage.input_tokens": 900,
        "gen_ai.usage.output_tokens": 40,
        "gen_ai.usage.cache_read.input_tokens": 700,
        "voicebench.reasoning_tokens": 0,
        "voicebench.role": "counter",
        "voicebench.ttft_ms": 300.0,
    }
    assert first.error is None
    assert second.error == "cancelled"
    assert "gen_ai.usage.input_tokens" not in second.attributes, "unknown is no nought"


def test_a_refusal_and_a_broken_call_are_errors(summary: Summary) -> None:
    call = call_spans(EVENTS, summary(outcome="errored", reason="llm: 429"), "openai", "m")
    assert call.error == "llm: 429"
    tool = by_name(call.children[1])["execute_tool order_cake"]
    assert tool.error == "CLOSED"
    assert tool.attributes["gen_ai.tool.name"] == "order_cake"
    assert call_spans((), summary(), "openai", "m").children == ()
