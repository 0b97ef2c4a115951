"""How much ``voicebench run`` tells, and to whom: ``-v``, ``--log-json``, ``--otel``."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from voicebench.cli.json_log import json_log
from voicebench.cli.otel import OtelTo, otel_spans
from voicebench.run.logs import LEVELS
from voicebench.run.suite import Progress

__all__ = ["LogJsonOption", "Look", "OtelOption", "VerboseOption"]

VerboseOption = Annotated[
    int,
    typer.Option(
        "--verbose", "-v", count=True, help="Tell each turn, and log what libraries say in workers.log; -vv: all of it."
    ),
]
LogJsonOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Add one JSON line an event to a file; - is stderr.")
]
OtelOption = Annotated[
    OtelTo | None, typer.Option(help="Export calls, turns and stages as OpenTelemetry spans (an extra).")
]


@dataclass(frozen=True)
class Look:
    """How much is told, and to whom.

    Args:
        verbosity: How often ``-v`` was given.
        log_json: The file that takes JSON lines.
        otel: Where spans go.
    """

    verbosity: int = 0
    log_json: Path | None = None
    otel: OtelTo | None = None

    @property
    def level(self) -> str:
        """How much libraries say."""
        return LEVELS[min(self.verbosity, len(LEVELS) - 1)]

    @contextlib.contextmanager
    def at(self, inner: Progress) -> Iterator[Progress]:
        """Lend a ``Progress`` that tells all who shall know.

        Raises:
            ConfigError: The log cannot be written, or an extra is not installed.
        """
        with json_log(inner, self.log_json) as logged, otel_spans(logged, self.otel) as observed:
            yield observed
