import pytest

from voicebench.desk import Desk
from voicebench.desk.schema import BadArguments, natural, tool_schema
from voicebench.task import Json, Parameter, ToolSpec
from voicebench.values.kinds import KINDS


def _tool(kind: str, *, required: bool = True, options: tuple[str, ...] = ()) -> ToolSpec:
    one = Parameter(name="it", kind=kind, description="A thing.", required=required, options=options)
    return ToolSpec(name="use", effect="read", description="Use it.", parameters=(one,))


def test_a_schema_is_an_openai_function(desk: Desk) -> None:
    function = desk.tool_schemas()[0]["function"]
    assert function["description"] == "Take the order of one cake, once size and day are settled."
    assert function["parameters"]["required"] == ["phone", "size", "day"]
    assert function["parameters"]["additionalProperties"] is False
    assert function["parameters"]["properties"]["size"] == {
        "type": "string",
        "enum": ["small", "large"],
        "description": "How large it is to be.",
    }


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_has_a_schema_and_words_for_a_wrong_value(kind: str) -> None:
    options = ("a", "b") if kind == "enum" else ()
    shown = tool_schema(_tool(kind, options=options))["function"]["parameters"]["properties"]["it"]
    assert shown["type"] in {"string", "number", "boolean"}
    assert shown["description"].startswith("A thing.")
    with pytest.raises(BadArguments, match=r"^it must be "):
        natural(_tool(kind, options=options), {"it": {"odd": 1}})


def test_a_list_is_an_array_of_its_kind() -> None:
    shown = tool_schema(_tool("list[enum]", options=("a", "b")))["function"]["parameters"]["properties"]["it"]
    assert shown == {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}, "description": "A thing."}


@pytest.mark.parametrize(
    ("kind", "sent", "taken"),
    [
        ("money", "399.99", 399.99),
        ("money", "$399.99", 399.99),
        ("money", "399.99 dollars", 399.99),
        ("money", 400, 400),
        ("number", 2.0, 2),
        ("number", 2.5, 2.5),
        ("bool", False, False),
        ("date", " 2026-03-07", "2026-03-07"),
        ("datetime", "2026-03-07 09:30:00", "2026-03-07T09:30"),
        ("phone", "(212) 555-0144 ", "(212) 555-0144"),
        ("zip", "01234", "01234"),
        ("code", "KE-4431775", "KE-4431775"),
        ("name", "Ada  Marsh", "Ada  Marsh"),
        ("text", "", ""),
        ("list[code]", ["a-1", "b"], ["a-1", "b"]),
        ("list[number]", [], []),
    ],
)
def test_what_is_taken(kind: str, sent: Json, taken: Json) -> None:
    found = natural(_tool(kind), {"it": sent})["it"]
    assert found == taken
    assert type(found) is type(taken)


@pytest.mark.parametrize(
    ("kind", "sent", "words"),
    [
        ("money", "", "it must be an amount in dollars, such as 1249.50."),
        ("money", "about fifty", "it must be an amount in dollars, such as 1249.50."),
        ("number", "2", "it must be a number."),
        ("number", True, "it must be a number."),
        ("number", 1e300, "it is too large."),
        ("bool", "true", "it must be true or false."),
        ("bool", 1, "it must be true or false."),
        ("date", "March 7th", "it must be a date as YYYY-MM-DD."),
        ("date", "2026-02-30", "it must be a date as YYYY-MM-DD."),
        ("datetime", "2026-03-07", "it must be a date and time as YYYY-MM-DDTHH:MM."),
        ("phone", "unknown", "it must be a phone number."),
        ("zip", 97401, "it must be a ZIP code, as a string."),
        ("text", 5, "it must be text."),
        ("list[code]", "a", "it must be a list."),
        ("list[code]", [1], "it must be a code, as a string."),
    ],
)
def test_what_is_sent_back(kind: str, sent: Json, words: str) -> None:
    with pytest.raises(BadArguments) as error:
        natural(_tool(kind), {"it": sent})
    assert str(error.value) == words


def test_an_enum_s_case_does_not_count_and_its_options_are_told() -> None:
    tool = _tool("enum", options=("Gift card", "none"))
    assert natural(tool, {"it": "gift  CARD"}) == {"it": "Gift card"}
    with pytest.raises(BadArguments, match=r"it must be one of Gift card, none\."):
        natural(tool, {"it": "cash"})


def test_an_optional_argument_may_be_null_or_absent() -> None:
    assert natural(_tool("money", required=False), {"it": None}) == {"it": None}
    assert natural(_tool("money", required=False), {}) == {"it": None}


@pytest.mark.parametrize("sent", [{}, {"it": None}])
def test_a_required_argument_may_not(sent: dict[str, Json]) -> None:
    with pytest.raises(BadArguments, match=r"use also needs it\."):
        natural(_tool("money"), sent)


def test_an_unknown_argument_is_told_with_the_known() -> None:
    with pytest.raises(BadArguments, match=r"use has no argument that; it has it\."):
        natural(_tool("money"), {"it": 1, "that": 2})
