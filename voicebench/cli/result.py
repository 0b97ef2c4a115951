"""What came of a run: read, scored, printed, held against bars, and written for other programs."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from voicebench.cli.screen import complain, exit_code, show, show_json
from voicebench.errors import ConfigError
from voicebench.report.caller_view import caller_figures
from voicebench.report.fail_under import Bar, missed
from voicebench.report.grid_view import grid_figures, grid_view
from voicebench.report.kept import KeptRun, ceiling
from voicebench.report.rows import CallSummary, run_figures
from voicebench.report.run_table import run_view
from voicebench.report.statistics import Scores, scores
from voicebench.report.waits import waits_json
from voicebench.run.grid import is_grid, runs_of
from voicebench.run.pricing import priced, tariffs_of
from voicebench.run.store import RunFolder
from voicebench.run.summary import summarise
from voicebench.seeds import generator
from voicebench.verdict import Outcome

__all__ = [
    "BARS_HELP",
    "CEILING_HELP",
    "bars_code",
    "ceiling_of",
    "read_run",
    "scores_of",
    "show_runs",
    "write_file",
]

CEILING_HELP = "A run of the reference model with the same tasks, line and recogniser, to stand beside the score."
BARS_HELP = (
    "Bars to clear, such as pass@1=0.8,voice_to_voice_p95=1500ms: exit code 1 when one is missed, 0 when all are "
    "cleared, whatever failed; 3 when calls errored, were unscored or are missing. May be repeated."
)
_SEED = 1
"""The intervals of a run are the same whenever they are asked for."""


def read_run(path: Path, known: Iterable[CallSummary] = ()) -> KeptRun:
    """Read a run with all its calls.

    Args:
        path: Its folder.
        known: Calls of it that need not be read again.

    Raises:
        RecordError: There is none, or it cannot be read.
    """
    folder = _run_folder(path)
    facts = folder.facts()
    calls = {(call.task, call.trial): call for call in known}
    made = [calls.get(one) or summarise(folder.call(*one)) for one in folder.made()]
    return KeptRun(str(path), priced(made, tariffs_of(facts)), facts)


def _run_folder(path: Path) -> RunFolder:
    if is_grid(path):
        raise ConfigError(f"{path}: a grid of runs; name one of them, such as {runs_of(path)[0].path}")
    (folder,) = runs_of(path)
    return folder


def scores_of(run: KeptRun) -> Scores:
    """Return how often the calls of a run passed."""
    return scores(run.calls, run.categories, generator(_SEED, "statistics"))


def ceiling_of(run: KeptRun, reference: Path | None) -> KeptRun | None:
    """Return the part of a reference run that is the hearing ceiling of a run.

    Args:
        run: What is judged.
        reference: The reference run; None where none was named.

    Raises:
        ConfigError: It is no ceiling of that run.
        RecordError: It cannot be read.
    """
    if reference is None:
        return None
    found = read_run(reference)
    return KeptRun(found.name, ceiling(run, found), {"categories": run.categories})


def show_runs(path: Path, runs: Sequence[KeptRun], above: KeptRun | None = None, *, as_json: bool) -> None:
    """Print a run, or a grid of runs.

    Args:
        path: The folder.
        runs: The run, or those of the grid.
        above: The hearing ceiling of the run.
        as_json: As one JSON object, in place of tables.
    """
    if is_grid(path):
        told = [scores_of(run) for run in runs]
        if as_json:
            show_json(grid_figures(str(path), runs, told))
        else:
            show(grid_view(str(path), runs, told))
        return
    (run,) = runs
    found, limit = scores_of(run), scores_of(above) if above else None
    if not as_json:
        show(run_view(run, found, limit))
        return
    figures = {"statistics": {**found.to_json(), **waits_json(run.calls)}, "caller": caller_figures(run.calls)}
    if above and limit:
        figures["ceiling"] = {"folder": above.name, **limit.to_json()}
    show_json(run_figures(run.name, run.calls, len(run.missing), found.run.pass_at_1.value) | figures)


def bars_code(runs: Sequence[KeptRun], bars: Sequence[Bar]) -> int:
    """Return the exit code of runs that were held against bars, and say on stderr which they missed.

    Args:
        runs: Each has to clear all bars.
        bars: At least one.
    """
    found: list[Outcome] = []
    for run in runs:
        where = f"{run.name}: " if len(runs) > 1 else ""
        lines = list(missed(bars, run.calls, scores_of(run).run))
        for line in (*lines, *([f"--fail-under: {run.lack}"] if run.lack else ())):
            complain(where + line)
        # The bars stand in for the demand that every call pass, not for the demand that every call be heard out.
        found += [call.outcome for call in run.calls if call.outcome in {"errored", "unscored"}]
        found += ["unscored"] * len(run.missing)
        found.append("failed" if lines else "passed")
    return exit_code(found)


def write_file(flag: str, path: Path, text: str) -> None:
    """Write a file that the user asked for.

    Args:
        flag: How he asked for it.
        path: Where to.
        text: What; a model may have sent what UTF-8 cannot hold, which is written out.

    Raises:
        ConfigError: It cannot be written.
    """
    try:
        path.write_bytes(text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise ConfigError(f"{flag} {path}: cannot be written: {error.strerror or error}") from error
