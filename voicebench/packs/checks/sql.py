"""Checks of the database: its SQL runs, holds what ``pack.yaml`` declares, and reads no clock of the machine's."""

import ast
import re
import sqlite3
from collections.abc import Iterator

from voicebench.packs import seeding
from voicebench.packs.draft import SCHEMA, SEED, TOOLS, Draft
from voicebench.packs.source import Problem

__all__ = ["clockless_sql", "clockless_tools", "runs", "write_tables"]

_UNSTEADY_SQL = re.compile(
    r"\bCURRENT_(?:TIMESTAMP|TIME|DATE)\b|'now'|\b(?:date|time|datetime|julianday|unixepoch)\s*\(\s*\)|\brandom(?:blob)?\s*\(",
    re.IGNORECASE,
)
_UNSTEADY_MODULES = frozenset(
    {"asyncio", "os", "random", "secrets", "socket", "subprocess", "threading", "time", "uuid"}
)
_UNSTEADY_CALLS = frozenset({"now", "today", "utcnow"})
_WHY = "two calls would differ; use the pack's clock (desk.now) and fixed values"


def runs(draft: Draft) -> Iterator[Problem]:
    """``schema.sql`` runs, and ``seed.sql`` after it."""
    try:
        seeding.create(draft.pack.schema_sql, "").close()
    except sqlite3.Error as error:
        yield draft.problem(SCHEMA, _line_of(draft.pack.schema_sql, ""), f"does not run in SQLite: {error}")
        return
    try:
        seeding.create(draft.pack.schema_sql, draft.pack.seed_sql).close()
    except sqlite3.Error as error:
        line = _line_of(draft.pack.seed_sql, draft.pack.schema_sql)
        yield draft.problem(SEED, line, f"does not run in SQLite after {SCHEMA}: {error}")


def _line_of(sql: str, before: str) -> int:
    """Return the line of the statement that fails."""
    database = seeding.create(before, "")
    begin, text = 1, ""
    try:
        for number, line in enumerate(sql.splitlines(), 1):
            begin = begin if text.strip() else number
            text += line + "\n"
            if sqlite3.complete_statement(text):
                database.executescript(text)
                text = ""
        database.executescript(text)
    except sqlite3.Error:
        return begin
    finally:
        database.close()
    return 0


def write_tables(draft: Draft) -> Iterator[Problem]:
    """Each write table stands in the schema, with the columns declared for it and an ``id``."""
    pack = draft.pack
    try:
        database = seeding.create(pack.schema_sql, pack.seed_sql)
    except sqlite3.Error:
        return
    for table, kinds in pack.write_tables.items():
        real = {row["name"] for row in database.execute("SELECT name FROM pragma_table_info(?)", (table,))}
        if not real:
            yield draft.at(("write_tables", table), f"write table {table} is not in {SCHEMA}; create it there")
            continue
        yield from _columns(draft, table, real, set(kinds))
    database.close()


def _columns(draft: Draft, table: str, real: set[str], declared: set[str]) -> Iterator[Problem]:
    keys = ("write_tables", table)
    if "id" not in real:
        yield draft.at(keys, f"write table {table} has no column id in {SCHEMA}; rows are told apart by it")
    for column in sorted(declared - real):
        yield draft.at((*keys, column), f"column {table}.{column} is not in {SCHEMA}; add it there or drop it here")
    for column in sorted(real - declared - set(draft.pack.ignored_columns)):
        yield draft.at(keys, f"column {table}.{column} of {SCHEMA} is not declared; add it with its kind")


def clockless_sql(draft: Draft) -> Iterator[Problem]:
    """The SQL asks neither the machine's clock nor its dice."""
    for file, sql in ((SCHEMA, draft.pack.schema_sql), (SEED, draft.pack.seed_sql)):
        for number, line in enumerate(sql.splitlines(), 1):
            if found := _UNSTEADY_SQL.search(line.partition("--")[0]):
                yield draft.problem(file, number, f"{found[0]} is not allowed, since {_WHY}")


def clockless_tools(draft: Draft) -> Iterator[Problem]:
    """``tools.py`` asks neither the machine's clock nor its dice."""
    for node in ast.walk(draft.tools.tree):
        if found := _unsteady(node):
            yield draft.problem(TOOLS, getattr(node, "lineno", 0), f"{found} is not allowed, since {_WHY}")


def _unsteady(node: ast.AST) -> str:
    match node:
        case ast.Import(names=imported):
            return next((one.name for one in imported if one.name.split(".")[0] in _UNSTEADY_MODULES), "")
        case ast.ImportFrom(module=str(module)) if module.split(".")[0] in _UNSTEADY_MODULES:
            return module
        case ast.Call(func=ast.Attribute(attr=name)) if name in _UNSTEADY_CALLS:
            return f"{name}()"
        case ast.Constant(value=str(text)) if found := _UNSTEADY_SQL.search(text):
            return found[0]
    return ""
