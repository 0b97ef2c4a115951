"""From a record to an outcome; the wall around the grader."""

from dataclasses import dataclass

from voicebench.errors import GradeError
from voicebench.record import CallRecord, Ending, Fault
from voicebench.task import Expectation, Json
from voicebench.verdict import DatabaseGate, Gates, HandoffGate, Outcome, ToolGate, Verdict
from voicebench.verify import check, grade

__all__ = ["Graded", "grade_record"]


@dataclass(frozen=True)
class Graded:
    """A verdict, and whose doing it was.

    Args:
        verdict: Outcome, gates and reason.
        fault: Who kept the call from passing: the agent where it failed, another where the call or the grader broke.
    """

    verdict: Verdict
    fault: Fault | None = None

    def to_json(self, *, timing_valid: bool) -> dict[str, Json]:
        """Return what ``verdict.json`` holds."""
        return self.verdict.model_dump(mode="python") | {"fault": self.fault, "timing_valid": timing_valid}


def grade_record(record: CallRecord, expectation: Expectation) -> Graded:
    """Grade a call by what its task expects.

    A call that broke is errored: it says nothing about the agent. So is one whose grader broke; a broken answer key
    leaves it unscored. Neither ever passes.
    """
    if _broke(record.ending):
        why = record.ending.message or f"the call ended by {record.ending.why}"
        return _without_gates(record, "errored", why, record.ending.fault or "harness")
    try:
        return _by_the_key(record, expectation)
    except Exception as error:  # noqa: BLE001 - the wall around the grader: what breaks it is no verdict on the agent
        return _without_gates(record, "errored", f"the grader broke: {_words(error)}", "harness")


def _by_the_key(record: CallRecord, expectation: Expectation) -> Graded:
    try:
        check(expectation)
    except GradeError as error:
        return _without_gates(record, "unscored", f"the answer key: {error}", "harness")
    verdict = grade(expectation, record.log)
    return Graded(verdict, "agent" if verdict.outcome == "failed" else None)


def _broke(ending: Ending) -> bool:
    return ending.why == "error" or ending.fault in {"caller", "provider", "harness"}


def _without_gates(record: CallRecord, outcome: Outcome, reason: str, fault: Fault) -> Graded:
    gates = Gates(
        tools=ToolGate(outcome="unscored"),
        handoffs=HandoffGate(outcome="unscored"),
        database=DatabaseGate(outcome="unscored"),
    )
    return Graded(Verdict(task=record.task, outcome=outcome, gates=gates, reason=reason), fault)


def _words(error: Exception) -> str:
    return str(error) if isinstance(error, GradeError) else f"{type(error).__name__}: {error}"
