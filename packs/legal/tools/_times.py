"""Free times of attorneys, and what may be done with them."""

from typing import Any

from voicebench.toolkit import Desk, first_of, now_text, rows_of

from ._desk import refusal

__all__ = ["free_slots", "slot_of"]

MOST_SLOTS = 4


def free_slots(desk: Desk, attorney_id: str, from_date: str | None, mode: str | None = None) -> list[dict[str, Any]]:
    """The next free times of an attorney, from a day on; those in person only, where that is the mode."""
    if first_of(desk, "SELECT 1 FROM attorneys WHERE attorney_id = ?", attorney_id) is None:
        raise refusal(desk, "NO_SUCH_ATTORNEY")
    sql = "SELECT * FROM free_slots WHERE attorney_id = ? AND start > ? ORDER BY start"
    later = max(now_text(desk), from_date or "")
    found = [row for row in rows_of(desk, sql, attorney_id, later) if mode != "in_person" or row["in_office"]]
    return found[:MOST_SLOTS]


def slot_of(desk: Desk, slot_id: str, mode: str) -> dict[str, Any]:
    """A time that is free for such a meeting."""
    if not rows_of(desk, "SELECT 1 FROM slots WHERE slot_id = ?", slot_id):
        raise refusal(desk, "NO_SUCH_SLOT")
    slot = first_of(desk, "SELECT * FROM free_slots WHERE slot_id = ? AND start > ?", slot_id, now_text(desk))
    if slot is None:
        raise refusal(desk, "SLOT_TAKEN")
    if mode == "in_person" and not slot["in_office"]:
        raise refusal(desk, "NOT_IN_OFFICE")
    return slot
