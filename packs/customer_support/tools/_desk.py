"""What the desks share: whose call it is, their orders and fees, and how values are shown."""

import re
import sqlite3
from datetime import date
from typing import Any

from voicebench.toolkit import Desk, Refusal

__all__ = [
    "ATTEMPTS",
    "area_of",
    "caller",
    "code",
    "days_text",
    "digits",
    "dollars",
    "fee_of",
    "item_of",
    "order_of",
    "owner",
    "phone_digits",
    "refuse_if_locked",
    "selected",
    "stamp",
    "tier_of",
    "weekday",
]

ATTEMPTS = 3
"""So many wrong tries lock verification for the rest of a call."""


def selected(desk: Desk) -> sqlite3.Row:
    """Return the record that was selected."""
    row: sqlite3.Row = desk.db.execute("SELECT * FROM customers WHERE id = ?", (desk.state["selected"],)).fetchone()
    return row


def caller(desk: Desk) -> sqlite3.Row:
    """Return the record that is open, to its owner or to a person the owner has authorized."""
    if not desk.state.get("verified"):
        raise Refusal("NOT_VERIFIED", "I need to confirm who I'm speaking with before I can look at that.")
    return selected(desk)


def owner(desk: Desk) -> sqlite3.Row:
    """Return the record that is open, to its owner alone."""
    record = caller(desk)
    if desk.state.get("acting"):
        raise Refusal("OWNER_ONLY", "Only the person whose account it is can change that.")
    return record


def refuse_if_locked(desk: Desk) -> None:
    """Refuse whatever comes after the last wrong try."""
    if desk.state.get("failures", 0) >= ATTEMPTS:
        raise Refusal("VERIFICATION_LOCKED", "I can't verify you on this call any more, so I can't open your record.")


def order_of(desk: Desk, order_number: str) -> sqlite3.Row:
    """Return the order, if it is on the record that is open; another's is as good as none."""
    order: sqlite3.Row | None = desk.db.execute(
        "SELECT * FROM orders WHERE replace(order_number, '-', '') = ? AND customer_id = ?",
        (code(order_number), caller(desk)["id"]),
    ).fetchone()
    if order is None:
        raise Refusal("ORDER_NOT_FOUND", "I don't see that order number on your record.")
    return order


def item_of(desk: Desk, order_number: str, sku: str) -> sqlite3.Row:
    """Return one item of an order on the record that is open."""
    order = order_of(desk, order_number)["order_number"]
    for item in desk.db.execute("SELECT * FROM items WHERE order_number = ?", (order,)):
        if code(item["sku"]) == code(sku):
            return item  # type: ignore[no-any-return]
    raise Refusal("ITEM_NOT_FOUND", "I don't see that item on the order.")


def tier_of(desk: Desk) -> str:
    """Return the caller's tier of today, a change made in this call included."""
    record = caller(desk)
    changed = desk.db.execute(
        "SELECT to_tier FROM membership_changes WHERE customer_id = ? AND status = 'active' ORDER BY id DESC",
        (record["id"],),
    ).fetchone()
    return str(changed["to_tier"] if changed else record["tier"])


def fee_of(desk: Desk, service: str) -> tuple[int, str]:
    """Return what a service costs at the caller's tier, in cents, and why."""
    row = desk.db.execute(
        "SELECT cents, reason FROM fees WHERE service = ? AND tier = ?", (service, tier_of(desk))
    ).fetchone()
    return row["cents"], row["reason"]


def area_of(desk: Desk, postal_code: str) -> sqlite3.Row | None:
    """Return the area and state of a ZIP code, where we go there at all."""
    row: sqlite3.Row | None = desk.db.execute(
        "SELECT area, state FROM regions WHERE zip3 = ?", (digits(postal_code)[:3],)
    ).fetchone()
    return row


def digits(text: str) -> str:
    """Return a text's digits."""
    return "".join(character for character in text if character.isdigit())


def phone_digits(phone: str) -> str:
    """Return the ten digits of a phone number."""
    return digits(phone)[-10:]


def code(text: Any) -> str:
    """Return a code as it is compared: without spaces and hyphens, in capitals."""
    return re.sub(r"[\s-]", "", str(text)).upper()


def dollars(cents: int) -> str:
    """Return an amount as it is shown."""
    return f"${cents / 100:,.2f}"


def days_text(count: int) -> str:
    """Return a count of days in words."""
    return f"{count} day{'' if count == 1 else 's'}"


def weekday(day: str) -> str:
    """Return the weekday of a date or a date and time."""
    return date.fromisoformat(day[:10]).strftime("%A")


def stamp(desk: Desk) -> str:
    """Return when something was written: the pack's clock."""
    return desk.now.strftime("%Y-%m-%d %H:%M:%S")
