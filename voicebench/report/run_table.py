"""A run on the terminal: one line a call, then why calls did not pass."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from voicebench.report.pacing_view import pacing_lines
from voicebench.report.rows import GATES, CallSummary, outcomes, pass_at_1
from voicebench.report.words import grid, milliseconds, ratio, seconds, section, styled_outcome, words

__all__ = ["run_view"]

_GATE = {"passed": Text("ok", "green"), "failed": Text("no", "bold red"), "unscored": Text("?", "yellow")}


def run_view(run: str, calls: Sequence[CallSummary]) -> RenderableType:
    """Return what ``run`` and ``report RUN`` print.

    Args:
        run: The run's folder.
        calls: Its calls, in order.
    """
    not_passed = [call for call in calls if call.outcome != "passed"]
    reasons = [section("Why not passed", *(_reason(call) for call in not_passed))] if not_passed else []
    return Group(_table(calls), "", _total(calls), *pacing_lines(calls), *reasons, "", words(f"Run: {run}"))


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
        ">WER",
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
            ratio(call.wer),
            seconds(call.call_s),
            seconds(call.wall_s),
        )
    return table


def _no_waits(call: CallSummary) -> str:
    return "invalid\ntiming" if call.timing_fault else "-"


def _total(calls: Sequence[CallSummary]) -> RenderableType:
    rate = pass_at_1(calls)
    counts = ", ".join(f"{count} {outcome}" for outcome, count in outcomes(calls).items() if count)
    return Text.assemble(
        ("pass@1 ", "bold"), "no data" if rate is None else f"{rate:.2f}", f"   {counts or 'no calls'}"
    )


def _reason(call: CallSummary) -> RenderableType:
    blame = f" (fault: {call.fault})" if call.outcome == "errored" and call.fault else ""
    record = words(f"record: {call.folder}", "dim") if call.folder else Text("not kept", "dim")
    return Group(
        Text.assemble(words(call.name, "bold"), " ", styled_outcome(call.outcome), blame),
        words(call.reason or "no reason was given"),
        record,
    )
