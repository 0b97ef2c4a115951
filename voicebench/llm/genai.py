"""The prices of the package ``genai-prices``, for the model of one stack; the only use of that package."""

from collections.abc import Iterator
from datetime import datetime
from importlib import import_module, metadata
from typing import Any

from voicebench.errors import ConfigError, MissingExtraError
from voicebench.llm.prices import LlmPrice, Prices
from voicebench.stack import Stack

__all__ = ["GENAI", "genai_prices"]

GENAI = "genai-prices"
"""What to write in place of a file."""


def genai_prices(stack: Stack, now: datetime) -> Prices:
    """Return what the package knows of a stack's model; it looks nothing up on the network.

    Args:
        stack: The stack; its endpoint tells the provider, so that a model of the same name elsewhere has no price.
        now: Prices of that day.

    Raises:
        MissingExtraError: The package is not installed.
    """
    try:
        snapshot = import_module("genai_prices.data_snapshot").get_snapshot()
    except ImportError:
        raise MissingExtraError(
            f"--prices {GENAI}: the package {GENAI}", 'pip install "voicebench-sim[prices]"'
        ) from None
    source = f"{GENAI} {metadata.version(GENAI)}"
    try:
        _, model = snapshot.find_provider_model(stack.llm.model, None, None, stack.llm.base_url)
    except LookupError:
        return Prices(as_of=now.date(), source=source)
    return Prices(as_of=now.date(), source=source, llm={stack.llm.model: tuple(_tiers(model.get_prices(now)))})


def _tiers(price: Any) -> Iterator[LlmPrice]:
    """A tier of theirs holds for all tokens of a request with a longer prompt, as one of ours does."""
    parts = {"input": price.input_mtok, "cached": price.cache_read_mtok, "output": price.output_mtok}
    if parts["input"] is None or parts["output"] is None:
        raise ConfigError(f"--prices {GENAI}: it has no price by the token of this model; give a file")
    starts = sorted({0} | {tier.start for part in parts.values() for tier in getattr(part, "tiers", ())})
    for start in starts:
        yield LlmPrice(over_input_tokens=start, **{name: _at(part, start) for name, part in parts.items()})


def _at(part: Any, start: int) -> Any:
    if part is None or not hasattr(part, "tiers"):
        return None if part is None else float(part)
    below = [tier.price for tier in part.tiers if tier.start <= start]
    return float(below[-1] if below else part.base)
