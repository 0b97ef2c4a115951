"""A pack's database: made from its SQL in memory, and dumped as plain JSON."""

import sqlite3
from collections.abc import Mapping

from voicebench.task import Json

__all__ = ["Rows", "create", "dump", "dump_table"]

Rows = list[dict[str, Json]]


_DENIED = frozenset({sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH, sqlite3.SQLITE_PRAGMA})
_PAGES = 16_384
"""Of 4 KiB each: room for every pack, and no way to fill the machine's memory."""
_LONGEST_VALUE = 1_000_000
_STEPS_AT_ONCE, _MOST_STEPS = 10_000, 5_000_000
"""Of SQLite's own machine; a shipped pack takes far below a hundredth of the most."""


def create(schema_sql: str, seed_sql: str) -> sqlite3.Connection:
    """Return a fresh database in memory with the pack's schema and seed rows; foreign keys count.

    A pack from elsewhere is checked by running its SQL, so that SQL reaches no file: ATTACH (and with it VACUUM INTO),
    DETACH and PRAGMA are refused. Nor can it run for ever or fill the memory.

    Raises:
        sqlite3.Error: The SQL does not run, or takes too much.
    """
    # One call uses it, one step at a time, but a framework may move that call between threads.
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    try:
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA max_page_count = {_PAGES}")
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
        connection.set_authorizer(_authorise)
        _run(connection, schema_sql, seed_sql)
        connection.commit()
        connection.set_authorizer(None)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _run(connection: sqlite3.Connection, *scripts: str) -> None:
    """Run SQL in a measured number of steps, so that the same script fails or not on any machine."""
    left = iter(range(_MOST_STEPS // _STEPS_AT_ONCE))
    connection.set_progress_handler(lambda: next(left, None) is None, _STEPS_AT_ONCE)
    try:
        for script in scripts:
            connection.executescript(script)
    except sqlite3.OperationalError as error:
        if next(left, None) is None:
            raise sqlite3.OperationalError("it takes too long; write plain rows") from error
        raise
    except ValueError as error:  # a null character, which ends no statement
        raise sqlite3.OperationalError(str(error)) from error
    finally:
        connection.set_progress_handler(None, 0)


def _authorise(action: int, *_names: str | None) -> int:
    return sqlite3.SQLITE_DENY if action in _DENIED else sqlite3.SQLITE_OK


def dump(connection: sqlite3.Connection, write_tables: Mapping[str, Mapping[str, str]]) -> dict[str, Rows]:
    """Return the rows of the write tables; a table that cannot be read is left out.

    Args:
        connection: The call's database.
        write_tables: Table -> column -> kind.
    """
    found: dict[str, Rows] = {}
    for table, kinds in write_tables.items():
        try:
            found[table] = dump_table(connection, table, kinds)
        except (sqlite3.Error, TypeError):
            continue
    return found


def dump_table(connection: sqlite3.Connection, table: str, kinds: Mapping[str, str]) -> Rows:
    """Return the rows of one table by id, with 0 and 1 of its bool columns as booleans.

    Raises:
        sqlite3.Error: There is no such table, or it has no column ``id``.
        TypeError: It holds bytes, which JSON cannot.
    """
    # The name comes from the pack's declaration, never from the model.
    rows = connection.execute(f'SELECT * FROM "{table}" ORDER BY "id"').fetchall()  # noqa: S608
    return [{column: _json(row[column], kinds.get(column, "")) for column in row.keys()} for row in rows]  # noqa: SIM118


def _json(value: Json, kind: str) -> Json:
    if isinstance(value, bytes):
        raise TypeError("a write table holds bytes")
    return bool(value) if kind == "bool" and value in (0, 1) else value
