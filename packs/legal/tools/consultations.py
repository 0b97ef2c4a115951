"""Consultations with an attorney: found, held, confirmed, and then paid or waived."""

from typing import Any, Literal

from voicebench.toolkit import Code, Date, Desk, Number, Phone, first_of, fold, keep, now_text, read, rows_of, write

from ._desk import phone_of, refusal, refuse_in_danger, the
from ._licenses import licensed
from ._times import free_slots, slot_of


def _inquiry(desk: Desk) -> dict[str, Any]:
    if "inquiry" not in desk.state:
        raise refusal(desk, "INQUIRY_FIRST")
    return dict(desk.state["inquiry"])


def _own(desk: Desk, appointment_id: float, *statuses: str) -> dict[str, Any]:
    """A consultation that was held in this call and stands at one of these points."""
    held = appointment_id in desk.state.get("held", ())
    found = first_of(desk, "SELECT * FROM appointments WHERE id = ?", appointment_id) if held else None
    if found is None:
        raise refusal(desk, "NO_SUCH_CONSULTATION")
    if found["status"] not in statuses:
        raise refusal(desk, "NOT_HELD" if "held" in statuses else "CONFIRM_FIRST")
    return found


@read
def find_consultation_times(
    desk: Desk, attorney_id: Code, mode: Literal["in_person", "phone", "video"], from_date: Date | None = None
) -> dict[str, Any]:
    """List the next free times of an attorney for a consultation, the earliest first, four at most.

    Args:
        attorney_id: attorney_id of match_attorney.
        mode: How the caller wants to meet; in person is at the attorney's office.
        from_date: The first day that suits the caller, YYYY-MM-DD; left out for the earliest.
    """
    _inquiry(desk)
    return {"slots": free_slots(desk, attorney_id, from_date, mode)}


@write
def hold_consultation(desk: Desk, slot_id: Code, mode: Literal["in_person", "phone", "video"]) -> dict[str, Any]:
    """Hold a time for the caller's consultation, which is neither confirmed nor paid by that. Tells the fee.

    Args:
        slot_id: slot_id of the time that the caller wants, from find_consultation_times.
        mode: How the caller wants to meet.
    """
    refuse_in_danger(desk)
    inquiry = _inquiry(desk)
    slot = slot_of(desk, slot_id, mode)
    who = licensed(desk, inquiry["practice_area"], inquiry["state"])
    if slot["attorney_id"] not in {row["attorney_id"] for row in who}:
        raise refusal(desk, "NOT_LICENSED_THERE")
    fee = the(desk, "SELECT consult_cents FROM fee_schedule WHERE practice_area = ?", inquiry["practice_area"])
    times = {key: slot[key] for key in ("attorney_id", "office", "start", "end")}
    terms = {"fee_cents": fee["consult_cents"], "fee_status": "open" if fee["consult_cents"] else "none"}
    row = {"client_id": None, "caller_name": desk.state["check"]["client_name"], **times, "kind": "consultation"}
    held = keep(desk, "appointments", **row, mode=mode, **terms, status="held")
    desk.state["held"] = (*desk.state.get("held", ()), held)
    return {"appointment_id": held, **times, "attorney": slot["attorney"], "mode": mode, **terms, "status": "held"}


@write
def confirm_consultation(desk: Desk, appointment_id: Number) -> dict[str, Any]:
    """Confirm a consultation that is held, once the caller has heard day, time and fee and agreed to all of them.

    Args:
        appointment_id: appointment_id of hold_consultation.
    """
    refuse_in_danger(desk)
    held = _own(desk, appointment_id, "held")
    desk.db.execute("UPDATE appointments SET status = 'confirmed' WHERE id = ?", (held["id"],))
    return {"appointment_id": held["id"], "start": held["start"], "fee_cents": held["fee_cents"], "status": "confirmed"}


@write
def release_consultation(desk: Desk, appointment_id: Number) -> dict[str, Any]:
    """Let go of a consultation that is held, where the caller does not want it or does not agree to the fee.

    Args:
        appointment_id: appointment_id of hold_consultation.
    """
    held = _own(desk, appointment_id, "held")
    desk.db.execute("UPDATE appointments SET status = 'released' WHERE id = ?", (held["id"],))
    return {"appointment_id": held["id"], "status": "released"}


def _unsettled(desk: Desk, appointment_id: float) -> dict[str, Any]:
    """A confirmed consultation whose fee is open: fees are settled last."""
    found = _own(desk, appointment_id, "confirmed")
    if found["fee_status"] == "none":
        raise refusal(desk, "NO_FEE")
    if found["fee_status"] != "open":
        raise refusal(desk, "FEE_SETTLED")
    return found


def _settle(desk: Desk, appointment_id: int, fee_status: str) -> None:
    desk.db.execute("UPDATE appointments SET fee_status = ? WHERE id = ?", (fee_status, appointment_id))


@write
def send_consultation_link(desk: Desk, appointment_id: Number, mobile: Phone) -> dict[str, Any]:
    """Text the caller a link to pay for a confirmed consultation.

    Args:
        appointment_id: appointment_id of the confirmed consultation.
        mobile: Mobile number to text, as the caller confirmed it.
    """
    found = _unsettled(desk, appointment_id)
    link = {"kind": "consultation", "reference": str(found["id"]), "amount_cents": found["fee_cents"]}
    link_id = keep(desk, "fee_links", **link, phone=phone_of(desk, mobile), status="sent")
    _settle(desk, found["id"], "link_sent")
    return {"link_id": link_id, "amount_cents": found["fee_cents"], "pay_by": found["start"]}


def _voucher(desk: Desk, number: str | None) -> dict[str, Any]:
    """A voucher of a bar's referral line that is good for the consultation of this call."""
    rows = rows_of(desk, "SELECT * FROM vouchers")
    found = next((row for row in rows if fold(row["voucher"]) == fold(number or "")), None)
    if found is None:
        raise refusal(desk, "VOUCHER_UNKNOWN")
    if found["used"] or found["good_through"] < now_text(desk)[:10]:
        raise refusal(desk, "VOUCHER_EXPIRED")
    if found["practice_area"] != _inquiry(desk)["practice_area"]:
        raise refusal(desk, "VOUCHER_OTHER_AREA")
    return found


def _is_returning(desk: Desk) -> bool:
    """Whether whoever was verified in this call has an open matter, or one that was closed within twelve months."""
    today = desk.now.date()
    since = f"{today.year - 1}{today.isoformat()[4:]}"
    sql = "SELECT 1 FROM matters WHERE client_id = ? AND (closed IS NULL OR closed >= ?)"
    return "verified" in desk.state and bool(rows_of(desk, sql, desk.state["verified"], since))


@write
def waive_consultation_fee(
    desk: Desk,
    appointment_id: Number,
    ground: Literal["referral_voucher", "active_duty", "returning_client"],
    voucher: Code | None = None,
) -> dict[str, Any]:
    """Waive the fee of a confirmed consultation on one of the three grounds that the firm knows, if it holds.

    Args:
        appointment_id: appointment_id of the confirmed consultation.
        ground: A voucher of a bar's referral line; active duty in the armed forces, with proof shown at the
            consultation; or a verified client with a matter that is open or was closed within twelve months.
        voucher: Number of the voucher, two letters and four digits; for that ground alone.
    """
    found = _unsettled(desk, appointment_id)
    number = _voucher(desk, voucher)["voucher"] if ground == "referral_voucher" else None
    if ground == "returning_client" and not _is_returning(desk):
        raise refusal(desk, "NO_WAIVER")
    waiver = {"kind": "consultation", "reference": str(found["id"]), "ground": ground, "voucher": number}
    waiver_id = keep(desk, "fee_waivers", **waiver, amount_cents=found["fee_cents"])
    _settle(desk, found["id"], "waived")
    return {"waiver_id": waiver_id, "fee_status": "waived"}
