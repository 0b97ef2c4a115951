"""Visits: booking by hold and confirm, cancelling with its fee, and the waitlist."""

from datetime import datetime, timedelta
from typing import Any, Literal

from voicebench.toolkit import Code, Desk, Number, keep, read, rows_of, write

from ._desk import agreed, offer, patient_of, refusal, refuse_in_emergency
from ._plans import accepts, has_referral, plan_of
from ._slots import enter_visit, free_slot, own_upcoming, refuse_account_hold, refuse_if_busy

CANCEL_NOTICE = timedelta(hours=24)


@read
def hold_slot(
    desk: Desk, slot_id: Code, appointment_type_code: Literal["MED_VISIT", "SKIN_CHECK", "ALLERGY_TEST"]
) -> dict[str, Any]:
    """Hold a free time for a new visit of the verified or newly registered patient; it books nothing yet.

    Args:
        slot_id: slot_id of the time that the caller wants, from find_slots.
        appointment_type_code: The kind of visit.
    """
    refuse_in_emergency(desk)
    patient_id = patient_of(desk, "scheduling")
    refuse_account_hold(desk)
    slot = free_slot(desk, slot_id, appointment_type_code)
    refuse_if_busy(desk, slot)
    ordered = "SELECT 1 FROM test_orders WHERE patient_id = ? AND appointment_type_code = ?"
    if appointment_type_code == "ALLERGY_TEST" and not rows_of(desk, ordered, patient_id, appointment_type_code):
        raise refusal(desk, "NEEDS_ORDER")
    plan = plan_of(desk, patient_id)
    if plan and plan["needs_referral"] and not has_referral(desk, patient_id, slot["start"][:10]):
        raise refusal(desk, "REFERRAL_NEEDED")
    accepted = bool(plan and accepts(desk, plan["plan_name"], slot["location_id"]))
    token = offer(desk, "hold", slot_id=slot_id, code=appointment_type_code)
    note = None if accepted else "No accepted plan at this office; tell the caller that the visit would be self-pay."
    return {"hold_token": token, "slot": slot, "plan_accepted": accepted, "fee_cents": 0, "note": note}


@write
def book_appointment(desk: Desk, hold_token: Code) -> dict[str, Any]:
    """Book the visit that hold_slot is holding, once the caller has agreed to its day, time and office.

    Args:
        hold_token: The token that hold_slot gave.
    """
    refuse_in_emergency(desk)
    terms = agreed(desk, "hold", hold_token)
    slot = free_slot(desk, terms["slot_id"], terms["code"])
    words = rows_of(desk, "SELECT description FROM appointment_types WHERE code = ?", terms["code"])[0]["description"]
    return {"appointment": enter_visit(desk, slot, terms["code"], words), "status": "booked"}


@read
def quote_cancellation(desk: Desk, appointment_id: Number) -> dict[str, Any]:
    """Look up what cancelling an upcoming visit of the verified patient would cost; cancels nothing yet.

    Args:
        appointment_id: Id of the visit, from get_patient_summary.
    """
    visit = own_upcoming(desk, appointment_id)
    late = datetime.fromisoformat(visit["start"]) - desk.now.replace(tzinfo=None) < CANCEL_NOTICE
    plan = plan_of(desk, visit["patient_id"])
    rate = "SELECT fee_cents FROM late_cancel_fees WHERE location_id = ? AND appointment_type_code = ?"
    fee = rows_of(desk, rate, visit["location_id"], visit["appointment_type_code"])[0]["fee_cents"]
    reason = "less than 24 hours' notice" if late else "at least 24 hours' notice, so no fee"
    if late and plan and plan["bars_missed_fees"]:
        fee, reason = 0, f"{plan['plan_name']} lets us charge no fee"
    terms = {"appointment_id": visit["id"], "fee_cents": fee if late else 0}
    return {**terms, "start": visit["start"], "reason": reason, "cancel_token": offer(desk, "cancel", **terms)}


@write
def cancel_appointment(desk: Desk, cancel_token: Code) -> dict[str, Any]:
    """Cancel the visit that quote_cancellation was asked about, once the caller has agreed to that and to any fee.

    Args:
        cancel_token: The token that quote_cancellation gave.
    """
    terms = agreed(desk, "cancel", cancel_token)
    visit = own_upcoming(desk, terms["appointment_id"])
    desk.db.execute("UPDATE appointments SET status = 'cancelled' WHERE id = ?", (visit["id"],))
    waiting = "UPDATE waitlist SET status = 'left' WHERE appointment_id = ? AND status = 'waiting'"
    desk.db.execute(waiting, (visit["id"],))
    if terms["fee_cents"]:
        owed = {"patient_id": visit["patient_id"], "appointment_id": visit["id"], "kind": "late_cancel"}
        keep(desk, "fees", **owed, amount_cents=terms["fee_cents"], status="agreed")
    gone = visit | {"status": "cancelled"}
    return {"appointment": gone, "status": "cancelled", "fee_cents": terms["fee_cents"]}


_WAITING = """
SELECT w.* FROM waitlist w JOIN appointments a ON a.id = w.appointment_id
WHERE a.location_id = ? AND w.status = 'waiting' ORDER BY w.id
"""


@read
def get_waitlist_place(desk: Desk, appointment_id: Number) -> dict[str, Any]:
    """Look up whether a visit of the verified patient is on its office's waitlist, and whether a spot is left.

    Args:
        appointment_id: Id of the visit, from get_patient_summary.
    """
    visit = own_upcoming(desk, appointment_id)
    waiting = [row["appointment_id"] for row in rows_of(desk, _WAITING, visit["location_id"])]
    place = waiting.index(visit["id"]) + 1 if visit["id"] in waiting else None
    return {"place": place, "spots_left": _spots(desk, visit["location_id"]) - len(waiting)}


def _spots(desk: Desk, location_id: str) -> int:
    rules = rows_of(desk, "SELECT waitlist_spots FROM office_rules WHERE location_id = ?", location_id)
    return int(rules[0]["waitlist_spots"])


@write
def add_to_waitlist(desk: Desk, appointment_id: Number) -> dict[str, Any]:
    """Put an upcoming visit on the list for an earlier time at its office; the visit stays booked meanwhile.

    Args:
        appointment_id: Id of the visit, from get_patient_summary.
    """
    refuse_in_emergency(desk)
    visit = own_upcoming(desk, appointment_id)
    waiting = rows_of(desk, _WAITING, visit["location_id"])
    if visit["id"] in [row["appointment_id"] for row in waiting]:
        raise refusal(desk, "ALREADY_WAITLISTED")
    if len(waiting) >= _spots(desk, visit["location_id"]):
        raise refusal(desk, "WAITLIST_FULL")
    entry = {"patient_id": visit["patient_id"], "appointment_id": visit["id"], "status": "waiting"}
    return {"waitlist_id": keep(desk, "waitlist", **entry), "appointment_id": visit["id"], "status": "waiting"}


@write
def leave_waitlist(desk: Desk, appointment_id: Number) -> dict[str, Any]:
    """Take a visit of the verified patient off the waitlist; the visit itself stays booked.

    Args:
        appointment_id: Id of the visit, from get_patient_summary.
    """
    visit = own_upcoming(desk, appointment_id)
    leave = "UPDATE waitlist SET status = 'left' WHERE appointment_id = ? AND status = 'waiting'"
    if not desk.db.execute(leave, (visit["id"],)).rowcount:
        raise refusal(desk, "NOT_WAITLISTED")
    return {"appointment_id": visit["id"], "status": "left"}
