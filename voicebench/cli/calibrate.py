"""``voicebench calibrate``: how far this machine's measurements can be trusted, and what its models cost."""

from typing import Annotated

import typer

from voicebench.errors import ConfigError

__all__ = ["EXAMPLE", "calibrate"]

EXAMPLE = "Example: voicebench calibrate --truth"


def calibrate(
    *,
    truth: Annotated[
        bool, typer.Option("--truth", help="Measure the harness itself, by an agent whose delays are known.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print figures as one JSON object.")] = False,
) -> int:
    """Measure the measuring: latencies against a known truth."""
    if truth:
        return _truth(as_json=as_json)
    raise ConfigError("say what to calibrate: --truth")


def _truth(*, as_json: bool) -> int:
    raise ConfigError(f"--truth is not built yet (--json {as_json})")
