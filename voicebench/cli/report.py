"""``voicebench report``: a run as a table, or a call as it is read."""

from pathlib import Path
from typing import Annotated

import typer

from voicebench.cli.result import BARS_HELP, CEILING_HELP, bars_code, ceiling_of, read_run, show_run, write_file
from voicebench.cli.screen import PASSED, show, show_json
from voicebench.errors import ConfigError, RecordError
from voicebench.report.call_view import call_view
from voicebench.report.fail_under import parse_bars
from voicebench.report.files import calls_csv, junit_xml
from voicebench.report.rows import call_figures
from voicebench.run.store import is_call, is_run, read_call
from voicebench.run.summary import summarise

__all__ = ["EXAMPLE", "report"]

EXAMPLE = "Example: voicebench report runs/first/calls/customer_support/R-H4/0"


def report(
    *,
    path: Annotated[Path, typer.Argument(metavar="RUN|CALL", help="The folder of a run, or of one of its calls.")],
    ceiling: Annotated[Path | None, typer.Option(metavar="RUN", help=CEILING_HELP)] = None,
    junit: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the run's calls as JUnit XML.")] = None,
    csv: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the run's calls as CSV.")] = None,
    fail_under: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=BARS_HELP)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print figures as one JSON object.")] = False,
) -> int:
    """Show a run as a table with its scores, or a call with its transcript, tools, verdict and ending."""
    if is_run(path):
        return _report_run(path, ceiling, junit, csv, fail_under or [], as_json=as_json)
    if not is_call(path):
        raise RecordError(f"{path}: neither a run (no run.json) nor a call (no record.json); name the folder of one")
    if ceiling or junit or csv or fail_under:
        raise ConfigError(
            f"report {path}: --ceiling, --junit, --csv and --fail-under go with a run, and this is a call"
        )
    _report_call(path, as_json=as_json)
    return PASSED


def _report_run(
    path: Path, ceiling: Path | None, junit: Path | None, csv: Path | None, fail_under: list[str], *, as_json: bool
) -> int:
    bars = parse_bars(fail_under)
    run = read_run(path)
    above = ceiling_of(run, ceiling)
    if junit:
        write_file("--junit", junit, junit_xml(run))
    if csv:
        write_file("--csv", csv, calls_csv(run.calls))
    show_run(run, above, as_json=as_json)
    return bars_code(run, bars) if bars else PASSED


def _report_call(path: Path, *, as_json: bool) -> None:
    call = read_call(path)
    summary = summarise(call)
    if as_json:
        show_json(call_figures(summary))
    else:
        show(call_view(call.record, call.graded.verdict, summary))
