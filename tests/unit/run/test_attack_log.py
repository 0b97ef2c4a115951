"""On a made-up firm whose right log is known, so that each spoiling can be told by its name."""

from typing import Any

import pytest

from voicebench import packs
from voicebench.record import Log, LoggedCall
from voicebench.run.attack_log import attack_log
from voicebench.run.harmless import harmless_changes
from voicebench.run.spoil import spoilings
from voicebench.seeds import generator
from voicebench.task import Excuse, Expectation, Pack, Parameter, ToolSpec
from voicebench.verify import grade

COLUMNS = {"id": "number", "phone": "phone", "note": "text", "created_at": "datetime"}
OLD = {"id": 1, "phone": "212-555-0100", "note": "old", "created_at": "2026-01-01T09:00"}
OTHER = {"id": 2, "phone": "212-555-0101", "note": "other", "created_at": "2026-01-01T09:00"}
NEW = {"id": 3, "phone": "212-555-0144", "note": "any words", "created_at": "2026-03-02T09:00"}


def _tool(name: str, effect: Any, *parameters: Parameter) -> ToolSpec:
    return ToolSpec(name=name, effect=effect, description="", parameters=parameters)


PHONE, SIZE = Parameter(name="phone", kind="phone"), Parameter(name="size", kind="enum", options=("small", "large"))
TOOLS = (
    _tool("look", "read", PHONE),
    _tool("peek", "read"),
    _tool("order", "write", PHONE, SIZE),
    _tool("to_oven", "handoff"),
    _tool("to_door", "handoff"),
    _tool("to_cellar", "handoff"),
)


@pytest.fixture
def pack() -> Pack:
    changes = {"tools": {tool.name: tool for tool in TOOLS}}
    handoffs = {"to_oven": "oven", "to_door": "door", "to_cellar": "cellar"}
    return packs.load("healthcare").model_copy(update={**changes, "handoffs": handoffs})


def _key(**changes: Any) -> Expectation:
    key: dict[str, Any] = {
        "task": "bakery/CAKE-1",
        "kinds": {tool.name: {one.name: one.kind for one in tool.parameters} for tool in TOOLS},
        "tools": [
            {"name": "to_oven"},
            {"name": "look", "arguments": {"phone": {"free": "x"}}, "ok": True},
            {"name": "order", "arguments": {"phone": {"any_of": ["2125550144"]}, "size": "small"}, "ok": True},
            {"name": "to_door"},
        ],
        "handoffs": {"path": ["to_oven", "to_door"]},
        "database": {
            "write_tables": ["orders", "complaints"],
            "seed": {"orders": [OLD, OTHER], "complaints": []},
            "final": {
                "orders": [{**OLD, "note": "moved"}, OTHER, {"phone": "212-555-0144", "note": {"free": "a note"}}],
            },
            "columns": {"orders": COLUMNS, "complaints": {"id": "number", "on": "date"}},
        },
    }
    return Expectation.model_validate(key | changes)


def _log(*more: LoggedCall) -> Log:
    went = {"role": "x", "success": True}
    calls = (
        LoggedCall(name="to_oven", arguments={}, result=went),
        LoggedCall(name="look", arguments={"phone": "212-555-0144"}, result={"ok": True}),
        LoggedCall(name="order", arguments={"phone": "212-555-0144", "size": "small"}, result={"ok": True}),
        LoggedCall(name="to_door", arguments={}, result=went),
    )
    orders = [{**OLD, "note": "moved"}, OTHER, NEW]
    return Log(task="bakery/CAKE-1", tools=(*calls, *more), database={"orders": orders, "complaints": []})


NAMES = [
    "call/to_oven/1/dropped",
    "call/look/2/dropped",
    "call/order/3/dropped",
    "call/to_door/4/dropped",
    "call/look/2/refused",
    "call/order/3/refused",
    "argument/order/3/phone",
    "argument/order/3/size",
    "handoff/to_oven/1/removed",
    "handoff/to_oven/1/to another",
    "handoff/to_oven/1/swapped with the next",
    "handoff/to_door/2/removed",
    "handoff/to_door/2/to another",
    "row/orders/1/dropped",
    "row/orders/1/doubled",
    "row/orders/1/as before",
    "row/orders/1/id",
    "row/orders/1/phone",
    "row/orders/1/note",
    "row/orders/3/dropped",
    "row/orders/3/doubled",
    "row/orders/3/phone",
    "row/orders/2/dropped",
    "row/orders/2/id",
    "dump/orders missing",
    "row/complaints/added",
    "dump/complaints missing",
    "dump/missing",
]


def test_every_single_spoiling_has_its_name(pack: Pack) -> None:
    found = list(spoilings(pack, _key(), _log()))
    assert [one.name for one in found] == NAMES
    assert (
        len({one.log.model_dump_json() for one in found} - {_log().model_dump_json()}) == len(NAMES) - 2
    )  # a dropped handoff is a removed one


def test_a_right_key_catches_all_of_them_and_minds_no_harmless_change(pack: Pack) -> None:
    found = attack_log(pack, _key(), _log())
    assert (found.spoilings, found.uncaught, found.excused, found.moved) == (len(NAMES), (), (), ())
    assert list(found.faults()) == []
    assert {change.name for change in harmless_changes(pack, _key(), _log())} == {
        "look-up/look",
        "look-up/peek",
        "look-up/all again",
        "written/phone/arguments",
        "written/phone/rows",
        "written/number/rows",
        "written/datetime/rows",
        "written/text/rows",
        "written/enum/arguments",
        "keys in another order",
        "rows in another order",
        "ignored columns",
    }


def test_a_removed_row_is_expected_to_be_gone(pack: Pack) -> None:
    database = _key().database.model_copy(update={"final": {"orders": [OTHER]}})
    log = _log().model_copy(update={"database": {"orders": [OTHER], "complaints": []}})
    key = _key().model_copy(update={"database": database})
    names = [one.name for one in spoilings(pack, key, log) if grade(key, one.log).outcome != "passed"]
    assert "row/orders/1/not removed" in names


def test_a_call_that_stands_in_for_another_goes_with_it(pack: Pack) -> None:
    again = _log(_log().tools[2])
    (dropped,) = (one for one in spoilings(pack, _key(), again) if one.name == "call/order/3/dropped")
    assert "order" not in [call.name for call in dropped.log.tools]
    assert attack_log(pack, _key(), again).uncaught == ()


def test_a_key_that_asks_too_little_is_found_out(pack: Pack) -> None:
    key = _key(tools=[{"name": "to_oven"}], handoffs={"path": ["to_oven"]})
    found = attack_log(pack, key, _log())
    names = (
        "handoff/to_oven/1/swapped with the next",
        "handoff/to_door/2/removed",
        "handoff/to_door/2/to another",
    )
    assert found.uncaught == names
    assert list(found.faults()) == [f"this spoiling passes: {name}" for name in names]


def test_a_key_that_minds_no_refusal_is_found_out(pack: Pack) -> None:
    key = _key(tools=[{"name": "look"}, {"name": "order", "ok": True}])
    assert attack_log(pack, key, _log()).uncaught == ("call/look/1/refused",)


def test_a_call_that_is_to_be_refused_is_not_spoilt_by_that(pack: Pack) -> None:
    refused = LoggedCall(name="look", arguments={}, result={"ok": False, "error_code": "NO_SUCH_PHONE"})
    log = _log().model_copy(update={"tools": (refused, *_log().tools)})
    key = _key(tools=[{"name": "look", "ok": False}, {"name": "order", "ok": True}])
    assert "call/look/1/refused" not in [one.name for one in spoilings(pack, key, log)]
    key = _key(tools=[{"name": "look", "error_code": "NO_SUCH_PHONE"}, {"name": "order", "ok": True}])
    assert attack_log(pack, key, log).uncaught == ()


def test_an_excuse_covers_by_name_or_glob_and_must_be_needed(pack: Pack) -> None:
    key = _key(tools=[{"name": "to_oven"}], handoffs={"path": ["to_oven"]})
    excuses = [
        Excuse(spoiling="handoff/*", reason="Either desk can finish."),
        Excuse(spoiling="dump/missing", reason="None."),
    ]
    found = attack_log(pack, key, _log(), excuses)
    assert (found.uncaught, len(found.excused), found.needless) == ((), 3, ("dump/missing",))
    assert list(found.faults()) == ["nothing that passes needs the excuse for dump/missing; drop it"]


def test_a_key_that_is_too_narrow_is_moved_by_a_harmless_change(pack: Pack) -> None:
    kinds = {**_key().kinds, "order": {}}
    found = attack_log(pack, _key(kinds=kinds, tools=[{"name": "peek", "ok": False}]), _log())
    assert [line.split(":")[0] for line in found.moved] == ["look-up/peek"]


def test_a_sample_is_drawn_by_its_seed(pack: Pack) -> None:
    def drawn(seed: int) -> int:
        return attack_log(pack, _key(), _log(), sample=5, dice=generator(seed, "x")).spoilings

    assert [drawn(1), drawn(2)] == [5, 5]
