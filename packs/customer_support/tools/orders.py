"""Orders: where a delivery is, and every change to it that the desk can make."""

import sqlite3
from datetime import date
from typing import Any, Literal

from voicebench.toolkit import Bool, Code, Date, Desk, Refusal, Text, Zip, read, words, write

from ._desk import area_of, digits, dollars, fee_of, order_of, weekday
from ._quotes import settle
from ._shipments import (
    address_of,
    change_row,
    changeable,
    changed,
    due_of,
    late_fee,
    open_slots,
    quoted,
    refuse_past,
    refuse_untimely,
    shipment_of,
    write_change,
)

__all__ = [
    "confirm_delivery_change",
    "get_delivery_status",
    "get_order",
    "list_delivery_slots",
    "quote_cancellation",
    "quote_delivery_extra",
    "quote_redirect",
    "quote_reschedule",
    "report_delivery_problem",
]


@read
def get_order(desk: Desk, order_number: Code) -> dict[str, Any]:
    """Show one order of the verified caller, with its items and their SKUs.

    Args:
        order_number: The order number, such as KE-1234567.
    """
    order = order_of(desk, order_number)
    shown = {key: order[key] for key in order.keys() if key != "customer_id"}  # noqa: SIM118 - a Row iterates values
    shown |= {key: bool(order[key]) for key in ("installation_included", "haul_away_included")}
    items = desk.db.execute("SELECT * FROM items WHERE order_number = ? ORDER BY sku", (order["order_number"],))
    return shown | {"items": [_shown_item(item) for item in items]}


@read
def get_delivery_status(desk: Desk, order_number: Code) -> dict[str, Any]:
    """Show where an order's delivery stands: stage, day, window, address, gift, hold, and changes already made.

    Args:
        order_number: The order number, such as KE-1234567.
    """
    order = order_of(desk, order_number)
    shipment = shipment_of(desk, order["order_number"])
    due = due_of(desk, order)
    shown = {key: order[key] for key in ("order_number", "status", "fulfillment", "seller_name", "delivered_date")}
    late = (desk.now.date() - date.fromisoformat(due["delivery_date"])).days if due["delivery_date"] else 0
    return (
        shown
        | due
        | {
            "weekday": weekday(due["delivery_date"]) if due["delivery_date"] else None,
            "days_late": 0 if order["delivered_date"] else max(0, late),
            "installation_included": bool(order["installation_included"]),
            "haul_away_included": bool(order["haul_away_included"]),
            "review_hold": bool(shipment["review_hold"]) if shipment else False,
            **{key: shipment[key] if shipment else None for key in ("method", "stage", "gift_recipient")},
            **address_of(desk, order["order_number"], shipment),
        }
    )


@read
def list_delivery_slots(desk: Desk, order_number: Code, day: Date | None = None) -> dict[str, Any]:
    """List the days and windows on which an order can still be delivered, soonest first.

    Args:
        order_number: The order number, such as KE-1234567.
        day: The one day that the caller asks about; left out to see the next ones.
    """
    order = order_of(desk, order_number)
    shipment = changeable(desk, order)
    if day is not None:
        refuse_past(desk, day)
    slots = open_slots(desk, order, shipment, day)
    if not slots:
        raise Refusal("NO_SLOTS", "There is nothing open for that delivery then.")
    return {"method": shipment["method"], "slots": slots[:6]}


@read
def quote_reschedule(
    desk: Desk,
    order_number: Code,
    delivery_date: Date,
    delivery_window: Literal["08:00-12:00", "12:00-16:00", "16:00-20:00"] | None = None,
) -> dict[str, Any]:
    """Price another delivery day and open a quote to read out. Changes nothing yet.

    Args:
        order_number: The order number, such as KE-1234567.
        delivery_date: The new day, from list_delivery_slots.
        delivery_window: The new window, for a crew delivery; a parcel has none.
    """
    order = order_of(desk, order_number)
    shipment, due = changeable(desk, order), due_of(desk, order)
    refuse_past(desk, delivery_date)
    if shipment["method"] == "crew" and delivery_window is None:
        raise Refusal("WINDOW_NEEDED", "Which part of that day, morning, afternoon or evening?")
    window = delivery_window if shipment["method"] == "crew" else None
    if (due["delivery_date"], due["delivery_window"]) == (delivery_date, window):
        raise Refusal("NOTHING_TO_CHANGE", "It is already set for then.")
    open_windows = [slot["delivery_window"] for slot in open_slots(desk, order, shipment, delivery_date)]
    if window not in open_windows:
        raise Refusal("SLOT_NOT_OPEN", "That day and window isn't open for this delivery.")
    fee, why = late_fee(desk, shipment, due)
    row = change_row(order, "reschedule", fee, delivery_date=delivery_date, delivery_window=window, status="scheduled")
    return quoted(desk, row, why) | {"weekday": weekday(delivery_date), "previous_date": due["delivery_date"]}


@read
def quote_redirect(desk: Desk, order_number: Code, street: Text, postal_code: Zip) -> dict[str, Any]:
    """Price another delivery address and open a quote to read out. Changes nothing yet.

    Args:
        order_number: The order number, such as KE-1234567.
        street: The new house number, street and unit, as the caller said them.
        postal_code: The new five-digit ZIP code.
    """
    order = order_of(desk, order_number)
    shipment = changeable(desk, order)
    old, new = area_of(desk, shipment["postal_code"]), area_of(desk, postal_code)
    if old is None or new is None or old["state"] != new["state"]:
        raise Refusal("OTHER_STATE", "A delivery can't be sent to another state once it has been ordered.")
    if shipment["method"] == "crew" and old["area"] != new["area"]:
        raise Refusal("OUTSIDE_CREW_AREA", "The crew that has this delivery doesn't go to that ZIP code.")
    fee, why = fee_of(desk, "parcel_redirect") if shipment["stage"] == "with_carrier" else (0, "no fee at this stage")
    place = {"street": words(street), "postal_code": digits(postal_code)[:5]}
    return quoted(desk, change_row(order, "redirect", fee, **place, status="redirected"), why)


@read
def quote_delivery_extra(desk: Desk, order_number: Code, extra: Literal["installation", "haul_away"]) -> dict[str, Any]:
    """Price installation or haul-away of the old appliance for a crew delivery that is to come. Changes nothing yet.

    Args:
        order_number: The order number, such as KE-1234567.
        extra: What is to be added.
    """
    order = order_of(desk, order_number)
    if changeable(desk, order)["method"] != "crew":
        raise Refusal("CREW_ONLY", "That goes only with a delivery that our crew brings in, and this one is a parcel.")
    if order[f"{extra}_included"] or changed(desk, order["order_number"], extra):
        raise Refusal("ALREADY_INCLUDED", "That is already part of this delivery.")
    fee, why = fee_of(desk, extra)
    return quoted(desk, change_row(order, extra, fee, status="added"), why)


@read
def quote_cancellation(desk: Desk, order_number: Code) -> dict[str, Any]:
    """Price cancelling an order that has not been sent and open a quote to read out. Cancels nothing yet.

    Args:
        order_number: The order number, such as KE-1234567.
    """
    order = order_of(desk, order_number)
    shipment = changeable(desk, order)
    if shipment["stage"] == "with_carrier":
        raise Refusal("ALREADY_SENT", "It has been handed to the carrier, so it can't be cancelled any more.")
    fee, why = late_fee(desk, shipment, due_of(desk, order))
    total = desk.db.execute(
        "SELECT sum(price_cents) FROM items WHERE order_number = ?", (order["order_number"],)
    ).fetchone()[0]
    return quoted(desk, change_row(order, "cancel", fee, status="cancelled"), why) | {"refund": dollars(total - fee)}


@write
def confirm_delivery_change(desk: Desk, quote_token: Code, fee_accepted: Bool | None = None) -> dict[str, Any]:
    """Make the delivery change that was quoted last, after the caller said yes to it.

    Args:
        quote_token: The token from the quote.
        fee_accepted: True when the caller agreed to the fee; may be left out where there is none.
    """
    return settle(desk, "DQ", quote_token, lambda row: write_change(desk, row), fee_accepted=fee_accepted)


@write
def report_delivery_problem(
    desk: Desk, order_number: Code, problem: Literal["not_arrived", "damaged", "missing_item", "wrong_item"]
) -> dict[str, Any]:
    """Open a trace for a delivery that went wrong. The same problem of the same order is one trace.

    Args:
        order_number: The order number, such as KE-1234567.
        problem: What went wrong with it.
    """
    order = order_of(desk, order_number)
    if order["fulfillment"] == "marketplace":
        raise Refusal("SELLER_SHIPS", f"It is sent by {order['seller_name']}, who looks into that.")
    refuse_untimely(desk, order, problem)
    if not changed(desk, order["order_number"], problem):
        write_change(desk, change_row(order, problem, 0, status="tracing"))
    trace = changed(desk, order["order_number"], problem)
    return {"trace_id": trace["id"] if trace else None, "status": "tracing", "answer_within": "three business days"}


def _shown_item(item: sqlite3.Row) -> dict[str, Any]:
    flags = ("opened", "activatable", "recalled", "battery_safety_flag")
    shown = {key: item[key] for key in ("sku", "name", "category", "condition_grade")}
    return shown | {"price": dollars(item["price_cents"])} | {key: bool(item[key]) for key in flags}
