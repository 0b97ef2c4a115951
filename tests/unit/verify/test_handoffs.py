from collections.abc import Callable

import pytest

from voicebench.record import Log
from voicebench.task import Expectation, Json
from voicebench.verify import grade

DONE = {"role": "x", "success": True}
REFUSED = {"ok": False, "data": None, "error_code": "NO_SUCH_TOOL"}


@pytest.mark.parametrize(
    ("path", "match", "calls", "outcome"),
    [
        (["to_a", "to_b"], "subsequence", [("to_a", DONE), ("to_c", DONE), ("to_b", DONE)], "passed"),
        (["to_a", "to_b"], "exact", [("to_a", DONE), ("to_c", DONE), ("to_b", DONE)], "failed"),
        (["to_a", "to_b"], "exact", [("to_a", DONE), ("look_up", {"ok": True}), ("to_b", DONE)], "passed"),
        (["to_a", "to_b"], "subsequence", [("to_b", DONE), ("to_a", DONE)], "failed"),
        (["to_a", "to_a"], "subsequence", [("to_a", DONE)], "failed"),
        (["to_a"], "subsequence", [("to_a", REFUSED)], "failed"),
        (["to_a"], "subsequence", [("to_a", {"role": "x", "success": False})], "failed"),
        (["to_a"], "subsequence", [("to_a", {"role": "x", "success": "yes"})], "failed"),
        (["to_a"], "subsequence", [("to_a", {"ok": 1})], "failed"),
        (["to_a"], "subsequence", [("to_a", None)], "passed"),
        (["to_a"], "subsequence", [], "failed"),
        ([], "exact", [("to_a", DONE)], "failed"),
        ([], "exact", [("to_a", REFUSED)], "passed"),
        ([], "subsequence", [("to_a", DONE)], "passed"),
    ],
)
def test_path(
    key: Callable[..., Expectation], log: Callable[..., Log], path: Json, match: str, calls: Json, *, outcome: str
) -> None:
    expected = key(tools=[("base", {})], path=path, match=match)
    verdict = grade(expected, log(("base", {}), *((name, {}, result) for name, result in calls)))
    assert verdict.gates.handoffs.outcome == outcome
    assert verdict.outcome == outcome


def test_reason(key: Callable[..., Expectation], log: Callable[..., Log]) -> None:
    verdict = grade(key(path=["to_a", "to_b"]), log(("to_c", {}, DONE)))
    assert verdict.reason == "handoffs: expected to_a > to_b, found to_c"
    assert verdict.gates.handoffs.actual == ("to_c",)
