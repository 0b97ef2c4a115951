"""``voicebench run``: make calls, grade them, keep them."""

from pathlib import Path
from typing import Annotated

import typer

from voicebench.cli.before import PreflightOption
from voicebench.cli.caller import (
    CallerApiKeyEnvOption,
    CallerBaseUrlOption,
    CallerModelOption,
    CallerOption,
    CallerRerunsOption,
    CallerTemperatureOption,
    caller_model,
)
from voicebench.cli.look import LogJsonOption, Look, OtelOption, VerboseOption
from voicebench.cli.make import Executor, begin, finish, staff_of
from voicebench.cli.model import (
    ApiKeyEnvOption,
    BaseUrlOption,
    ExtraBodyOption,
    ModelOption,
    ReasoningEffortOption,
    TemperatureOption,
    model_changes,
)
from voicebench.cli.money import (
    CassetteOption,
    DryRunOption,
    MaxCostOption,
    PricesOption,
    RecordCassetteOption,
    extras_of,
    show_estimate,
)
from voicebench.cli.result import BARS_HELP, bars_code, show_runs
from voicebench.cli.screen import PASSED, exit_code
from voicebench.errors import ConfigError
from voicebench.report.fail_under import parse_bars
from voicebench.run.grid import NamedStack, grid_of
from voicebench.run.plan import ClockKind
from voicebench.run.select import Selection, plan_calls
from voicebench.stack import load_stack, stack_file, with_model

__all__ = ["DEMO", "EXAMPLE", "run"]

DEMO = ("customer_support/R-H4", "healthcare/C5-H1", "legal/L2-E1")
"""What a bare ``voicebench run`` runs: one task a pack."""
EXAMPLE = "Example: voicebench run --task R-H4 --line bad_signal --out runs/first"

_JOBS_HELP = (
    "Calls made at once. Default: the number of cores, of the whole cluster with --executor ray; 1 on the real clock, "
    "which a neighbour would disturb."
)

_STACK_HELP = (
    "What is under test: a name of `voicebench stacks`, or a file. Default: local. Given more than once, a grid of "
    "runs is made."
)

_LINE_HELP = (
    "The line, in place of each task's own: a name, a file, or words such as snr=10,loss=2%,codec=g711a. Given "
    "more than once, a grid of runs is made."
)

_COSTS_HELP = "What work costs on the virtual clock: measured, or profile:NAME. Default: profile:local."

_COST_HELP = (
    "What one stage costs, in place of --costs: stt=250ms, tts=50ms+120ms/s, llm.first_token=lognormal(400ms,1.4). "
    "May be repeated."
)


_WITH_RESUME = {
    "resume",
    "retry_errors",
    "jobs",
    "executor",
    "trust",
    "preflight",
    "fail_under",
    "as_json",
    "max_cost",
    "verbose",
    "log_json",
    "otel",
}
"""What may be said anew when a run is resumed."""


def run(
    context: typer.Context,
    *,
    out: Annotated[
        Path | None, typer.Option(help="The run's folder. Default: runs/UTC-STACK under the current folder.")
    ] = None,
    pack: Annotated[
        list[str] | None, typer.Option(metavar="PACK", help="Packs: a glob, or a pack's folder. May be repeated.")
    ] = None,
    task: Annotated[
        list[str] | None, typer.Option(metavar="TASK", help="Tasks: a glob of TASK or PACK/TASK. May be repeated.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All tasks, where the default is one a pack.")] = False,
    stack: Annotated[list[str] | None, typer.Option(metavar="STACK", help=_STACK_HELP)] = None,
    seed: Annotated[int, typer.Option(help="Seed of all dice.")] = 1,
    trials: Annotated[int | None, typer.Option(min=1, help="How often each task is tried. Default: 1.")] = None,
    trial: Annotated[
        list[int] | None,
        typer.Option(min=0, metavar="N", help="A trial to make alone, by its number from 0. May be repeated."),
    ] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help=_JOBS_HELP)] = None,
    line: Annotated[list[str] | None, typer.Option(metavar="LINE", help=_LINE_HELP)] = None,
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
    prices: PricesOption = None,
    max_cost: MaxCostOption = None,
    dry_run: DryRunOption = False,
    record_cassette: RecordCassetteOption = None,
    cassette: CassetteOption = None,
    verbose: VerboseOption = 0,
    log_json: LogJsonOption = None,
    otel: OtelOption = None,
    caller: CallerOption = "scripted",
    caller_model_name: CallerModelOption = None,
    caller_base_url: CallerBaseUrlOption = None,
    caller_api_key_env: CallerApiKeyEnvOption = None,
    caller_temperature: CallerTemperatureOption = None,
    caller_reruns: CallerRerunsOption = None,
    preflight: PreflightOption = True,
    fail_under: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=BARS_HELP)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print figures as one JSON object.")] = False,
    executor: Annotated[
        Executor, typer.Option(help="Where the calls are made: on this machine, or on a Ray cluster.")
    ] = "local",
    resume: Annotated[
        Path | None, typer.Option(metavar="RUN", help="Finish a run that ended early, as its run.json says.")
    ] = None,
    retry_errors: Annotated[
        bool, typer.Option("--retry-errors", help="With --resume: make calls that errored once more.")
    ] = False,
) -> int:
    """Make calls, grade them, and keep what they left. With --resume: go on with a run that ended early."""
    bars = parse_bars(fail_under or [])
    look, staff = Look(verbose, log_json, otel), staff_of(executor, jobs)
    if resume:
        _refuse_beside_resume(context)
        path, made = (
            resume,
            finish(
                resume,
                staff,
                trusted=trust,
                retry_errors=retry_errors,
                look=look,
                preflight=preflight,
                max_cost_usd=max_cost,
            ),
        )
    elif retry_errors:
        raise ConfigError("--retry-errors goes with --resume RUN")
    else:
        if trials and trial:
            raise ConfigError("--trial says which trials and --trials how many; leave one of them out")
        chosen = every or pack or task
        changes = model_changes(
            model=model,
            base_url=base_url,
            api_key_env=api_key_env,
            temperature=temperature,
            reasoning_effort=reasoning_effort,
            extra_body=extra_body,
        )
        caller_changes = {
            "model": caller_model_name,
            "base_url": caller_base_url,
            "key_env": caller_api_key_env,
            "temperature": caller_temperature,
        }
        names = dict.fromkeys(stack or ["local"])
        stacks = [NamedStack(with_model(load_stack(name), changes), stack_file(name)) for name in names]
        selection = Selection(
            stack=stacks[0].stack,
            packs=pack or ("*",),
            tasks=task or (("*",) if chosen else DEMO),
            seed=seed,
            trials=sorted(set(trial)) if trial else range(trials or 1),
            clock=clock,
            costs=costs,
            cost=cost or (),
            trusted=trust,
            caller=caller_model(caller, stacks[0].stack, caller_reruns, caller_changes),
        )
        runs = grid_of(selection, stacks, list(dict.fromkeys(line)) if line else [None])
        extras = extras_of([one.stack for one in stacks], prices, max_cost, record_cassette, cassette)
        extras.check(clock)
        if dry_run:
            show_estimate([plan for one in runs.values() for plan in plan_calls(one)], extras, as_json=as_json)
            return PASSED
        path, made = begin(runs, extras, out, staff, look, preflight=preflight)
    show_runs(path, made, as_json=as_json)
    return bars_code(made, bars) if bars else exit_code(call.outcome for run in made for call in run.calls)


def _refuse_beside_resume(context: typer.Context) -> None:
    """A run goes on as it began, so a flag that would have it otherwise is a mistake."""
    for name in context.params:
        source = context.get_parameter_source(name)
        if name not in _WITH_RESUME and source is not None and source.name == "COMMANDLINE":
            flag = next(one.opts[0] for one in context.command.params if one.name == name)
            raise ConfigError(f"{flag}: a run is resumed with what it began with; leave it out")
