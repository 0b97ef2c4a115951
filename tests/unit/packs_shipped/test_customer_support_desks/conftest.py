from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from voicebench.desk import Desk
from voicebench.packs import load
from voicebench.packs.seeding import create
from voicebench.task import Pack


@dataclass
class Front:
    """The desk as a test asks it."""

    desk: Desk

    def at(self, role: str) -> "Front":
        self.desk.role = role
        return self

    def ask(self, name: str, **arguments: Any) -> Any:
        """The result's data; the call must be ok."""
        result = self.desk.call(name, arguments)
        assert result["ok"], result
        return result["data"]

    def refused(self, name: str, **arguments: Any) -> str:
        """The error code; the call must be refused, with words for the caller."""
        result = self.desk.call(name, arguments)
        assert not result["ok"], result
        assert result["caller_safe_message"]
        return str(result["error_code"])

    def rows(self, table: str) -> list[dict[str, Any]]:
        """A write table, less what numbers and dates its rows."""
        return [
            {key: row[key] for key in row if key not in ("id", "created_at")} for row in self.desk.snapshot()[table]
        ]


@pytest.fixture(scope="session")
def pack() -> Pack:
    return load("customer_support")


@pytest.fixture(scope="session")
def people(pack: Pack) -> dict[int, dict[str, str]]:
    database = create(pack.schema_sql, pack.seed_sql)
    found = {row["id"]: dict(row) for row in database.execute("SELECT * FROM customers")}
    database.close()
    return found


@pytest.fixture
def front(pack: Pack) -> Iterator[Front]:
    desk = Desk(pack)
    yield Front(desk)
    desk.close()


@pytest.fixture
def verified(front: Front, people: dict[int, dict[str, str]]) -> Callable[[int, str], Front]:
    """Opens a customer's record and goes to a role."""

    def one(customer: int, role: str) -> Front:
        who = people[customer]
        front.at("verification").ask("identify_customer", phone=who["phone"], full_name=who["name"])
        front.ask("verify_identity", postal_code=who["postal_code"], card_last4=who["card_last4"])
        return front.at(role)

    return one
