"""The handoff gate: which way the call went from desk to desk."""

from collections.abc import Collection, Mapping, Sequence

from voicebench.record import LoggedCall
from voicebench.task import ExpectedHandoffs
from voicebench.verdict import HandoffGate
from voicebench.verify.shown import shown

__all__ = ["grade_handoffs"]


def grade_handoffs(expected: ExpectedHandoffs, calls: Sequence[LoggedCall]) -> HandoffGate:
    """Compare the path taken with the expected one.

    A call belongs to the path when its tool is named in the expected path or its result is that of a handoff, and the
    desk did not turn it down: after a refusal the caller is still where he was.
    """
    actual = tuple(call.name for call in calls if _is_handoff(call, expected.path))
    exact = expected.match == "exact"
    passed = actual == expected.path if exact else _is_subsequence(expected.path, actual)
    return HandoffGate(
        outcome="passed" if passed else "failed", expected=expected.path, actual=tuple(map(shown, actual))
    )


def _is_handoff(call: LoggedCall, named: Collection[str]) -> bool:
    result = call.result
    if not isinstance(result, Mapping):
        return call.name in named
    turned_down = result.get("ok", True) is not True or result.get("success", True) is not True
    return not turned_down and (call.name in named or {"role", "success"} <= result.keys())


def _is_subsequence(path: Sequence[str], longer: Sequence[str]) -> bool:
    rest = iter(longer)
    return all(step in rest for step in path)
