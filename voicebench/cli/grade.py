"""``voicebench grade``: hold a log, or a call that was kept, against what its task expects."""

from pathlib import Path
from typing import Annotated

import typer

from voicebench import packs
from voicebench.cli.screen import exit_code, show, show_json, stderr
from voicebench.errors import ConfigError
from voicebench.report.verdict_view import verdict_view
from voicebench.run.grading import grade_record
from voicebench.run.store import RunFolder, is_call, is_run
from voicebench.run.stored import StoredCall, read_call
from voicebench.task import Expectation
from voicebench.verdict import Verdict
from voicebench.verify import grade as grade_log
from voicebench.verify import read_expectation, read_log

__all__ = ["EXAMPLE", "grade"]

EXAMPLE = "Example: voicebench grade --expected r-h4.expected.json --log r-h4.log.json --json"


def grade(
    *,
    target: Annotated[
        str | None, typer.Argument(metavar="[PACK/TASK|CALL]", help="A task, or a call's folder.")
    ] = None,
    expected: Annotated[Path | None, typer.Option(help="What is expected (voicebench-expected/1).")] = None,
    log: Annotated[Path | None, typer.Option(help="What the agent did (voicebench-log/1).")] = None,
    pack: Annotated[bool, typer.Option("--pack", help="Grade a CALL by its pack as it is today.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the verdict as JSON.")] = False,
) -> int:
    """Grade a log, or a call that was kept. No model is needed, and no code of a pack is run."""
    verdict = _verdict(target, expected, log, by_pack=pack)
    if as_json:
        show_json(verdict.model_dump(mode="python"))
    else:
        show(verdict_view(verdict))
    return exit_code([verdict.outcome])


def _verdict(target: str | None, expected: Path | None, log: Path | None, *, by_pack: bool) -> Verdict:
    if target is not None and is_call(Path(target)):
        if expected or log:
            raise ConfigError(f"grade {target}: a call has its own log and answer key; leave out --expected and --log")
        return _of_call(read_call(Path(target)), by_pack=by_pack)
    if by_pack:
        raise ConfigError("--pack goes with a call's folder; for a log, name the task: grade PACK/TASK --log LOG")
    if target is not None and log is None:
        raise ConfigError(f"grade {target}: no folder of a call (no record.json); a PACK/TASK wants --log LOG too")
    if log is None or (target is None) == (expected is None):
        raise ConfigError("grade wants --expected FILE --log LOG, or PACK/TASK --log LOG, or the folder of a call")
    expectation = read_expectation(expected) if expected else _of_task(str(target))
    return grade_log(expectation, read_log(log))


def _of_call(call: StoredCall, *, by_pack: bool) -> Verdict:
    if not by_pack:
        return grade_record(call.record, call.expectation).verdict
    expectation = _of_task(call.record.task, _home(call))
    changed = "as it was" if expectation == call.expectation else "which has changed since the call"
    stderr().print(f"graded by today's pack, {changed}", markup=False)
    return grade_record(call.record, expectation).verdict


def _home(call: StoredCall) -> str | None:
    """The folder that the pack had when the call was made; a call that left its run behind does not know."""
    run = call.folder.resolve().parents[3] if call.folder and len(call.folder.resolve().parents) > 3 else None
    if run is None or not is_run(run):
        return None
    pack = RunFolder(run).facts().get("packs", {}).get(call.record.task.partition("/")[0], {})
    folder: str | None = pack.get("folder")
    return folder if folder and Path(folder).is_dir() else None


def _of_task(task: str, home: str | None = None) -> Expectation:
    pack, _, name = task.rpartition("/")
    if not pack:
        raise ConfigError(f"{task!r} is neither PACK/TASK nor the folder of a call")
    return packs.expectation(packs.load(home or pack), name)
