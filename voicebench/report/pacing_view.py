"""How well calls on the real clock kept their time: what there is to know before one reads their latencies."""

from collections.abc import Iterator, Mapping, Sequence

from rich.console import RenderableType

from voicebench.report.rows import CallSummary
from voicebench.report.words import words
from voicebench.task import Json

__all__ = ["pacing_lines", "pacing_words"]


def pacing_lines(calls: Sequence[CallSummary]) -> Iterator[RenderableType]:
    """Return the lines under a run's table: the worst call's pacing, and what is invalid; none on the virtual clock."""
    paced = [call for call in calls if call.packets_late_ms and call.loop_lag_ms]
    if paced:
        worst = max(paced, key=_worst_ms)
        name = f" (the worst: {worst.name})" if len(paced) > 1 else ""
        yield words(f"pacing{name}: {pacing_words(worst)}", "dim")
    for call in calls:
        if call.timing_fault:
            yield words(f"invalid timing of {call.name}: {call.timing_fault}; its latencies are left out", "yellow")


def pacing_words(call: CallSummary) -> str | None:
    """Return how late packets and timers were; None on the virtual clock."""
    if not (call.packets_late_ms and call.loop_lag_ms):
        return None
    return f"packets late by {_spread(call.packets_late_ms)}; event loop by {_spread(call.loop_lag_ms)}"


def _worst_ms(call: CallSummary) -> float:
    figures = call.packets_late_ms or {}
    worst = figures.get("worst")
    return worst if isinstance(worst, (int, float)) else 0.0


def _spread(figures: Mapping[str, Json]) -> str:
    shown = (figures.get(name) for name in ("p50", "p99", "worst"))
    p50, p99, worst = (f"{ms:.1f}" if isinstance(ms, (int, float)) else "-" for ms in shown)
    return f"p50 {p50}, p99 {p99}, worst {worst} ms"
