"""How the rows of one table are compared, whatever their order."""

import json
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from voicebench.task import Json
from voicebench.values.kinds import equal, normalise, same_json
from voicebench.verdict import Difference
from voicebench.verify.assignment import cheapest
from voicebench.verify.matchers import ABSENT, accepts, matcher_of
from voicebench.verify.shown import shown

__all__ = ["Row", "Table"]

Row = Mapping[str, Json]
_Key = TypeVar("_Key", bound=Hashable)


@dataclass(frozen=True)
class Table:
    """A write table: its name, the kinds of its columns, and the columns that are never compared."""

    name: str
    kinds: Mapping[str, str]
    ignored: frozenset[str]

    def differences(self, expected: Sequence[Row], actual: Sequence[Row]) -> tuple[Difference, ...]:
        """All that keeps ``actual`` from being exactly the rows ``expected``, each found once.

        Rows are paired so that a right table is always found right. Where it is wrong, a row that states its ``id`` is
        paired with the row of that id alone, and any other with the row that differs from it least.
        """
        if len(expected) == len(actual) and not any(map(self._wrong_columns, expected, actual)):
            return ()
        ordered = sorted(actual, key=self._sorting_key)
        partners = self._partners(expected, ordered)
        found = [
            difference
            for row, partner in zip(expected, partners, strict=True)
            for difference in self._of_pair(row, None if partner is None else ordered[partner])
        ]
        left = (row for index, row in enumerate(ordered) if index not in partners)
        return (*found, *(self._one_sided(row.get("id"), None, row) for row in left))

    def _sorting_key(self, row: Row) -> str:
        """Makes the choice between equally good pairs independent of the order of the dump."""
        return json.dumps(
            {name: shown(value) for name, value in row.items() if name not in self.ignored}, sort_keys=True
        )

    def _partners(self, expected: Sequence[Row], actual: Sequence[Row]) -> list[int | None]:
        """For each expected row the index of its partner in ``actual``."""
        by_id = _grouped((self._bucket("id", row.get("id")), at) for at, row in enumerate(actual))
        same_id = [
            [at for at in by_id.get(self._bucket("id", wanted.get("id")), ()) if self._has_id_of(wanted, actual[at])]
            for wanted in expected
        ]
        claims = Counter(at for ids in same_id for at in ids)
        partners = [ids[0] if len(ids) == 1 and claims[ids[0]] == 1 else None for ids in same_id]
        self._pair_alike(expected, actual, partners, claims)
        open_rows = [at for at, partner in enumerate(partners) if partner is None]
        free = sorted({*range(len(actual))}.difference(partners))
        costs = self._costs([expected[at] for at in open_rows], [actual[at] for at in free])
        for at, column in zip(open_rows, cheapest(costs), strict=True):
            partners[at] = free[column] if column < len(free) else None
        return partners

    def _pair_alike(
        self, expected: Sequence[Row], actual: Sequence[Row], partners: list[int | None], claimed: Collection[int]
    ) -> None:
        """Pair each row that states neither id nor matcher with one that is just like it, where there is one.

        No other pair could be better, and whole tables of right rows need no search.
        """
        left = {*range(len(actual))}.difference(partners, claimed)
        alike = _grouped((self._buckets(actual[at]), at) for at in sorted(left))
        for number, wanted in enumerate(expected):
            if partners[number] is None and "id" not in wanted and not any(map(matcher_of, wanted.values())):
                places = alike.get(self._buckets(wanted), [])
                found = next((at for at in places if not self._wrong_columns(wanted, actual[at])), None)
                if found is not None:
                    partners[number] = found
                    places.remove(found)

    def _buckets(self, row: Row) -> tuple[str, ...]:
        names = sorted(name for name in row if name not in self.ignored and name != "id")
        return tuple(part for name in names for part in (name, self._bucket(name, row[name])))

    def _bucket(self, column: str, value: Json) -> str:
        """Two values that are the same are in one bucket; two others may be."""
        kind = self.kinds.get(column)
        value = _as_bool(value) if kind == "bool" else value
        for one in filter(None, (kind, "number")):
            with suppress(ValueError):
                return repr(normalise(one, value))
        return value if isinstance(value, str) else type(value).__name__

    def _costs(self, expected: Sequence[Row], actual: Sequence[Row]) -> list[list[int]]:
        """Differing cells of each pair, then a column for each expected row that stays alone.

        Any pair is cheaper than two lone rows, pairs of one id come before all others, and rows that have nothing to do
        with each other never become a pair.
        """
        alone = 1 + max((len(row) for row in (*expected, *actual)), default=0) * 2
        never = 10 * alone * (len(expected) + 1)
        return [[self._cost(wanted, row, never) for row in actual] + [alone] * len(expected) for wanted in expected]

    def _cost(self, expected: Row, actual: Row, never: int) -> int:
        wrong = len(self._wrong_columns(expected, actual))
        if self._has_id_of(expected, actual):
            return wrong - never
        states_another_id = "id" in expected and not matcher_of(expected["id"])
        unrelated = 0 < wrong == len(self._columns(expected, actual))
        return 2 * never if states_another_id or unrelated else wrong

    def _has_id_of(self, expected: Row, actual: Row) -> bool:
        stated = "id" in expected and "id" in actual and not matcher_of(expected["id"])
        return stated and self._same("id", expected["id"], actual["id"])

    def _columns(self, expected: Row, actual: Row) -> list[str]:
        """The columns to compare; the ``id`` of a new row only where it is stated."""
        names = [*expected, *sorted(actual.keys() - expected.keys() - {"id"})]
        return [name for name in names if name not in self.ignored]

    def _wrong_columns(self, expected: Row, actual: Row) -> list[str]:
        """A column that is on one side only is wrong, unless it is expected to be anything."""
        return [name for name in self._columns(expected, actual) if not self._is_right(name, expected, actual)]

    def _is_right(self, column: str, expected: Row, actual: Row) -> bool:
        if column not in expected:
            return False
        return accepts(expected[column], actual.get(column, ABSENT), partial(self._same, column))

    def _same(self, column: str, a: Json, b: Json) -> bool:
        """A cell as written is right, even one of the seed's that has no normal form."""
        kind = self.kinds.get(column)
        if kind == "bool":
            a, b = _as_bool(a), _as_bool(b)
        return same_json(a, b) or (kind is not None and equal(kind, a, b))

    def _of_pair(self, expected: Row, actual: Row | None) -> list[Difference]:
        if actual is None:
            stated = expected.get("id")
            return [self._one_sided(None if matcher_of(stated) else stated, expected, None)]
        return [
            Difference(
                table=self.name,
                row=shown(actual.get("id")),
                column=shown(name),
                expected=expected.get(name),
                actual=shown(actual.get(name)),
            )
            for name in self._wrong_columns(expected, actual)
        ]

    def _one_sided(self, row: Json, expected: Row | None, actual: Row | None) -> Difference:
        return Difference(
            table=self.name,
            row=shown(row),
            column=None,
            expected=None if expected is None else dict(expected),
            actual=None if actual is None else shown(actual),
        )


def _grouped(pairs: Iterable[tuple[_Key, int]]) -> dict[_Key, list[int]]:
    groups: dict[_Key, list[int]] = {}
    for key, at in pairs:
        groups.setdefault(key, []).append(at)
    return groups


def _as_bool(value: Json) -> Json:
    """SQLite has no booleans, so that it hands back 0 and 1."""
    return bool(value) if type(value) is int and value in (0, 1) else value
