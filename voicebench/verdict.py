"""What the verifier says of a record; its JSON is the verdict of ``voicebench-expected/1``."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from voicebench.task import Json

__all__ = [
    "DatabaseGate",
    "Difference",
    "GateOutcome",
    "Gates",
    "HandoffGate",
    "Label",
    "Outcome",
    "ToolGate",
    "ToolRow",
    "Verdict",
]

Outcome = Literal["passed", "failed", "errored", "unscored"]
GateOutcome = Literal["passed", "failed", "unscored"]
Label = Literal["hit", "mismatch", "missing", "extra"]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ToolRow(_Frozen):
    """One expected call, one actual call, or both where they met."""

    name: str
    label: Label
    expected: Json
    actual: Json


class ToolGate(_Frozen):
    """Verdict on the tool calls."""

    outcome: GateOutcome
    rows: tuple[ToolRow, ...] = ()


class HandoffGate(_Frozen):
    """Verdict on the path of handoffs."""

    outcome: GateOutcome
    expected: tuple[str, ...] = ()
    actual: tuple[str, ...] = ()


class Difference(_Frozen):
    """One cell, or one whole row, that is not as expected."""

    table: str
    row: Json
    column: str | None
    expected: Json
    actual: Json


class DatabaseGate(_Frozen):
    """Verdict on the write tables at hang-up."""

    outcome: GateOutcome
    differences: tuple[Difference, ...] = ()


class Gates(_Frozen):
    """The three gates."""

    tools: ToolGate
    handoffs: HandoffGate
    database: DatabaseGate


class Verdict(_Frozen):
    """Outcome of one call, with its reasons.

    ``reason`` says in one line why a call did not pass; it is not part of the reference format and is left out of
    ``--json`` there.
    """

    task: str
    outcome: Outcome
    gates: Gates
    reason: str | None = None
