from collections.abc import Callable

import pytest

from voicebench.record import Log
from voicebench.task import Expectation, Json
from voicebench.verdict import Verdict
from voicebench.verify import grade

Key = Callable[..., Expectation]
MakeLog = Callable[..., Log]


def labels(verdict: Verdict) -> list[tuple[str, str]]:
    return [(row.name, row.label) for row in verdict.gates.tools.rows]


def test_literal_is_a_hit_and_another_spelling_a_mismatch(key: Key, log: MakeLog) -> None:
    expected = key(tools=[("pay", {"amount": "399.99"})])
    hit = grade(expected, log(("pay", {"amount": "399.99", "extra": 1})))
    mismatch = grade(expected, log(("pay", {"amount": 399.99})))
    assert (hit.outcome, labels(hit)) == ("passed", [("pay", "hit")])
    assert (mismatch.outcome, labels(mismatch)) == ("passed", [("pay", "mismatch")])
    assert hit.reason is None


@pytest.mark.parametrize(
    ("stated", "sent", "label"),
    [
        ({"amount": {"free": 5}}, {"amount": 5.0}, "hit"),
        ({"amount": {"free": 5}}, {"amount": "nonsense"}, "mismatch"),
        ({"amount": {"free": None}}, {}, "mismatch"),
        ({"amount": {"any_of": [5, 6]}}, {"amount": 5}, "mismatch"),
        ({"note": {"any_of": [1]}}, {"note": 1.0}, "mismatch"),
        ({"note": {"free": 1, "x": 2}}, {"note": {"x": 2, "free": 1}}, "hit"),
        ({"note": None}, {"note": None}, "hit"),
        ({"amount": None}, {"amount": None}, "hit"),
        ({"codes": ["KE-1"]}, {"codes": ["ke1"]}, "mismatch"),
        ({}, {"_raw": "{broken"}, "hit"),
    ],
)
def test_accepted(key: Key, log: MakeLog, stated: Json, sent: Json, label: str) -> None:
    verdict = grade(key(tools=[("pay", stated)]), log(("pay", sent)))
    assert labels(verdict) == [("pay", label)]
    assert verdict.outcome == "passed"


@pytest.mark.parametrize(
    ("expected", "result", "accepted"),
    [
        ({"ok": True}, {"ok": True}, True),
        ({"ok": True}, {"ok": 1}, False),
        ({"ok": True}, {"ok": "true"}, False),
        ({"ok": False}, {}, False),
        ({"ok": True}, {"role": "x", "success": True}, False),
        ({"ok": True}, None, False),
        ({"ok": True}, "ok", False),
        ({"error_code": "NO"}, {"ok": False, "error_code": "NO"}, True),
        ({"error_code": "NO"}, {"ok": False, "error_code": "no"}, False),
        ({}, {"ok": False, "error_code": "NO"}, True),
    ],
)
def test_stated_result(key: Key, log: MakeLog, expected: Json, result: Json, *, accepted: bool) -> None:
    verdict = grade(key(tools=[{"name": "pay", "arguments": {}} | expected]), log(("pay", {}, result)))
    assert labels(verdict)[0] == ("pay", "hit" if accepted else "missing")


def test_one_call_serves_one_expected_call(key: Key, log: MakeLog) -> None:
    verdict = grade(key(tools=[("pay", {}), ("pay", {})]), log(("pay", {})))
    assert labels(verdict) == [("pay", "hit"), ("pay", "missing")]
    assert verdict.reason == "tools: expected pay(), found too few such calls"


def test_the_greedy_rule_takes_the_first_that_fits(key: Key, log: MakeLog) -> None:
    """A later expected call does not get its only fitting call back: the rule is greedy, and calls keep it so."""
    loose_first = key(tools=[("pay", {}), ("pay", {"amount": 5})])
    verdict = grade(loose_first, log(("pay", {"amount": 5}), ("pay", {"amount": 6})))
    assert labels(verdict) == [("pay", "hit"), ("pay", "missing"), ("pay", "extra")]


def test_order_between_names_does_not_matter(key: Key, log: MakeLog) -> None:
    verdict = grade(key(tools=[("a", {}), ("b", {})]), log(("b", {}), ("x", {}), ("a", {}), ("y", {})))
    assert labels(verdict) == [("x", "extra"), ("a", "hit"), ("b", "hit"), ("y", "extra")]
    assert verdict.outcome == "passed"


def test_a_forbidden_tool_fails_even_when_refused(key: Key, log: MakeLog) -> None:
    verdict = grade(key(tools=[("a", {})], forbidden=["b"]), log(("a", {}), ("b", {"x": 1}, {"ok": False})))
    assert (verdict.outcome, verdict.gates.tools.outcome) == ("failed", "failed")
    assert verdict.reason == "tools: b(x=1) was called, which this task forbids"


@pytest.mark.parametrize(
    ("stated", "sent", "found"),
    [
        ({"amount": 5, "phone": "1"}, [{"amount": 6, "phone": "2"}, {"amount": 6, "phone": "1"}], "amount 6 in call 2"),
        ({"amount": 5}, [{}], "no amount in call 1"),
    ],
)
def test_reason_names_the_closest_call(key: Key, log: MakeLog, stated: Json, sent: Json, found: str) -> None:
    verdict = grade(key(tools=[("pay", stated)]), log(*(("pay", arguments) for arguments in sent)))
    assert verdict.reason is not None
    assert verdict.reason.endswith(f"found {found}")


def test_reason_names_the_result(key: Key, log: MakeLog) -> None:
    expected = key(tools=[{"name": "pay", "arguments": {}, "ok": True}])
    verdict = grade(expected, log(("pay", {}, {"ok": False, "error_code": "NO"})))
    assert verdict.reason == 'tools: expected pay(), found ok false, error_code "NO" in call 1'
