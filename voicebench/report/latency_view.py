"""Where the waits of a call went, turn by turn."""

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from voicebench.events import Event
from voicebench.record import CallRecord
from voicebench.report.words import grid, milliseconds
from voicebench.timing import Turn, turns
from voicebench.timing.islands import number
from voicebench.units import ns_to_ms

__all__ = ["latency_view"]

_PARTS = {
    "end\npoint": "endpointing",
    "STT": "transcription",
    "re-\ntries": "retries",
    "first\ntoken": "llm_first_token",
    "think": "thinking",
    "first\nsent.": "first_sentence",
    "TTS": "tts",
    "lead\nsil.": "leading_silence",
    "line": "line",
    "unex-\nplained": "unexplained",
}
"""Parts of the waterfall by heading; tools stand between thinking and the first sentence."""
_TOOLS_AFTER = "thinking"
_RETRIES = "retries"
"""A column that is there only when something is in it: few calls have any."""


def latency_view(record: CallRecord) -> RenderableType:
    """Return the waterfall of each turn that was answered, in milliseconds."""
    answered = [turn for turn in turns(record.events) if turn.waterfall is not None]
    if not answered:
        return Text("no data")
    parts = {heading: part for heading, part in _PARTS.items() if part != _RETRIES or _any_retry(answered)}
    columns = [">wait\nms"]
    for heading, part in parts.items():
        columns.append(f">{heading}")
        if part == _TOOLS_AFTER:
            columns.append(">tools")
    table = grid(">turn", *columns)
    doubts = [event for event in record.events if event.kind == "doubt"]
    doubted = {event.data.get("turn") for event in doubts}
    for turn in answered:
        table.add_row(f"{turn.index + 1}{'?' if turn.index in doubted else ''}", *_cells(turn, parts.values()))
    return Group(table, *map(_doubt, doubts))


def _doubt(event: Event) -> RenderableType:
    what = "the caller's last speech" if event.data.get("boundary") == "last_speech" else "the reply's first speech"
    energy = number(event, "energy_ms") if event.data.get("energy_ms") is not None else None
    elsewhere = "not there by its energy" if energy is None else f"at {energy / 1_000:.2f} s by its energy"
    turn = round(number(event, "turn")) + 1
    return Text(
        f"? turn {turn}: {what}, at {ns_to_ms(event.at_ns) / 1_000:.2f} s, is {elsewhere} in the recording", "dim"
    )


def _any_retry(answered: Sequence[Turn]) -> bool:
    return any(turn.waterfall and turn.waterfall.retries for turn in answered)


def _cells(turn: Turn, parts: Iterable[str]) -> list[str]:
    waterfall = turn.waterfall
    if waterfall is None:
        return []
    cells = [milliseconds(ns_to_ms(waterfall.total_ns))]
    for part in parts:
        cells.append(milliseconds(ns_to_ms(getattr(waterfall, part))))
        if part == _TOOLS_AFTER:
            cells.append(milliseconds(ns_to_ms(sum(waterfall.tools.values()))))
    return cells
