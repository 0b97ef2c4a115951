from collections.abc import Callable

import pytest

from voicebench.desk import Desk
from voicebench.errors import DeskError
from voicebench.record import LoggedCall
from voicebench.task import Json

CAKE = {"phone": "212-555-0144", "size": "large", "day": "2026-03-07"}
SEEDED = {
    "id": 1,
    "phone": "212-555-0111",
    "size": "small",
    "day": "2026-03-04",
    "deposit": None,
    "gift": False,
    "created_at": "2026-03-01 10:00:00",
}


def _refusal(result: Json) -> tuple[str, str]:
    assert result.keys() == {"ok", "data", "error_code", "caller_safe_message"}
    assert result["ok"] is False
    assert result["data"] is None
    return result["error_code"], result["caller_safe_message"]


def test_a_result_commits(desk: Desk) -> None:
    result = desk.call("order_cake", CAKE)
    assert result == {"ok": True, "data": {"order_id": 2}, "error_code": None, "caller_safe_message": None}
    added = {**CAKE, "id": 2, "deposit": None, "gift": False, "created_at": "2026-03-02T09:00:00-05:00"}
    assert desk.snapshot() == {"cake_orders": [SEEDED, added]}


def test_a_refusal_is_a_result_and_rolls_back(desk: Desk) -> None:
    assert _refusal(desk.call("order_cake", {**CAKE, "day": "2026-03-02"})) == (
        "TOO_SOON",
        "We need one full day for a cake.",
    )
    assert desk.snapshot() == {"cake_orders": [SEEDED]}


def test_a_refusal_may_carry_data(desk: Desk) -> None:
    result = desk.call("look", {"sql": "refuse"})
    assert (result["ok"], result["data"], result["error_code"]) == (False, {"opens": "08:00"}, "LOCKED")


def test_words_for_the_caller(desk: Desk) -> None:
    result = desk.call("look", {"sql": "say"})
    assert (result["ok"], result["data"], result["caller_safe_message"]) == (
        True,
        {"shelf": 3},
        "It is on shelf three.",
    )


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("raise", "tool look of pack bakery raised ValueError: no such shelf"),
        ("list", "tool look of pack bakery raised TypeError: it returned list, and not a dict or Say"),
        ("row", "tool look of pack bakery raised TypeError: Object of type Row is not JSON"),
        ("DELETE FROM cake_orders", "raised OperationalError: attempt to write a readonly database"),
        ("SELECT * FROM shelves", "raised OperationalError: no such table: shelves"),
    ],
)
def test_a_fault_of_the_pack_is_the_harness_s_and_stands_in_the_log(desk: Desk, what: str, words: str) -> None:
    with pytest.raises(DeskError, match=words) as error:
        desk.call("look", {"sql": what})
    assert (error.value.stage, error.value.fault) == ("desk", "harness")
    assert desk.log == [LoggedCall(name="look", arguments={"sql": what})]
    assert desk.snapshot() == {"cake_orders": [SEEDED]}
    assert desk.call("order_cake", CAKE)["ok"]


def test_state_lives_as_long_as_the_call_and_the_clock_is_frozen(desk: Desk, make: Callable[[], Desk]) -> None:
    desk.call("look", {"sql": "state"})
    assert desk.call("look", {"sql": "state"})["data"] == {"times": 2, "now": "2026-03-02T09:00:00-05:00"}
    assert make().call("look", {"sql": "state"})["data"]["times"] == 1


def test_each_call_has_its_own_database(desk: Desk, make: Callable[[], Desk]) -> None:
    desk.call("order_cake", CAKE)
    assert make().snapshot() == {"cake_orders": [SEEDED]}


def test_results_are_copies(desk: Desk) -> None:
    desk.call("look", {"sql": "same"})["data"]["list"].append("spoiled")
    assert desk.call("look", {"sql": "same"})["data"] == {"list": []}
    assert desk.log[0].result["data"] == {"list": []}


def test_the_log_keeps_what_the_model_sent(desk: Desk) -> None:
    sent = {**CAKE, "size": " LARGE ", "deposit": "$1,249.50", "gift": None}
    assert desk.call("order_cake", sent)["ok"]
    assert desk.log[0].arguments == sent
    row = desk.snapshot()["cake_orders"][1]
    assert (row["size"], row["deposit"]) == ("large", 1249.5)
    sent["size"] = "changed later"
    assert desk.log[0].arguments["size"] == " LARGE "


def test_arguments_may_come_as_text(desk: Desk) -> None:
    assert desk.call("order_cake", '{"phone": "212-555-0144", "size": "large", "day": "2026-03-07"}')["ok"]
    assert desk.log[0].arguments == CAKE


@pytest.mark.parametrize("nothing", ["", "{}", {}, None])
def test_no_arguments_are_an_empty_object(desk: Desk, nothing: Json) -> None:
    desk.call("to_oven", {"want": "cake"})
    assert desk.call("to_counter", nothing) == {"role": "counter", "success": True}
    assert desk.log[1].arguments == {}


@pytest.mark.parametrize(
    ("sent", "raw"),
    [
        ('{"phone": "212', '{"phone": "212'),
        ("[1, 2]", "[1, 2]"),
        ('"text"', '"text"'),
        ('{"deposit": NaN}', '{"deposit": NaN}'),
        ("[" * 100_000, "[" * 100_000),
        ('{"deposit": 1e999}', '{"deposit": 1e999}'),
        ('{"phone": "\\ud83d"}', '{"phone": "\\ud83d"}'),
        ('{"phone": "\ud83d"}', '{"phone": "?"}'),
        ([1], "[1]"),
        (7, "7"),
        ({"deposit": float("nan")}, "{'deposit': nan}"),
        ({"_raw": "{oops"}, "{oops"),
    ],
)
def test_what_is_no_object_is_kept_raw(desk: Desk, sent: Json, raw: str) -> None:
    assert _refusal(desk.call("order_cake", sent)) == (
        "BAD_ARGUMENTS",
        "The arguments of order_cake must be one JSON object.",
    )
    assert desk.log[0].arguments == {"_raw": raw}


def test_an_unknown_tool_is_a_result_and_is_logged(desk: Desk) -> None:
    assert _refusal(desk.call("order_pie", {"n": 1})) == ("UNKNOWN_TOOL", "There is no tool named order_pie.")
    assert desk.log[0].arguments == {"n": 1}


def test_half_a_character_in_a_name_does_not_break_the_log(desk: Desk) -> None:
    desk.call("order\ud83d", {})
    assert desk.log[0].name == "order?"


def test_a_handoff_swaps_prompt_and_tools(desk: Desk) -> None:
    assert [tool["function"]["name"] for tool in desk.tool_schemas()] == ["order_cake", "look", "to_oven"]
    assert desk.call("to_oven", {"want": "bread"}) == {"role": "oven", "success": True}
    assert desk.role == "oven"
    assert desk.prompt().endswith("The oven is cold today.")
    assert [tool["function"]["name"] for tool in desk.tool_schemas()] == ["to_counter"]
    assert _refusal(desk.call("order_cake", CAKE)) == ("NOT_THIS_ROLE", "This desk cannot use order_cake.")
    assert desk.snapshot() == {"cake_orders": [SEEDED]}


def test_a_handoff_that_is_not_open_from_here_changes_nothing(desk: Desk) -> None:
    assert _refusal(desk.call("to_counter", {}))[0] == "NOT_THIS_ROLE"
    assert desk.role == "counter"


def test_a_handoff_with_bad_arguments_changes_nothing(desk: Desk) -> None:
    assert _refusal(desk.call("to_oven", {"want": "wine"})) == ("BAD_ARGUMENTS", "want must be one of cake, bread.")
    assert desk.role == "counter"


def test_a_table_that_cannot_be_dumped_is_left_out(desk: Desk) -> None:
    desk._database.connection.execute("DROP TABLE cake_orders")
    assert desk.snapshot() == {}
