"""What one call is to be: everything that decides it, chosen before it starts."""

from dataclasses import dataclass
from typing import Literal

from voicebench.line.chain import LineSettings
from voicebench.stack import Stack
from voicebench.task import Pack, Task

__all__ = ["DEFAULT_COSTS", "CallPlan", "ClockKind"]

ClockKind = Literal["real", "virtual"]
DEFAULT_COSTS = "profile:local"


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
        clock: ``real`` or ``virtual``.
        costs: ``measured`` or ``profile:NAME``; under the real clock work takes what it takes.
        cost: ``STAGE=COST`` each, in place of those.
        trusted: Whether code of a pack from elsewhere may run.
    """

    pack: Pack
    task: Task
    trial: int
    seed: int
    stack: Stack
    line: LineSettings
    clock: ClockKind = "virtual"
    costs: str = DEFAULT_COSTS
    cost: tuple[str, ...] = ()
    trusted: bool = False

    @property
    def task_id(self) -> str:
        """``PACK/TASK``."""
        return f"{self.pack.id}/{self.task.id}"
