"""A grid of runs, one line each, on the terminal and as JSON."""

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType

from voicebench.report.kept import KeptRun
from voicebench.report.rows import call_figures, outcomes
from voicebench.report.score_view import interval, share
from voicebench.report.statistics import Scores
from voicebench.report.waits import wait_ms, waits_json
from voicebench.report.words import grid, milliseconds, words
from voicebench.task import Json

__all__ = ["grid_figures", "grid_view"]


def grid_view(name: str, runs: Sequence[KeptRun], scores: Sequence[Scores]) -> RenderableType:
    """Return what ``run`` and ``report`` print of a grid.

    Args:
        name: Its folder.
        runs: Its runs.
        scores: How often the calls of each passed.
    """
    table = grid(
        "run",
        ">pass/fail/\nerr/unsc.",
        ">missing",
        ">pass@1",
        "!",
        ">voice to\nvoice ms\np50/p95",
        ">TTFT\nms\np50",
    )
    for run, found in zip(runs, scores, strict=True):
        rate = found.run.pass_at_1
        p50, p95 = (milliseconds(wait_ms(run.calls, "voice_to_voice", percent)) for percent in (50, 95))
        table.add_row(
            words(_within(name, run)),
            "/".join(map(str, found.run.outcomes.values())),
            str(len(run.missing) or "-"),
            share(rate.value),
            interval(rate.interval).strip(),
            f"{p50}/{p95}",
            milliseconds(wait_ms(run.calls, "ttft", 50)),
        )
    one = f"{name}/{_within(name, runs[0])}"
    hint = f"Grid: {name}; each row is a run, for example: voicebench report {one}"
    return Group(table, "", words(hint))


def _within(name: str, run: KeptRun) -> str:
    return run.name.removeprefix(name).strip("/")


def grid_figures(name: str, runs: Sequence[KeptRun], scores: Sequence[Scores]) -> dict[str, Json]:
    """Return what ``run --json`` prints of a grid: each run's figures, and all calls."""
    calls = [call for run in runs for call in run.calls]
    return {
        "run": name,
        "outcomes": outcomes(calls),
        "missing": sum(len(run.missing) for run in runs),
        "runs": [_figures(run, found) for run, found in zip(runs, scores, strict=True)],
        "calls": [{"run": run.name, **call_figures(call)} for run in runs for call in run.calls],
    }


def _figures(run: KeptRun, scores: Scores) -> Mapping[str, Json]:
    return {
        "run": run.name,
        "stack": run.stack,
        "lines": sorted({call.line for call in run.calls}),
        "pass_at_1": scores.run.pass_at_1.value,
        "outcomes": outcomes(run.calls),
        "missing": len(run.missing),
        "statistics": {**scores.to_json(), **waits_json(run.calls)},
    }
