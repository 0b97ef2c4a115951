"""What the author of a pack's ``tools.py``, or ``tools/*.py``, imports, and nothing more.

A tool is a typed function whose first parameter is the ``Desk``. The annotation of each further parameter names its
*kind*, which says how the value is said, heard, normalised and compared::

    @write
    def report_scam_contact(desk: Desk, phone: Phone, channel: Literal["email", "phone"], amount: Money | None = None):
        \"\"\"One line that the model reads.

        Args:
            phone: What the model should put here.
        \"\"\"
        desk.db.execute("INSERT ...", ...)
        return {"report_id": 1}

Arguments come in the natural form of their kind: ``Money`` and ``Number`` as numbers (a whole one as an int), ``Date``
and ``DateTime`` as plain ISO text, a ``Literal`` as written there, and all others as the text that the model sent,
trimmed; what the model left out is None.

What it returns, a dict or a ``Say``, becomes ``data`` of the result envelope; a tool marked ``read`` cannot write. A
refusal of policy is ``raise Refusal(CODE, "words that may be said to the caller")`` and is a result like any other; any
other exception is a fault of the pack. The packs are read by parsing this source, so annotations are written as they
stand below: a kind, ``list[KIND]``, ``Literal[...]``, and ``| None = None`` where the model may leave it out. Handoff
tools are declared in ``pack.yaml`` and need no code.
"""  # noqa: D214 - the section is the example's

import sqlite3
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

__all__ = [
    "Bool",
    "Code",
    "Date",
    "DateTime",
    "Desk",
    "Digits",
    "Email",
    "Money",
    "Name",
    "Number",
    "Phone",
    "Refusal",
    "Say",
    "Text",
    "Zip",
    "first_of",
    "fold",
    "keep",
    "now_text",
    "read",
    "rows_of",
    "words",
    "write",
]

Phone = str
Money = float
Date = str
DateTime = str
Name = str
Email = str
Zip = str
Digits = str
Code = str
Text = str
Bool = bool
Number = float

_Function = TypeVar("_Function", bound=Callable[..., Any])


@dataclass
class Desk:
    """What a tool may touch: this call's own database, the pack's frozen clock, and the state of this call.

    Args:
        db: The call's database; rows come as ``sqlite3.Row``. The desk commits after a result, and rolls back after a
            refusal or a fault.
        now: The pack's frozen clock, with its zone. Tools never read the machine's.
        state: What tools remember within this call (who is verified, which quote is open); a refusal does not undo it.
    """

    db: sqlite3.Connection
    now: datetime
    state: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Say:
    """A result with words that may be said to the caller as they stand."""

    data: Mapping[str, Any]
    message: str


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """The desk's policy says no.

    Args:
        code: The result's ``error_code``, in capitals.
        message: What may be said to the caller.
        data: The result's ``data``, where a refusal carries any.
    """

    def __init__(self, code: str, message: str, data: Mapping[str, Any] | None = None):
        self.code, self.message, self.data = code, message, data
        super().__init__(f"{code}: {message}")


def read(function: _Function) -> _Function:
    """Mark a tool that changes nothing."""
    return function


def write(function: _Function) -> _Function:
    """Mark a tool that changes the database."""
    return function


def rows_of(desk: Desk, sql: str, *values: object) -> list[dict[str, Any]]:
    """Return the rows that a query finds."""
    return [dict(row) for row in desk.db.execute(sql, values)]


def first_of(desk: Desk, sql: str, *values: object) -> dict[str, Any] | None:
    """Return the first row that a query finds, or None."""
    return next(iter(rows_of(desk, sql, *values)), None)


def keep(desk: Desk, table: str, **values: object) -> int:
    """Add a row and return its id; where the same row is there already, it stays the only one.

    Args:
        desk: The desk.
        table: A table with the columns ``id`` and ``created_at``. Its name and those of the columns are the pack's own
            words, never the model's.
        values: The row, less these two.
    """
    same = " AND ".join(f'"{column}" IS ?' for column in values)
    found = first_of(desk, f"SELECT id FROM {table} WHERE {same}", *values.values())  # noqa: S608
    if found is not None:
        return int(found["id"])
    row = values | {"created_at": now_text(desk)}
    columns, marks = ", ".join(f'"{column}"' for column in row), ", ".join("?" * len(row))
    added = desk.db.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", tuple(row.values()))  # noqa: S608
    return int(added.lastrowid or 0)


def now_text(desk: Desk) -> str:
    """Return the time of the call to the minute: ``2026-08-19T12:00``."""
    return desk.now.strftime("%Y-%m-%dT%H:%M")


def words(text: str) -> str:
    """Return free words that somebody is to read later, as they are.

    Raises:
        Refusal: There is no letter or digit in them.
    """
    if not any(map(str.isalnum, text)):
        raise Refusal("NO_WORDS", "I have no words down yet. Please say it once more.")
    return text


def fold(name: str) -> str:
    """Return letters and digits only, less accents and case: a recogniser writes none of the rest reliably."""
    return "".join(c for c in unicodedata.normalize("NFKD", name).casefold() if c.isalnum())
