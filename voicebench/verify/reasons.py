"""Why a call did not pass, in one line: what was expected, what was found, and where."""

import json
from collections.abc import Iterator, Mapping, Sequence

from voicebench.record import Log, LoggedCall
from voicebench.task import Expectation, ExpectedCall, Json
from voicebench.verdict import DatabaseGate, Difference, Gates, HandoffGate, ToolGate
from voicebench.verify.database import missing_tables
from voicebench.verify.matchers import matcher_of
from voicebench.verify.shown import shown
from voicebench.verify.tools import result_agrees, wrong_arguments

__all__ = ["NOTHING_ASKED", "reason"]

NOTHING_ASKED = "nothing to grade: the task expects no tool call, no handoff and no change in the database"
_LONGEST = 120


def reason(expectation: Expectation, log: Log, gates: Gates) -> str:
    """The reasons of the gates that did not pass, in their order; of each gate the first one, and how many more."""
    by_gate = {
        "tools": _of_tools(expectation, log, gates.tools),
        "handoffs": _of_handoffs(gates.handoffs),
        "database": _of_database(expectation, log, gates.database),
    }
    parts = ((name, list(reasons)) for name, reasons in by_gate.items())
    return "; ".join(f"{name}: {reasons[0]}{_and_more(reasons)}" for name, reasons in parts if reasons)


def _and_more(reasons: Sequence[str]) -> str:
    return f" (and {len(reasons) - 1} more)" if len(reasons) > 1 else ""


def _of_tools(expectation: Expectation, log: Log, gate: ToolGate) -> Iterator[str]:
    if gate.outcome != "failed":
        return
    for call in log.tools:
        if call.name in expectation.forbidden:
            yield f"{_call(call.name, call.arguments)} was called, which this task forbids"
    labels = [row.label for row in gate.rows if row.label != "extra"]
    for expected, label in zip(expectation.tools, labels, strict=True):
        if label == "missing":
            yield f"expected {_call(expected.name, expected.arguments)}, found {_instead(expectation, log, expected)}"


def _instead(expectation: Expectation, log: Log, expected: ExpectedCall) -> str:
    """The call of that name that came closest, and what is wrong with it."""
    kinds = expectation.kinds.get(expected.name, {})
    calls = [
        (wrong_arguments(expected, call, kinds), index, call)
        for index, call in enumerate(log.tools)
        if call.name == expected.name
    ]
    if not calls:
        return "no such call"
    wrong, index, call = min(calls, key=lambda found: (len(found[0]), found[1]))
    where = f"in call {index + 1}"
    if wrong:
        return f"{', '.join(_argument(name, call) for name in wrong)} {where}"
    return f"{_result(call)} {where}" if not result_agrees(expected, call) else "too few such calls"


def _result(call: LoggedCall) -> str:
    result = call.result if isinstance(call.result, Mapping) else {}
    return f"ok {_short(result.get('ok'))}, error_code {_short(result.get('error_code'))}"


def _argument(name: str, call: LoggedCall) -> str:
    return f"{name} {_short(call.arguments[name])}" if name in call.arguments else f"no {name}"


def _of_handoffs(gate: HandoffGate) -> Iterator[str]:
    if gate.outcome == "failed":
        yield f"expected {_path(gate.expected)}, found {_path(gate.actual)}"


def _of_database(expectation: Expectation, log: Log, gate: DatabaseGate) -> Iterator[str]:
    yield from map(_difference, gate.differences)
    missing = missing_tables(expectation.database, log.database)
    if gate.outcome == "unscored" and log.database is None:
        yield "expected a dump of the write tables, found none"
    elif gate.outcome == "unscored" and missing:
        yield f"expected a dump of {', '.join(missing)}, found none"


def _difference(found: Difference) -> str:
    where = found.table if found.row is None else f"{found.table} row {_short(found.row)}"
    if found.column is not None:
        return f"expected {_short(found.expected)}, found {_short(found.actual)} in {where}, column {found.column}"
    if found.actual is None:
        return f"expected {_short(found.expected)}, found no such row in {where}"
    return f"expected no such row, found {_short(found.actual)} in {where}"


def _path(path: Sequence[str]) -> str:
    return _cut(" > ".join(map(_line, path))) or "no handoff"


def _call(name: str, arguments: Json) -> str:
    return f"{_line(name)}({_cut(', '.join(f'{_line(key)}={_short(value)}' for key, value in arguments.items()))})"


def _short(value: Json) -> str:
    matcher = matcher_of(value)
    if matcher == "any_of":
        return _cut(" or ".join(map(_short, value["any_of"])))
    return "anything" if matcher == "free" else _cut(json.dumps(shown(value), ensure_ascii=False))


def _line(text: str) -> str:
    return " ".join(str(shown(text)).split())


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
