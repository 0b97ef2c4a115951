"""Prices of a run: of each stack, kept in ``run.json``, so that a run costs the same whenever it is looked at."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from pydantic import ValidationError

from voicebench.complaints import first_fault
from voicebench.errors import RecordError
from voicebench.llm.genai import GENAI, genai_prices
from voicebench.llm.prices import Tariff, load_prices, tariff
from voicebench.report.rows import CallSummary
from voicebench.stack import Stack
from voicebench.task import Json

__all__ = ["Tariffs", "priced", "stack_tariffs", "tariff_facts", "tariffs_of"]

Tariffs = Mapping[str, Tariff]
"""By the stack's name."""


def stack_tariffs(prices: str | None, stacks: Iterable[Stack], now: datetime) -> Tariffs:
    """Return the prices of some stacks; none where none were asked for.

    Args:
        prices: A file, or ``genai-prices``.
        stacks: Of which.
        now: Prices of that day, where the source has several.

    Raises:
        ConfigError: The file cannot be read, or the package is not installed.
    """
    if prices is None:
        return {}
    if prices == GENAI:
        return {stack.name: tariff(genai_prices(stack, now), stack) for stack in stacks}
    table = load_prices(prices)
    return {stack.name: tariff(table, stack) for stack in stacks}


def tariff_facts(tariffs: Tariffs) -> Json:
    """Return prices as ``run.json`` keeps them."""
    return {name: one.model_dump(mode="json") for name, one in tariffs.items()}


def tariffs_of(facts: Mapping[str, Json]) -> Tariffs:
    """Return the prices that a run was made with.

    Args:
        facts: What ``run.json`` holds.

    Raises:
        RecordError: They cannot be read.
    """
    try:
        return {name: Tariff.model_validate(one) for name, one in (facts.get("prices") or {}).items()}
    except (ValidationError, AttributeError) as error:
        what = first_fault(error) if isinstance(error, ValidationError) else str(error)
        raise RecordError(f"run.json: prices: {what}") from error


def priced(calls: Sequence[CallSummary], tariffs: Tariffs) -> list[CallSummary]:
    """Return calls with what they cost."""
    return [
        replace(call, cost=tariffs[call.stack].cost(call.usage)) if call.stack in tariffs else call for call in calls
    ]
