"""Ways to be found right without being right; none may work, and none may break the grader."""

import json
import math
from collections.abc import Callable

import pytest

from voicebench.errors import GradeError
from voicebench.record import Log
from voicebench.task import Expectation, Json
from voicebench.verify import grade

Key = Callable[..., Expectation]
MakeLog = Callable[..., Log]
PHONE = "541-555-0133"


@pytest.mark.parametrize(
    ("stated", "sent"),
    [
        ({"amount": 5}, {"amount": {"any_of": [5]}}),
        ({"amount": 5}, {"amount": {"free": 5}}),
        ({"note": 5}, {"note": {"free": 5}}),
        ({"note": {"any_of": [5]}}, {"note": {"any_of": [5]}}),
        ({"note": {"any_of": [{"free": 1}]}}, {"note": 1}),
        ({"note": [{"free": 1}]}, {"note": [2]}),
        ({"note": {"free": 1, "any_of": [2]}}, {"note": 2}),
        ({"codes": ["a", "b"]}, {"codes": "a b"}),
        ({"codes": ["a", "b"]}, {"codes": ["a", "b", "c"]}),
        ({"codes": ["a"]}, {"codes": [["a"]]}),
        ({"sent": True}, {"sent": 1}),
        ({"sent": True}, {"sent": "true"}),
        ({"sent": False}, {"sent": None}),
        ({"sent": False}, {}),
        ({"amount": 0}, {"amount": False}),
        ({"amount": 0}, {"amount": ""}),
        ({"amount": 5}, {"amount": "5 or 6"}),
        ({"amount": 5}, {"amount": "5 dollars and 10 cents"}),
        ({"amount": 5}, {"amount": math.nan}),
        ({"amount": 5}, {"amount": 5.000000000000001}),
        ({"note": math.nan}, {"note": math.nan}),
        ({"note": None}, {}),
        ({"amount": None}, {"amount": "None"}),
        ({"phone": PHONE}, {"phone": f"{PHONE} ext 2"}),
        ({"phone": PHONE}, {"phone": f"{PHONE}, 541-555-0134"}),
        ({"phone": PHONE}, {"phone": [PHONE]}),
        ({"when": "2026-03-02"}, {"when": "2026-02-30"}),
        ({"when": "2026-03-02"}, {"when": "2026-03-02 or 2026-03-03"}),
        ({"phone": PHONE}, {"Phone": PHONE}),
        ({"phone": PHONE}, {"_raw": json.dumps({"phone": PHONE})}),
        ({"phone": PHONE}, {"arguments": {"phone": PHONE}}),
    ],
)
def test_sly_argument(key: Key, log: MakeLog, stated: Json, sent: Json) -> None:
    verdict = grade(key(tools=[("pay", stated)]), log(("pay", sent, {"ok": True})))
    assert verdict.outcome == "failed"
    assert [row.label for row in verdict.gates.tools.rows] == ["missing", "extra"]


@pytest.mark.parametrize("name", ["Pay", "pay ", "functions.pay", ""])
def test_sly_name(key: Key, log: MakeLog, name: str) -> None:
    assert grade(key(tools=[("pay", {})]), log((name, {}))).outcome == "failed"


@pytest.mark.parametrize(
    "cell",
    [{"free": "a"}, {"any_of": ["a"]}, ["a"], "a b", "", None, "A\u200b", True],
)
def test_sly_cell(key: Key, log: MakeLog, cell: Json) -> None:
    assert grade(key(final={"notes": [{"text": "a"}]}), log(notes=[{"id": 1, "text": cell}])).outcome == "failed"


def test_a_wrong_write_undone_by_a_second_row(key: Key, log: MakeLog) -> None:
    rows = [{"id": 1, "text": "wrong"}, {"id": 2, "text": "a"}]
    assert grade(key(final={"notes": [{"text": "a"}]}), log(notes=rows)).outcome == "failed"


def test_a_seed_row_overwritten_instead_of_a_new_one(key: Key, log: MakeLog) -> None:
    old = {"id": 1, "text": "old"}
    expected = key(seed={"notes": [old], "other": []}, final={"notes": [old, {"text": "a"}]})
    assert grade(expected, log(notes=[{"id": 1, "text": "a"}])).outcome == "failed"
    assert grade(expected, log(notes=[{"id": 1, "text": "a"}, {"id": 2, "text": "old"}])).outcome == "failed"
    assert grade(expected, log(notes=[{"id": 2, "text": "a"}, old])).outcome == "passed"


@pytest.mark.parametrize("hidden", ["CREATED_AT", "created_at "])
def test_a_column_named_almost_as_an_ignored_one(key: Key, log: MakeLog, hidden: str) -> None:
    expected = key(final={"notes": [{"text": "a"}]})
    assert grade(expected, log(notes=[{"text": "a", hidden: 1}])).outcome == "failed"


def test_no_criteria_is_never_passed(key: Key, log: MakeLog) -> None:
    verdict = grade(key(), log())
    gates = verdict.gates
    assert (verdict.outcome, gates.tools.outcome, gates.handoffs.outcome) == ("unscored", "unscored", "unscored")
    assert verdict.reason is not None
    assert verdict.reason.startswith("nothing to grade")
    assert grade(key(forbidden=["x"]), log(("x", {}))).outcome == "failed"
    assert grade(key(), log(notes=[{"id": 1}])).outcome == "failed"


def test_no_dump_is_never_passed_even_without_write_tables(key: Key, log: MakeLog) -> None:
    bare = key(tools=[("pay", {})], write_tables=[], seed={}, columns={})
    assert grade(bare, log(("pay", {}), dump=None)).outcome == "unscored"
    assert grade(bare, log(("pay", {}), dump={})).outcome == "passed"


def test_another_tasks_log(key: Key) -> None:
    other = Log(task="pack/T2", tools=(), database={"notes": [], "other": []})
    with pytest.raises(GradeError, match=r"pack/T2.*pack/T1"):
        grade(key(tools=[("pay", {})]), other)


@pytest.mark.parametrize("arguments", [None, [], "{}", 1])
def test_arguments_that_are_no_object(key: Key, log: MakeLog, arguments: Json) -> None:
    with pytest.raises(GradeError, match=r"tools\.0\.arguments: not an object"):
        grade(key(tools=[("pay", {})]), log(("pay", arguments)))


def _nested(depth: int) -> Json:
    value: Json = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("value", [math.nan, -math.inf, "\ud800", _nested(900), {"\udfff": 1}, 10**400])
def test_what_no_json_holds_neither_passes_nor_breaks_the_verdict(key: Key, log: MakeLog, value: Json) -> None:
    expected = key(tools=[("pay", {"note": "x"})], final={"notes": [{"id": 1, "text": "a"}]})
    verdict = grade(expected, log(("pay", {"note": value}), ("\ud800", {}), notes=[{"id": 1, "text": value}]))
    assert verdict.outcome == "failed"
    assert verdict.reason is not None
    assert "\n" not in verdict.reason
    assert json.loads(verdict.model_dump_json())["outcome"] == "failed"
    json.dumps(verdict.model_dump(mode="json"), allow_nan=False).encode()
