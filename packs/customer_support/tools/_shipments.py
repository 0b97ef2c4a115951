"""What a change to a delivery goes by: the shipment, its day as it stands now, open slots and late fees."""

import sqlite3
from datetime import date
from typing import Any

from voicebench.toolkit import Desk, Refusal

from ._desk import area_of, dollars, fee_of, stamp, weekday
from ._quotes import open_quote

__all__ = [
    "address_of",
    "change_row",
    "changeable",
    "changed",
    "due_of",
    "late_fee",
    "open_slots",
    "quoted",
    "refuse_past",
    "refuse_untimely",
    "shipment_of",
    "write_change",
]

_LATE_DAYS = 2  # a crew is sent out by a plan made two days ahead


def refuse_untimely(desk: Desk, order: sqlite3.Row, problem: str) -> None:
    """A parcel is missing two days after its day; a delivered one can be traced for thirty."""
    today, arrived, due = desk.now.date(), order["delivered_date"], due_of(desk, order)["delivery_date"]
    if arrived is None and (problem != "not_arrived" or due is None or (today - date.fromisoformat(due)).days < 2):
        raise Refusal("TOO_EARLY", "It isn't two days late yet, so a trace can't be opened.", {"delivery_date": due})
    if arrived is not None and (today - date.fromisoformat(arrived)).days > 30:
        raise Refusal("TRACE_PERIOD_OVER", "It was delivered more than thirty days ago, so it can't be traced.")


def changeable(desk: Desk, order: sqlite3.Row) -> sqlite3.Row:
    """The shipment of an order whose delivery can be changed at all."""
    shipment = shipment_of(desk, order["order_number"])
    if order["delivered_date"] or order["fulfillment"] == "pickup":
        raise Refusal("ALREADY_DELIVERED", "It has been delivered or picked up, so there is nothing left to change.")
    if order["fulfillment"] == "marketplace" or shipment is None:
        raise Refusal("SELLER_SHIPS", f"It is sent by {order['seller_name']}, who alone can change its delivery.")
    if changed(desk, order["order_number"], "cancel"):
        raise Refusal("ORDER_CANCELLED", "That order has been cancelled.")
    if shipment["review_hold"]:
        raise Refusal("REVIEW_HOLD", "The payment for it is under review, and nothing can be changed until it is done.")
    if shipment["stage"] == "out_for_delivery":
        raise Refusal("OUT_FOR_DELIVERY", "It is on the road today, so it can't be changed any more.")
    return shipment


def shipment_of(desk: Desk, order_number: str) -> sqlite3.Row | None:
    row: sqlite3.Row | None = desk.db.execute(
        "SELECT * FROM shipments WHERE order_number = ?", (order_number,)
    ).fetchone()
    return row


def changed(desk: Desk, order_number: str, change: str) -> sqlite3.Row | None:
    """The latest change of a kind that was made to an order."""
    row: sqlite3.Row | None = desk.db.execute(
        "SELECT * FROM delivery_changes WHERE order_number = ? AND change = ? ORDER BY id DESC",
        (order_number, change),
    ).fetchone()
    return row


def due_of(desk: Desk, order: sqlite3.Row) -> dict[str, Any]:
    """The day and window that hold now."""
    moved = changed(desk, order["order_number"], "reschedule")
    return {key: (moved or order)[key] for key in ("delivery_date", "delivery_window")}


def address_of(desk: Desk, order_number: str, shipment: sqlite3.Row | None) -> dict[str, Any]:
    place = changed(desk, order_number, "redirect") or shipment
    return {key: place[key] if place else None for key in ("street", "postal_code")}


def open_slots(desk: Desk, order: sqlite3.Row, shipment: sqlite3.Row, day: str | None) -> list[dict[str, Any]]:
    area = area_of(desk, address_of(desk, order["order_number"], shipment)["postal_code"])
    rows = desk.db.execute(
        "SELECT day, delivery_window FROM delivery_slots WHERE area = :area AND day > :today "
        "AND (:day IS NULL OR day = :day) ORDER BY day, delivery_window",
        {"area": area["area"] if area else "", "today": desk.now.date().isoformat(), "day": day},
    ).fetchall()
    windows = [(row["day"], row["delivery_window"]) for row in rows]
    if shipment["method"] == "parcel":
        windows = [(one, None) for one in dict.fromkeys(day for day, _ in windows)]
    return [{"date": one, "weekday": weekday(one), "delivery_window": window} for one, window in windows]


def refuse_past(desk: Desk, day: str) -> None:
    if day <= desk.now.date().isoformat():
        raise Refusal("DATE_NOT_AHEAD", "It has to be a day after today.")


def late_fee(desk: Desk, shipment: sqlite3.Row, due: dict[str, Any]) -> tuple[int, str]:
    near = (date.fromisoformat(due["delivery_date"]) - desk.now.date()).days <= _LATE_DAYS
    return fee_of(desk, "late_delivery_change") if shipment["method"] == "crew" and near else (0, "no fee for that")


def change_row(order: sqlite3.Row, change: str, fee: int, **more: Any) -> dict[str, Any]:
    empty = dict.fromkeys(("delivery_date", "delivery_window", "street", "postal_code"))
    return empty | {"order_number": order["order_number"], "change": change, "fee_cents": fee} | more


def quoted(desk: Desk, row: dict[str, Any], why: str) -> dict[str, Any]:
    token = open_quote(desk, "DQ", row, due_cents=row["fee_cents"])
    shown = {key: value for key, value in row.items() if value is not None and key not in ("fee_cents", "status")}
    return {"quote_token": token, **shown, "fee": dollars(row["fee_cents"]), "fee_reason": why}


def write_change(desk: Desk, row: dict[str, Any]) -> dict[str, Any]:
    desk.db.execute(
        "INSERT INTO delivery_changes (order_number, change, delivery_date, delivery_window, street, postal_code, "
        "fee_cents, status, created_at) VALUES (:order_number, :change, :delivery_date, :delivery_window, :street, "
        ":postal_code, :fee_cents, :status, :created_at)",
        row | {"created_at": stamp(desk)},
    )
    return {key: row[key] for key in ("order_number", "change", "status")} | {"fee": dollars(row["fee_cents"])}
