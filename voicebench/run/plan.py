"""What one call is to be: everything that decides it, chosen before it starts."""

from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from voicebench.line.chain import LineSettings
from voicebench.run.cassette import Cassette
from voicebench.run.costs import RunCosts
from voicebench.stack import LlmSpec, Stack
from voicebench.task import Pack, Task

__all__ = ["CallPlan", "CallerModel", "ClockKind"]

ClockKind = Literal["real", "virtual"]


class CallerModel(BaseModel):
    """The model that chooses a caller's words.

    Args:
        llm: Where it is and how it is asked.
        reruns: How often a call that the caller broke is made again.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    llm: LlmSpec
    reruns: int = Field(default=2, ge=0)


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
        log_level: How much libraries say while it is made; see ``voicebench.run.logs``. It decides nothing.
        cassette: What it is recorded on, or replayed from; None for neither.
        caller: The model that chooses the caller's words; None for the scripted caller.
    """

    pack: Pack
    task: Task
    trial: int
    seed: int
    stack: Stack
    line: LineSettings
    costs: RunCosts | None
    trusted: bool = False
    cassette: Cassette | None = None
    log_level: str = "ERROR"
    caller: CallerModel | None = None

    @property
    def task_id(self) -> str:
        """``PACK/TASK``."""
        return f"{self.pack.id}/{self.task.id}"

    @property
    def clock(self) -> ClockKind:
        """``real`` or ``virtual``."""
        return "virtual" if self.costs else "real"

    @property
    def line_name(self) -> str:
        """Name of the line, as the record has it: there is none without sound."""
        return self.line.name if self.stack.has_sound else "none"

    @property
    def name(self) -> str:
        """Which call it is, in words, among those of several stacks and lines."""
        return f"stack {self.stack.name}, line {self.line.name}, {self.task_id} trial {self.trial}"

    @property
    def is_replayed(self) -> bool:
        """Whether all that it has from outside comes from a cassette."""
        return self.cassette is not None and self.cassette.is_played
