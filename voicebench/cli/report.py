"""``voicebench report``: a run as a table, or a call as it is read."""

from pathlib import Path
from typing import Annotated

import typer

from voicebench.cli.result import BARS_HELP, CEILING_HELP, bars_code, ceiling_of, read_run, show_runs, write_file
from voicebench.cli.screen import PASSED, show, show_json
from voicebench.errors import ConfigError, RecordError
from voicebench.report.call_view import call_view
from voicebench.report.fail_under import parse_bars
from voicebench.report.files import calls_csv, junit_xml
from voicebench.report.rows import call_figures
from voicebench.run.grid import is_grid, runs_of
from voicebench.run.store import is_call, is_run
from voicebench.run.stored import read_call
from voicebench.run.summary import summarise

__all__ = ["EXAMPLE", "report"]

EXAMPLE = "Example: voicebench report runs/first/calls/customer_support/R-H4/0"


def report(
    *,
    path: Annotated[Path, typer.Argument(metavar="RUN|CALL", help="The folder of a run, a grid of runs or a call.")],
    ceiling: Annotated[Path | None, typer.Option(metavar="RUN", help=CEILING_HELP)] = None,
    junit: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the run's calls as JUnit XML.")] = None,
    csv: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the run's calls as CSV.")] = None,
    fail_under: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=BARS_HELP)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print figures as one JSON object.")] = False,
) -> int:
    """Show a run as a table with its scores, or one call in full. A call: transcript, tools, waits, verdict, ending."""
    if is_run(path) or is_grid(path):
        return _report_runs(path, ceiling, junit, csv, fail_under or [], as_json=as_json)
    if not is_call(path):
        raise RecordError(f"{path}: neither a run (no run.json) nor a call (no record.json); name the folder of one")
    if ceiling or junit or csv or fail_under:
        raise ConfigError(
            f"report {path}: --ceiling, --junit, --csv and --fail-under go with a run, and this is a call"
        )
    _report_call(path, as_json=as_json)
    return PASSED


def _report_runs(
    path: Path, ceiling: Path | None, junit: Path | None, csv: Path | None, fail_under: list[str], *, as_json: bool
) -> int:
    bars = parse_bars(fail_under)
    runs = [read_run(folder.path) for folder in runs_of(path)]
    if ceiling and len(runs) > 1:
        raise ConfigError(f"--ceiling {ceiling}: {path} is a grid; name one of its runs, such as {runs[0].name}")
    above = ceiling_of(runs[0], ceiling)
    if junit:
        write_file("--junit", junit, junit_xml(str(path), runs))
    if csv:
        write_file("--csv", csv, calls_csv([call for run in runs for call in run.calls]))
    show_runs(path, runs, above, as_json=as_json)
    return bars_code(runs, bars) if bars else PASSED


def _report_call(path: Path, *, as_json: bool) -> None:
    call = read_call(path)
    summary = summarise(call)
    if as_json:
        show_json({**call_figures(summary), "heard": call.heard})
    else:
        show(call_view(call.record, call.graded.verdict, summary, call.heard))
