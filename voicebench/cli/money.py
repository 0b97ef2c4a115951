"""The flags of ``voicebench run`` about what a run costs, and its cassette."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from voicebench.cli.screen import show, show_json
from voicebench.report.cost_view import dollars
from voicebench.report.words import grid, words
from voicebench.run.estimate import Estimate, estimate, total
from voicebench.run.extras import Extras
from voicebench.run.plan import CallPlan
from voicebench.run.pricing import stack_tariffs
from voicebench.spending import Cost, total_cost
from voicebench.stack import Stack

__all__ = [
    "CassetteOption",
    "DryRunOption",
    "MaxCostOption",
    "PricesOption",
    "RecordCassetteOption",
    "extras_of",
    "show_estimate",
]

PricesOption = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="What tokens and minutes cost: a YAML file, or genai-prices (an extra)."),
]
MaxCostOption = Annotated[
    float | None,
    typer.Option(metavar="USD", min=0, help="Begin no call that would likely cost more than this; --resume goes on."),
]
DryRunOption = Annotated[
    bool, typer.Option("--dry-run", help="Say how many calls, minutes, tokens and dollars it will be; make none.")
]
RecordCassetteOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Keep speech, transcripts and answers in one file, for --cassette."),
]
CassetteOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Make the calls again from such a file; no model is asked.")
]
_FROM = (
    "counted from the tasks' plans, as if all were understood at once, at four characters a token and nothing cached; "
    "a model that asks more or reasons needs more"
)


def extras_of(
    stacks: Sequence[Stack], prices: str | None, max_cost: float | None, record_to: Path | None, replay: Path | None
) -> Extras:
    """Return what the flags ask for.

    Raises:
        ConfigError: A file cannot be read, or an extra is not installed.
    """
    return Extras(stack_tariffs(prices, stacks, datetime.now(UTC)), max_cost, record_to, replay)


def show_estimate(plans: Sequence[CallPlan], extras: Extras, *, as_json: bool) -> None:
    """Print what a run will come to.

    Args:
        plans: Its calls.
        extras: Prices; what they lack is not known.
        as_json: As one JSON object, in place of a table.
    """
    tariffs = extras.tariffs
    each = [(plan.stack.name, estimate(plan)) for plan in plans]
    found = total(one for _, one in each)
    costs = [tariffs[stack].cost(one.usage) for stack, one in each if stack in tariffs]
    cost = total_cost(costs) if costs else None
    if as_json:
        usage = {"call_minutes": round(found.call_s / 60, 1), **found.usage.to_json()}
        show_json({"calls": found.calls, **usage, "cost": cost and cost.to_json(), "estimated_from": _FROM})
    else:
        show(_view(found, cost))


def _view(found: Estimate, cost: Cost | None) -> RenderableType:
    used = found.usage.to_json()
    table = grid("!", "")
    for name, value in (
        ("calls", f"{found.calls}"),
        ("minutes of call", f"{found.call_s / 60:.0f}" if found.call_s else "no sound"),
        ("transcribed", f"{used['stt_s'] / 60:.0f} min"),
        ("spoken by the agent", f"{used['tts_s'] / 60:.0f} min, {used['tts_characters']} characters"),
        ("requests", f"{used['requests']}"),
        ("tokens", f"{used['input_tokens']} in, {used['output_tokens']} out"),
        ("cost", _cost(cost)),
    ):
        table.add_row(Text(name, "dim"), words(value))
    return Group(table, "", words(f"About: {_FROM}"))


def _cost(cost: Cost | None) -> str:
    if cost is None:
        return "not known; give --prices"
    if cost.usd is None:
        return f"not known: {', '.join(cost.unknown)}; the rest {dollars(cost.known_usd)} ({cost.prices})"
    return f"{dollars(cost.usd)} ({cost.prices})"
