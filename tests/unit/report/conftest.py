from collections.abc import Callable, Sequence

import pytest
from rich.console import Console, RenderableType

from voicebench.report.rows import CallSummary, Spread


@pytest.fixture
def shown() -> Callable[[RenderableType], str]:
    """Renders as a pipe gets it: 80 columns, no colour."""

    def render(view: RenderableType) -> str:
        console = Console(width=80, color_system=None, force_terminal=False, highlight=False)
        with console.capture() as capture:
            console.print(view)
        return capture.get()

    return render


@pytest.fixture(scope="session")
def summary() -> Callable[..., CallSummary]:
    """``summary(outcome=..., ...)``."""

    def make(**changes: object) -> CallSummary:
        facts: dict[str, object] = {
            "task": "customer_support/R-H4",
            "trial": 0,
            "seed": 1,
            "stack": "local",
            "line": "clean",
            "outcome": "passed",
            "fault": None,
            "gates": {"tools": "passed", "handoffs": "passed", "database": "passed"},
            "record_sha256": "0" * 64,
            "call_s": 183.25,
            "wall_s": 12.34,
            "voice_to_voice_ms": Spread(1460.4, 1820.6),
            "ttft_ms": Spread(354.2, 400.0),
            "wer": 0.125,
            "reason": None,
            "folder": "runs/x/calls/customer_support/R-H4/0",
        }
        return CallSummary(**(facts | changes))  # type: ignore[arg-type]

    return make


@pytest.fixture(scope="session")
def calls(summary: Callable[..., CallSummary]) -> Callable[..., list[CallSummary]]:
    """``calls("a/1", "ppfeu", ...)``: trials of a task by the first letter of their outcome, or the whole word."""
    names = {name[0]: name for name in ("passed", "failed", "errored", "unscored")}

    def make(task: str, trials: Sequence[str], **changes: object) -> list[CallSummary]:
        return [
            summary(**{"task": task, "trial": number, "seed": number, "outcome": names[outcome[0]]} | changes)
            for number, outcome in enumerate(trials)
        ]

    return make
