"""Fraud: whether a charge or a message was ours, and the report of one that was not."""

from datetime import timedelta
from typing import Any, Literal

from voicebench.toolkit import Bool, Desk, Email, Money, Phone, Refusal, Text, read, write

from ._desk import caller, dollars, phone_digits, stamp

__all__ = ["check_outbound_contact", "check_subscription_charge", "report_scam_contact"]


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
        (round(amount * 100), phone_digits(phone), _email(email)),
    ).fetchall()
    if not charges:
        raise Refusal(
            "NO_SUCH_CHARGE",
            "There is no such charge on our side, and that message did not come from us. Fake renewals like this one "
            "are common. Please send no money, buy no gift cards, and let nobody into your computer or phone. Our "
            "staff never ask for any of that.",
        )
    owner = caller(desk)
    for charge in charges:
        if charge["customer_id"] == owner["id"]:
            return {
                "charge_found": True,
                "plan": charge["plan"],
                "amount": dollars(charge["amount_cents"]),
                "charged_on": charge["charged_on"],
                "card_last4": owner["card_last4"],
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
        ((desk.now.date() - timedelta(days=60)).isoformat(), phone_digits(phone), _email(email)),
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
    row = (phone, channel, claimed_brand, amount, payment_requested, money_sent, remote_access_given)
    same = desk.db.execute(
        "SELECT id FROM scam_reports WHERE (phone, channel, claimed_brand) = (?, ?, ?) AND amount IS ? "
        "AND (payment_requested, money_sent, remote_access_given) = (?, ?, ?)",
        row,
    ).fetchone()
    report = (
        same
        or desk.db.execute(
            "INSERT INTO scam_reports (phone, channel, claimed_brand, amount, payment_requested, money_sent, "
            "remote_access_given, status, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, 'reported', ?) RETURNING id",
            (*row, stamp(desk)),
        ).fetchone()
    )
    return {
        "report_id": report["id"],
        "status": "reported",
        "next_steps": [
            "Don't answer the message or call the number in it.",
            "Report it to the Federal Trade Commission too, at reportfraud.ftc.gov.",
        ],
        "note": "Kestrel never asks anyone to send back a refund, pay with gift cards or give access to a device.",
    }


def _email(email: str | None) -> str:
    return (email or "").strip().lower()
