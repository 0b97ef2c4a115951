"""The desks' tools: fraud, verification and returns, and the stores that reception looks up.

Rules stand in the database (windows, fees, states without fees), so that a tool decides by rows and never by a name.
"""

import re
import sqlite3
from datetime import date, timedelta
from typing import Any, Literal

from voicebench.toolkit import Bool, Code, Desk, Digits, Email, Money, Name, Phone, Refusal, Text, Zip, read, write

__all__ = [
    "check_outbound_contact",
    "check_return_eligibility",
    "check_subscription_charge",
    "confirm_return",
    "find_store",
    "get_customer_summary",
    "get_order",
    "identify_customer",
    "quote_return",
    "raise_escalation",
    "report_scam_contact",
    "verify_identity",
]

_ATTEMPTS = 3
_FIRMS_FAULT = ("defective", "wrong_item", "damaged_in_transit")
_FEE_WAIVED = "no fee, since the fault is not the customer's"


# Reception


@read
def find_store(desk: Desk, postal_code: Zip) -> dict[str, Any]:
    """Find Kestrel stores near a ZIP code, with address and opening hours. Needs no verification.

    Args:
        postal_code: The caller's five-digit ZIP code.
    """
    near = desk.db.execute(
        "SELECT name, address, hours FROM stores WHERE substr(postal_code, 1, 3) = ? ORDER BY id",
        (_digits(postal_code)[:3],),
    ).fetchall()
    if not near:
        raise Refusal("NO_STORE_NEARBY", "We have no store near there. You can order by phone or online.")
    return {"stores": [dict(row) for row in near]}


# Fraud


@read
def check_subscription_charge(desk: Desk, phone: Phone, amount: Money, email: Email | None = None) -> dict[str, Any]:
    """Look whether Kestrel or TechCrew charged this amount. A charge that exists is shown to a verified owner only.

    Args:
        phone: The caller's ten-digit phone number.
        amount: The amount that the message claims, in dollars.
        email: The caller's email address, when given.
    """
    charges = desk.db.execute(
        "SELECT * FROM subscription_charges WHERE amount_cents = ? AND customer_id IN "
        "(SELECT id FROM customers WHERE replace(phone, '-', '') = ? OR email = ?) ORDER BY charged_on DESC",
        (round(amount * 100), _phone(phone), _email(email)),
    ).fetchall()
    if not charges:
        raise Refusal(
            "NO_SUCH_CHARGE",
            "There is no such charge on our side, and that message did not come from us. Fake renewals like this one "
            "are common. Please send no money, buy no gift cards, and let nobody into your computer or phone. Our "
            "staff never ask for any of that.",
        )
    caller = _caller(desk)
    for charge in charges:
        if charge["customer_id"] == caller["id"]:
            return {
                "charge_found": True,
                "plan": charge["plan"],
                "amount": _dollars(charge["amount_cents"]),
                "charged_on": charge["charged_on"],
                "card_last4": caller["card_last4"],
            }
    raise Refusal("NOT_VERIFIED", "I can talk about a charge only with the person whose record it is on.")


@read
def check_outbound_contact(desk: Desk, phone: Phone, email: Email | None = None) -> dict[str, Any]:
    """Look whether Kestrel or TechCrew wrote to or rang the caller in the last 60 days. Needs no verification.

    Args:
        phone: The caller's ten-digit phone number.
        email: The caller's email address, when given.
    """
    contacts = desk.db.execute(
        "SELECT channel, contacted_on FROM outbound_contacts WHERE contacted_on >= ? AND customer_id IN "
        "(SELECT id FROM customers WHERE replace(phone, '-', '') = ? OR email = ?) ORDER BY contacted_on DESC",
        ((desk.now.date() - timedelta(days=60)).isoformat(), _phone(phone), _email(email)),
    ).fetchall()
    if not contacts:
        raise Refusal(
            "NO_OUTBOUND_CONTACT",
            "We have no record of contacting you, so somebody else did, using our name. Please don't reply, and don't "
            "call the number in it.",
        )
    return {"contact_found": True, "contacts": [dict(row) for row in contacts]}


@write
def report_scam_contact(
    desk: Desk,
    *,
    phone: Phone,
    channel: Literal["email", "phone", "text", "pop_up", "letter", "other"],
    claimed_brand: Literal["Kestrel", "TechCrew", "other"],
    payment_requested: Text,
    money_sent: Bool,
    remote_access_given: Bool,
    amount: Money | None = None,
    email: Email | None = None,
) -> dict[str, Any]:
    """File one scam report, after both checks and once every answer is in. Needs no verification.

    Args:
        phone: The caller's ten-digit phone number.
        channel: How the message reached the caller.
        claimed_brand: The name it was sent in.
        payment_requested: The way to pay that it asked for: gift_cards, wire_transfer, crypto, bank_card or other. Put
            none when it asked for nothing.
        money_sent: Whether the caller has sent any money.
        remote_access_given: Whether the caller has let anybody into a device.
        amount: The amount it named, in dollars; left out when it named none.
        email: The caller's email address, when given.
    """
    del email  # taken so that the desk asks for it once; the report goes by the phone number
    report = desk.db.execute(
        "INSERT INTO scam_reports (phone, channel, claimed_brand, amount, payment_requested, money_sent, "
        "remote_access_given, status, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, 'reported', ?)",
        (phone, channel, claimed_brand, amount, payment_requested, money_sent, remote_access_given, _stamp(desk)),
    )
    return {
        "report_id": report.lastrowid,
        "status": "reported",
        "next_steps": [
            "Don't answer the message or call the number in it.",
            "Report it to the Federal Trade Commission too, at reportfraud.ftc.gov.",
        ],
        "note": "Kestrel never asks anyone to send back a refund, pay with gift cards or give access to a device.",
    }


@write
def raise_escalation(
    desk: Desk,
    phone: Phone,
    reason: Literal["money_sent", "device_access", "verification_locked", "battery_safety", "complaint", "other"],
    summary: Text,
) -> dict[str, Any]:
    """Have a person call the caller back within one business day. Only when the caller has agreed to a callback.

    Args:
        phone: The ten-digit number to call back.
        reason: What the callback is about.
        summary: One or two sentences for the person who calls: what happened and what the caller wants.
    """
    case = desk.db.execute(
        "INSERT INTO escalations (phone, reason, summary, status, created_at) VALUES (?, ?, ?, 'open', ?)",
        (phone, reason, summary, _stamp(desk)),
    )
    return {"escalation_id": case.lastrowid, "status": "open", "callback_within": "one business day"}


# Verification


@read
def identify_customer(desk: Desk, phone: Phone, full_name: Name | None = None) -> dict[str, Any]:
    """Select the record that verify_identity checks against. Shows nothing of the record itself.

    Args:
        phone: The ten-digit phone number on the record.
        full_name: The caller's first and last name, as heard; it decides only where a number is shared.
    """
    _refuse_if_locked(desk)
    desk.state.update(selected=None, verified=False, quote=None)
    rows = desk.db.execute(
        "SELECT id, name FROM customers WHERE replace(phone, '-', '') = ?", (_phone(phone),)
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
    _refuse_if_locked(desk)
    if not desk.state.get("selected"):
        raise Refusal("NO_RECORD_SELECTED", "Let me find your record first. What phone number is on it?")
    customer = _customer(desk)
    asked, given = (customer["postal_code"], customer["card_last4"]), (_digits(postal_code)[:5], _digits(card_last4))
    desk.state["verified"] = given == asked
    if given == asked:
        return {"verified": True, "name": customer["name"], "tier": customer["tier"]}
    desk.state["failures"] = desk.state.get("failures", 0) + 1
    _refuse_if_locked(desk)
    raise Refusal(
        "VERIFICATION_FAILED",
        "Those details don't match the record. Let's go through them once more.",
        {"attempts_left": _ATTEMPTS - desk.state["failures"]},
    )


@read
def get_customer_summary(desk: Desk) -> dict[str, Any]:
    """Show the verified caller's tier, orders and open service appointments."""
    customer = _caller(desk)
    orders = desk.db.execute(
        "SELECT order_number, order_date, status, fulfillment, delivered_date, delivery_date FROM orders "
        "WHERE customer_id = ? ORDER BY order_date DESC, order_number",
        (customer["id"],),
    )
    appointments = desk.db.execute(
        "SELECT id, sku, start, topic FROM service_appointments "
        "WHERE customer_id = ? AND status = 'open' ORDER BY start",
        (customer["id"],),
    )
    return {key: customer[key] for key in ("name", "tier", "card_last4", "membership_start")} | {
        "orders": [dict(row) for row in orders],
        "open_service_appointments": [dict(row) for row in appointments],
    }


# Returns


@read
def get_order(desk: Desk, order_number: Code) -> dict[str, Any]:
    """Show one order of the verified caller, with its items and their SKUs.

    Args:
        order_number: The order number, such as KE-1234567.
    """
    order = _order(desk, order_number)
    shown = {key: order[key] for key in order.keys() if key != "customer_id"}  # noqa: SIM118 - a Row iterates values
    shown |= {key: bool(order[key]) for key in ("installation_included", "haul_away_included")}
    items = desk.db.execute("SELECT * FROM items WHERE order_number = ? ORDER BY sku", (order["order_number"],))
    return shown | {"items": [_shown_item(item) for item in items]}


@read
def check_return_eligibility(
    desk: Desk, order_number: Code, sku: Code | None = None, opened: Bool | None = None
) -> dict[str, Any]:
    """Work out whether an item of the verified caller can still be returned, by which rule and for what fee.

    Args:
        order_number: The order number, such as KE-1234567.
        sku: The item's SKU from get_order; may be left out when the order holds one item.
        opened: Whether the box has been opened; the record's word is taken when left out.
    """
    return _ruling(desk, _terms(desk, order_number, sku), opened=opened)


@read
def quote_return(
    desk: Desk,
    order_number: Code,
    sku: Code,
    opened: Bool,
    reason: Literal["changed_mind", "defective", "wrong_item", "damaged_in_transit", "other"],
) -> dict[str, Any]:
    """Price a return for the verified caller and open a quote to read out. Starts nothing yet.

    Args:
        order_number: The order number, such as KE-1234567.
        sku: The item's SKU from get_order.
        opened: Whether the box has been opened.
        reason: Why it goes back, in the caller's words as near as may be.
    """
    terms = _terms(desk, order_number, sku)
    ruling = _ruling(desk, terms, opened=opened)
    if not ruling["eligible"]:
        raise Refusal("NOT_ELIGIBLE", ruling["explanation"])
    row = (ruling["order_number"], ruling["sku"])
    if desk.db.execute("SELECT 1 FROM returns WHERE order_number = ? AND sku = ?", row).fetchone():
        raise Refusal("RETURN_ALREADY_OPEN", "A return for that item is already under way.")
    fee = 0 if reason in _FIRMS_FAULT else ruling["restocking_fee_cents"]
    refund = terms["price_cents"] - fee
    desk.state["quotes"] = desk.state.get("quotes", 0) + 1
    token = f"RQ-{desk.state['quotes']}"
    desk.state["quote"] = {"token": token, "row": (*row, reason, refund, fee)}
    return {
        "quote_token": token,
        "item_name": ruling["item_name"],
        "refund": _dollars(refund),
        "restocking_fee": _dollars(fee),
        "restocking_fee_reason": _FEE_WAIVED if reason in _FIRMS_FAULT else ruling["restocking_fee_reason"],
        "refund_to_card_ending": _caller(desk)["card_last4"],
    }


@write
def confirm_return(desk: Desk, quote_token: Code) -> dict[str, Any]:
    """Start the return that was quoted last, after the caller said yes to its refund and fee.

    Args:
        quote_token: The token from quote_return.
    """
    _caller(desk)
    quote = desk.state.get("quote")
    if not quote or _code(quote["token"]) != _code(quote_token):
        raise Refusal("NO_OPEN_QUOTE", "Let me work out the refund again before I start that return.")
    started = desk.db.execute(
        "INSERT INTO returns (order_number, sku, reason, refund_cents, restocking_fee_cents, status, created_at) "
        "VALUES (?, ?, ?, ?, ?, 'label_sent', ?)",
        (*quote["row"], _stamp(desk)),
    )
    desk.state["quote"] = None
    return {"return_id": started.lastrowid, "status": "label_sent", "refund": _dollars(quote["row"][3])}


# What the tools share


def _ruling(desk: Desk, terms: sqlite3.Row, *, opened: bool | None) -> dict[str, Any]:
    """The return policy for one item, as data of ``check_return_eligibility``."""
    delivered = terms["delivered_date"]
    days = (desk.now.date() - date.fromisoformat(delivered)).days if delivered else None
    over = max(0, (days or 0) - terms["window_days"])
    is_opened = bool(terms["record_opened"]) if opened is None else opened
    charged = is_opened or terms["record_opened"]
    fee = terms["opened_fee_cents"] if charged else 0
    ruling = desk.db.execute("SELECT * FROM return_rulings WHERE reason = ?", (_reason(terms, days),)).fetchone()
    left = max(0, terms["window_days"] - (days or 0))
    said = {"days": _days(days or 0), "over": _days(over), "left": _days(left)}
    shown = ("order_number", "sku", "item_name", "delivered_date", "window_days", "window_reason", "tier")
    return {key: terms[key] for key in (*shown, "purchase_state")} | {
        "price": _dollars(terms["price_cents"]),
        "days_since_delivery": days,
        "opened": is_opened,
        "record_opened": bool(terms["record_opened"]),
        "restocking_fee": _dollars(fee),
        "restocking_fee_reason": terms["opened_fee_reason"] if charged else "an unopened item carries no fee",
        "restocking_fee_cents": fee,
        "eligible": bool(ruling["eligible"]),
        "reason": ruling["reason"],
        "days_over": over,
        "explanation": ruling["explanation"].format(**dict(terms), **said),
    }


def _reason(terms: sqlite3.Row, days: int | None) -> str:
    """The rule that decides: the first that holds."""
    rules = {
        "not_delivered": days is None,
        "marketplace_seller": terms["fulfillment"] == "marketplace",
        "battery_safety_hold": terms["battery_safety_flag"],
        "recalled": terms["recalled"],
        "final_sale": terms["condition_grade"] == "final_sale",
        "out_of_return_window": (days or 0) > terms["window_days"],
    }
    return next((reason for reason, holds in rules.items() if holds), "within_return_window")


def _terms(desk: Desk, order_number: str, sku: str | None) -> sqlite3.Row:
    """The return terms of one item of the caller's."""
    order = _order(desk, order_number)["order_number"]
    items = desk.db.execute("SELECT * FROM return_terms WHERE order_number = ?", (order,)).fetchall()
    if sku is not None:
        items = [item for item in items if _code(item["sku"]) == _code(sku)]
    if not items:
        raise Refusal("ITEM_NOT_FOUND", "I don't see that item on the order.")
    if len(items) > 1:
        raise Refusal("SKU_NEEDED", "There is more than one item on that order. Which one is it about?")
    return items[0]  # type: ignore[no-any-return]


def _order(desk: Desk, order_number: str) -> sqlite3.Row:
    """The order, if it is the verified caller's own; another's is as good as none."""
    order: sqlite3.Row | None = desk.db.execute(
        "SELECT * FROM orders WHERE replace(order_number, '-', '') = ? AND customer_id = ?",
        (_code(order_number), _caller(desk)["id"]),
    ).fetchone()
    if order is None:
        raise Refusal("ORDER_NOT_FOUND", "I don't see that order number on your record.")
    return order


def _shown_item(item: sqlite3.Row) -> dict[str, Any]:
    flags = ("opened", "activatable", "recalled", "battery_safety_flag")
    shown = {key: item[key] for key in ("sku", "name", "category", "condition_grade")}
    return shown | {"price": _dollars(item["price_cents"])} | {key: bool(item[key]) for key in flags}


def _nearest(rows: list[sqlite3.Row], full_name: str) -> list[sqlite3.Row]:
    """The records with the most words of a name; a name is often heard in part."""
    said = set(full_name.casefold().split())
    shared = [len(said.intersection(row["name"].casefold().split())) for row in rows]
    return [row for row, count in zip(rows, shared, strict=True) if count == max(shared)]


def _customer(desk: Desk) -> sqlite3.Row:
    """The selected record."""
    row: sqlite3.Row = desk.db.execute("SELECT * FROM customers WHERE id = ?", (desk.state["selected"],)).fetchone()
    return row


def _caller(desk: Desk) -> sqlite3.Row:
    """The record of the caller, who must be verified."""
    if not desk.state.get("verified"):
        raise Refusal("NOT_VERIFIED", "I need to confirm who I'm speaking with before I can look at that.")
    return _customer(desk)


def _refuse_if_locked(desk: Desk) -> None:
    if desk.state.get("failures", 0) >= _ATTEMPTS:
        raise Refusal("VERIFICATION_LOCKED", "I can't verify you on this call any more, so I can't open your record.")


def _digits(text: str) -> str:
    return "".join(character for character in text if character.isdigit())


def _phone(phone: str) -> str:
    return _digits(phone)[-10:]


def _code(code: str) -> str:
    return re.sub(r"[\s-]", "", code).upper()


def _email(email: str | None) -> str:
    return (email or "").strip().lower()


def _dollars(cents: int) -> str:
    return f"${cents / 100:,.2f}"


def _days(count: int) -> str:
    return f"{count} day{'' if count == 1 else 's'}"


def _stamp(desk: Desk) -> str:
    return desk.now.strftime("%Y-%m-%d %H:%M:%S")
