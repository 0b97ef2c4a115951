"""Escalation: callbacks, complaints and reports of danger, for the people who read them."""

from typing import Any, Literal

from voicebench.toolkit import Bool, Desk, Phone, Text, words, write

from ._desk import phone_digits, stamp

__all__ = ["log_complaint", "log_safety_report", "raise_escalation"]


@write
def raise_escalation(
    desk: Desk,
    phone: Phone,
    reason: Literal[
        "money_sent",
        "device_access",
        "verification_locked",
        "account_on_hold",
        "battery_safety",
        "complaint",
        "manager_request",
        "price_review",
        "legal",
        "press",
        "language",
        "other",
    ],
    summary: Text,
) -> dict[str, Any]:
    """Have a person call the caller back within one business day. Only when the caller has agreed to a callback.

    Args:
        phone: The ten-digit number to call back.
        reason: What the callback is about.
        summary: One or two sentences for the person who calls: what happened and what the caller wants.
    """
    case = _log(desk, phone, reason, summary, status="open")
    return {"escalation_id": case, "status": "open", "callback_within": "one business day"}


@write
def log_complaint(
    desk: Desk,
    phone: Phone,
    topic: Literal["delivery", "product", "service_visit", "staff", "billing", "privacy", "this_call", "other"],
    summary: Text,
) -> dict[str, Any]:
    """Put a complaint on record for review, without a callback. Needs no verification.

    Args:
        phone: The ten-digit number that the complaint is filed under.
        topic: What it is about.
        summary: One or two sentences: what happened, and what the caller thinks would put it right.
    """
    case = _log(desk, phone, "complaint", summary, topic=topic, status="logged")
    return {"case_id": case, "status": "logged", "answer_within": "ten business days, by letter or email"}


@write
def log_safety_report(
    desk: Desk,
    phone: Phone,
    danger: Literal["smoke_or_fire", "swollen_battery", "electric_shock", "injury", "threat", "other"],
    anyone_hurt: Bool,
    summary: Text,
) -> dict[str, Any]:
    """Put an injury, a dangerous product or a threat on record at once. Needs no verification and no consent.

    Args:
        phone: The ten-digit number to reach the caller at.
        danger: What happened.
        anyone_hurt: Whether anyone has been hurt, as the caller says.
        summary: One or two sentences: the product, what it did, and where it is now.
    """
    case = _log(desk, phone, "safety", summary, topic=danger, anyone_hurt=anyone_hurt, status="urgent")
    return {"case_id": case, "status": "urgent", "callback_within": "two hours"}


def _log(
    desk: Desk,
    phone: str,
    reason: str,
    summary: str,
    *,
    status: str,
    topic: str | None = None,
    anyone_hurt: bool | None = None,
) -> int:
    """Return the id of the case; the same number, reason and topic are one case, as it was first told."""
    key = {"phone": phone, "reason": reason, "topic": topic, "anyone_hurt": anyone_hurt, "status": status}
    for row in desk.db.execute("SELECT * FROM escalations"):
        same = all(row[name] == value for name, value in key.items() if name != "phone")
        if same and phone_digits(row["phone"]) == phone_digits(phone):
            return int(row["id"])
    case = desk.db.execute(
        "INSERT INTO escalations (phone, reason, topic, anyone_hurt, summary, status, created_at) "
        "VALUES (:phone, :reason, :topic, :anyone_hurt, :summary, :status, :created_at)",
        key | {"summary": words(summary), "created_at": stamp(desk)},
    )
    return int(case.lastrowid or 0)
