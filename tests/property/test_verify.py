"""What must not matter to a verdict does not, and whatever is wrong does.

A right log is made from each reference answer key; each property is about what is then done to it.
"""

import copy
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voicebench.record import Log
from voicebench.task import Expectation, Json
from voicebench.verdict import Verdict
from voicebench.verify import grade, read_expectation
from voicebench.verify.assignment import cheapest
from voicebench.verify.matchers import matcher_of

GOLDEN = Path(__file__).parents[1] / "golden"
KEYS = {name: read_expectation(GOLDEN / f"{name}.expected.json") for name in ("r-h4", "c5-h1")}
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
names = st.sampled_from(sorted(KEYS))
calm = settings(deadline=None)  # how long a machine takes is no property of a verdict


def right_value(value: Json) -> Json:
    matcher = matcher_of(value)
    return value["any_of"][0] if matcher == "any_of" else value["free"] if matcher == "free" else value


def right_log(key: Expectation) -> dict[str, Json]:
    """The log of an agent that does what is expected, and nothing else."""
    tools = [
        {
            "name": call.name,
            "arguments": {name: right_value(value) for name, value in call.arguments.items()},
            "result": {"role": "x", "success": True} if call.name in key.handoffs.path else {"ok": True},
        }
        for call in key.tools
    ]
    tables = {name: key.database.final.get(name, key.database.seed[name]) for name in key.database.write_tables}
    rows = {
        name: [{column: right_value(value) for column, value in row.items()} for row in table]
        for name, table in tables.items()
    }
    return copy.deepcopy({"task": key.task, "tools": tools, "database": rows})


def verdict(key: Expectation, log: Json) -> Verdict:
    return grade(key, Log.model_validate(log))


@pytest.mark.parametrize("name", sorted(KEYS))
def test_the_right_log_passes(name: str) -> None:
    assert verdict(KEYS[name], right_log(KEYS[name])).outcome == "passed"


@calm
@given(name=names, data=st.data())
def test_order_and_created_at_do_not_matter(name: str, data: st.DataObject) -> None:
    key, log = KEYS[name], right_log(KEYS[name])
    before = verdict(key, log)
    shuffled = {}
    for table in data.draw(st.permutations(list(log["database"]))):
        rows = data.draw(st.permutations(log["database"][table]))
        shuffled[table] = [
            dict(data.draw(st.permutations(list((row | {"created_at": data.draw(json_values)}).items()))))
            for row in rows
        ]
    assert verdict(key, log | {"database": shuffled}) == before


@calm
@given(name=names, data=st.data())
def test_order_does_not_matter_to_a_wrong_dump_either(name: str, data: st.DataObject) -> None:
    key, log = KEYS[name], right_log(KEYS[name])
    rows = data.draw(st.lists(st.fixed_dictionaries({"id": st.integers(0, 3), "status": st.sampled_from("ab")})))
    table = next(iter(key.database.final))
    dumps = [log["database"] | {table: order} for order in (rows, data.draw(st.permutations(rows)))]
    first, second = (verdict(key, log | {"database": dump}) for dump in dumps)
    assert first == second
    assert first.outcome == "failed"


@calm
@given(name=names, data=st.data())
def test_further_calls_change_no_outcome(name: str, data: st.DataObject) -> None:
    key, log = KEYS[name], right_log(KEYS[name])
    before = verdict(key, log)
    at = data.draw(st.integers(0, len(log["tools"])))
    arguments = data.draw(st.dictionaries(st.text(), json_values, max_size=3))
    log["tools"].insert(at, {"name": "look_around", "arguments": arguments, "result": data.draw(json_values)})
    after = verdict(key, log)
    rows = after.gates.tools.rows
    assert (after.outcome, rows[at].label) == ("passed", "extra")
    assert rows[:at] + rows[at + 1 :] == before.gates.tools.rows


@calm
@given(name=names, data=st.data())
def test_unstated_arguments_change_no_label(name: str, data: st.DataObject) -> None:
    key, log = KEYS[name], right_log(KEYS[name])
    call = data.draw(st.sampled_from(log["tools"]))
    call["arguments"] |= data.draw(st.dictionaries(st.text().map("x_{}".format), json_values, max_size=3))
    after = verdict(key, log)
    assert after.outcome == "passed"
    assert [row.label for row in after.gates.tools.rows] == [
        row.label for row in verdict(key, right_log(key)).gates.tools.rows
    ]


def wrong_values(value: Json) -> Iterator[Json]:
    """Values that are near the right one and never equal to it."""
    yield from (None, {"free": value}, {"any_of": [value]}, [value], [], {})
    if isinstance(value, bool):
        yield from (not value, str(value).lower(), int(value) + 2)
    elif isinstance(value, str):
        yield from (f"{value} 7", f"7{value}", value[:-1], "", True, 0)
    elif isinstance(value, int | float):
        yield from (value + 1, -value, value + 0.001, f"{value} or so", True)
    elif isinstance(value, list):
        yield from ([*value, "x"], value[:-1], "".join(value))


def spoiled_tools(key: Expectation) -> Iterator[Json]:
    right = right_log(key)
    for at, expected in enumerate(key.tools):
        log = copy.deepcopy(right)
        del log["tools"][at]
        yield log
        for name in (name for name, value in expected.arguments.items() if matcher_of(value) != "free"):
            log = copy.deepcopy(right)
            value = log["tools"][at]["arguments"].pop(name)
            yield log
            for wrong in wrong_values(value):
                log = copy.deepcopy(right)
                log["tools"][at]["arguments"][name] = wrong
                yield log


def spoiled_handoffs(key: Expectation) -> Iterator[Json]:
    right = right_log(key)
    places = [at for at, call in enumerate(right["tools"]) if call["name"] in key.handoffs.path]
    for at in places:
        log = copy.deepcopy(right)
        log["tools"][at]["result"] = {"ok": False, "error_code": "NO"}
        yield log
    for first, second in pairwise(places):
        log = copy.deepcopy(right)
        log["tools"][first], log["tools"][second] = log["tools"][second], log["tools"][first]
        yield log


def spoiled_tables(key: Expectation) -> Iterator[Json]:
    right = right_log(key)
    for table, rows in right["database"].items():
        for spoiled in (*_spoiled_rows(rows), [*rows, {"id": 99}], [*rows, {}]):
            yield right | {"database": right["database"] | {table: spoiled}}


def _spoiled_rows(rows: Json) -> Iterator[Json]:
    for at, row in enumerate(rows):
        others = rows[:at] + rows[at + 1 :]
        yield others
        yield [*rows, row]
        yield [*others, row | {"unknown": None}]
        for column in (column for column in row if column != "created_at"):
            yield [*others, {name: value for name, value in row.items() if name != column}]
            for wrong in wrong_values(row[column]):
                yield [*others, row | {column: wrong}]


@pytest.mark.parametrize("name", sorted(KEYS))
@pytest.mark.parametrize(
    ("spoil", "gate"), [(spoiled_tools, "tools"), (spoiled_handoffs, "handoffs"), (spoiled_tables, "database")]
)
def test_every_single_spoiling_fails(name: str, spoil: Json, gate: str) -> None:
    logs = list(spoil(KEYS[name]))
    assert len(logs) > 4
    for log in logs:
        found = verdict(KEYS[name], log)
        assert found.outcome == "failed", log
        assert getattr(found.gates, gate).outcome == "failed", log
        assert f"{gate}: " in (found.reason or "")


@pytest.mark.parametrize("name", sorted(KEYS))
def test_a_lost_table_is_unscored(name: str) -> None:
    key, right = KEYS[name], right_log(KEYS[name])
    dumps: list[Json] = [None]
    dumps += [{other: rows for other, rows in right["database"].items() if other != lost} for lost in right["database"]]
    for dump in dumps:
        assert verdict(key, right | {"database": dump}).outcome == "unscored"


@pytest.mark.parametrize("name", sorted(KEYS))
def test_each_tool_forbidden_and_called_fails(name: str) -> None:
    for forbidden in sorted(KEYS[name].kinds.keys() - {call.name for call in KEYS[name].tools}):
        key = KEYS[name].model_copy(update={"forbidden": (forbidden,)})
        log = right_log(key)
        assert verdict(key, log).outcome == "passed"
        log["tools"].append({"name": forbidden, "arguments": {}, "result": {"ok": False}})
        assert verdict(key, log).outcome == "failed"


@calm
@given(rows=st.lists(st.sampled_from("abc"), min_size=1, max_size=6), data=st.data())
def test_a_right_table_is_always_found_right(rows: list[str], data: st.DataObject) -> None:
    """Each expected row accepts its own text and some others; whatever the order, a way to pair them is found."""
    options = [sorted({text, *data.draw(st.lists(st.sampled_from("abc")))}) for text in rows]
    base = KEYS["r-h4"]
    final = {"returns": [{"text": {"any_of": texts}} for texts in options]}
    key = base.model_copy(update={"tools": (), "database": base.database.model_copy(update={"final": final})})
    key = key.model_copy(update={"handoffs": base.handoffs.model_copy(update={"path": ()})})
    dump: dict[str, Json] = {table: [] for table in base.database.write_tables}
    dump["returns"] = [{"id": at, "text": text} for at, text in enumerate(data.draw(st.permutations(rows)))]
    assert verdict(key, {"task": key.task, "tools": [], "database": dump}).outcome == "passed"


@calm
@given(
    costs=st.integers(1, 4).flatmap(
        lambda n: st.lists(st.lists(st.integers(-9, 9), min_size=4, max_size=4), max_size=n)
    )
)
def test_the_cheapest_way_is_no_dearer_than_the_diagonal(costs: list[list[int]]) -> None:
    columns = cheapest(costs)
    assert len(set(columns)) == len(columns) == len(costs)
    total = sum(row[column] for row, column in zip(costs, columns, strict=True))
    assert total <= sum(row[at] for at, row in enumerate(costs))
