"""What a right call leaves behind, in full: the task's short form, laid over the pack's seed."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from voicebench.errors import PackError
from voicebench.packs import seeding
from voicebench.task import Expectation, ExpectedCall, ExpectedDatabase, Json, Pack, Task

__all__ = ["SHORT_FORM", "endings", "expectation", "full_rows"]

SHORT_FORM = frozenset({"changed", "added", "removed"})
"""Keys of a table that is written as its difference from the seed."""

_Rows = list[dict[str, Json]]


def expectation(pack: Pack, task_id: str) -> Expectation:
    """Return what grading a task goes by.

    Args:
        pack: The pack.
        task_id: A task of it.

    Raises:
        PackError: The pack has no such task.
    """
    if task_id not in pack.tasks:
        raise PackError(f"pack {pack.id} has no task {task_id!r}; tasks: {', '.join(pack.tasks) or 'none'}")
    task = pack.tasks[task_id]
    return Expectation(
        task=f"{pack.id}/{task.id}",
        kinds={name: {one.name: one.kind for one in tool.parameters} for name, tool in pack.tools.items()},
        tools=tuple(_taken(pack, call) for call in task.expect.tools),
        forbidden=tuple(_forbidden(pack, task)),
        handoffs=task.expect.handoffs,
        database=_database(pack, task),
    )


def _taken(pack: Pack, call: ExpectedCall) -> ExpectedCall:
    """A call that the desk turned down is none, unless the task says how it ends; a handoff answers no ``ok``."""
    if call.model_fields_set & {"ok", "error_code"} or pack.tools[call.name].effect == "handoff":
        return call
    return call.model_copy(update={"ok": True})


def _forbidden(pack: Pack, task: Task) -> Iterator[str]:
    minded = {*(call.name for call in task.expect.tools), *task.expect.allowed, *task.expect.handoffs.path}
    unless_expected = (name for name in pack.forbidden_unless_expected if name not in minded)
    yield from dict.fromkeys((*task.expect.forbidden, *unless_expected))


def _database(pack: Pack, task: Task) -> ExpectedDatabase:
    database = seeding.create(pack.schema_sql, pack.seed_sql)
    seed = seeding.dump(database, pack.write_tables)
    database.close()
    written = task.expect.database
    finals = [_final(pack, ending, seed) for ending in endings(written)]
    return ExpectedDatabase(
        write_tables=tuple(pack.write_tables),
        seed={table: tuple(rows) for table, rows in seed.items()},
        final={"any_of": finals} if "any_of" in written else finals[0],
        columns=pack.write_tables,
        ignored=pack.ignored_columns,
    )


def endings(database: Mapping[str, Json]) -> list[Any]:
    """Return the endings, each ``{table: ...}``, that a task's ``expect.database`` accepts."""
    return list(database["any_of"]) if "any_of" in database else [database]


def _final(pack: Pack, ending: Mapping[str, Json], seed: Mapping[str, _Rows]) -> dict[str, _Rows]:
    return {
        table: full_rows(written, _without(pack.ignored_columns, seed.get(table, [])))
        for table, written in ending.items()
    }


def _without(columns: Iterable[str], rows: _Rows) -> _Rows:
    return [{column: value for column, value in row.items() if column not in columns} for row in rows]


def full_rows(written: Json, seed: _Rows) -> _Rows:
    """Return all rows of a table at hang-up.

    Args:
        written: All of them, or ``{changed, added, removed}`` against the seed.
        seed: The table's rows when the call starts.
    """
    if isinstance(written, list):
        return [dict(row) for row in written]
    changed = {row["id"]: row for row in written.get("changed", ())}
    removed = set(written.get("removed", ()))
    kept = [{**row, **changed.get(row["id"], {})} for row in seed if row["id"] not in removed]
    return [*kept, *(dict(row) for row in written.get("added", ()))]
