"""What a TechCrew visit goes by: cover, danger, slots, and the caller's own appointments."""

import sqlite3
from datetime import date, datetime, timedelta
from typing import Any

from voicebench.toolkit import Desk, Refusal

from ._desk import area_of, caller, code, fee_of, order_of, weekday

__all__ = ["appointment_of", "cover_of", "late_visit_fee", "open_visits", "refuse_unsafe", "visit_fee"]

_LATE = timedelta(hours=24)


def cover_of(desk: Desk, item: sqlite3.Row) -> dict[str, Any]:
    """Return the warranty and the protection plan of an item, as they stand today."""
    terms = desk.db.execute("SELECT * FROM coverage_terms WHERE category = ?", (item["category"],)).fetchone()
    arrived = order_of(desk, item["order_number"])["delivered_date"]
    ends = _months_after(arrived, terms["warranty_months"]) if arrived else None
    plan = desk.db.execute(
        "SELECT plan, ends_on, accidents FROM protection_plans WHERE order_number = ? AND sku = ?",
        (item["order_number"], item["sku"]),
    ).fetchone()
    today = desk.now.date().isoformat()
    return {
        "visit": terms["visit"],
        "warranty_ends": ends,
        "in_warranty": bool(ends and ends >= today),
        "plan": plan["plan"] if plan else None,
        "plan_ends": plan["ends_on"] if plan else None,
        "in_plan": bool(plan and plan["ends_on"] >= today),
        "accidents_covered": bool(plan and plan["ends_on"] >= today and plan["accidents"]),
    }


def visit_fee(desk: Desk, item: sqlite3.Row, symptom: sqlite3.Row) -> tuple[int, str]:
    """Return what a visit for a symptom costs, in cents, and why."""
    cover = cover_of(desk, item)
    if cover["visit"] is None:
        return 0, "TechCrew doesn't mend things of that kind"
    if symptom["accident"]:
        if cover["accidents_covered"]:
            return 0, "the protection plan covers accidents"
    elif symptom["symptom"] != "setup_help" and (cover["in_warranty"] or cover["in_plan"]):
        return 0, "the warranty covers it" if cover["in_warranty"] else "the protection plan covers it"
    return fee_of(desk, cover["visit"])


def refuse_unsafe(item: sqlite3.Row, symptom: sqlite3.Row) -> None:
    """Refuse a booking for what must not be used, carried or mended."""
    if symptom["danger"]:
        raise Refusal("UNSAFE_DEVICE", symptom["advice"])
    if item["battery_safety_flag"]:
        raise Refusal("BATTERY_HOLD", "Its battery is under a safety hold. Don't charge, carry or mail it.")
    if item["recalled"]:
        raise Refusal("ITEM_RECALLED", "It has been recalled, so it isn't repaired. Stop using it; it can go back.")


def open_visits(desk: Desk, visit: str, day: str | None = None) -> list[dict[str, Any]]:
    """Return the open starts of a kind of visit in the caller's area, less those that the caller holds already."""
    record = caller(desk)
    area = area_of(desk, record["postal_code"])
    rows = desk.db.execute(
        "SELECT start FROM service_slots WHERE area = :area AND visit = :visit AND start > :now "
        "AND (:day IS NULL OR substr(start, 1, 10) = :day) AND start NOT IN "
        "(SELECT start FROM appointments WHERE customer_id = :caller) ORDER BY start",
        {
            "area": area["area"] if area else "",
            "visit": visit,
            "now": desk.now.strftime("%Y-%m-%dT%H:%M"),
            "day": day,
            "caller": record["id"],
        },
    )
    return [{"start": row["start"], "weekday": weekday(row["start"])} for row in rows]


def appointment_of(desk: Desk, reference: str) -> sqlite3.Row:
    """Return an open appointment of the caller's."""
    for row in desk.db.execute("SELECT * FROM appointments WHERE customer_id = ?", (caller(desk)["id"],)):
        if code(row["reference"]) == code(reference):
            return row  # type: ignore[no-any-return]
    raise Refusal("APPOINTMENT_NOT_FOUND", "I don't see that appointment on your record.")


def late_visit_fee(desk: Desk, appointment: sqlite3.Row) -> tuple[int, str]:
    """Return what it costs to move or drop an appointment, in cents, and why."""
    ahead = datetime.fromisoformat(appointment["start"]) - desk.now.replace(tzinfo=None)
    return fee_of(desk, "late_visit_change") if ahead < _LATE else (0, "no fee more than a day ahead")


def _months_after(day: str, months: int) -> str:
    start = date.fromisoformat(day)
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    return date(year, month + 1, min(start.day, 28)).isoformat()
