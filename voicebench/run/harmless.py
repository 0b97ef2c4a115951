"""Changes to a log that leave the same call: other order, other writing, further look-ups. Pure, like the spoilings."""

from collections.abc import Callable, Iterator, Mapping

from voicebench.record import Log, LoggedCall
from voicebench.run.altered import WRITTEN_KINDS, written_otherwise
from voicebench.run.spoil import Altered
from voicebench.task import Expectation, Json, Pack

__all__ = ["harmless_changes"]

_Rewrite = Callable[[str, Json], Json]
"""A kind and a value -> the value in other writing."""


def harmless_changes(pack: Pack, key: Expectation, log: Log) -> Iterator[Altered]:
    """Yield changes that must not move a verdict; one that would change nothing in this log is left out.

    Args:
        pack: The firm.
        key: What the log is graded by.
        log: The log of a call.
    """
    yield from _further_look_ups(pack, key, log)
    for change in (
        *_other_writing(key, log),
        Altered("keys in another order", _other_keys(log)),
        Altered("rows in another order", _rows(log, lambda rows: rows[::-1])),
        Altered("ignored columns", _rows(log, lambda rows: [_restamped(key, row) for row in rows])),
    ):
        if change.log.model_dump_json() != log.model_dump_json():
            yield change


def _further_look_ups(pack: Pack, key: Expectation, log: Log) -> Iterator[Altered]:
    reads = [tool.name for tool in pack.tools.values() if tool.effect == "read" and tool.name not in key.forbidden]
    for name in reads:
        call = LoggedCall(name=name, arguments={}, result={"ok": False, "data": None, "error_code": "NOT_FOUND"})
        yield Altered(f"look-up/{name}", log.model_copy(update={"tools": (call, *log.tools)}))
    again = [call for call in log.tools if call.name in reads]
    if again:
        yield Altered("look-up/all again", log.model_copy(update={"tools": (*log.tools, *again)}))


def _other_writing(key: Expectation, log: Log) -> Iterator[Altered]:
    for kind in WRITTEN_KINDS:
        rewrite = _only(kind)
        calls = tuple(_rewritten_call(key, call, rewrite) for call in log.tools)
        yield Altered(f"written/{kind}/arguments", log.model_copy(update={"tools": calls}))
        columns = key.database.columns
        tables = {
            table: [_rewritten(columns.get(table, {}), row, rewrite) for row in rows]
            for table, rows in (log.database or {}).items()
        }
        yield Altered(f"written/{kind}/rows", log.model_copy(update={"database": tables}))


def _only(kind: str) -> _Rewrite:
    return lambda other, value: written_otherwise(other, value) if other in {kind, f"list[{kind}]"} else value


def _rewritten_call(key: Expectation, call: LoggedCall, rewrite: _Rewrite) -> LoggedCall:
    arguments = _rewritten(key.kinds.get(call.name, {}), call.arguments, rewrite)
    return call.model_copy(update={"arguments": arguments})


def _rewritten(kinds: Mapping[str, str], values: Mapping[str, Json], rewrite: _Rewrite) -> dict[str, Json]:
    return {name: rewrite(kinds.get(name, ""), value) for name, value in values.items()}


def _other_keys(log: Log) -> Log:
    calls = tuple(
        call.model_copy(update={"arguments": dict(reversed(list(call.arguments.items())))}) for call in log.tools
    )
    tables = {
        table: [dict(reversed(list(row.items()))) for row in rows] for table, rows in (log.database or {}).items()
    }
    return log.model_copy(update={"tools": calls, "database": dict(reversed(list(tables.items())))})


def _rows(log: Log, change: Callable[[list[Mapping[str, Json]]], list[Mapping[str, Json]]]) -> Log:
    return log.model_copy(
        update={"database": {name: change(list(rows)) for name, rows in (log.database or {}).items()}}
    )


def _restamped(key: Expectation, row: Mapping[str, Json]) -> Mapping[str, Json]:
    return {**row, **{name: "1999-12-31T23:59" for name in key.database.ignored if name in row}}
