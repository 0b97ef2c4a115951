"""Checks of what a task expects: tools, arguments, tables and columns are there, and every matcher is one."""

import sqlite3
from collections.abc import Iterator, Mapping
from typing import Any

from voicebench.packs import seeding
from voicebench.packs.draft import Draft
from voicebench.packs.expectation import SHORT_FORM, endings
from voicebench.packs.source import Keys, Problem
from voicebench.task import ExpectedCall, Json, Parameter
from voicebench.values.kinds import normalise

__all__ = ["database", "names", "tools"]

_Seed = Mapping[str, list[dict[str, Any]]]


def tools(draft: Draft) -> Iterator[Problem]:
    """Expected calls name tools and parameters of the pack, with values that these can have."""
    for task in draft.tasks():
        for number, call in enumerate(task.expect.tools):
            for keys, text in _call(draft, call):
                yield draft.at_task(task, ("expect", "tools", number, *keys), text)


def _call(draft: Draft, call: ExpectedCall) -> Iterator[tuple[Keys, str]]:
    tool = draft.pack.tools.get(call.name)
    if tool is None:
        yield ("name",), f"expected tool {call.name} is not in this pack; correct its name"
        return
    if call.ok and call.error_code:
        yield ("error_code",), f"{call.name} cannot be ok and end with {call.error_code}; drop one"
    declared = {parameter.name: parameter for parameter in tool.parameters}
    for name, value in call.arguments.items():
        if name not in declared:
            known = ", ".join(declared) or "none"
            yield ("arguments", name), f"expected argument {name} is no parameter of {call.name}; known: {known}"
        else:
            yield from ((("arguments", name), text) for text in _cell(declared[name], value))


def _cell(parameter: Parameter, value: Json) -> Iterator[str]:
    """Yield what is wrong with an expected value."""
    if isinstance(value, dict):
        yield from _matcher(parameter, value)
        return
    try:
        if value is not None and "enum" not in parameter.kind:
            normalise(parameter.kind, value)
    except ValueError as error:
        yield f"{parameter.name} expects {value!r}, which is no {parameter.kind}: {error}"
    for item in (value if isinstance(value, list) else [value]) if parameter.options else ():
        if item not in parameter.options:
            yield f"{parameter.name} expects {item!r}, which is no option; options: {', '.join(parameter.options)}"


def _matcher(parameter: Parameter, value: dict[str, Json]) -> Iterator[str]:
    match value:
        case {"any_of": [_, *_] as options, **rest} if not rest:
            for option in options:
                yield from _cell(parameter, option)
        case {"free": _, **rest} if not rest:
            pass
        case _:
            yield f"{parameter.name} expects {value!r}, which is no matcher; write {{any_of: [...]}} or {{free: ...}}"


def names(draft: Draft) -> Iterator[Problem]:
    """Forbidden and allowed tools and the path's handoffs are there."""
    for task in draft.tasks():
        expect = task.expect
        for keys, found, known in (
            (("forbidden",), expect.forbidden, draft.pack.tools),
            (("allowed",), expect.allowed, draft.pack.tools),
            (("handoffs", "path"), expect.handoffs.path, draft.pack.handoffs),
        ):
            for number, name in enumerate(found):
                if name not in known:
                    what = "handoff tool" if keys[0] == "handoffs" else "tool"
                    text = f"{name} is no {what} of this pack; correct its name"
                    yield draft.at_task(task, ("expect", *keys, number), text)
        expected = {call.name for call in expect.tools}
        for number, name in enumerate(expect.forbidden):
            if name in expected:
                yield draft.at_task(
                    task, ("expect", "forbidden", number), f"{name} is both expected and forbidden; drop one"
                )


def database(draft: Draft) -> Iterator[Problem]:
    """The expected ending names tables, columns and rows that are there, and states whole rows."""
    try:
        connection = seeding.create(draft.pack.schema_sql, draft.pack.seed_sql)
    except sqlite3.Error:
        return
    seed = seeding.dump(connection, draft.pack.write_tables)
    connection.close()
    for task in draft.tasks():
        for keys, text in _ends(draft, task.expect.database, seed):
            yield draft.at_task(task, ("expect", "database", *keys), text)


def _ends(draft: Draft, written: Json, seed: _Seed) -> Iterator[tuple[Keys, str]]:
    if not isinstance(written, dict):
        yield (), "must be a mapping of tables to rows, or any_of with a list of these"
        return
    if "any_of" in written and (len(written) > 1 or not isinstance(written["any_of"], list) or not written["any_of"]):
        yield ("any_of",), "any_of stands alone, with a list of endings"
        return
    for number, ending in enumerate(endings(written)):
        above: Keys = ("any_of", number) if "any_of" in written else ()
        if not isinstance(ending, dict):
            yield above, "an ending must be a mapping of tables to rows"
            continue
        for table, rows in ending.items():
            if table not in draft.pack.write_tables:
                known = ", ".join(draft.pack.write_tables)
                yield (*above, table), f"{table} is no write table of this pack; known: {known}"
            else:
                yield from (((*above, table, *keys), text) for keys, text in _table(draft, table, rows, seed))


def _table(draft: Draft, table: str, written: Json, seed: _Seed) -> Iterator[tuple[Keys, str]]:
    columns = draft.pack.write_tables[table]
    ids = {row["id"] for row in seed.get(table, ())}
    if isinstance(written, list):
        yield from _rows(draft, table, (), written, whole=True)
        return
    if not isinstance(written, dict) or not written or set(written) - SHORT_FORM:
        yield (), f"{table} must be a list of rows, or a mapping with some of {', '.join(sorted(SHORT_FORM))}"
        return
    yield from _rows(draft, table, ("changed",), written.get("changed", []), whole=False)
    yield from _rows(draft, table, ("added",), written.get("added", []), whole=True)
    removed, changed = written.get("removed", []), written.get("changed", [])
    named = [row.get("id") for row in changed if isinstance(row, dict)] if isinstance(changed, list) else []
    for key, found in (("removed", removed if isinstance(removed, list) else [removed]), ("changed", named)):
        for number, one in enumerate(found):
            if not isinstance(one, int | str) or one not in ids:
                yield (key, number), f"{table} has no row with id {one!r} in the seed; known: {sorted(ids, key=str)}"
    if "id" not in columns:
        yield (), f"{table} declares no column id, so its rows cannot be named; declare it in pack.yaml"


def _rows(draft: Draft, table: str, keys: Keys, rows: Json, *, whole: bool) -> Iterator[tuple[Keys, str]]:
    if not isinstance(rows, list):
        yield keys, f"the rows of {table} must be a list"
        return
    kinds = draft.pack.write_tables[table]
    needed = [column for column in kinds if column != "id" and column not in draft.pack.ignored_columns]
    for number, row in enumerate(rows):
        at = (*keys, number)
        if not isinstance(row, dict):
            yield at, f"a row of {table} must be a mapping of columns to values"
            continue
        for column, value in row.items():
            if column not in kinds:
                yield (*at, column), f"{table} has no column {column}; known: {', '.join(kinds)}"
            elif column not in draft.pack.ignored_columns:
                parameter = Parameter(name=f"{table}.{column}", kind=kinds[column])
                yield from (((*at, column), text) for text in _cell(parameter, value))
        lacking = [column for column in needed if column not in row] if whole else []
        if lacking:
            yield at, f"a row of {table} states no {', '.join(lacking)}; give a value, or {{free: ...}} for any"
