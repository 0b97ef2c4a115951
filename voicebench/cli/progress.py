"""How a run goes, on stderr: bars on a terminal, plain lines elsewhere."""

import contextlib
from collections.abc import Iterator

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn

from voicebench.report.rows import CallSummary
from voicebench.report.words import words
from voicebench.run.plan import CallPlan
from voicebench.run.suite import Progress as RunProgress

__all__ = ["progress"]


@contextlib.contextmanager
def progress(console: Console, total: int) -> Iterator[RunProgress]:
    """Lend what fits the console.

    Args:
        console: Where to write.
        total: Number of calls.
    """
    if not console.is_terminal:
        yield _Lines(console, total)
        return
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(30),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bars:
        yield _Bars(bars, total)


class _Lines:
    def __init__(self, console: Console, total: int):
        self._console = console
        self._total = total
        self._done = 0

    def started(self, plan: CallPlan) -> None:
        """A call begins."""
        self._print(f"{plan.task_id} trial {plan.trial}: started")

    def finished(self, plan: CallPlan, call: CallSummary) -> None:
        """A call is graded and kept."""
        self._done += 1
        took = "" if call.wall_s is None else f" after {call.wall_s:.1f} s"
        self._print(f"{plan.task_id} trial {plan.trial}: {call.outcome}{took}")

    def _print(self, line: str) -> None:
        self._console.print(words(f"[{self._done}/{self._total}] {line}"), soft_wrap=True)


class _Bars:
    """One bar for the run, and one that pulses for each call in progress."""

    def __init__(self, bars: Progress, total: int):
        self._bars = bars
        self._all = bars.add_task("calls", total=total)
        self._calls: dict[tuple[str, int], TaskID] = {}

    def started(self, plan: CallPlan) -> None:
        """A call begins."""
        name = words(plan.task_id + (f"#{plan.trial}" if plan.trial else "")).markup
        self._calls[plan.task_id, plan.trial] = self._bars.add_task(name, total=None)

    def finished(self, plan: CallPlan, call: CallSummary) -> None:  # noqa: ARG002 - the table tells what came of it
        """A call is graded and kept."""
        self._bars.remove_task(self._calls.pop((plan.task_id, plan.trial)))
        self._bars.advance(self._all)
