"""Verification: whose record it is, and whether the caller may have it opened."""

import sqlite3
from typing import Any

from voicebench.toolkit import Desk, Digits, Name, Phone, Refusal, Zip, read

from ._desk import ATTEMPTS, caller, digits, phone_digits, refuse_if_locked, selected, tier_of

__all__ = ["check_authorized_person", "get_customer_summary", "identify_customer", "verify_identity"]


@read
def identify_customer(desk: Desk, phone: Phone, full_name: Name | None = None) -> dict[str, Any]:
    """Select the record that verify_identity checks against. Shows nothing of the record itself.

    Args:
        phone: The ten-digit phone number on the record.
        full_name: The caller's first and last name, as heard; it decides only where a number is shared.
    """
    refuse_if_locked(desk)
    desk.state.update(selected=None, verified=False, acting=None, quote=None, settled={})
    rows = desk.db.execute(
        "SELECT id, name FROM customers WHERE replace(phone, '-', '') = ?", (phone_digits(phone),)
    ).fetchall()
    if len(rows) > 1:
        rows = _nearest(rows, full_name or "")
        if len(rows) != 1:
            raise Refusal("SEVERAL_RECORDS", "More than one person uses that number. What is your full name, please?")
    if not rows:
        raise Refusal("RECORD_NOT_FOUND", "I find no record under that phone number.")
    desk.state["selected"] = rows[0]["id"]
    return {
        "record_found": True,
        "next_step": "Ask for the ZIP code on the order, then for the last four digits of the card that paid for it.",
    }


@read
def verify_identity(desk: Desk, postal_code: Zip, card_last4: Digits) -> dict[str, Any]:
    """Check the caller against the selected record. Three wrong tries lock verification for this call.

    Args:
        postal_code: The five-digit ZIP code on the order, as the caller said it.
        card_last4: The last four digits of the card that paid, as the caller said them.
    """
    refuse_if_locked(desk)
    if not desk.state.get("selected"):
        raise Refusal("NO_RECORD_SELECTED", "Let me find your record first. What phone number is on it?")
    customer = selected(desk)
    asked, given = (customer["postal_code"], customer["card_last4"]), (digits(postal_code)[:5], digits(card_last4))
    desk.state.update(verified=given == asked and not customer["security_hold"], acting=None)
    if given == asked and customer["security_hold"]:
        raise Refusal(
            "ACCOUNT_ON_HOLD",
            "The details match, but the account is under a security hold. It can be opened in a store with a photo "
            "ID, or by one of our people who calls you back.",
        )
    if given == asked:
        return {"verified": True, "name": customer["name"], "tier": customer["tier"]}
    desk.state["failures"] = desk.state.get("failures", 0) + 1
    refuse_if_locked(desk)
    raise Refusal(
        "VERIFICATION_FAILED",
        "Those details don't match the record. Let's go through them once more.",
        {"attempts_left": ATTEMPTS - desk.state["failures"]},
    )


@read
def check_authorized_person(desk: Desk, full_name: Name) -> dict[str, Any]:
    """See whether a caller who is not the owner may act on the record, after verify_identity has passed.

    Args:
        full_name: The name of the person on the line, not the owner's.
    """
    refuse_if_locked(desk)
    record = caller(desk)
    said = " ".join(full_name.casefold().split())
    for person in desk.db.execute("SELECT * FROM authorized_people WHERE customer_id = ?", (record["id"],)):
        if person["name"].casefold() == said and person["ends_on"] >= desk.now.date().isoformat():
            desk.state["acting"] = person["name"]
            return {"authorized": True, "name": person["name"], "may_not": ["membership", "price match"]}
    desk.state["unlisted"] = desk.state.get("unlisted", 0) + 1
    if desk.state["unlisted"] >= ATTEMPTS:
        desk.state.update(verified=False, failures=ATTEMPTS)
    raise Refusal("NOT_AUTHORIZED", "I can't open that account for you. The owner has to call, or come on the line.")


@read
def get_customer_summary(desk: Desk) -> dict[str, Any]:
    """Show the verified caller's tier, orders and open service appointments."""
    customer = caller(desk)
    orders = desk.db.execute(
        "SELECT order_number, order_date, status, fulfillment, delivered_date, delivery_date FROM orders "
        "WHERE customer_id = ? ORDER BY order_date DESC, order_number",
        (customer["id"],),
    )
    appointments = desk.db.execute(
        "SELECT reference, sku, start, topic FROM appointments WHERE customer_id = ? ORDER BY start",
        (customer["id"],),
    )
    shown = {key: customer[key] for key in ("name", "card_last4", "membership_start")}
    return shown | {
        "tier": tier_of(desk),
        "orders": [dict(row) for row in orders],
        "open_service_appointments": [dict(row) for row in appointments],
    }


def _nearest(rows: list[sqlite3.Row], full_name: str) -> list[sqlite3.Row]:
    """The records with the most words of a name; a name is often heard in part."""
    said = set(full_name.casefold().split())
    shared = [len(said.intersection(row["name"].casefold().split())) for row in rows]
    return [row for row, count in zip(rows, shared, strict=True) if count == max(shared)]
