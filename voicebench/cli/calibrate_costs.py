"""The costs half of ``voicebench calibrate``: a cost profile of a stack on this machine."""

import time
from datetime import UTC, datetime
from pathlib import Path

import typer
from loguru import logger
from rich.console import RenderableType

from voicebench.cli.result import write_file
from voicebench.cli.screen import PASSED, complain, show, show_json
from voicebench.errors import ConfigError
from voicebench.report.words import grid, words
from voicebench.stack import load_stack
from voicebench.task import Json

__all__ = ["measure_costs"]


def measure_costs(stack: str, name: str | None, out: Path | None, repeats: int, *, as_json: bool) -> int:
    """Measure a stack and write or print its profile.

    Args:
        stack: A name of `voicebench stacks`, or a file.
        name: The profile's name; the stack's when None.
        out: The file to write; None prints the profile.
        repeats: Jobs of each length.
        as_json: Whether to print figures as one JSON object.
    """
    if out is not None and not (out.suffix in {".yaml", ".yml"} and out.parent.is_dir()):
        raise ConfigError(f"--out {out}: give a .yaml file in a folder that is there")
    chosen = load_stack(stack)
    logger.remove()
    # Here and not above: it imports Pipecat, which takes seconds and greets on stderr.
    from voicebench.run.calibrate import Surroundings, calibrate, profile_text  # noqa: PLC0415

    around = Surroundings(datetime.now(UTC).date().isoformat(), time.sleep, complain)
    profile = calibrate(chosen, name or chosen.name, repeats, around)
    # Shown first: what took minutes is not lost to a disk that is full.
    if as_json:
        show_json(profile)
    elif out is None:
        typer.echo(profile_text(profile), nl=False)
    else:
        show(_view(profile))
    if out is not None:
        write_file("--out", out, profile_text(profile))
    if out is not None and not as_json:
        complain(f"wrote {out}; use it with --costs profile:{out}")
    return PASSED


def _view(profile: dict[str, Json]) -> RenderableType:
    table = grid("!stage", "size", "jobs", "least", "median", "most")
    for part in ("stages", "beside"):
        for stage, rows in profile[part].items():
            for row in rows:
                ms = row["ms"]
                figures = (f"{row['size']:g} s" if row["size"] else "", str(row["n"]))
                costs = (f"{value:.1f} ms" for value in (ms[0], ms[len(ms) // 2], ms[-1]))
                table.add_row(*map(words, (stage, *figures, *costs)))
    return table
