import json
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from voicebench.llm.assembly import ToolCallAssembly


@dataclass
class _Delta:
    index: int | None
    id: str | None
    function: Any


def _piece(index: int | None, call_id: str | None, name: str | None, arguments: Any) -> _Delta:
    return _Delta(index, call_id, SimpleNamespace(name=name, arguments=arguments))


def _whole(*pieces: _Delta) -> list[tuple[str, str, Any]]:
    assembly = ToolCallAssembly()
    for piece in pieces:
        assembly.add(piece)
    return [(call.id, call.name, json.loads(call.arguments)) for call in assembly.whole(7)]


TWO = [("a", "find", {"x": 1}), ("b", "book", {"y": 2})]


@pytest.mark.parametrize(
    "indices", [(0, 1), (None, None), (0, 0), (3, 8)], ids=["counted", "missing", "always 0", "gaps"]
)
def test_two_calls_one_after_the_other(indices: tuple[int | None, int | None]) -> None:
    first, second = indices
    assert (
        _whole(
            _piece(first, "a", "find", ""),
            _piece(first, None, None, '{"x"'),
            _piece(first, None, None, ": 1}"),
            _piece(second, "b", "book", ""),
            _piece(second, None, None, '{"y"'),
            _piece(second, None, None, ": 2}"),
        )
        == TWO
    )


@pytest.mark.parametrize("index", [0, None])
def test_two_calls_whole_in_one_piece_each(index: int | None) -> None:
    assert _whole(_piece(index, "a", "find", '{"x": 1}'), _piece(index, "b", "book", '{"y": 2}')) == TWO


@pytest.mark.parametrize("index", [0, None])
def test_two_calls_without_ids(index: int | None) -> None:
    assert _whole(_piece(index, None, "find", '{"x": 1}'), _piece(index, None, "book", '{"y": 2}')) == [
        ("call_7_0", "find", {"x": 1}),
        ("call_7_1", "book", {"y": 2}),
    ]


def test_interleaved_by_index() -> None:
    assert (
        _whole(
            _piece(0, "a", "find", None),
            _piece(1, "b", "book", None),
            _piece(0, None, None, '{"x"'),
            _piece(1, None, None, '{"y"'),
            _piece(1, None, None, ": 2}"),
            _piece(0, None, None, ": 1}"),
        )
        == TWO
    )


@pytest.mark.parametrize("index", [0, None])
def test_interleaved_by_id(index: int | None) -> None:
    assert (
        _whole(
            _piece(index, "a", "find", '{"x"'),
            _piece(index, "b", "book", '{"y"'),
            _piece(index, "a", None, ": 1}"),
            _piece(index, "b", None, ": 2}"),
        )
        == TWO
    )


def test_id_and_name_repeated_in_every_piece() -> None:
    assert _whole(_piece(0, "a", "find", '{"x"'), _piece(0, "a", "find", ": 1}")) == TWO[:1]


def test_a_name_in_pieces() -> None:
    assert _whole(_piece(0, "a", "fi", None), _piece(0, None, "nd", None), _piece(0, None, None, '{"x": 1}')) == TWO[:1]


def test_an_id_that_comes_late() -> None:
    assert _whole(_piece(0, None, "find", '{"x"'), _piece(0, "a", None, ": 1}")) == TWO[:1]


def test_the_same_id_twice_is_two_calls_where_the_index_says_so() -> None:
    assert _whole(_piece(0, "a", "find", '{"x": 1}'), _piece(1, "a", "book", '{"y": 2}')) == [
        ("a", "find", {"x": 1}),
        ("call_7_1", "book", {"y": 2}),
    ]


@pytest.mark.parametrize("arguments", ["", None, "  ", "{}"])
def test_empty_arguments(arguments: str | None) -> None:
    assert _whole(_piece(0, "a", "find", arguments), _piece(0, "b", "book", arguments)) == [
        ("a", "find", {}),
        ("b", "book", {}),
    ]


def test_arguments_as_an_object() -> None:
    assert _whole(_piece(0, "a", "find", {"x": 1})) == TWO[:1]


@pytest.mark.parametrize(
    "arguments", ['{"x": 1', '[{"x": 1}]', '"text"', "null", "3", "x=1", '{"x": 1}{"x": 2}', "[" * 100_000]
)
def test_what_is_no_object_arrives_as_it_came(arguments: str) -> None:
    assert _whole(_piece(0, "a", "find", arguments)) == [("a", "find", {"_raw": arguments})]


def test_a_call_without_a_name_or_a_function_is_none() -> None:
    assert _whole(_Delta(0, "a", None), _piece(1, "b", None, '{"x": 1}')) == []


def test_nothing_is_no_call() -> None:
    assert ToolCallAssembly().whole(1) == ()
