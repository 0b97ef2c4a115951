"""The tools gate: which expected calls were made, and which calls nobody expected."""

from collections.abc import Mapping, Sequence

from voicebench.record import LoggedCall
from voicebench.task import Expectation, ExpectedCall
from voicebench.verdict import ToolGate, ToolRow
from voicebench.verify.matchers import ABSENT, accepts, literally_equal, same_as
from voicebench.verify.shown import shown

__all__ = ["grade_tools", "is_accepted", "result_agrees", "taken_calls", "wrong_arguments"]

_Kinds = Mapping[str, str]


def grade_tools(expectation: Expectation, calls: Sequence[LoggedCall]) -> ToolGate:
    """Let each expected call, in order, take the first unused call of its name that it accepts."""
    taken = taken_calls(expectation, calls)
    complete = None not in taken
    forbidden = any(call.name in expectation.forbidden for call in calls)
    rows = _rows(expectation.tools, calls, taken)
    return ToolGate(outcome="passed" if complete and not forbidden else "failed", rows=rows)


def wrong_arguments(expected: ExpectedCall, actual: LoggedCall, kinds: _Kinds) -> tuple[str, ...]:
    """Names of the stated arguments that are not accepted."""
    return tuple(
        name
        for name, value in expected.arguments.items()
        if not accepts(value, actual.arguments.get(name, ABSENT), same_as(kinds.get(name)))
    )


def taken_calls(expectation: Expectation, calls: Sequence[LoggedCall]) -> list[int | None]:
    """For each expected call the index of the call that it takes; None where nothing is accepted."""
    taken: list[int | None] = []
    for expected in expectation.tools:
        kinds = expectation.kinds.get(expected.name, {})
        fitting = (
            index
            for index, call in enumerate(calls)
            if index not in taken and call.name == expected.name and is_accepted(expected, call, kinds)
        )
        taken.append(next(fitting, None))
    return taken


def is_accepted(expected: ExpectedCall, actual: LoggedCall, kinds: _Kinds) -> bool:
    """Whether an expected call accepts an actual one of its name."""
    return not wrong_arguments(expected, actual, kinds) and result_agrees(expected, actual)


def result_agrees(expected: ExpectedCall, actual: LoggedCall) -> bool:
    """A result without ``ok``, as of a handoff, agrees with no stated ``ok``. Null states nothing."""
    result = actual.result if isinstance(actual.result, Mapping) else {}
    ok_agrees = expected.ok is None or result.get("ok") is expected.ok
    return ok_agrees and (expected.error_code is None or result.get("error_code") == expected.error_code)


def _rows(
    expected_calls: Sequence[ExpectedCall], calls: Sequence[LoggedCall], taken: Sequence[int | None]
) -> tuple[ToolRow, ...]:
    """The rows of the expected calls, each extra just before the row of the next taken call made after it."""
    before: dict[int, list[ToolRow]] = {}
    waiting: list[ToolRow] = []
    for index, call in enumerate(calls):
        if index in taken:
            before[index], waiting = waiting, []
        else:
            waiting.append(ToolRow(name=shown(call.name), label="extra", expected=None, actual=shown(call.arguments)))
    rows: list[ToolRow] = []
    for expected, at in zip(expected_calls, taken, strict=True):
        rows.extend(before[at] if at is not None else ())
        rows.append(_row(expected, None if at is None else calls[at]))
    return (*rows, *waiting)


def _row(expected: ExpectedCall, actual: LoggedCall | None) -> ToolRow:
    stated = dict(expected.arguments)
    if actual is None:
        return ToolRow(name=expected.name, label="missing", expected=stated, actual=None)
    hit = all(literally_equal(value, actual.arguments.get(name, ABSENT)) for name, value in stated.items())
    return ToolRow(
        name=expected.name, label="hit" if hit else "mismatch", expected=stated, actual=shown(actual.arguments)
    )
