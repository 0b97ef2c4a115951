"""``voicebench calibrate``: how far this machine's measurements can be trusted, and what its models cost."""

from pathlib import Path
from typing import Annotated

import typer

from voicebench.cli.calibrate_costs import measure_costs
from voicebench.cli.calibrate_truth import measure_truth
from voicebench.errors import ConfigError
from voicebench.run.truth.measure import REAL_ASKED

__all__ = ["EXAMPLE", "calibrate"]

EXAMPLE = "Example: voicebench calibrate --stack local --out my-machine.yaml"


def calibrate(
    *,
    truth: Annotated[
        bool, typer.Option("--truth", help="Measure the harness itself, by an agent whose delays are known.")
    ] = False,
    replies: Annotated[int, typer.Option(min=8, help="With --truth: replies on the real clock.")] = REAL_ASKED,
    stack: Annotated[str, typer.Option(help="What to measure: a name of `voicebench stacks`, or a file.")] = "local",
    out: Annotated[Path | None, typer.Option(help="The profile's file. Default: print it.")] = None,
    name: Annotated[str | None, typer.Option(help="The profile's name. Default: the stack's.")] = None,
    repeats: Annotated[int, typer.Option(min=2, help="Jobs of each length.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="Print figures as one JSON object.")] = False,
) -> int:
    """Measure what a stack costs on this machine. As a profile for --costs; with --truth, the measuring itself."""
    if truth and (out or name):
        raise ConfigError("calibrate: --out and --name go with a profile, and --truth measures none")
    if truth:
        return measure_truth(replies, as_json=as_json)
    return measure_costs(stack, name, out, repeats, as_json=as_json)
