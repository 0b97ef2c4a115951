"""The hearing ceiling: what the reference model reaches through a line and a recogniser, and why it falls short.

    python benchmarks/ceiling.py --trials 5 --line clean
    python benchmarks/ceiling.py --trials 1 --task 'healthcare/*' --line bad_signal --jobs 2 --out runs/ceiling

For each call that fails it says whether a hearing error is the cause, in the strict sense: the failed argument differs
from what the caller meant, the utterance that carried it was heard with that value wrong, and the same call with
perfect words (the stack ``text``) passes. Ends 1 when a failure has another cause, or when fewer than --bar of the
calls pass. ``--out`` keeps the calls; in a run that is there already, made by ``voicebench run``, only the causes are
sought. ``--controls`` runs the control stacks as well: each of their calls must fail, and none be errored.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path

from loguru import logger

from voicebench import packs
from voicebench.cli.look import Look
from voicebench.cli.make import begin, staff_of
from voicebench.models import cache_folder
from voicebench.record import CallRecord
from voicebench.reference.models import CONTROLS
from voicebench.report.statistics import score
from voicebench.run.cause import hearing_cause
from voicebench.run.extras import Extras
from voicebench.run.grading import grade_record
from voicebench.run.kit import Kit
from voicebench.run.live import run_call
from voicebench.run.plan import CallPlan
from voicebench.run.select import Selection, plan_calls
from voicebench.run.store import RunFolder, is_run
from voicebench.run.stored import StoredCall
from voicebench.run.summary import summarise
from voicebench.seeds import generator
from voicebench.stack import load_stack

_DEMO = ("customer_support/R-H4", "healthcare/C5-H1", "legal/L2-E1")
_SEED = 1


def _selection(tasks: Sequence[str], stack: str, trials: Sequence[int], line: str | None = None) -> Selection:
    return Selection(stack=load_stack(stack), tasks=tuple(tasks), seed=_SEED, trials=trials, line=line)


def _calls(options: argparse.Namespace, stack: str, trials: int, out: Path) -> list[StoredCall]:
    """Make the calls of a stack, or read those that were made before."""
    if not is_run(out):
        selection = _selection(options.task or _DEMO, stack, range(trials), options.line)
        begin({"": selection}, Extras(), out, staff_of("local", options.jobs), Look(), preflight=False)
    return list(RunFolder(out).calls())


def _why(call: StoredCall, kit: Kit) -> dict[str, object]:
    """Return the cause of a failure, with the reason and the call made again with perfect words."""
    record, verdict = call.record, call.graded.verdict
    pack_name, _, task_id = record.task.partition("/")
    pack = packs.load(pack_name)
    task, expectation = pack.tasks[task_id], packs.expectation(pack, task_id)
    error = hearing_cause(pack, task, expectation, record)
    again = grade_record(run_call(_plan(record, "text"), kit), expectation).verdict
    return {
        "task": record.task,
        "trial": record.trial,
        "outcome": verdict.outcome,
        "reason": verdict.reason,
        "ending": record.ending.why,
        "fault": record.ending.fault,
        "misheard": asdict(error) if error else None,
        "text_passes": again.outcome == "passed",
        "is_hearing_error": error is not None and again.outcome == "passed",
    }


def _plan(record: CallRecord, stack: str) -> CallPlan:
    """Return the plan of a call on another stack; what is said there has no line to go through."""
    return plan_calls(_selection([record.task], stack, [record.trial]))[0]


def _figures(options: argparse.Namespace, calls: Sequence[StoredCall]) -> dict[str, object]:
    kit = Kit(cache_folder())
    failures = [_why(call, kit) for call in calls if call.graded.verdict.outcome != "passed"]
    kit.close()
    rate = score([summarise(call) for call in calls], generator(_SEED, "ceiling")).pass_at_1
    return {
        "line": options.line,
        "calls": len(calls),
        "passed": len(calls) - len(failures),
        "pass_at_1": rate.to_json(),
        "failures": failures,
        "failures_not_by_hearing": sum(not row["is_hearing_error"] for row in failures),
    }


def _controls(options: argparse.Namespace, folder: Path) -> Mapping[str, list[str]]:
    return {
        name: [call.graded.verdict.outcome for call in _calls(options, name, 1, folder / name)] for name in CONTROLS
    }


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=5)
    parser.add_argument("--line", default="clean")
    parser.add_argument("--task", action="append", help="glob of PACK/TASK; default: one a pack")
    parser.add_argument("--jobs", type=int, help="calls made at once; default: the number of cores")
    parser.add_argument("--out", type=Path, help="folder for the calls; a run that is there is read, not made")
    parser.add_argument("--bar", type=float, default=0.0, help="share of the calls that must pass")
    parser.add_argument("--controls", action="store_true")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def main() -> int:
    """Make the calls, print what came of them."""
    options = _options()
    logger.remove()
    with tempfile.TemporaryDirectory() as scratch:
        calls = _calls(options, "local", options.trials, options.out or Path(scratch, "reference"))
        figures = _figures(options, calls)
        controls = _controls(options, Path(scratch)) if options.controls else None
    figures |= {
        "controls": controls,
        "machine": {"cores": os.cpu_count(), "python": platform.python_version()},
        "versions": {name: version(name) for name in ("voicebench-sim", "pipecat-ai", "faster-whisper", "piper-tts")},
    }
    print(json.dumps(figures) if options.json else "\n".join(f"{key:24} {value}" for key, value in figures.items()))
    controls_fail = all(outcome == "failed" for row in (controls or {}).values() for outcome in row)
    share = (len(calls) - len(figures["failures"])) / len(calls)  # type: ignore[arg-type]
    return 0 if share >= options.bar and not figures["failures_not_by_hearing"] and controls_fail else 1


if __name__ == "__main__":
    sys.exit(main())
