"""How an attack goes, on stderr: one bar on a terminal, a line for each call elsewhere."""

import contextlib
from collections.abc import Iterator

from rich.console import Console
from rich.progress import Progress, TaskID

from voicebench.report.rows import CallSummary
from voicebench.report.words import words
from voicebench.run.plan import CallPlan
from voicebench.run.suite import Progress as RunProgress
from voicebench.run.watch import Moment

__all__ = ["attack_progress"]


@contextlib.contextmanager
def attack_progress(console: Console, total: int) -> Iterator[RunProgress]:
    """Lend what fits the console.

    Args:
        console: Where to write.
        total: Number of calls.
    """
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bars:
        yield _Told(console, bars, bars.add_task("calls", total=total), total)


class _Told:
    def __init__(self, console: Console, bars: Progress, bar: TaskID, total: int):
        self._console = console
        self._bars = bars
        self._bar = bar
        self._total = total
        self._done = 0

    def started(self, plan: CallPlan) -> None:
        """Say nothing: a call takes a second or two."""

    def moved(self, plan: CallPlan, moment: Moment) -> None:
        """Say nothing."""

    def finished(self, plan: CallPlan, call: CallSummary) -> None:
        """A call is graded."""
        self._done += 1
        self._bars.advance(self._bar)
        if not self._console.is_terminal:
            who = plan.stack.llm.control or "reference"
            self._console.print(words(f"[{self._done}/{self._total}] {plan.task_id} {who}: {call.outcome}"))
