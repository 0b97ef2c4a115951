"""``voicebench run``: make calls, grade them, keep them."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from voicebench.cli.machine import cores
from voicebench.cli.model import (
    ApiKeyEnvOption,
    BaseUrlOption,
    ExtraBodyOption,
    ModelOption,
    ReasoningEffortOption,
    TemperatureOption,
    model_changes,
)
from voicebench.cli.progress import progress
from voicebench.cli.result import BARS_HELP, bars_code, show_run
from voicebench.cli.screen import BROKEN, complain, exit_code, stderr
from voicebench.errors import ConfigError, RecordError
from voicebench.report.fail_under import parse_bars
from voicebench.report.kept import KeptRun
from voicebench.report.rows import CallSummary
from voicebench.run.manifest import manifest
from voicebench.run.plan import CallPlan, ClockKind
from voicebench.run.select import Selection, plan_calls
from voicebench.run.store import RunFolder
from voicebench.run.suite import LIVE, run_suite
from voicebench.stack import load_stack, with_model

__all__ = ["DEMO", "EXAMPLE", "execute", "run"]

DEMO = ("customer_support/R-H4", "healthcare/C5-H1")
"""What a bare ``voicebench run`` runs: one task a pack."""
EXAMPLE = "Example: voicebench run --task R-H4 --line bad_signal --out runs/first"

_JOBS_HELP = "Calls made at once. Default: the number of cores; 1 on the real clock, which a neighbour would disturb."

_LINE_HELP = "The line, in place of each task's own: a name, a file, or words such as snr=10,loss=2%,codec=g711a."

_COSTS_HELP = "What work costs on the virtual clock: measured, or profile:NAME. Default: profile:local."

_COST_HELP = (
    "What one stage costs, in place of --costs: stt=250ms, tts=50ms+120ms/s, llm.first_token=lognormal(400ms,1.4). "
    "May be repeated."
)


def run(
    *,
    out: Annotated[
        Path | None, typer.Option(help="The run's folder. Default: runs/UTC-STACK under the current folder.")
    ] = None,
    pack: Annotated[list[str] | None, typer.Option(help="Packs: a glob, or a pack's folder. May be repeated.")] = None,
    task: Annotated[list[str] | None, typer.Option(help="Tasks: a glob of TASK or PACK/TASK. May be repeated.")] = None,
    every: Annotated[bool, typer.Option("--all", help="All tasks, where the default is one a pack.")] = False,
    stack: Annotated[str, typer.Option(help="What is under test: a name of `voicebench stacks`, or a file.")] = "local",
    seed: Annotated[int, typer.Option(help="Seed of all dice.")] = 1,
    trials: Annotated[int, typer.Option(min=1, help="How often each task is tried.")] = 1,
    jobs: Annotated[int | None, typer.Option(min=1, help=_JOBS_HELP)] = None,
    line: Annotated[str | None, typer.Option(help=_LINE_HELP)] = None,
    clock: Annotated[ClockKind, typer.Option(help="Simulated time, or the real clock.")] = "virtual",
    costs: Annotated[str | None, typer.Option(help=_COSTS_HELP)] = None,
    cost: Annotated[
        list[str] | None,
        typer.Option(metavar="STAGE=COST", help=_COST_HELP),
    ] = None,
    trust: Annotated[
        bool, typer.Option("--trust", help="Run the code of packs that do not ship with voicebench.")
    ] = False,
    model: ModelOption = None,
    base_url: BaseUrlOption = None,
    api_key_env: ApiKeyEnvOption = None,
    temperature: TemperatureOption = None,
    reasoning_effort: ReasoningEffortOption = None,
    extra_body: ExtraBodyOption = None,
    fail_under: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=BARS_HELP)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print figures as one JSON object.")] = False,
) -> int:
    """Make calls, grade them, and keep what they left."""
    bars = parse_bars(fail_under or [])
    chosen = every or pack or task
    changes = model_changes(
        model=model,
        base_url=base_url,
        api_key_env=api_key_env,
        temperature=temperature,
        reasoning_effort=reasoning_effort,
        extra_body=extra_body,
    )
    selection = Selection(
        stack=with_model(load_stack(stack), changes),
        packs=pack or ("*",),
        tasks=task or (("*",) if chosen else DEMO),
        seed=seed,
        trials=trials,
        line=line,
        clock=clock,
        costs=costs,
        cost=cost or (),
        trusted=trust,
    )
    plans = plan_calls(selection)
    try:
        folder = _begin(selection, plans, out)
        calls = execute(plans, folder, jobs)
    except RecordError as error:
        complain(str(error))
        return BROKEN
    made = KeptRun(str(folder.path), calls, folder.facts())
    show_run(made, as_json=as_json)
    return bars_code(made, bars) if bars else exit_code(call.outcome for call in calls)


def _begin(selection: Selection, plans: Sequence[CallPlan], out: Path | None) -> RunFolder:
    now = datetime.now(UTC)
    path = out or Path("runs") / f"{now:%Y%m%dT%H%M%SZ}-{selection.stack.name}"
    return RunFolder.create(path, manifest(selection, plans, now.isoformat(timespec="seconds")))


def execute(plans: Sequence[CallPlan], folder: RunFolder, jobs: int | None, opener: str = LIVE) -> list[CallSummary]:
    """Make the calls and show how it goes.

    Args:
        plans: The calls.
        folder: Where they are kept; it is taken away again when nothing comes to lie there.
        jobs: How many at once; None for one a core, and one alone on the real clock.
        opener: Makes them; see ``voicebench.run.work.Worker``.
    """
    alone = any(plan.clock == "real" for plan in plans)
    at_once = min(jobs or (1 if alone else cores()), len(plans))
    try:
        with progress(stderr(), len(plans)) as told:
            return run_suite(plans, folder, told, at_once, opener)
    except (ConfigError, RecordError, KeyboardInterrupt):
        folder.discard_if_empty()
        raise
