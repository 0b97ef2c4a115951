"""The call's own database, and the one rule of its transactions: a result commits, anything else rolls back."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from voicebench.packs import seeding
from voicebench.task import Pack

__all__ = ["CallDatabase"]


class CallDatabase:
    """One SQLite database in memory, made from the pack's schema and seed.

    Args:
        pack: The pack.
    """

    def __init__(self, pack: Pack):
        self._write_tables = pack.write_tables
        self.connection = seeding.create(pack.schema_sql, pack.seed_sql)

    @contextmanager
    def step(self, effect: Literal["read", "write"]) -> Iterator[sqlite3.Connection]:
        """Lend the connection for one tool call: commit at the end, roll back if it raises.

        A tool marked ``read`` that writes gets an ``sqlite3.OperationalError``.
        """
        self._query_only(on=effect == "read")
        try:
            yield self.connection
            self.connection.commit()
        except BaseException:
            self.connection.rollback()
            raise
        finally:
            self._query_only(on=False)

    def snapshot(self) -> dict[str, seeding.Rows]:
        """Return the rows of the write tables as plain JSON."""
        return seeding.dump(self.connection, self._write_tables)

    def close(self) -> None:
        """Forget the database."""
        self.connection.close()

    def _query_only(self, *, on: bool) -> None:
        self.connection.execute(f"PRAGMA query_only = {'ON' if on else 'OFF'}")
