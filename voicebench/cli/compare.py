"""``voicebench compare``: two runs, call by call."""

from pathlib import Path
from typing import Annotated

import typer

from voicebench.cli.result import CEILING_HELP, ceiling_of, read_run, scores_of
from voicebench.cli.screen import PASSED, show, show_json
from voicebench.report.compare_view import compare_view, comparison_json
from voicebench.report.comparison import compare as compare_pairs
from voicebench.report.pairing import pair
from voicebench.seeds import generator

__all__ = ["EXAMPLE", "compare"]

EXAMPLE = "Example: voicebench compare runs/first runs/second"


def compare(
    *,
    run_a: Annotated[Path, typer.Argument(metavar="RUN_A", help="The folder of a run.")],
    run_b: Annotated[Path, typer.Argument(metavar="RUN_B", help="The folder of another, made with the same --seed.")],
    ceiling: Annotated[Path | None, typer.Option(metavar="RUN", help=CEILING_HELP)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print figures as one JSON object.")] = False,
) -> int:
    """Compare two runs over the calls that both made. Do they differ by more than chance, and in which tasks?"""
    a, b = read_run(run_a), read_run(run_b)
    found = compare_pairs(pair(a.calls, b.calls), generator(1, "comparison"))
    for run in (b, a):  # the ceiling of both must be the same
        above = ceiling_of(run, ceiling)
    limit = scores_of(above).run if above else None
    if as_json:
        show_json(comparison_json(a, b, found, limit))
    else:
        show(compare_view(a, b, found, limit))
    return PASSED
