"""What one call is to be: everything that decides it, chosen before it starts."""

from dataclasses import dataclass
from typing import Literal

from voicebench.line.chain import LineSettings
from voicebench.run.costs import RunCosts
from voicebench.stack import Stack
from voicebench.task import Pack, Task

__all__ = ["CallPlan", "ClockKind"]

ClockKind = Literal["real", "virtual"]


@dataclass(frozen=True)
class CallPlan:
    """One call of a run.

    Args:
        pack: The firm.
        task: The caller's task.
        trial: From 0.
        seed: The call's seed, made of the run's seed, the task and the trial alone.
        stack: What is under test.
        line: The line's condition.
        costs: What work costs on the virtual clock; None on the real one, where it takes what it takes.
        trusted: Whether code of a pack from elsewhere may run.
    """

    pack: Pack
    task: Task
    trial: int
    seed: int
    stack: Stack
    line: LineSettings
    costs: RunCosts | None
    trusted: bool = False

    @property
    def task_id(self) -> str:
        """``PACK/TASK``."""
        return f"{self.pack.id}/{self.task.id}"

    @property
    def clock(self) -> ClockKind:
        """``real`` or ``virtual``."""
        return "virtual" if self.costs else "real"
