"""``voicebench report``: a run as a table, or a call as it is read."""

from pathlib import Path
from typing import Annotated

import typer

from voicebench.cli.screen import PASSED, show, show_json
from voicebench.errors import RecordError
from voicebench.report.call_view import call_view
from voicebench.report.rows import call_figures, run_figures
from voicebench.report.run_table import run_view
from voicebench.run.store import RunFolder, is_call, is_run, read_call
from voicebench.run.summary import summarise

__all__ = ["EXAMPLE", "report"]

EXAMPLE = "Example: voicebench report runs/first/calls/customer_support/R-H4/0"


def report(
    *,
    path: Annotated[Path, typer.Argument(metavar="RUN|CALL", help="The folder of a run, or of one of its calls.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print figures as one JSON object.")] = False,
) -> int:
    """Show a run as a table, or a call with its transcript, tools, verdict and ending."""
    if is_run(path):
        _report_run(path, as_json=as_json)
    elif is_call(path):
        _report_call(path, as_json=as_json)
    else:
        raise RecordError(f"{path}: neither a run (no run.json) nor a call (no record.json); name the folder of one")
    return PASSED


def _report_run(path: Path, *, as_json: bool) -> None:
    folder = RunFolder(path)
    folder.facts()
    calls = [summarise(call) for call in folder.calls()]
    if as_json:
        show_json(run_figures(str(path), calls))
    else:
        show(run_view(str(path), calls))


def _report_call(path: Path, *, as_json: bool) -> None:
    call = read_call(path)
    summary = summarise(call)
    if as_json:
        show_json(call_figures(summary))
    else:
        show(call_view(call.record, call.graded.verdict, summary))
