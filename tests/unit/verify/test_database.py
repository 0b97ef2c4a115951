from collections.abc import Callable

import pytest

from voicebench.record import Log
from voicebench.task import Expectation, Json
from voicebench.verify import grade

Key = Callable[..., Expectation]
MakeLog = Callable[..., Log]

NEW = {"phone": "541-555-0133", "text": {"free": "call back"}, "done": False}
A = {"id": 1, "phone": "541-555-0101", "text": "a", "done": 0}
B = {"id": 2, "phone": "541-555-0102", "text": "b", "done": 1}


def differences(key: Expectation, log: Log) -> list[tuple[Json, Json, Json, Json]]:
    gate = grade(key, log).gates.database
    assert (gate.outcome == "failed") == bool(gate.differences)
    return [(found.row, found.column, found.expected, found.actual) for found in gate.differences]


@pytest.mark.parametrize(
    ("final", "rows"),
    [
        ([NEW], [{"id": 7, "phone": "15415550133", "text": "anything", "done": 0, "created_at": "x"}]),
        ([NEW], [{"done": False, "text": None, "phone": "541-555-0133"}]),
        ([NEW], [{"id": 7, "phone": "541-555-0133", "done": 0}]),
        ([A, B], [B, A]),
        ([A, A], [A, A]),
        ([{"text": {"free": 1}}, {"text": "b"}], [{"id": 1, "text": "b"}, {"id": 2, "text": "z"}]),
        ([{"text": {"any_of": ["a", "b"]}}, {"text": {"any_of": ["a"]}}], [{"text": "a"}, {"text": "b"}]),
        ([A | {"id": {"any_of": [1, 5]}}], [A | {"id": 5}]),
        ([{"id": 1, "text": "b"}, {"id": 1, "text": "a"}], [{"id": 1, "text": "a"}, {"id": 1, "text": "b"}]),
        ([A | {"phone": "unknown"}], [A | {"phone": "unknown"}]),
        ([A | {"phone": None}], [A | {"phone": None}]),
    ],
)
def test_right(key: Key, log: MakeLog, final: Json, rows: Json) -> None:
    assert grade(key(final={"notes": final}), log(notes=rows)).outcome == "passed"


@pytest.mark.parametrize(
    ("final", "rows", "found"),
    [
        ([A], [A | {"text": "z"}], [(1, "text", "a", "z")]),
        ([A], [A | {"done": "false"}], [(1, "done", 0, "false")]),
        ([A], [A | {"done": 0.0}], [(1, "done", 0, 0.0)]),
        ([A], [A | {"id": True}], [(1, None, A, None), (True, None, None, A | {"id": True})]),
        ([A], [A | {"more": 1}], [(1, "more", None, 1)]),
        ([A], [{"id": 1, "phone": "541-555-0101", "text": "a"}], [(1, "done", 0, None)]),
        ([A | {"text": None}], [{"id": 1, "phone": "541-555-0101", "done": 0}], [(1, "text", None, None)]),
        ([A, B], [A], [(2, None, B, None)]),
        ([A], [A, B], [(2, None, None, B)]),
        ([A], [A, A], [(1, None, None, A)]),
        ([A, A], [A], [(1, None, A, None)]),
        ([A], [B], [(1, None, A, None), (2, None, None, B)]),
        ([], [A], [(1, None, None, A)]),
        ([NEW], [], [(None, None, NEW, None)]),
        (
            [NEW],
            [{"id": 9, "phone": "1", "text": "x", "done": True}, {"id": 3, "phone": "2", "text": "x", "done": False}],
            [
                (3, "phone", "541-555-0133", "2"),
                (9, None, None, {"id": 9, "phone": "1", "text": "x", "done": True}),
            ],
        ),
        ([A, {"text": "n"}], [A | {"text": "n"}], [(1, "text", "a", "n"), (None, None, {"text": "n"}, None)]),
    ],
)
def test_differences(key: Key, log: MakeLog, final: Json, rows: Json, found: Json) -> None:
    for order in (rows, rows[::-1]):
        assert differences(key(final={"notes": final}), log(notes=order)) == found


def test_a_table_the_task_does_not_change_keeps_its_seed(key: Key, log: MakeLog) -> None:
    expected = key(final={"other": []}, seed={"notes": [A | {"created_at": "x"}], "other": []})
    assert grade(expected, log(notes=[A | {"created_at": "y"}])).outcome == "passed"
    assert differences(expected, log(notes=[])) == [(1, None, A | {"created_at": "x"}, None)]


def test_tables_nobody_declared_are_not_compared(key: Key, log: MakeLog) -> None:
    assert grade(key(final={"notes": []}), log(audit=[{"id": 1}])).outcome == "passed"


@pytest.mark.parametrize("rows", [[A], [A, B]])
def test_either_ending_is_right(key: Key, log: MakeLog, rows: Json) -> None:
    endings = {"any_of": [{"notes": [A]}, {"notes": [A, B]}]}
    assert grade(key(final=endings), log(notes=rows)).outcome == "passed"


def test_the_closest_ending_is_reported(key: Key, log: MakeLog) -> None:
    endings = {"any_of": [{"notes": [B]}, {"notes": [A]}]}
    assert differences(key(final=endings), log(notes=[A | {"text": "z"}])) == [(1, "text", "a", "z")]


def test_endings_do_not_mix(key: Key, log: MakeLog) -> None:
    endings = {"any_of": [{"notes": [A], "other": [{"x": 1}]}, {"notes": [B]}]}
    assert grade(key(final=endings), log(notes=[B], other=[{"x": 1}])).outcome == "failed"


@pytest.mark.parametrize(
    ("dump", "outcome", "reason"),
    [
        (None, "unscored", "database: expected a dump of the write tables, found none"),
        ({}, "unscored", "database: expected a dump of notes, other, found none"),
        ({"notes": [A]}, "unscored", "database: expected a dump of other, found none"),
        ({"other": []}, "unscored", "database: expected a dump of notes, found none"),
        ({"notes": [B]}, "failed", None),
        ({"other": [{"id": 1}]}, "failed", None),
    ],
)
def test_missing_tables(key: Key, log: MakeLog, dump: Json, outcome: str, reason: str | None) -> None:
    verdict = grade(key(final={"notes": [A]}), log(dump=dump))
    assert (verdict.outcome, verdict.gates.database.outcome) == (outcome, outcome)
    assert reason in (None, verdict.reason)


def test_a_failed_gate_beats_an_unscored_one(key: Key, log: MakeLog) -> None:
    verdict = grade(key(tools=[("pay", {})]), log(dump=None))
    assert verdict.outcome == "failed"
    assert verdict.reason == (
        "tools: expected pay(), found no such call; database: expected a dump of the write tables, found none"
    )


def test_reason_counts_the_rest(key: Key, log: MakeLog) -> None:
    verdict = grade(key(final={"notes": [A, B]}), log(notes=[A | {"text": "z\n"}]))
    assert verdict.reason == 'database: expected "a", found "z\\n" in notes row 1, column text (and 1 more)'


@pytest.mark.parametrize("stated", [True, False])
def test_a_long_table_in_another_order_is_graded_at_once(key: Key, log: MakeLog, *, stated: bool) -> None:
    rows = [{"id": at, "text": f"note {at}", "done": at % 2} for at in range(2000)]
    wanted = rows if stated else [{"text": row["text"].upper(), "done": bool(row["done"])} for row in rows]
    assert grade(key(final={"notes": wanted}), log(notes=rows[::-1])).outcome == "passed"
    found = differences(key(final={"notes": wanted}), log(notes=[*rows[::-1][:-1], {"id": 0, "text": "b", "done": 0}]))
    assert [column for _, column, _, _ in found] == ["text"]


def test_many_rows_without_ids_are_paired_quickly(key: Key, log: MakeLog) -> None:
    rows = [{"text": f"note {at}"} for at in range(40)]
    spoiled = [*rows[:20][::-1], {"text": "other"}, *rows[21:]]
    found = differences(key(final={"notes": rows}), log(notes=spoiled))
    assert found == [(None, None, rows[20], None), (None, None, None, {"text": "other"})]
