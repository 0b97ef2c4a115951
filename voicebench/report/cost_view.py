"""What calls used and cost, in a line or two."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from voicebench.report.rows import CallSummary, cost_figures
from voicebench.report.words import words
from voicebench.spending import Usage

__all__ = ["cost_lines", "dollars", "tokens"]


def dollars(usd: float) -> str:
    """Return an amount, with at least two figures that are not nought."""
    return f"${usd:.2f}" if usd >= 1 or not usd else f"${usd:.2g}" if usd < 0.0001 else f"${usd:.4f}"


def tokens(usage: Usage) -> str:
    """Return the tokens of a call in words."""
    found = usage.to_json()
    if found["input_tokens"] is None:
        return f"no data of {found['requests']} requests"
    uncounted = f"; {usage.uncounted} not counted" if usage.uncounted else ""
    told = f"{found['input_tokens']} in ({found['cached_tokens']} cached), "
    told += f"{found['output_tokens']} out ({found['reasoning_tokens']} reasoning)"
    return f"{told} of {found['requests']} requests{uncounted}"


def cost_lines(calls: Sequence[CallSummary]) -> Iterator[RenderableType]:
    """Return what calls cost; nothing where no prices were given."""
    found = cost_figures(calls)
    if found is None:
        return
    if found["usd"] is None:
        value = f"not known; what is known comes to {dollars(found['known_usd'])}"
    else:
        value = dollars(found["usd"])
        if len(calls) > 1:
            value += f", {dollars(found['usd_per_call'])} a call"
        if found["usd_per_minute"] is not None:
            value += f", {dollars(found['usd_per_minute'])} a minute of call"
    yield Text.assemble(("cost ", "bold"), words(value), words(f"   ({found['prices']})", "dim"))
    for what, often in found["unknown"].items():
        yield words(f"     not counted: {what} ({often})", "yellow")
