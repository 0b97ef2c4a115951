"""A run on the terminal: one line a call, then why calls did not pass."""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from voicebench.report.caller_view import caller_lines, retry_lines
from voicebench.report.cost_view import cost_lines
from voicebench.report.kept import KeptRun
from voicebench.report.pacing_view import pacing_lines
from voicebench.report.rows import GATES, CallSummary
from voicebench.report.score_view import score_lines, score_tables
from voicebench.report.statistics import Scores
from voicebench.report.waits import wait_ms
from voicebench.report.words import grid, milliseconds, ratio, section, styled_outcome, whole_seconds, words

__all__ = ["run_view"]

_GATE = {"passed": Text("ok", "green"), "failed": Text("no", "bold red"), "unscored": Text("?", "yellow")}


def run_view(run: KeptRun, scores: Scores, ceiling: Scores | None = None) -> RenderableType:
    """Return what ``run`` and ``report RUN`` print.

    Args:
        run: The run.
        scores: How often they passed.
        ceiling: The hearing ceiling of the same tasks; None where none was asked for.
    """
    calls = run.calls
    not_passed = [call for call in calls if call.outcome != "passed"]
    reasons = [section("Why not passed", *(_reason(call) for call in not_passed))] if not_passed else []
    totals = [
        *score_lines(scores.run, ceiling.run if ceiling else None),
        *_waits(calls),
        *cost_lines(calls),
        *caller_lines(calls),
        *retry_lines(calls),
    ]
    lack = [words(run.lack, "bold yellow")] if run.lack else []
    tables = score_tables(scores, ceiling)
    end = words(f"Run: {run.name}")
    return Group(_table(calls), "", *totals, *lack, *pacing_lines(calls), *tables, *reasons, "", end)


def _table(calls: Sequence[CallSummary]) -> RenderableType:
    # 80 columns hold it all, with a task of 24 characters.
    table = grid(
        "task",
        "!outcome",
        "!tools",
        "!hand\noffs",
        "!db",
        ">voice to\nvoice ms\np50/p95",
        ">TTFT\nms\np50",
        ">WER\n%",
        ">mis-\nhear\nings",
        ">call\ns",
        ">wall\ns",
    )
    for call in calls:
        v2v, ttft = call.voice_to_voice_ms, call.ttft_ms
        table.add_row(
            words(call.name),
            styled_outcome(call.outcome),
            *(_GATE[call.gates[gate]] for gate in GATES),
            f"{milliseconds(v2v.p50)}/{milliseconds(v2v.p95)}" if v2v else _no_waits(call),
            milliseconds(ttft.p50 if ttft else None),
            ratio(call.wer).removesuffix("%"),
            "-" if call.misheard is None else str(call.misheard),
            whole_seconds(call.call_s),
            whole_seconds(call.wall_s),
        )
    return table


def _waits(calls: Sequence[CallSummary]) -> Iterator[RenderableType]:
    """The waits of all turns together: a bar of ``--fail-under`` is held against these."""
    turns = sum(len(call.voice_to_voice_ns) for call in calls)
    if turns:
        p50, p95 = (milliseconds(wait_ms(calls, "voice_to_voice", percent)) for percent in (50, 95))
        yield Text.assemble(("voice to voice ", "bold"), f"p50 {p50} ms, p95 {p95} ms over {turns} turns")


def _no_waits(call: CallSummary) -> str:
    return "invalid\ntiming" if call.timing_fault else "-"


def _reason(call: CallSummary) -> RenderableType:
    blame = f" (fault: {call.fault})" if call.outcome == "errored" and call.fault else ""
    record = words(f"record: {call.folder}", "dim") if call.folder else Text("not kept", "dim")
    return Group(
        Text.assemble(words(call.name, "bold"), " ", styled_outcome(call.outcome), blame),
        words(call.reason or "no reason was given"),
        record,
    )
