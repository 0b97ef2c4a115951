"""Checks of the database: its SQL runs, holds what ``pack.yaml`` declares, and reads no clock of the machine's."""

import ast
import re
import sqlite3
from collections.abc import Iterator

from voicebench.packs import seeding
from voicebench.packs.draft import SCHEMA, SEED, Draft
from voicebench.packs.source import Problem
from voicebench.task import Json
from voicebench.values.kinds import is_kind, normalise

__all__ = ["clockless_sql", "clockless_tools", "runs", "seed_values", "write_tables"]

_UNSTEADY_SQL = re.compile(
    r"\bCURRENT_(?:TIMESTAMP|TIME|DATE)\b|'now'|\b(?:date|time|datetime|julianday|unixepoch)\s*\(\s*\)|\brandom(?:blob)?\s*\(",
    re.IGNORECASE,
)
# fmt: off
_UNSTEADY_MODULES = frozenset({
    "asyncio", "builtins", "concurrent", "ctypes", "fileinput", "ftplib", "glob", "http", "httpx", "importlib", "io",
    "linecache", "multiprocessing", "os", "pathlib", "platform", "random", "requests", "runpy", "secrets", "select",
    "shutil", "smtplib", "socket", "ssl", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid",
})
# fmt: on
_UNSTEADY_CALLS = frozenset({"now", "today", "utcnow"})
_UNSTEADY_BUILTINS = frozenset({"__import__", "eval", "exec", "hash", "id", "input", "open"})
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
    """Return the line on which the first statement that fails begins; 0 when none does alone."""
    if "\0" in sql:
        return sql[: sql.index("\0")].count("\n") + 1
    begin, statement, done = 1, "", ""
    for number, line in enumerate(sql.splitlines(keepends=True), 1):
        begin = begin if statement.strip() else number
        statement += line
        if sqlite3.complete_statement(statement):
            if not _runs(before, done + statement):
                return begin
            done, statement = done + statement, ""
    return begin if statement.strip() else 0


def _runs(schema_sql: str, seed_sql: str) -> bool:
    try:
        seeding.create(schema_sql, seed_sql).close()
    except sqlite3.Error:
        return False
    return True


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


def seed_values(draft: Draft) -> Iterator[Problem]:
    """Each seed value of a write table has a normal form; without one it would not even equal itself."""
    pack = draft.pack
    try:
        database = seeding.create(pack.schema_sql, pack.seed_sql)
    except sqlite3.Error:
        return
    seed = seeding.dump(database, pack.write_tables)
    database.close()
    for table, rows in seed.items():
        kinds = {column: kind for column, kind in pack.write_tables[table].items() if is_kind(kind)}
        for row in rows:
            for column in kinds.keys() & row.keys():
                if wrong := _wrong(kinds[column], row[column]):
                    what = f"{table}.{column} of the row with id {row.get('id')} is {row[column]!r}"
                    yield draft.problem(SEED, 0, f"{what}, which is no {kinds[column]}: {wrong}")


def _wrong(kind: str, value: Json) -> str:
    try:
        if value is not None:
            normalise(kind, value)
    except ValueError as error:
        return str(error)
    return ""


def clockless_sql(draft: Draft) -> Iterator[Problem]:
    """The SQL asks neither the machine's clock nor its dice."""
    for file, sql in ((SCHEMA, draft.pack.schema_sql), (SEED, draft.pack.seed_sql)):
        for number, line in enumerate(sql.splitlines(), 1):
            if found := _UNSTEADY_SQL.search(line.partition("--")[0]):
                yield draft.problem(file, number, f"{found[0]} is not allowed, since {_WHY}")


def clockless_tools(draft: Draft) -> Iterator[Problem]:
    """The tools ask neither the machine's clock nor its dice, and reach neither its files nor a network."""
    for file, tree in draft.tools.trees.items():
        for node in ast.walk(tree):
            if found := _unsteady(node):
                yield draft.problem(file, getattr(node, "lineno", 0), f"{found} is not allowed, since {_WHY}")


def _unsteady(node: ast.AST) -> str:
    match node:
        case ast.Import(names=imported):
            return next((one.name for one in imported if one.name.split(".")[0] in _UNSTEADY_MODULES), "")
        case ast.ImportFrom(module=str(module)) if module.split(".")[0] in _UNSTEADY_MODULES:
            return module
        case ast.Call(func=ast.Attribute(attr=name)) if name in _UNSTEADY_CALLS:
            return f"{name}()"
        case ast.Call(func=ast.Name(id=name)) if name in _UNSTEADY_BUILTINS:
            return f"{name}()"
        case ast.Constant(value=str(text)) if found := _UNSTEADY_SQL.search(text):
            return found[0]
    return ""
