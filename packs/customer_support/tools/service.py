"""Service: cover, diagnosis, danger, and TechCrew's appointments."""

import sqlite3
from typing import Any, Literal

from voicebench.toolkit import Bool, Code, Date, DateTime, Desk, Refusal, read, write

from ._desk import caller, dollars, item_of, stamp, weekday
from ._quotes import open_quote, settle
from ._visits import appointment_of, cover_of, late_visit_fee, open_visits, refuse_unsafe, visit_fee

__all__ = [
    "check_coverage",
    "confirm_appointment",
    "diagnose_device",
    "list_appointments",
    "list_service_slots",
    "quote_appointment",
    "quote_appointment_cancellation",
    "quote_appointment_move",
]


@read
def check_coverage(desk: Desk, order_number: Code, sku: Code) -> dict[str, Any]:
    """Show an item's warranty, protection plan, recall and battery hold, and where TechCrew mends such items.

    Args:
        order_number: The order number, such as KE-1234567.
        sku: The item's SKU from get_order.
    """
    item = item_of(desk, order_number, sku)
    recall = desk.db.execute("SELECT danger, advice FROM recalls WHERE sku = ?", (item["sku"],)).fetchone()
    return cover_of(desk, item) | {
        "item_name": item["name"],
        "recalled": bool(item["recalled"]),
        "recall_danger": recall["danger"] if item["recalled"] and recall else None,
        "recall_advice": recall["advice"] if item["recalled"] and recall else None,
        "battery_safety_flag": bool(item["battery_safety_flag"]),
    }


@read
def diagnose_device(
    desk: Desk,
    order_number: Code,
    sku: Code,
    symptom: Literal[
        "wont_turn_on",
        "display_fault",
        "sound_fault",
        "connection_fault",
        "not_cooling",
        "leaking_water",
        "loud_noise",
        "cracked_or_dropped",
        "liquid_spill",
        "hot_or_smoking",
        "swollen_battery",
        "setup_help",
        "other",
    ],
) -> dict[str, Any]:
    """Look up what a symptom calls for: whether it is dangerous, what to try first, which visit, and what it costs.

    Args:
        order_number: The order number, such as KE-1234567.
        sku: The item's SKU from get_order.
        symptom: What is wrong, as near to the caller's words as may be.
    """
    item, sign = item_of(desk, order_number, sku), _symptom(desk, symptom)
    fee, why = visit_fee(desk, item, sign)
    unsafe = bool(sign["danger"] or item["recalled"] or item["battery_safety_flag"])
    return {
        "item_name": item["name"],
        "dangerous": unsafe,
        "advice": sign["advice"],
        "visit": None if unsafe else cover_of(desk, item)["visit"],
        "fee": None if unsafe else dollars(fee),
        "fee_reason": None if unsafe else why,
    }


@read
def list_service_slots(
    desk: Desk, visit: Literal["home_visit", "store_visit"], day: Date | None = None
) -> dict[str, Any]:
    """List TechCrew's open starts near the caller, soonest first.

    Args:
        visit: The visit that diagnose_device named, or that an appointment has.
        day: The one day that the caller asks about; left out to see the next ones.
    """
    slots = open_visits(desk, visit, day)
    if not slots:
        raise Refusal("NO_SLOTS", "There is nothing open for that then.")
    return {"visit": visit, "slots": slots[:6]}


@read
def list_appointments(desk: Desk) -> dict[str, Any]:
    """List the caller's open TechCrew appointments, soonest first."""
    rows = desk.db.execute(
        "SELECT a.reference, a.order_number, a.sku, i.name AS item_name, a.visit, a.start, a.topic, a.fee_cents "
        "FROM appointments AS a JOIN items AS i ON i.order_number = a.order_number AND i.sku = a.sku "
        "WHERE a.customer_id = ? ORDER BY a.start",
        (caller(desk)["id"],),
    )
    return {"appointments": [_shown(row) for row in rows]}


@read
def quote_appointment(
    desk: Desk,
    order_number: Code,
    sku: Code,
    symptom: Literal[
        "wont_turn_on",
        "display_fault",
        "sound_fault",
        "connection_fault",
        "not_cooling",
        "leaking_water",
        "loud_noise",
        "cracked_or_dropped",
        "liquid_spill",
        "hot_or_smoking",
        "swollen_battery",
        "setup_help",
        "other",
    ],
    start: DateTime,
) -> dict[str, Any]:
    """Price a new appointment and open a quote to read out. Books nothing yet.

    Args:
        order_number: The order number, such as KE-1234567.
        sku: The item's SKU from get_order.
        symptom: The symptom that diagnose_device was asked about.
        start: A start from list_service_slots.
    """
    item, sign = item_of(desk, order_number, sku), _symptom(desk, symptom)
    refuse_unsafe(item, sign)
    visit = cover_of(desk, item)["visit"]
    if visit is None:
        raise Refusal("NOT_SERVICED", "TechCrew doesn't mend things of that kind.")
    key = {"customer_id": caller(desk)["id"], "order_number": item["order_number"], "sku": item["sku"]}
    if desk.db.execute(
        "SELECT 1 FROM appointments WHERE customer_id = :customer_id AND order_number = :order_number AND sku = :sku",
        key,
    ).fetchone():
        raise Refusal("APPOINTMENT_EXISTS", "There is an appointment for that item already. It can be moved.")
    _refuse_closed(desk, visit, start)
    fee, why = visit_fee(desk, item, sign)
    row = key | {"reference": None, "visit": visit, "start": start[:16], "topic": symptom, "fee_cents": fee}
    token = open_quote(desk, "SQ", row | {"late_fee_cents": 0, "status": "booked"}, due_cents=fee)
    when = {"start": start[:16], "weekday": weekday(start)}
    return {"quote_token": token, "item_name": item["name"], "visit": visit} | when | _priced(fee, why)


@read
def quote_appointment_move(desk: Desk, appointment: Code, start: DateTime) -> dict[str, Any]:
    """Price moving an open appointment and open a quote to read out. Moves nothing yet.

    Args:
        appointment: The reference from list_appointments, such as TC-1234.
        start: A start from list_service_slots, for the same kind of visit.
    """
    row = appointment_of(desk, appointment)
    if row["start"] == start[:16]:
        raise Refusal("NOTHING_TO_CHANGE", "It is already set for then.")
    _refuse_closed(desk, row["visit"], start)
    fee, why = late_visit_fee(desk, row)
    token = open_quote(
        desk, "SQ", dict(row) | {"start": start[:16], "late_fee_cents": fee, "status": "moved"}, due_cents=fee
    )
    when = {"previous_start": row["start"], "start": start[:16], "weekday": weekday(start)}
    return {"quote_token": token} | when | _priced(fee, why)


@read
def quote_appointment_cancellation(desk: Desk, appointment: Code) -> dict[str, Any]:
    """Price dropping an open appointment and open a quote to read out. Cancels nothing yet.

    Args:
        appointment: The reference from list_appointments, such as TC-1234.
    """
    row = appointment_of(desk, appointment)
    fee, why = late_visit_fee(desk, row)
    token = open_quote(desk, "SQ", dict(row) | {"status": "cancelled", "late_fee_cents": fee}, due_cents=fee)
    return {"quote_token": token, "start": row["start"], "weekday": weekday(row["start"])} | _priced(fee, why)


@write
def confirm_appointment(desk: Desk, quote_token: Code, fee_accepted: Bool | None = None) -> dict[str, Any]:
    """Book, move or drop the appointment that was quoted last, after the caller said yes to it.

    Args:
        quote_token: The token from the quote.
        fee_accepted: True when the caller agreed to the fee; may be left out where there is none.
    """
    return settle(desk, "SQ", quote_token, lambda row: _write(desk, row), fee_accepted=fee_accepted)


def _write(desk: Desk, row: dict[str, Any]) -> dict[str, Any]:
    made = desk.db.execute("SELECT count(*) FROM service_appointments WHERE status = 'booked'").fetchone()[0]
    row = row | {"reference": row["reference"] or f"TC-{9001 + made}"}
    desk.db.execute(
        "INSERT INTO service_appointments (reference, customer_id, order_number, sku, visit, start, topic, fee_cents, "
        "late_fee_cents, status, created_at) VALUES (:reference, :customer_id, :order_number, :sku, :visit, :start, "
        ":topic, :fee_cents, :late_fee_cents, :status, :created_at)",
        row | {"created_at": stamp(desk)},
    )
    return {key: row[key] for key in ("reference", "start", "visit", "status")}


def _symptom(desk: Desk, symptom: str) -> sqlite3.Row:
    row: sqlite3.Row = desk.db.execute("SELECT * FROM symptoms WHERE symptom = ?", (symptom,)).fetchone()
    return row


def _refuse_closed(desk: Desk, visit: str, start: str) -> None:
    if start[:16] not in [slot["start"] for slot in open_visits(desk, visit)]:
        raise Refusal("SLOT_NOT_OPEN", "That time isn't open.")


def _priced(fee: int, why: str) -> dict[str, Any]:
    return {"fee": dollars(fee), "fee_reason": why}


def _shown(row: sqlite3.Row) -> dict[str, Any]:
    shown = {key: row[key] for key in ("reference", "order_number", "sku", "item_name", "visit", "start", "topic")}
    return shown | {"weekday": weekday(row["start"]), "fee": dollars(row["fee_cents"])}
