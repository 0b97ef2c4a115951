"""How a run goes, on stderr: bars on a terminal, plain lines elsewhere."""

import contextlib
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn

from voicebench.report.rows import CallSummary
from voicebench.report.words import words
from voicebench.run.plan import CallPlan
from voicebench.run.suite import Progress as RunProgress
from voicebench.run.watch import Moment

__all__ = ["progress"]


@contextlib.contextmanager
def progress(
    console: Console, total: int, *, is_grid: bool = False, tells_turns: bool = False
) -> Iterator[RunProgress]:
    """Lend what fits the console.

    Args:
        console: Where to write.
        total: Number of calls.
        is_grid: Whether stack and line tell calls apart.
        tells_turns: Whether each turn of a call has a line, which leaves no room for bars.
    """
    name = _name_in_grid if is_grid else _name
    if tells_turns or not console.is_terminal:
        yield _Lines(console, total, name, tells_turns=tells_turns)
        return
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(12),
        TextColumn("{task.fields[turn]}", markup=False),
        TextColumn("{task.fields[side]:6}", markup=False),
        TextColumn("{task.fields[call]}", markup=False),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bars:
        yield _Bars(bars, total, name)


def _name(plan: CallPlan) -> str:
    return f"{plan.task_id} trial {plan.trial}"


def _name_in_grid(plan: CallPlan) -> str:
    return f"{plan.stack.name}, {plan.line.name}: {_name(plan)}"


class _Lines:
    """A line when a call begins and one when it is finished."""

    def __init__(self, console: Console, total: int, name: Callable[[CallPlan], str], *, tells_turns: bool = False):
        self._name = name
        self._tells_turns = tells_turns
        self._turns: dict[str, int] = {}
        self._console = console
        self._total = total
        self._done = 0

    def started(self, plan: CallPlan) -> None:
        """A call begins."""
        self._print(f"{self._name(plan)}: started")

    def moved(self, plan: CallPlan, moment: Moment) -> None:
        """Tell of a turn, where that is wanted: a file full of turns is no help to most."""
        name = self._name(plan)
        if self._tells_turns and moment.turn > self._turns.get(name, 0):
            self._turns[name] = moment.turn
            self._print(f"{name}: turn {moment.turn} at {moment.at_s:.1f} s of call")

    def finished(self, plan: CallPlan, call: CallSummary) -> None:
        """A call is graded and kept."""
        self._done += 1
        took = "" if call.wall_s is None else f" after {call.wall_s:.1f} s"
        self._print(f"{self._name(plan)}: {call.outcome}{took}")

    def _print(self, line: str) -> None:
        self._console.print(words(f"[{self._done}/{self._total}] {line}"), soft_wrap=True)


class _Bars:
    """One bar for the run, and one for each call in progress; nobody knows how long that will be, so it pulses."""

    def __init__(self, bars: Progress, total: int, name: Callable[[CallPlan], str]):
        self._name = name
        self._bars = bars
        self._total = total
        self._all = bars.add_task("calls", total=total, turn=f"0/{total}", side="", call="")
        self._calls: dict[str, TaskID] = {}
        self._done = 0

    def started(self, plan: CallPlan) -> None:
        """A call begins."""
        name = self._name(plan)
        bar = self._bars.add_task(words(name).plain, total=None, turn="starting", side="", call="")
        self._calls[name] = bar

    def moved(self, plan: CallPlan, moment: Moment) -> None:
        """A call goes on."""
        bar = self._calls[self._name(plan)]
        self._bars.update(bar, turn=f"turn {moment.turn}", side=moment.side or "", call=f"{moment.at_s:.0f} s of call")

    def finished(self, plan: CallPlan, call: CallSummary) -> None:  # noqa: ARG002 - the table tells what came of it
        """A call is graded and kept."""
        self._bars.remove_task(self._calls.pop(self._name(plan)))
        self._done += 1
        self._bars.update(self._all, completed=self._done, turn=f"{self._done}/{self._total}")
