"""``voicebench pack``: check, attack and begin packs."""

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from voicebench import packs
from voicebench.cli.attack_progress import attack_progress
from voicebench.cli.screen import BAD_INPUT, BROKEN, FAILED, PASSED, show, show_json, stderr
from voicebench.packs.new import write_template
from voicebench.report.attack_view import attack_view
from voicebench.report.words import words
from voicebench.run.attack import CALLS_A_TASK, attack_pack, sample_tasks
from voicebench.run.attacked import AttackedPack, AttackedTask, figures
from voicebench.run.crew import WORKERS_LOG, cores
from voicebench.run.pack_check import check_pack
from voicebench.run.select import Selection, plan_calls
from voicebench.stack import load_stack

__all__ = ["ATTACK_EXAMPLE", "CHECK_EXAMPLE", "NEW_EXAMPLE", "attack", "check", "new"]

CHECK_EXAMPLE = "Example: voicebench pack check packs/customer_support"
ATTACK_EXAMPLE = "Example: voicebench pack attack customer_support --task R-H4"
NEW_EXAMPLE = "Example: voicebench pack new my_firm"


def check(
    path: Annotated[str, typer.Argument(metavar="PATH", help="A pack's folder, or the name of a shipped one.")],
) -> int:
    """Read a pack and say all that is wrong with it. By file and line; none of its code is run."""
    pack, problems = check_pack(path)
    for problem in problems:
        stderr().print(words(problem), soft_wrap=True)
    if pack is None or problems:
        return BAD_INPUT
    tools = len(pack.tools) - len(pack.handoffs)
    show(words(f"{pack.id}: {len(pack.roles)} roles, {tools} tools, {len(pack.tasks)} tasks, nothing wrong"))
    return PASSED


def attack(
    *,
    pack: Annotated[str, typer.Argument(metavar="PACK", help="A pack's name or folder.")],
    task: Annotated[
        list[str] | None, typer.Option(metavar="TASK", help="Tasks: a glob. May be repeated. Default: all.")
    ] = None,
    sample: Annotated[int | None, typer.Option(min=1, help="Try so many spoilings, of a few tasks.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the calls and of the sample.")] = 1,
    jobs: Annotated[int | None, typer.Option(min=1, help="Calls made at once. Default: the number of cores.")] = None,
    trust: Annotated[
        bool, typer.Option("--trust", help="Run the code of a pack that does not ship with voicebench.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print figures as one JSON object.")] = False,
) -> int:
    """Try to pass tasks by anything but the right call. And to fail them by the right one."""
    folder_of_pack = str(packs.find(pack))  # one pack, where a run takes a glob
    selection = Selection(load_stack("text"), packs=[folder_of_pack], tasks=task or ["*"], seed=seed, trusted=trust)
    plans = list(plan_calls(selection))
    if sample is not None:
        plans = sample_tasks(plans, sample, seed)
    with tempfile.TemporaryDirectory() as folder, attack_progress(stderr(), CALLS_A_TASK * len(plans)) as told:
        log = Path(folder) / WORKERS_LOG
        attacked = attack_pack(plans, told, jobs or cores(), log, sample=sample, seed=seed)
    if as_json:
        show_json(figures(attacked))
        for fault in _faults(attacked):
            stderr().print(words(fault), soft_wrap=True)
    else:
        show(attack_view(map(_row, attacked.tasks), _faults(attacked)))
    if attacked.broke:
        return BROKEN
    return PASSED if attacked.held else FAILED


def _faults(attacked: AttackedPack) -> list[str]:
    return [f"{task.task}: {fault}" for task in attacked.tasks for fault in task.faults]


def _row(task: AttackedTask) -> list[str]:
    reference = "passed" if task.reference_passed else "not passed"
    counts = (task.spoilings, task.caught, task.excused, task.harmless, task.unmoved)
    return [task.task.partition("/")[2], reference, _controls(task), *map(str, counts)]


def _controls(task: AttackedTask) -> str:
    return f"passed: {', '.join(task.controls_passed)}" if task.controls_passed else "none passed"


def new(
    *,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the pack, which is that of its folder.")],
    out: Annotated[Path, typer.Option(help="The folder that it is put into.")] = Path(),
) -> int:
    """Write a small pack that works: one role, one tool, one task."""
    folder = write_template(name, out)
    where = folder if folder.is_absolute() else f"./{folder}"
    show(words(f"{where}: read its README.md; then `voicebench pack check {where}`"))
    return PASSED
