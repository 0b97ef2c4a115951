"""A call as it is read: what was meant, what was heard, what was answered, and the tools in between."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rich.console import RenderableType
from rich.text import Text

from voicebench.events import Event, EventKind
from voicebench.record import CallRecord, LoggedCall
from voicebench.report.words import arguments, grid, styled_outcome, words
from voicebench.task import Json
from voicebench.units import NS_PER_S
from voicebench.verdict import ToolRow

__all__ = ["TranscriptLine", "transcript", "transcript_view"]

Who = Literal["caller", "heard", "agent", "tool", "handoff"]


@dataclass(frozen=True)
class TranscriptLine:
    """One line of a call.

    Args:
        at_ns: Since the call began; for words that sound, when they began to.
        who: ``caller`` as meant, ``heard`` as the agent's recogniser wrote it, ``agent`` as it was played.
        text: The words.
        note: What is odd about them: cut off, a flag of the recogniser's, a refusal.
        label: What the verifier made of a tool call.
    """

    at_ns: int
    who: Who
    text: str
    note: str = ""
    label: str = ""


def transcript(record: CallRecord, rows: Sequence[ToolRow] = ()) -> list[TranscriptLine]:
    """Return a call line by line.

    Args:
        record: The call.
        rows: The verdict on its tool calls.
    """
    labels = _labels(record.log.tools, rows)
    began_ns = _beginnings(record.events)
    lines = [
        replace(line, at_ns=began_ns.get(number, line.at_ns))
        for number, event in enumerate(record.events)
        if (line := _line(event, record.log.tools, labels)) is not None
    ]
    return sorted(lines, key=lambda line: line.at_ns)


def _beginnings(events: Sequence[Event]) -> Mapping[int, int]:
    """Return when what was said began to sound, by the number of the event that says it.

    The caller's words are noted before they sound, the agent's when they have; without sound there is no such time.
    """
    began_ns: dict[int, int] = {}
    saying: int | None = None
    first_ns: int | None = None
    for number, event in enumerate(events):
        match event.kind, event.side:
            case "said", "caller":
                saying = number
            case "speech_start", "caller" if saying is not None:
                began_ns[saying], saying = event.at_ns, None
            case "speech_start", "agent":
                first_ns = event.at_ns if first_ns is None else first_ns
            case "played", _:
                began_ns[number], first_ns = event.at_ns if first_ns is None else first_ns, None
    return began_ns


def _line(event: Event, tools: Sequence[LoggedCall], labels: Sequence[str]) -> TranscriptLine | None:
    if event.kind == "tool_end":
        return _tool_line(event, tools, labels)
    data = event.data
    text = " ".join(str(data.get("text", "")).split())
    lines: Mapping[EventKind, tuple[Who, str, str]] = {
        "said": ("caller", text, ""),
        "transcript": ("heard", text or "(nothing)", ", ".join(map(str, data.get("flags") or ()))),
        "played": ("agent", text, "cut off" if data.get("cut") else ""),
        "handoff": ("handoff", str(data.get("to", "")), ""),
    }
    # What the agent says is shown as it was played, not once more as it was meant.
    if event.kind not in lines or (event.kind, event.side) == ("said", "agent"):
        return None
    who, shown, note = lines[event.kind]
    return TranscriptLine(event.at_ns, who, shown, note)


def _tool_line(event: Event, tools: Sequence[LoggedCall], labels: Sequence[str]) -> TranscriptLine:
    """The call's number in the events is its place in the log, from 1."""
    at = int(event.data.get("call", 0)) - 1
    known = 0 <= at < len(tools)
    sent = arguments(tools[at].arguments).plain if known else ""
    refused = event.data.get("ok") is False
    note = f"refused: {event.data.get('error_code')}" if refused else ""
    text = f"{event.data.get('name')}({sent})"
    return TranscriptLine(event.at_ns, "tool", text, note, labels[at] if known else "")


def _labels(tools: Sequence[LoggedCall], rows: Sequence[ToolRow]) -> list[str]:
    """The label of each logged call; rows follow the expected calls, so that each call looks for its own."""
    left = [row for row in rows if row.label != "missing"]
    return [_take_label(call, left) for call in tools]


def _take_label(call: LoggedCall, left: list[ToolRow]) -> str:
    for row in left:
        if row.name == call.name and _same(row.actual, call.arguments):
            left.remove(row)
            return row.label
    return ""


def _same(a: Json, b: Json) -> bool:
    return json.dumps(a, sort_keys=True, default=str) == json.dumps(b, sort_keys=True, default=str)


_STYLES: Mapping[Who, str] = {"caller": "bold cyan", "heard": "dim cyan", "agent": "bold", "tool": "magenta"}


def transcript_view(lines: Sequence[TranscriptLine]) -> RenderableType:
    """Return a transcript as a table of time, speaker and words."""
    table = grid(">", "!", "")
    for line in lines:
        moment = Text(f"{line.at_ns / NS_PER_S:.1f}", "dim")
        table.add_row(moment, Text(line.who, _STYLES.get(line.who, "dim")), Text(" ").join(_parts(line)))
    return table


def _parts(line: TranscriptLine) -> Iterator[Text]:
    yield words(line.text, "dim" if line.who == "heard" else "")
    if line.note:
        yield words(f"[{line.note}]", "yellow")
    if line.label:
        yield styled_outcome(line.label)
