"""``voicebench calibrate --truth``: the harness measured by an agent whose delays are known."""

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime

from rich.console import Group, RenderableType
from rich.text import Text

from voicebench import models
from voicebench.cli.screen import FAILED, PASSED, show, show_json, stderr
from voicebench.report.words import grid, ratio, words
from voicebench.run.manifest import versions
from voicebench.run.truth.errors import Errors
from voicebench.run.truth.kept import keep
from voicebench.run.truth.measure import Known, measure
from voicebench.task import Json

__all__ = ["measure_truth"]

_IDLE_LOAD = 0.5


def measure_truth(replies: int, *, as_json: bool) -> int:
    """Measure, print, and keep the figures for the headers of later runs.

    Args:
        replies: How many on the real clock, at least.
        as_json: Print one JSON object.

    Returns:
        The exit code: 1 when a bar was missed.
    """
    load = round(os.getloadavg()[0], 2)
    if load > _IDLE_LOAD:
        _tell(f"the machine is busy (load {load}): the real clock will look worse than it is")
    known = measure(replies, _tell)
    measured: dict[str, Json] = {"date": datetime.now(UTC).date().isoformat(), "load_1min": load}
    with suppress(OSError):  # a folder that cannot be written is doctor's business
        keep({**measured, **known.in_brief()}, models.cache_folder())
    if as_json:
        show_json({**known.to_json(), **measured, "versions": versions()})
    else:
        show(_view(known))
    return FAILED if known.missed() else PASSED


def _tell(what: str) -> None:
    stderr().print(words(f"voicebench: {what}"), soft_wrap=True)


def _view(known: Known) -> RenderableType:
    missed = known.missed()
    bars = [words(f"missed: {one}", "bold red") for one in missed] or [Text("All bars are kept.", "green")]
    return Group(
        "Error of voice-to-voice, measured less true, in milliseconds",
        "",
        _table(known),
        "",
        "packet: how much later than asked for a reply was really heard, since packets leave every 20 ms",
        *bars,
    )


def _table(known: Known) -> RenderableType:
    table = grid("", ">n", ">bias", ">p50", ">p99", ">worst", ">packet\np50", ">packet\nworst", ">rejected")
    for name, errors in _rows(known):
        table.add_row(words(name), str(errors.n), *map(_ms, _figures(errors)), ratio(errors.rejected_share))
    return table


def _rows(known: Known) -> Iterator[tuple[str, Errors]]:
    yield "virtual clock, tone", known.virtual_tone
    yield "virtual clock, speech", known.virtual_speech
    yield "real clock", known.real
    for name, errors in known.by_condition.items():
        yield f"  {name}", errors


def _figures(errors: Errors) -> tuple[float | None, ...]:
    return (
        errors.bias_ms,
        errors.p50_abs_ms,
        errors.p99_abs_ms,
        errors.worst_abs_ms,
        errors.packetisation_ms,
        errors.packetisation_worst_ms,
    )


def _ms(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
