"""A verdict on the terminal: the gates, the tool calls with their labels, what differs, and why."""

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from voicebench.report.rows import GATES
from voicebench.report.words import arguments, cell, grid, section, styled_outcome, words
from voicebench.task import Json
from voicebench.verdict import Difference, HandoffGate, ToolGate, ToolRow, Verdict

__all__ = ["verdict_view"]


def verdict_view(verdict: Verdict, *, failing_only: bool = False) -> RenderableType:
    """Return a verdict, gate by gate.

    Args:
        verdict: What the verifier said.
        failing_only: Leave out the tool calls that were met, and the path when it was.
    """
    gates = verdict.gates
    rows = _failing(gates.tools) if failing_only else gates.tools.rows
    parts = [
        section("Tools", _tools(rows)) if rows else None,
        section("Handoffs", _path(gates.handoffs)) if not failing_only or gates.handoffs.outcome == "failed" else None,
        section("Database", _differences(gates.database.differences)) if gates.database.differences else None,
        section("Reason", words(verdict.reason)) if verdict.reason else None,
    ]
    return Group(_head(verdict), *(part for part in parts if part is not None))


def _head(verdict: Verdict) -> RenderableType:
    line = Text.assemble(words(verdict.task, "bold"), " ", styled_outcome(verdict.outcome))
    for name in GATES:
        line.append_text(
            Text.assemble("   ", (f"{name} ", "dim"), styled_outcome(getattr(verdict.gates, name).outcome))
        )
    return line


def _failing(gate: ToolGate) -> Sequence[ToolRow]:
    """What was missed; where nothing was, a call too many is to blame. A mismatch of spelling alone fails nothing."""
    missing = [row for row in gate.rows if row.label == "missing"]
    return missing or [row for row in gate.rows if row.label == "extra" and gate.outcome == "failed"]


def _tools(rows: Sequence[ToolRow]) -> RenderableType:
    table = grid("!", "", "")
    for row in rows:
        sent = row.expected if row.label != "extra" else row.actual
        table.add_row(styled_outcome(row.label), "", _call(row.name, sent))
        if row.label == "mismatch":
            table.add_row("", Text("sent", "dim"), _call(row.name, row.actual))
    return table


def _call(name: str, sent: Json) -> Text:
    return Text.assemble(words(name, "bold"), "(", arguments({} if sent is None else sent), ")")


def _path(gate: HandoffGate) -> RenderableType:
    table = grid("", "")
    for name, path in (("expected", gate.expected), ("found", gate.actual)):
        table.add_row(Text(name, "dim"), words(" > ".join(path) or "no handoff"))
    return table


def _differences(differences: Sequence[Difference]) -> RenderableType:
    table = grid("!table", ">row", "!column", "expected", "found")
    for one in differences:
        column = words(one.column) if one.column is not None else Text("(whole row)", "dim")
        table.add_row(words(one.table), cell(one.row), column, _side(one.expected), _side(one.actual))
    return table


def _side(value: Json) -> Text:
    """One side of a difference; a whole row reads like arguments, and what is not there is said so."""
    if value is None:
        return Text("nothing", "dim")
    return arguments(value) if isinstance(value, Mapping) else cell(value)
