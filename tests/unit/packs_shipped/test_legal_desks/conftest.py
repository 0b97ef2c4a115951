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
        """The error code; the call must be refused, with words for the caller, and write nothing."""
        before = self.desk.snapshot()
        result = self.desk.call(name, arguments)
        assert not result["ok"], result
        assert result["caller_safe_message"]
        assert self.desk.snapshot() == before
        return str(result["error_code"])

    def rows(self, table: str) -> list[dict[str, Any]]:
        """A write table, less what dates its rows."""
        return [{key: row[key] for key in row if key != "created_at"} for row in self.desk.snapshot()[table]]

    def checked(self, client_name: str, **names: str) -> "Front":
        """Go through the conflict check to intake, or to a review."""
        self.at("conflicts").ask("run_conflict_check", client_name=client_name, **names)
        return self.at("intake")

    def inquired(self, practice_area: str, state: str, client_name: str = "Ada Quimby") -> "Front":
        """Go through check and intake to the calendar."""
        self.checked(client_name).ask("match_attorney", practice_area=practice_area, state=state)
        self.ask("record_inquiry", summary="In her own words.", phone="309-555-0168")
        return self.at("calendar")


@pytest.fixture(scope="session")
def pack() -> Pack:
    return load("legal")


@pytest.fixture(scope="session")
def people(pack: Pack) -> dict[str, dict[str, str]]:
    """Clients by file number."""
    database = create(pack.schema_sql, pack.seed_sql)
    found = {
        row["matter_id"]: dict(row)
        for row in database.execute("SELECT m.matter_id, c.* FROM matters m JOIN clients c USING (client_id)")
    }
    database.close()
    return found


@pytest.fixture
def front(pack: Pack) -> Iterator[Front]:
    desk = Desk(pack)
    yield Front(desk)
    desk.close()


@pytest.fixture
def verified(front: Front, people: dict[str, dict[str, str]]) -> Callable[[str, str], Front]:
    """Opens the file of that number and goes to a role."""

    def one(file_number: str, role: str) -> Front:
        who = people[file_number]
        front.at("verification").ask("identify_client", full_name=who["name"], file_number=file_number)
        pin = {"pin": who["pin"]} if who["pin"] else {}
        front.ask("verify_client", date_of_birth=who["date_of_birth"], **pin)
        return front.at(role)

    return one
