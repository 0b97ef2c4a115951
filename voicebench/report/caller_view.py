"""The callers' error budget, and the provider's: what broke or was made again beside the score."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType

from voicebench.report.rows import CallSummary
from voicebench.report.words import words
from voicebench.task import Json
from voicebench.units import NS_PER_S

__all__ = ["caller_figures", "caller_lines", "retry_lines"]


def caller_figures(calls: Sequence[CallSummary]) -> dict[str, Json] | None:
    """Return how often the caller broke a call; None where nothing could be found, since no model chose its words.

    ``attempts`` are all calls that were begun, those that were made again included.
    """
    called = [call for call in calls if call.caller_model is not None]
    if not called:
        return None
    faults = sum(len(call.caller_faults) for call in called)
    left = sum(call.fault == "caller" for call in called)
    attempts = len(called) + faults - left
    return {
        "models": sorted({str(call.caller_model) for call in called}),
        "attempts": attempts,
        "faults": faults,
        "rate": round(faults / attempts, 4),
        "calls_left_errored": left,
    }


def caller_lines(calls: Sequence[CallSummary]) -> Iterator[RenderableType]:
    """Return the line under a run's table."""
    found = caller_figures(calls)
    if found:
        broke = f"{found['faults']} of {found['attempts']} attempts broke by the caller's own fault"
        left = found["calls_left_errored"]
        rest = f"; {left} call{'' if left == 1 else 's'} left errored" if left else ""
        yield words(f"caller ({', '.join(found['models'])}): {broke} ({found['rate']:.1%}){rest}")


def retry_lines(calls: Sequence[CallSummary]) -> Iterator[RenderableType]:
    """Return the line on requests that the provider had sent again; none where there were none."""
    again = [ns for call in calls for ns in call.retry_ns]
    if again:
        took = f"{len(again)} request{'' if len(again) == 1 else 's'} sent again, {sum(again) / NS_PER_S:.1f} s in all"
        yield words(f"provider: {took}, which no TTFT has in it", "yellow")
