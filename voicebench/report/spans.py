"""A call as spans, as OpenTelemetry has them: the call, its turns, and in each turn the stages that worked for it.

Made from a record, after the call. Names are those of the semantic conventions for generative AI (OpenTelemetry
semantic conventions 1.37, "Semantic conventions for generative client AI spans"); what these have no name for begins
with ``voicebench.``. Times are those of the call's own clock.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from voicebench.events import Event
from voicebench.report.rows import CallSummary
from voicebench.spending import RequestUsage
from voicebench.timing import turns
from voicebench.units import ms_to_ns, ns_to_ms

__all__ = ["Span", "call_spans"]

Value = str | int | float | bool | tuple[str, ...]


@dataclass(frozen=True)
class Span:
    """Something that took time.

    Args:
        name: What it was.
        start_ns: Since the call began.
        end_ns: Likewise.
        attributes: Its particulars.
        is_client: Whether somebody else did it, by request.
        error: What went wrong, in words.
        children: What was done in it.
    """

    name: str
    start_ns: int
    end_ns: int
    attributes: Mapping[str, Value] = field(default_factory=dict)
    is_client: bool = False
    error: str | None = None
    children: tuple["Span", ...] = ()


def call_spans(events: Sequence[Event], call: CallSummary, provider: str, model: str) -> Span:
    """Return a call as a span with its turns.

    A stage belongs to the last turn that had begun by then; before the first turn it belongs to the call.

    Args:
        events: In order of time.
        call: What came of it.
        provider: Who runs the model, in the word of the semantic conventions.
        model: What was asked for there; the answer may name it otherwise.
    """
    end_ns = max((event.at_ns for event in events), default=0)
    stages = sorted(_stages(events, provider, model), key=lambda span: span.start_ns)
    answered = [turn for turn in turns(events) if turn.voice_to_voice_ns is not None]
    begins = [turn.last_speech_ns for turn in answered]
    owned: list[list[Span]] = [[] for _ in range(len(answered) + 1)]
    for stage in stages:
        owned[sum(begin <= stage.start_ns for begin in begins)].append(stage)
    of_turns = []
    for number, (turn, mine) in enumerate(zip(answered, owned[1:], strict=True), 1):
        waited_ns = turn.voice_to_voice_ns or 0
        facts: dict[str, Value] = {"voicebench.turn": number, "voicebench.voice_to_voice_ms": ns_to_ms(waited_ns)}
        last_ns = max((stage.end_ns for stage in mine), default=0)
        until_ns = max(turn.last_speech_ns + waited_ns, last_ns)
        of_turns.append(Span(f"turn {number}", turn.last_speech_ns, until_ns, facts, children=tuple(mine)))
    children = tuple(sorted((*owned[0], *of_turns), key=lambda span: span.start_ns))
    error = call.reason if call.outcome in {"errored", "unscored"} else None
    return Span(f"call {call.task}", 0, end_ns, _facts(call), error=error, children=children)


def _facts(call: CallSummary) -> dict[str, Value]:
    names: dict[str, Value | None] = {
        "voicebench.task": call.task,
        "voicebench.trial": call.trial,
        "voicebench.seed": str(call.seed),
        "voicebench.stack": call.stack,
        "voicebench.line": call.line,
        "voicebench.outcome": call.outcome,
        "voicebench.reason": call.reason,
        "voicebench.record_sha256": call.record_sha256,
        "gen_ai.conversation.id": f"{call.task}#{call.trial}",
    }
    return {name: value for name, value in names.items() if value is not None}


def _stages(events: Sequence[Event], provider: str, model: str) -> Iterator[Span]:
    opened: dict[tuple[str, object], Event] = {}
    first: dict[object, int] = {}
    for event in events:
        number = event.data.get("request", event.data.get("call"))
        match event.kind:
            case "llm_request" | "tool_start" | "tts_start":
                opened[event.kind, event.side if number is None else number] = event
            case "llm_first_content" | "llm_first_tool":
                first.setdefault(number, event.at_ns)
            case "llm_end" if start := opened.pop(("llm_request", number), None):
                yield _chat(start, event, first.get(number), provider, model)
            case "tool_end" if start := opened.pop(("tool_start", number), None):
                yield _tool(start, event)
            case "tts_end" if (start := opened.pop(("tts_start", event.side), None)) and event.side == "agent":
                characters = {"voicebench.characters": len(str(event.data.get("text", "")))}
                yield Span("text to speech", start.at_ns, event.at_ns, characters)
            case "transcript":
                began_ns = event.at_ns - ms_to_ns(float(event.data.get("cost_ms") or 0.0))
                heard_s = float(event.data.get("audio_ms") or 0.0) / 1_000
                yield Span("speech to text", began_ns, event.at_ns, {"voicebench.audio_s": heard_s})


def _chat(start: Event, end: Event, first_ns: int | None, provider: str, model: str) -> Span:
    facts: dict[str, Value] = {"gen_ai.operation.name": "chat", "gen_ai.provider.name": provider}
    facts["gen_ai.request.model"] = model
    facts["voicebench.role"] = str(start.data.get("role", ""))
    if end.data.get("model"):
        facts["gen_ai.response.model"] = str(end.data["model"])
    if end.data.get("finish"):
        facts["gen_ai.response.finish_reasons"] = (str(end.data["finish"]),)
    if first_ns is not None:
        facts["voicebench.ttft_ms"] = ns_to_ms(first_ns - start.at_ns)
    used = RequestUsage.read(end.data.get("usage"))
    if used is not None:
        facts["gen_ai.usage.input_tokens"] = used.input_tokens
        facts["gen_ai.usage.output_tokens"] = used.output_tokens
        facts["gen_ai.usage.cache_read.input_tokens"] = used.cached_tokens
        facts["voicebench.reasoning_tokens"] = used.reasoning_tokens
    error = "cancelled" if end.data.get("cancelled") else end.data.get("error")
    return Span(f"chat {model}", start.at_ns, end.at_ns, facts, is_client=True, error=error)


def _tool(start: Event, end: Event) -> Span:
    name = str(end.data.get("name", ""))
    facts: dict[str, Value] = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name}
    refused = str(end.data.get("error_code")) if end.data.get("ok") is False else None
    return Span(f"execute_tool {name}", start.at_ns, end.at_ns, facts, error=refused)
