"""Whether an answer key holds together: a call is never held against a broken one."""

from collections.abc import Iterator, Mapping

from voicebench.errors import GradeError
from voicebench.task import Expectation, ExpectedDatabase, Json
from voicebench.values.kinds import is_kind, normalise
from voicebench.verify.database import endings
from voicebench.verify.matchers import matcher_of

__all__ = ["check"]


def check(expectation: Expectation) -> None:
    """Look for what no call could be graded by.

    Raises:
        GradeError: One line: where in the expectation, and what is wrong with it.
    """
    parts = (_kinds, _forbidden, _arguments, lambda key: _database(key.database))
    for problem in (problem for part in parts for problem in part(expectation)):
        raise GradeError(problem)


def _kinds(key: Expectation) -> Iterator[str]:
    for where, names in (("kinds", key.kinds), ("database.columns", key.database.columns)):
        for owner, kinds in names.items():
            for name, kind in kinds.items():
                if not is_kind(kind):
                    yield f"{where}.{owner}.{name}: unknown kind {kind!r}"


def _forbidden(key: Expectation) -> Iterator[str]:
    wanted = {call.name for call in key.tools}.union(key.handoffs.path)
    for name in key.forbidden:
        if name in wanted:
            yield f"forbidden: {name} is expected and forbidden at once"


def _arguments(key: Expectation) -> Iterator[str]:
    for index, call in enumerate(key.tools):
        for name, value in call.arguments.items():
            where = f"tools[{index}] {call.name}.{name}"
            yield from _options(where, value)
            kind = key.kinds.get(call.name, {}).get(name)
            if kind is not None:
                yield from _literals(where, kind, value)


def _literals(where: str, kind: str, value: Json) -> Iterator[str]:
    """What can be read as nothing of its kind would never be met; null stands for itself."""
    matcher = matcher_of(value)
    if matcher == "free":
        return
    for literal in value["any_of"] if matcher else (value,):
        try:
            if literal is not None:
                normalise(kind, literal)
        except ValueError as error:
            yield f"{where}: {literal!r} is no {kind} ({error})"


def _options(where: str, value: Json) -> Iterator[str]:
    if matcher_of(value) == "any_of" and not (isinstance(value["any_of"], list) and value["any_of"]):
        yield f"{where}: any_of needs a list with at least one option"


def _database(key: ExpectedDatabase) -> Iterator[str]:
    for name in key.write_tables:
        if name not in key.seed:
            yield f"database.seed: no rows are given for the write table {name}"
    yield from (f"database.seed: {name} is not among write_tables" for name in key.seed if name not in key.write_tables)
    for name, rows in key.seed.items():
        yield from (
            f"database.seed.{name}[{index}].{column}: a seed row holds plain values, no lists or objects"
            for index, row in enumerate(rows)
            for column, value in row.items()
            if isinstance(value, Mapping | list)
        )
    yield from _final(key)


def _final(key: ExpectedDatabase) -> Iterator[str]:
    yield from _options("database.final", key.final)
    for ending in endings(key):
        if not isinstance(ending, Mapping):
            yield "database.final: an ending maps tables to rows"
            return
        for name, rows in ending.items():
            where = f"database.final.{name}"
            if name not in key.write_tables:
                yield f"{where}: {name} is not among write_tables"
            yield from _rows(where, rows)


def _rows(where: str, rows: Json) -> Iterator[str]:
    if not isinstance(rows, list | tuple) or not all(isinstance(row, Mapping) for row in rows):
        yield f"{where}: a table is a list of rows, each an object"
        return
    for index, row in enumerate(rows):
        for column, value in row.items():
            yield from _options(f"{where}[{index}].{column}", value)
