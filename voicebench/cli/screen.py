"""Where a command prints: figures on stdout, everything else on stderr; and how it ends."""

import json
from collections.abc import Iterable

import typer
from rich.console import Console, RenderableType

from voicebench.errors import VoicebenchError
from voicebench.report.words import words
from voicebench.task import Json
from voicebench.verdict import Outcome

__all__ = [
    "BAD_INPUT",
    "BROKEN",
    "FAILED",
    "INTERRUPTED",
    "PASSED",
    "Interrupted",
    "complain",
    "exit_code",
    "show",
    "show_json",
    "stderr",
]


class Interrupted(VoicebenchError):  # noqa: N818 - the name is the fact
    """Ctrl-C ended it early; the message says how to go on."""


PASSED, FAILED, BAD_INPUT, BROKEN, INTERRUPTED = 0, 1, 2, 3, 130
"""Exit codes: all passed; some failed; the user's file or flag is wrong; some errored or unscored; Ctrl-C."""


def stderr() -> Console:
    """Return the console for everything but figures."""
    return Console(stderr=True, highlight=False)


def show(view: RenderableType, *, wrap: bool = True) -> None:
    """Print a view on stdout.

    Args:
        view: What to print.
        wrap: Whether to break lines that are longer than the terminal is wide.
    """
    Console(highlight=False).print(view, soft_wrap=not wrap, crop=False)


def show_json(value: Json) -> None:
    """Print one JSON object on stdout; in ASCII, since a model may send what UTF-8 cannot hold."""
    typer.echo(json.dumps(value, indent=1))


def complain(message: str) -> None:
    """Say on stderr, in one line, what is wrong."""
    stderr().print(words(f"voicebench: {message.strip()}"), soft_wrap=True)


def exit_code(outcomes: Iterable[Outcome]) -> int:
    """Return the exit code of graded calls: errored and unscored ones count before failed ones."""
    found = set(outcomes)
    if found & {"errored", "unscored"}:
        return BROKEN
    return FAILED if "failed" in found else PASSED
