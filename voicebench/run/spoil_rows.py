"""The spoilings of a right dump: a row too few, a row too many, a cell that is off."""

from collections.abc import Iterator, Mapping, Sequence

from voicebench.run.altered import another
from voicebench.task import ExpectedDatabase, Json
from voicebench.verify.database import endings
from voicebench.verify.matchers import matcher_of
from voicebench.verify.rows import Table

__all__ = ["spoilt_rows"]

_Row = dict[str, Json]
_Dump = dict[str, list[_Row]]


def spoilt_rows(
    expected: ExpectedDatabase, dump: Mapping[str, Sequence[Mapping[str, Json]]]
) -> Iterator[tuple[str, _Dump]]:
    """Yield named dumps, each with one fault.

    The rows that the call wrote are spoilt in every column; of the rows that it left alone, the first of each table is
    dropped once and changed once.

    Args:
        expected: What a right call leaves behind.
        dump: What one left behind.
    """
    right: _Dump = {table: [dict(row) for row in rows] for table, rows in dump.items()}
    for table in expected.write_tables:
        spoiler = _Spoiler(table, expected, right[table])
        for name, rows in spoiler.spoilt():
            yield f"row/{table}/{name}", {**right, table: rows}
        yield f"dump/{table} missing", {name: rows for name, rows in right.items() if name != table}


class _Spoiler:
    """One table of a right dump."""

    def __init__(self, table: str, expected: ExpectedDatabase, rows: list[_Row]):
        self._kinds = expected.columns.get(table, {})
        self._ignored = frozenset(expected.ignored)
        self._table = Table(table, self._kinds, self._ignored)
        self._seed = {row.get("id"): dict(row) for row in expected.seed[table]}
        self._finals = [row for ending in endings(expected) for row in ending.get(table, ())]
        self._rows = rows

    def spoilt(self) -> Iterator[tuple[str, list[_Row]]]:
        """Yield the table with one fault, and what was done to it."""
        written = [at for at, row in enumerate(self._rows) if not self._is_seed(row)]
        for at in written:
            for name, rows in self._written(at):
                yield f"{self._name(at)}/{name}", rows
        alone = next((at for at in range(len(self._rows)) if at not in written), None)
        if alone is not None:
            yield f"{self._name(alone)}/dropped", self._without(alone)
            yield from ((f"{self._name(alone)}/{name}", rows) for name, rows in list(self._cells(alone))[:1])
        gone = self._seed.keys() - {row.get("id") for row in self._rows}
        for row_id in sorted(gone, key=str):
            yield f"{row_id}/not removed", [*self._rows, self._seed[row_id]]
        if not written:
            yield "added", [*self._rows, self._new_row()]

    def _name(self, at: int) -> str:
        return str(self._rows[at].get("id", at + 1))

    def _is_seed(self, row: _Row) -> bool:
        before = self._seed.get(row.get("id"))
        return before is not None and all(
            row.get(name) == value for name, value in before.items() if name not in self._ignored
        )

    def _written(self, at: int) -> Iterator[tuple[str, list[_Row]]]:
        yield "dropped", self._without(at)
        yield "doubled", [*self._rows, {**self._rows[at], "id": self._next_id()}]
        before = self._seed.get(self._rows[at].get("id"))
        if before is not None:
            yield "as before", self._replaced(at, before)
        yield from self._cells(at)

    def _cells(self, at: int) -> Iterator[tuple[str, list[_Row]]]:
        """Yield the table with one cell off, for each cell that is compared and not free."""
        row = self._rows[at]
        accepting = [one for one in self._finals if not self._table.differences([one], [row])]
        for column, value in row.items():
            wanted = [one.get(column) for one in accepting if column in one] or ([value] if not accepting else [])
            if column in self._ignored or not wanted or any(matcher_of(one) == "free" for one in wanted):
                continue
            right = [good for one in wanted for good in (one["any_of"] if matcher_of(one) else [one])]
            yield column, self._replaced(at, {**row, column: another(self._kinds.get(column), value, right)})

    def _without(self, at: int) -> list[_Row]:
        return [*self._rows[:at], *self._rows[at + 1 :]]

    def _replaced(self, at: int, row: _Row) -> list[_Row]:
        return [*self._rows[:at], row, *self._rows[at + 1 :]]

    def _next_id(self) -> Json:
        ids = [row["id"] for row in self._rows if isinstance(row.get("id"), int)]
        return max(ids, default=0) + 1

    def _new_row(self) -> _Row:
        """Return a row that looks like the table's last, or like one of its kinds where it has none."""
        like = self._rows[-1] if self._rows else {name: another(kind, None, ()) for name, kind in self._kinds.items()}
        return {**like, "id": self._next_id()}
