"""The attack on a pack's tasks: nothing but the right call may pass, and the right call must, however it is written.

Of each task the reference plan and the control models make a call; what the reference plan leaves behind is then
spoilt in every way and graded again.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from voicebench import packs
from voicebench.record import Log
from voicebench.reference.models import CONTROLS
from voicebench.run.attack_log import attack_log
from voicebench.run.attacked import AttackedPack, AttackedTask
from voicebench.run.crew import local_crew
from voicebench.run.grading import Graded, grade_record
from voicebench.run.plan import CallPlan
from voicebench.run.stored import StoredCall
from voicebench.run.suite import Brake, Progress, make_calls
from voicebench.run.summary import summarise
from voicebench.run.wall import MadeCall
from voicebench.seeds import generator

__all__ = ["CALLS_A_TASK", "attack_pack", "attack_plans", "sample_tasks"]

CALLS_A_TASK = 1 + len(CONTROLS)
_REFERENCE = "reference"
_SPOILINGS_A_TASK = 20
"""A sample takes about so many from one task, so that it needs the calls of a few tasks alone."""


def sample_tasks(plans: Sequence[CallPlan], sample: int, seed: int) -> list[CallPlan]:
    """Return the tasks, in their order, that a sample is drawn from.

    Args:
        plans: A call of each task.
        sample: How many spoilings it is to have.
        seed: Seed of the draw.
    """
    count = min(len(plans), -(-sample // _SPOILINGS_A_TASK))
    drawn = generator(seed, "attack tasks").choice(len(plans), count, replace=False)
    return [plans[index] for index in sorted(drawn)]


def attack_plans(plan: CallPlan) -> dict[str, CallPlan]:
    """Return the calls of an attack on one task: the reference plan's own, then each control's."""
    llm = plan.stack.llm
    controlled = {
        name: plan.stack.model_copy(update={"llm": llm.model_copy(update={"control": name})}) for name in CONTROLS
    }
    return {_REFERENCE: plan, **{name: replace(plan, stack=stack) for name, stack in controlled.items()}}


@dataclass
class _Calls:
    """The calls about one task, as they come in."""

    plan: CallPlan
    log: Log | None = None
    graded: dict[str, Graded] = field(default_factory=dict)


def attack_pack(
    plans: Sequence[CallPlan],
    progress: Progress,
    jobs: int,
    log: Path,
    *,
    sample: int | None = None,
    seed: int = 1,
) -> AttackedPack:
    """Attack tasks of one pack.

    Args:
        plans: A call of each task, with the reference model.
        progress: Is told how the calls go.
        jobs: How many calls are made at once.
        log: Takes what is printed in the worker processes.
        sample: How many spoilings to try, spread evenly over the tasks; None for all.
        seed: Seed of that draw.

    Raises:
        ConfigError: Something of the user's is wrong, so that no call can be made.
    """
    dice = generator(seed, "attack spoilings")
    attacked: dict[int, AttackedTask] = {}
    for number, calls in _made(plans, progress, jobs, log):
        attacked[number] = _attack(calls, None if sample is None else -(-sample // len(plans)), dice)
    return AttackedPack(plans[0].pack.id, tuple(attacked[number] for number in range(len(plans))))


def _made(plans: Sequence[CallPlan], progress: Progress, jobs: int, log: Path) -> Iterator[tuple[int, _Calls]]:
    """Make the calls, and yield those of each task once they are all there, in the order of the tasks."""
    wanted = [(number, name, call) for number, plan in enumerate(plans) for name, call in attack_plans(plan).items()]
    found = [_Calls(plan) for plan in plans]
    done = 0
    with local_crew(jobs, log) as crew:
        for at, made in make_calls([call for *_, call in wanted], progress, crew, Brake()):
            number, name, plan = wanted[at]
            found[number].graded[name] = _graded(plan, made, progress)
            if name == _REFERENCE:
                found[number].log = made.record.log
            while done < len(found) and len(found[done].graded) == CALLS_A_TASK:
                yield done, found[done]
                done += 1


def _graded(plan: CallPlan, made: MadeCall, progress: Progress) -> Graded:
    key = packs.expectation(plan.pack, plan.task.id)
    graded = grade_record(made.record, key)
    progress.finished(plan, summarise(StoredCall(made.record, key, graded, made.machine)))
    return graded


def _attack(calls: _Calls, sample: int | None, dice: np.random.Generator) -> AttackedTask:
    plan, task = calls.plan, calls.plan.task
    faults = tuple(_wrong_calls(calls.graded))
    broken = sum(graded.verdict.outcome in {"errored", "unscored"} for graded in calls.graded.values())
    passed = [name for name, graded in calls.graded.items() if graded.verdict.outcome == "passed"]
    controls = tuple(name for name in CONTROLS if name in passed)
    if calls.log is None or _REFERENCE not in passed:
        return AttackedTask(
            plan.task_id, reference_passed=False, controls_passed=controls, broken=broken, faults=faults
        )
    key = packs.expectation(plan.pack, task.id)
    found = attack_log(plan.pack, key, calls.log, task.expect.excused, sample=sample, dice=dice)
    return AttackedTask(
        task=plan.task_id,
        reference_passed=True,
        controls_passed=controls,
        broken=broken,
        spoilings=found.spoilings,
        caught=found.spoilings - len(found.uncaught) - len(found.excused),
        excused=len(found.excused),
        harmless=found.harmless,
        unmoved=found.harmless - len(found.moved),
        faults=(*faults, *found.faults()),
    )


def _wrong_calls(graded: Mapping[str, Graded]) -> Iterator[str]:
    """Yield what the calls should not have come to, the reference plan's first."""
    for name in (_REFERENCE, *CONTROLS):
        outcome, reason = graded[name].verdict.outcome, graded[name].verdict.reason
        if outcome != ("passed" if name == _REFERENCE else "failed"):
            yield f"{name}: {outcome}{f': {reason}' if reason else ''}"
