"""The database gate: what the call left behind in the write tables."""

from collections.abc import Mapping, Sequence

from voicebench.task import ExpectedDatabase, Json
from voicebench.verdict import DatabaseGate, Difference
from voicebench.verify.matchers import matcher_of
from voicebench.verify.rows import Row, Table

__all__ = ["endings", "grade_database", "missing_tables"]

_Dump = Mapping[str, Sequence[Row]]


def grade_database(expected: ExpectedDatabase, dump: _Dump | None) -> DatabaseGate:
    """Compare the write tables at hang-up with the ending they come closest to.

    A difference in one table fails the gate even where another is missing from the dump; a dump without differences but
    with a table missing is unscored, and so is the lack of any dump.
    """
    closest = min((_differences(expected, final, dump or {}) for final in endings(expected)), key=len)
    if closest:
        return DatabaseGate(outcome="failed", differences=closest)
    scored = dump is not None and not missing_tables(expected, dump)
    return DatabaseGate(outcome="passed" if scored else "unscored")


def endings(expected: ExpectedDatabase) -> Sequence[Json]:
    """The equally right endings, each a mapping of tables to rows."""
    final = expected.final
    return list(final["any_of"]) if matcher_of(final) == "any_of" else [final]


def missing_tables(expected: ExpectedDatabase, dump: _Dump | None) -> tuple[str, ...]:
    """Write tables that the dump lacks."""
    return tuple(name for name in expected.write_tables if name not in (dump or {}))


def _differences(expected: ExpectedDatabase, final: Mapping[str, Sequence[Row]], dump: _Dump) -> tuple[Difference, ...]:
    ignored = frozenset(expected.ignored)
    return tuple(
        difference
        for name in dict.fromkeys(expected.write_tables)
        if name in dump
        for difference in Table(name, expected.columns.get(name, {}), ignored).differences(
            final.get(name, expected.seed[name]), dump[name]
        )
    )
