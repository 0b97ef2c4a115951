"""What came of a run: read, scored, printed, held against bars, and written for other programs."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from voicebench.cli.screen import complain, exit_code, show, show_json
from voicebench.errors import ConfigError, RecordError
from voicebench.report.fail_under import Bar, missed
from voicebench.report.kept import KeptRun, ceiling
from voicebench.report.rows import CallSummary, run_figures
from voicebench.report.run_table import run_view
from voicebench.report.statistics import Scores, scores
from voicebench.report.waits import waits_json
from voicebench.run.pricing import priced, tariffs_of
from voicebench.run.store import RunFolder, is_run
from voicebench.run.summary import summarise
from voicebench.seeds import generator
from voicebench.verdict import Outcome

__all__ = [
    "BARS_HELP",
    "CEILING_HELP",
    "bars_code",
    "ceiling_of",
    "read_run",
    "run_folder",
    "scores_of",
    "show_run",
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
    folder = run_folder(path)
    facts = folder.facts()
    calls = {(call.task, call.trial): call for call in known}
    made = [calls.get(one) or summarise(folder.call(*one)) for one in folder.made()]
    return KeptRun(str(path), priced(made, tariffs_of(facts)), facts)


def run_folder(path: Path) -> RunFolder:
    """Return a run's folder.

    Raises:
        RecordError: There is none.
    """
    if not is_run(path):
        raise RecordError(f"{path}: not a run (no run.json); name the folder of one")
    return RunFolder(path)


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


def show_run(run: KeptRun, above: KeptRun | None = None, *, as_json: bool) -> None:
    """Print a run.

    Args:
        run: Which.
        above: Its hearing ceiling.
        as_json: As one JSON object, in place of tables.
    """
    found, limit = scores_of(run), scores_of(above) if above else None
    if not as_json:
        show(run_view(run, found, limit))
        return
    figures = {"statistics": {**found.to_json(), **waits_json(run.calls)}}
    if above and limit:
        figures["ceiling"] = {"folder": above.name, **limit.to_json()}
    show_json(run_figures(run.name, run.calls, len(run.missing)) | figures)


def bars_code(run: KeptRun, bars: Sequence[Bar]) -> int:
    """Return the exit code of a run that was held against bars, and say on stderr which it missed.

    Args:
        run: Which.
        bars: At least one.
    """
    lines = list(missed(bars, run.calls, scores_of(run).run))
    for line in (*lines, *([f"--fail-under: {run.lack}"] if run.lack else ())):
        complain(line)
    # The bars stand in for the demand that every call pass, not for the demand that every call be heard out.
    broken: list[Outcome] = [call.outcome for call in run.calls if call.outcome in {"errored", "unscored"}]
    broken += ["unscored"] * len(run.missing)
    return exit_code([*broken, "failed" if lines else "passed"])


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
