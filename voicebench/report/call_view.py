"""A call on the terminal: what it was, its transcript, its verdict, its ending."""

from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.text import Text

from voicebench.record import CallRecord
from voicebench.report.cost_view import cost_lines, tokens
from voicebench.report.heard_view import heard_view
from voicebench.report.latency_view import latency_view
from voicebench.report.pacing_view import pacing_words
from voicebench.report.rows import CallSummary
from voicebench.report.transcript import transcript, transcript_view
from voicebench.report.verdict_view import verdict_view
from voicebench.report.words import grid, milliseconds, ratio, seconds, section, words
from voicebench.task import Json
from voicebench.verdict import Verdict

__all__ = ["call_view"]


def call_view(
    record: CallRecord, verdict: Verdict, summary: CallSummary, heard: Mapping[str, Json] | None = None
) -> RenderableType:
    """Return what ``report CALL`` prints.

    Args:
        record: The call.
        verdict: What the verifier said of it.
        summary: Its figures.
        heard: What its recogniser made of the caller, as ``heard.json`` has it.
    """
    lines = transcript(record, verdict.gates.tools.rows)
    return Group(
        verdict_view(verdict, failing_only=True),
        section("Transcript (as meant, as heard, as answered)", transcript_view(lines)),
        section("Heard wrong", heard_view(heard)),
        section("Where each wait went, in milliseconds", _waits(record, summary)),
        section("Figures", _figures(summary)),
        section("Ending", _ending(record)),
    )


def _waits(record: CallRecord, summary: CallSummary) -> RenderableType:
    if summary.timing_fault:
        return words(f"invalid timing: {summary.timing_fault}", "yellow")
    return latency_view(record)


def _figures(summary: CallSummary) -> RenderableType:
    v2v, ttft = summary.voice_to_voice_ms, summary.ttft_ms
    none = "invalid timing" if summary.timing_fault else "no data"
    table = grid("!", "")
    for name, value in (
        ("stack, line", f"{summary.stack}, {summary.line}"),
        ("trial, seed", f"{summary.trial}, {summary.seed}"),
        ("voice-to-voice", f"p50 {milliseconds(v2v.p50)} ms, p95 {milliseconds(v2v.p95)} ms" if v2v else none),
        ("TTFT", f"p50 {milliseconds(ttft.p50)} ms" if ttft else none),
        ("WER", "no data" if summary.wer is None else ratio(summary.wer)),
        ("tokens", tokens(summary.usage)),
        ("call, wall", f"{seconds(summary.call_s)} s, {seconds(summary.wall_s)} s"),
        ("pacing", pacing_words(summary) or "virtual clock"),
    ):
        table.add_row(Text(name, "dim"), words(value))
    # Beside the longest label a digest would be broken in two at 80 columns, and could not be copied.
    digest = Text.assemble(("record sha256 ", "dim"), summary.record_sha256)
    return Group(table, digest, *cost_lines([summary]))


def _ending(record: CallRecord) -> RenderableType:
    ending = record.ending
    who = f"{ending.by} hung up" if ending.by else "the call broke"
    fault = f"; fault: {ending.fault}" if ending.fault else ""
    message = f"; {ending.message}" if ending.message else ""
    return words(f"{who}: {ending.why}{fault}{message}")
