"""The verifier: what a call left behind against what its task expects, without any judgement of its own.

It follows the rules of ``voicebench-expected/1`` and fails closed: an answer key without criteria and a log without a
dump are unscored, and what cannot be read or does not hold together raises ``GradeError``.
"""

from voicebench.errors import GradeError
from voicebench.record import Log
from voicebench.task import Expectation
from voicebench.verdict import GateOutcome, Gates, Outcome, Verdict
from voicebench.verify.answer_key import check
from voicebench.verify.database import endings, grade_database
from voicebench.verify.files import check_log, read_expectation, read_log
from voicebench.verify.handoffs import grade_handoffs
from voicebench.verify.reasons import NOTHING_ASKED, reason
from voicebench.verify.tools import grade_tools

__all__ = ["check", "grade", "read_expectation", "read_log"]


def grade(expectation: Expectation, log: Log) -> Verdict:
    """Grade what an agent did by what its task expects.

    Args:
        expectation: The answer key.
        log: Tool calls and write tables of one call.

    Returns:
        The verdict, with a reason of one line unless the call passed.

    Raises:
        GradeError: The answer key or the log does not hold together, or they are of different tasks.
    """
    check(expectation)
    check_log(log)
    if log.task != expectation.task:
        raise GradeError(f"the log is of task {log.task!r}, the answer key of task {expectation.task!r}")
    asked = bool(expectation.tools or expectation.handoffs.path or any(endings(expectation.database)))
    gates = _gates(expectation, log)
    if not asked:
        gates = _unscored(gates)
    outcome = _outcome(gates)
    why = None if outcome == "passed" else reason(expectation, log, gates) or NOTHING_ASKED
    return Verdict(task=expectation.task, outcome=outcome, gates=gates, reason=why)


def _gates(expectation: Expectation, log: Log) -> Gates:
    return Gates(
        tools=grade_tools(expectation, log.tools),
        handoffs=grade_handoffs(expectation.handoffs, log.tools),
        database=grade_database(expectation.database, log.database),
    )


def _unscored(gates: Gates) -> Gates:
    """Passing means nothing where nothing was asked."""
    parts = {name: getattr(gates, name) for name in Gates.model_fields}
    return gates.model_copy(
        update={
            name: gate.model_copy(update={"outcome": "unscored"})
            for name, gate in parts.items()
            if gate.outcome == "passed"
        }
    )


def _outcome(gates: Gates) -> Outcome:
    outcomes: set[GateOutcome] = {gates.tools.outcome, gates.handoffs.outcome, gates.database.outcome}
    if "failed" in outcomes:
        return "failed"
    return "unscored" if "unscored" in outcomes else "passed"
