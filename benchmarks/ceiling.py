"""The hearing ceiling: what the reference model reaches through a line and a recogniser, and why it falls short.

    python benchmarks/ceiling.py --trials 5 --line clean

For each call that fails it says whether a hearing error is the cause, in the strict sense: the failed argument differs
from the caller's trait, the utterance that carried it was heard with that value wrong, and the same call with perfect
words (the stack ``text``) passes. Ends 1 when fewer than eight in ten pass, or when a failure has another cause.
``--controls`` runs the control stacks as well: each of their calls must fail, and none be errored.
"""

import argparse
import json
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.metadata import version

from loguru import logger

from voicebench import packs
from voicebench.models import cache_folder
from voicebench.record import CallRecord
from voicebench.run.cause import hearing_cause
from voicebench.run.grading import grade_record
from voicebench.run.kit import Kit
from voicebench.run.live import run_call
from voicebench.run.plan import CallPlan
from voicebench.run.select import Selection, plan_calls
from voicebench.stack import load_stack
from voicebench.verdict import Verdict

_DEMO = ("customer_support/R-H4", "healthcare/C5-H1")
_CONTROLS = ("silent", "refuser", "talker", "overwriter")


def _grade(plan: CallPlan, record: CallRecord) -> Verdict:
    return grade_record(record, packs.expectation(plan.pack, plan.task.id)).verdict


def _plans(tasks: Sequence[str], stack: str, trials: int, line: str) -> list[CallPlan]:
    selection = Selection(
        stack=load_stack(stack),
        packs=("*",),
        tasks=tuple(tasks),
        seed=1,
        trials=range(trials),
        line=line,
        trusted=False,
    )
    return plan_calls(selection)


def _reference(plans: Sequence[CallPlan], kit: Kit) -> Iterator[dict[str, object]]:
    for plan in plans:
        record = run_call(plan, kit)
        verdict = _grade(plan, record)
        row: dict[str, object] = {"task": plan.task_id, "trial": plan.trial, "outcome": verdict.outcome}
        if verdict.outcome != "passed":
            row |= _why(plan, record, verdict, kit)
        print(row, file=sys.stderr)
        yield row


def _why(plan: CallPlan, record: CallRecord, verdict: Verdict, kit: Kit) -> dict[str, object]:
    """Return the cause of a failure, with the reason and the call made again with perfect words."""
    expectation = packs.expectation(plan.pack, plan.task.id)
    error = hearing_cause(plan.task, expectation, verdict, record.events)
    again = replace(plan, stack=load_stack("text"))
    passes = _grade(again, run_call(again, kit)).outcome == "passed"
    cause = {"trait": error.trait, "meant": error.meant, "heard": error.heard} if error else None
    is_hearing = error is not None and passes
    return {
        "reason": verdict.reason,
        "ending": record.ending.why,
        "fault": record.ending.fault,
        "misheard": cause,
        "text_passes": passes,
        "is_hearing_error": is_hearing,
    }


def _controls(tasks: Sequence[str], line: str, kit: Kit) -> dict[str, list[str]]:
    outcomes: dict[str, list[str]] = {}
    for name in _CONTROLS:
        plans = _plans(tasks, name, 1, line)
        outcomes[name] = [_grade(plan, run_call(plan, kit)).outcome for plan in plans]
        print(name, outcomes[name], file=sys.stderr)
    return outcomes


def main() -> int:
    """Make the calls, print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=5)
    parser.add_argument("--line", default="clean")
    parser.add_argument("--task", action="append", help="glob of PACK/TASK; default: one a pack")
    parser.add_argument("--controls", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    logger.remove()
    tasks = options.task or _DEMO
    kit = Kit(cache_folder())
    rows = list(_reference(_plans(tasks, "local", options.trials, options.line), kit))
    controls = _controls(tasks, options.line, kit) if options.controls else None
    kit.close()
    passed = sum(row["outcome"] == "passed" for row in rows)
    unexplained = [row for row in rows if row["outcome"] != "passed" and not row["is_hearing_error"]]
    figures = {
        "line": options.line,
        "calls": len(rows),
        "passed": passed,
        "failures": [row for row in rows if row["outcome"] != "passed"],
        "failures_not_by_hearing": len(unexplained),
        "controls": controls,
        "machine": {"cores": os.cpu_count(), "python": platform.python_version()},
        "versions": {name: version(name) for name in ("voicebench-sim", "pipecat-ai", "faster-whisper", "piper-tts")},
    }
    print(json.dumps(figures) if options.json else "\n".join(f"{key:24} {value}" for key, value in figures.items()))
    controls_fail = all(outcome == "failed" for row in (controls or {}).values() for outcome in row)
    return 0 if passed >= 0.8 * len(rows) and not unexplained and controls_fail else 1


if __name__ == "__main__":
    sys.exit(main())
