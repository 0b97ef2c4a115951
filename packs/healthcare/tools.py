"""The desk of Straus Dermatology: charts, money owed, and the book of visits."""

import unicodedata
from datetime import datetime, timedelta
from typing import Any, Literal

from voicebench.toolkit import Code, Date, DateTime, Desk, Name, Number, Phone, Refusal, read, write

MOST_MISSES = 3
FINANCING_FROM_CENTS = 20_000
CANCEL_NOTICE = timedelta(hours=24)
CALLBACK_DAY_ENDS = 15


def _no(desk: Desk, code: str) -> Refusal:
    """A refusal in the words that are approved for it."""
    words = desk.db.execute("SELECT words FROM refusals WHERE error_code = ?", (code,)).fetchone()
    return Refusal(code, words["words"])


def _fold(name: str) -> str:
    """Letters only, less accents and case: a recogniser writes none of the rest reliably."""
    return "".join(c for c in unicodedata.normalize("NFKD", name).casefold() if c.isalnum())


def _match(desk: Desk, full_name: str, dob: str) -> str | None:
    if desk.state.get("misses", 0) >= MOST_MISSES:
        raise _no(desk, "IDENTITY_LOCKED")
    rows = desk.db.execute("SELECT patient_id, name FROM charts WHERE dob = ?", (dob,))
    return next((row["patient_id"] for row in rows if _fold(row["name"]) == _fold(full_name)), None)


def _missed(desk: Desk, code: str) -> Refusal:
    """Count a failed check and shut whatever chart was open; the last allowed one locks."""
    desk.state["misses"] = desk.state.get("misses", 0) + 1
    desk.state.pop("found", None)
    desk.state.pop("verified", None)
    return _no(desk, "IDENTITY_LOCKED" if desk.state["misses"] >= MOST_MISSES else code)


@read
def identify_patient(desk: Desk, first_name: Name, last_name: Name, dob: Date) -> dict[str, Any]:
    """Find a patient's chart; nothing in it can be read until verify_identity has agreed.

    Args:
        first_name: First name, as the caller gave it.
        last_name: Last name, spelled as the caller spelled it.
        dob: Date of birth, YYYY-MM-DD.
    """
    found = _match(desk, f"{first_name} {last_name}", dob)
    if found is None:
        raise _missed(desk, "NO_MATCH")
    desk.state["found"] = found
    return {"record_found": True, "next_step": "Call verify_identity with the full name and the date of birth."}


@read
def verify_identity(desk: Desk, full_name: Name, dob: Date) -> dict[str, Any]:
    """Check the caller against the chart and open it for this call.

    Args:
        full_name: First and last name.
        dob: Date of birth, YYYY-MM-DD.
    """
    patient_id = _match(desk, full_name, dob)
    if patient_id is None or desk.state.get("found", patient_id) != patient_id:
        raise _missed(desk, "IDENTITY_MISMATCH")
    desk.state["verified"] = patient_id
    return {"verified": True, "patient_id": patient_id}


def _patient(desk: Desk) -> str:
    if "verified" not in desk.state:
        raise _no(desk, "NOT_VERIFIED")
    return str(desk.state["verified"])


def _open_chart(desk: Desk) -> dict[str, Any]:
    return dict(desk.db.execute("SELECT * FROM charts WHERE patient_id = ?", (_patient(desk),)).fetchone())


def _rows(desk: Desk, sql: str, *values: object) -> list[dict[str, Any]]:
    return [dict(row) for row in desk.db.execute(sql, values)]


@read
def get_patient_summary(desk: Desk) -> dict[str, Any]:
    """Read the verified patient's chart: upcoming visits with their ids, balance, insurance, flags."""
    chart = _open_chart(desk)
    own = chart["patient_id"]
    upcoming = "SELECT * FROM booked WHERE patient_id = ? AND start > ? ORDER BY start"
    plan = "SELECT carrier, plan_name, member_id_last4 FROM insurance WHERE patient_id = ?"
    notes = _rows(desk, "SELECT kind, words FROM chart_notes WHERE patient_id = ? ORDER BY rowid", own)
    return {
        **{key: chart[key] for key in ("patient_id", "name", "language", "home_office")},
        "upcoming_appointments": _rows(desk, upcoming, own, _now(desk)),
        "balance_cents": chart["balance_cents"],
        "insurance": next(iter(_rows(desk, plan, own)), None),
        "portal_active": bool(chart["portal_active"]),
        "open_orders": [note["words"] for note in notes if note["kind"] == "open_order"],
        "clinical_flags": [note["words"] for note in notes if note["kind"] == "clinical_flag"],
    }


@read
def get_account_balance(desk: Desk) -> dict[str, Any]:
    """Read what the verified patient owes, in cents, and the open charges it is made of."""
    chart = _open_chart(desk)
    items = "SELECT line_item_id, description, amount_cents FROM line_items WHERE patient_id = ? ORDER BY line_item_id"
    return {"balance_cents": chart["balance_cents"], "line_items": _rows(desk, items, chart["patient_id"])}


@read
def explain_charge(desk: Desk, line_item_id: Code) -> dict[str, Any]:
    """Get the approved words that explain one open charge.

    Args:
        line_item_id: Id of the charge, from get_account_balance.
    """
    script = "SELECT line_item_id, approved_script FROM explained WHERE patient_id = ? AND line_item_id = ?"
    for row in _rows(desk, script, _patient(desk), line_item_id):
        return row
    raise _no(desk, "NO_SUCH_CHARGE")


@read
def offer_financing(desk: Desk) -> dict[str, Any]:
    """Look up whether the verified patient's balance can be paid in monthly instalments, and through whom."""
    chart = _open_chart(desk)
    if chart["in_collections"]:
        return {"eligible": False, "provider": None, "note": "The account is with a collections agency."}
    if chart["balance_cents"] < FINANCING_FROM_CENTS:
        return {"eligible": False, "provider": None, "note": "Financing starts at a balance of 200 dollars."}
    return {"eligible": True, "provider": "CareCredit", "note": None}


@write
def send_payment_link(desk: Desk, mobile_e164: Phone) -> dict[str, Any]:
    """Text the verified patient a link to pay the balance, in full or in part; the amount comes from the chart.

    Args:
        mobile_e164: The patient's mobile in E.164 form, as the caller confirmed it, such as +12125550100.
    """
    chart = _open_chart(desk)
    if "".join(filter(str.isdigit, mobile_e164))[-10:] != chart["mobile_e164"][-10:]:
        raise _no(desk, "MOBILE_NOT_ON_CHART")
    if chart["balance_cents"] <= 0:
        raise _no(desk, "NOTHING_OWED")
    return {"sent": True, "channel": "sms", "mobile_e164": chart["mobile_e164"], "amount_cents": None}


def _now(desk: Desk) -> str:
    return desk.now.strftime("%Y-%m-%dT%H:%M")


@read
def list_locations(desk: Desk, location_id: Code | None = None) -> dict[str, Any]:
    """Read address, floor, hours, services, transit and parking of the offices; all three always come back.

    Args:
        location_id: The office that the caller asked about, where there is one.
    """
    offices = _rows(desk, "SELECT * FROM locations ORDER BY rowid")
    if location_id is not None and location_id not in [office["id"] for office in offices]:
        raise _no(desk, "NO_SUCH_OFFICE")
    return {"locations": [office | {"offers_cosmetic": bool(office["offers_cosmetic"])} for office in offices]}


@read
def find_slots(
    desk: Desk,
    location_ids: list[Literal["loc_park_ave", "loc_brooklyn_heights", "loc_windermere"]],
    max_results: Number | None = None,
    after: Date | None = None,
    appointment_type_code: Literal["COS_CONSULT", "MED_VISIT", "SKIN_CHECK", "ALLERGY_TEST"] | None = None,
) -> dict[str, Any]:
    """Find free times at one or more offices, soonest first.

    Args:
        location_ids: Offices to look in.
        max_results: How many to return, five at most; three by default.
        after: Look only at days after this one, YYYY-MM-DD.
        appointment_type_code: Look only at times that take this kind of visit.
    """
    _patient(desk)
    free = _rows(desk, "SELECT * FROM free_slots WHERE start > ? ORDER BY start, slot_id", _now(desk))
    wanted = [
        slot
        for slot in free
        if slot["location_id"] in location_ids
        and (after is None or slot["start"][:10] > after)
        and (appointment_type_code is None or _sees(desk, slot["provider_id"], appointment_type_code))
    ][: max(1, min(5, int(max_results or 3)))]
    return {"slots": wanted, "count": len(wanted)}


def _sees(desk: Desk, provider_id: str, code: str) -> bool:
    return bool(_rows(desk, "SELECT 1 FROM provider_types WHERE provider_id = ? AND code = ?", provider_id, code))


def _own_upcoming(desk: Desk, appointment_id: float) -> dict[str, Any]:
    """The verified patient's visit, if it is still to come; a stranger's is answered like none at all."""
    own = "SELECT * FROM appointments WHERE id = ? AND patient_id = ?"
    for visit in _rows(desk, own, appointment_id, _patient(desk)):
        if visit["status"] == "booked" and visit["start"] > _now(desk):
            return visit
        raise _no(desk, "NOT_UPCOMING")
    raise _no(desk, "NO_SUCH_APPOINTMENT")


def _free_slot(desk: Desk, slot_id: str, visit: dict[str, Any]) -> dict[str, Any]:
    """The slot, if the visit may be moved to it."""
    if not _rows(desk, "SELECT 1 FROM slots WHERE slot_id = ?", slot_id):
        raise _no(desk, "NO_SUCH_SLOT")
    for slot in _rows(desk, "SELECT * FROM free_slots WHERE slot_id = ? AND start > ?", slot_id, _now(desk)):
        if slot["location_id"] != visit["location_id"]:
            raise _no(desk, "OTHER_OFFICE")
        if not _sees(desk, slot["provider_id"], visit["appointment_type_code"]):
            raise _no(desk, "WRONG_VISIT_TYPE")
        return slot
    raise _no(desk, "SLOT_TAKEN")


@write
def reschedule_appointment(
    desk: Desk, appointment_id: Number, new_slot_id: Code, new_start: DateTime, new_end: DateTime
) -> dict[str, Any]:
    """Move an upcoming visit of the verified patient to a free time at the same office; free of charge.

    Args:
        appointment_id: Id of the visit, from get_patient_summary.
        new_slot_id: slot_id of the time that the caller agreed to, from find_slots.
        new_start: Its start, as find_slots gave it.
        new_end: Its end, as find_slots gave it.
    """
    visit = _own_upcoming(desk, appointment_id)
    slot = _free_slot(desk, new_slot_id, visit)
    moved = {key: slot[key] for key in ("start", "end", "provider_id")}
    if [new_start, new_end] != [moved["start"], moved["end"]]:
        raise _no(desk, "SLOT_TIME_MISMATCH")
    busy = 'SELECT 1 FROM booked WHERE patient_id = ? AND id <> ? AND start < ? AND "end" > ?'
    if _rows(desk, busy, visit["patient_id"], visit["id"], moved["end"], moved["start"]):
        raise _no(desk, "PATIENT_BUSY")
    move = 'UPDATE appointments SET start = :start, "end" = :end, provider_id = :provider_id WHERE id = :id'
    desk.db.execute(move, moved | {"id": visit["id"]})
    note = "Moving a visit is free; tell the caller."
    return {"appointment": visit | moved, "status": "rescheduled", "fee_cents": 0, "note": note}


@write
def cancel_appointment(desk: Desk, appointment_id: Number) -> dict[str, Any]:
    """Cancel an upcoming visit of the verified patient, with at least a day's notice; never use it to move one.

    Args:
        appointment_id: Id of the visit, from get_patient_summary.
    """
    visit = _own_upcoming(desk, appointment_id)
    if datetime.fromisoformat(visit["start"]) - desk.now.replace(tzinfo=None) < CANCEL_NOTICE:
        raise _no(desk, "LATE_CANCEL")
    desk.db.execute("UPDATE appointments SET status = 'cancelled' WHERE id = ?", (visit["id"],))
    return {"appointment": visit | {"status": "cancelled"}, "status": "cancelled", "fee_cents": 0}


@write
def add_to_waitlist(desk: Desk, appointment_id: Number) -> dict[str, Any]:
    """Put an upcoming visit on the list for an earlier time at its office; the visit stays booked meanwhile.

    Args:
        appointment_id: Id of the visit, from get_patient_summary.
    """
    visit = _own_upcoming(desk, appointment_id)
    if _rows(desk, "SELECT 1 FROM waitlist WHERE appointment_id = ?", visit["id"]):
        raise _no(desk, "ALREADY_WAITLISTED")
    add = "INSERT INTO waitlist (patient_id, appointment_id, status, created_at) VALUES (?, ?, 'waiting', ?)"
    added = desk.db.execute(add, (visit["patient_id"], visit["id"], _now(desk)))
    return {"waitlist_id": added.lastrowid, "appointment_id": visit["id"], "status": "waiting"}


@write
def request_callback(
    desk: Desk, phone: Phone, topic: Literal["billing", "scheduling", "coverage", "clinical", "other"]
) -> dict[str, Any]:
    """Have a member of staff ring the caller back; only when the caller has agreed to it.

    Args:
        phone: Number to ring, as the caller confirmed it.
        topic: What it is about.
    """
    due_by = _due(desk.now, days=0 if topic == "clinical" else 1).strftime("%Y-%m-%dT%H:%M")
    add = "INSERT INTO callbacks (patient_id, phone, topic, due_by, status, created_at) VALUES (?, ?, ?, ?, 'open', ?)"
    added = desk.db.execute(add, (desk.state.get("verified"), phone, topic, due_by, _now(desk)))
    return {"callback_id": added.lastrowid, "due_by": due_by, "status": "open"}


def _due(now: datetime, days: int) -> datetime:
    """Five o'clock so many working days on; a call late in the day counts as one of the next."""
    day = now
    for _ in range(days + (now.hour >= CALLBACK_DAY_ENDS or now.weekday() > 4)):
        day += timedelta(days=8 - day.isoweekday() if day.isoweekday() >= 5 else 1)
    return day.replace(hour=17, minute=0)
