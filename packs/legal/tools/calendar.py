"""A client's appointments and court dates: what is coming, moving it, cancelling it."""

from datetime import datetime, timedelta
from typing import Any

from voicebench.toolkit import Code, Date, Desk, Number, first_of, keep, now_text, read, rows_of, write

from ._desk import agreed, client_of, matter_of, offer, refusal, refuse_in_danger
from ._times import free_slots, slot_of

NOTICE = timedelta(hours=24)
LATE_FEE_CENTS = 4500


def _own(desk: Desk, appointment_id: float) -> dict[str, Any]:
    """An appointment of the open client's that is still to come; a stranger's is answered like none at all."""
    client = client_of(desk, "calendar")
    court = "SELECT 1 FROM court_dates c JOIN matters m USING (matter_id) WHERE c.id = ? AND m.client_id = ?"
    if first_of(desk, court, appointment_id, client["client_id"]):
        raise refusal(desk, "COURT_DATE_FIXED")
    own = "SELECT * FROM coming WHERE id = ? AND client_id = ? AND start > ?"
    found = first_of(desk, own, appointment_id, client["client_id"], now_text(desk))
    if found is None:
        raise refusal(desk, "NO_SUCH_APPOINTMENT")
    return found


def _late_fee(desk: Desk, appointment: dict[str, Any]) -> int:
    """Less than a day before a meeting a change costs; a call costs nothing to change."""
    left = datetime.fromisoformat(appointment["start"]) - desk.now.replace(tzinfo=None)
    return LATE_FEE_CENTS if left < NOTICE and appointment["mode"] != "phone" else 0


def _owe(desk: Desk, terms: dict[str, Any], kind: str) -> None:
    if terms["fee_cents"]:
        keep(desk, "fees", client_id=terms["client_id"], kind=kind, amount_cents=terms["fee_cents"], status="agreed")


@read
def list_appointments(desk: Desk) -> dict[str, Any]:
    """List the coming appointments of the open client, the next first, with their ids, attorneys and modes."""
    client = client_of(desk, "calendar")
    sql = "SELECT * FROM coming WHERE client_id = ? AND start > ? ORDER BY start"
    return {"appointments": rows_of(desk, sql, client["client_id"], now_text(desk))}


@read
def find_meeting_times(desk: Desk, appointment_id: Number, from_date: Date | None = None) -> dict[str, Any]:
    """List the next free times that an appointment of the open client could be moved to, with the same attorney.

    Args:
        appointment_id: Id of the appointment, from list_appointments.
        from_date: The first day that suits the caller, YYYY-MM-DD; left out for the earliest.
    """
    found = _own(desk, appointment_id)
    return {"slots": free_slots(desk, found["attorney_id"], from_date, found["mode"])}


@read
def quote_move(desk: Desk, appointment_id: Number, slot_id: Code) -> dict[str, Any]:
    """Look up what it costs to move an appointment to another time; moves nothing yet.

    Args:
        appointment_id: Id of the appointment, from list_appointments.
        slot_id: slot_id of the new time, from find_meeting_times.
    """
    found = _own(desk, appointment_id)
    slot = slot_of(desk, slot_id, found["mode"])
    if slot["attorney_id"] != found["attorney_id"]:
        raise refusal(desk, "OTHER_ATTORNEY")
    terms = {"appointment_id": found["id"], "slot_id": slot["slot_id"], "fee_cents": _late_fee(desk, found)}
    times = {"old_start": found["start"], "new_start": slot["start"], "attorney": slot["attorney"]}
    return {**terms, **times, "move_token": offer(desk, "move", **terms)}


@write
def confirm_move(desk: Desk, move_token: Code) -> dict[str, Any]:
    """Move the appointment as quote_move described, once the caller has agreed to the new time and to any fee.

    Args:
        move_token: The token that quote_move gave.
    """
    refuse_in_danger(desk)
    terms = agreed(desk, "move", move_token)
    found = _own(desk, terms["appointment_id"])
    slot = slot_of(desk, terms["slot_id"], found["mode"])
    times = 'UPDATE appointments SET start = ?, "end" = ?, office = ? WHERE id = ?'
    desk.db.execute(times, (slot["start"], slot["end"], slot["office"], found["id"]))
    _owe(desk, terms, "late_move")
    return {"appointment_id": found["id"], "start": slot["start"], "fee_cents": terms["fee_cents"], "status": "moved"}


@read
def quote_cancellation(desk: Desk, appointment_id: Number) -> dict[str, Any]:
    """Look up what it costs to cancel an appointment; cancels nothing yet.

    Args:
        appointment_id: Id of the appointment, from list_appointments.
    """
    found = _own(desk, appointment_id)
    terms = {"appointment_id": found["id"], "fee_cents": _late_fee(desk, found)}
    return {**terms, "start": found["start"], "cancel_token": offer(desk, "cancel", **terms)}


@write
def confirm_cancellation(desk: Desk, cancel_token: Code) -> dict[str, Any]:
    """Cancel the appointment as quote_cancellation described, once the caller has agreed to that and to any fee.

    Args:
        cancel_token: The token that quote_cancellation gave.
    """
    terms = agreed(desk, "cancel", cancel_token)
    found = _own(desk, terms["appointment_id"])
    desk.db.execute("UPDATE appointments SET status = 'cancelled' WHERE id = ?", (found["id"],))
    _owe(desk, terms, "late_cancel")
    return {"appointment_id": found["id"], "fee_cents": terms["fee_cents"], "status": "cancelled"}


@read
def get_court_dates(desk: Desk, matter_id: Code) -> dict[str, Any]:
    """List the dates that courts have set in a matter of the open client, as they stand in the court's notice.

    Args:
        matter_id: File number of the matter, from get_client_summary.
    """
    matter = matter_of(desk, matter_id, "calendar")
    sql = "SELECT id, hearing, start, place FROM court_dates WHERE matter_id = ? AND start > ? ORDER BY start"
    note = "Fixed by the court. This desk can neither move a date nor say what follows from it."
    return {"court_dates": rows_of(desk, sql, matter["matter_id"], now_text(desk)), "note": note}
