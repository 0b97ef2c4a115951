"""The book: offices, free times, moving a visit, and first visits of new patients."""

from typing import Any, Literal

from voicebench.toolkit import (
    Code,
    Date,
    DateTime,
    Desk,
    Name,
    Number,
    Phone,
    fold,
    keep,
    now_text,
    read,
    rows_of,
    write,
)

from ._desk import e164, is_minor, patient_of, refusal, refuse_in_emergency
from ._slots import free_slot, own_upcoming, refuse_if_busy, sees


@read
def list_locations(desk: Desk, location_id: Code | None = None) -> dict[str, Any]:
    """Read address, floor, hours, services, transit and parking of the offices; all three always come back.

    Args:
        location_id: The office that the caller asked about, where there is one.
    """
    offices = rows_of(desk, "SELECT * FROM locations ORDER BY rowid")
    if location_id is not None and location_id not in [office["id"] for office in offices]:
        raise refusal(desk, "NO_SUCH_OFFICE")
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
    patient_of(desk, "scheduling")
    free = rows_of(desk, "SELECT * FROM free_slots WHERE start > ? ORDER BY start, slot_id", now_text(desk))
    wanted = [
        slot
        for slot in free
        if slot["location_id"] in location_ids
        and (after is None or slot["start"][:10] > after)
        and (appointment_type_code is None or sees(desk, slot["provider_id"], appointment_type_code))
    ][: max(1, min(5, int(max_results or 3)))]
    return {"slots": wanted, "count": len(wanted)}


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
    refuse_in_emergency(desk)
    visit = own_upcoming(desk, appointment_id)
    slot = free_slot(desk, new_slot_id, visit["appointment_type_code"], visit["location_id"])
    moved = {key: slot[key] for key in ("start", "end", "provider_id")}
    if [new_start, new_end] != [moved["start"], moved["end"]]:
        raise refusal(desk, "SLOT_TIME_MISMATCH")
    refuse_if_busy(desk, slot, but=visit["id"])
    move = 'UPDATE appointments SET start = :start, "end" = :end, provider_id = :provider_id WHERE id = :id'
    desk.db.execute(move, moved | {"id": visit["id"]})
    note = "Moving a visit is free; tell the caller."
    return {"appointment": visit | moved, "status": "rescheduled", "fee_cents": 0, "note": note}


@write
def register_new_patient(
    desk: Desk,
    *,
    first_name: Name,
    last_name: Name,
    dob: Date,
    phone: Phone,
    location_id: Literal["loc_park_ave", "loc_brooklyn_heights", "loc_windermere"],
    guardian_name: Name | None = None,
) -> dict[str, Any]:
    """Open a chart for somebody who was never here, after all of it was read back; the chart is then open.

    Args:
        first_name: First name of the new patient.
        last_name: Last name, spelled as the caller spelled it.
        dob: Date of birth, YYYY-MM-DD.
        phone: Mobile number, as the caller confirmed it.
        location_id: The office that the new patient wants to come to.
        guardian_name: For a minor: first and last name of the parent or guardian on the phone.
    """
    refuse_in_emergency(desk)
    person = {"first_name": first_name, "last_name": last_name, "dob": dob}
    known = rows_of(desk, "SELECT first_name, last_name, dob FROM patients WHERE dob = ?", dob)
    if _key(person) in map(_key, known) and _key(person) not in desk.state.get("registered", {}):
        raise refusal(desk, "ALREADY_PATIENT")
    if dob > now_text(desk)[:10]:
        raise refusal(desk, "BAD_DOB")
    if is_minor(desk, dob) and not guardian_name:
        raise refusal(desk, "GUARDIAN_NEEDED")
    return _register(desk, person, e164(desk, phone), location_id, guardian_name)


def _register(
    desk: Desk, person: dict[str, str], phone: str, location_id: str, guardian_name: str | None
) -> dict[str, Any]:
    """Open the chart, once a call for each person, and let the caller go on as the patient."""
    patient_id = desk.state.get("registered", {}).get(_key(person))
    if patient_id is None:
        patient_id = f"pat_new_{len(rows_of(desk, 'SELECT 1 FROM registrations')) + 1}"
        chart = {"patient_id": patient_id, **person, "phone": phone, "location_id": location_id}
        columns = "patient_id, first_name, last_name, dob, mobile_e164, zip, home_location_id"
        values = ":patient_id, :first_name, :last_name, :dob, :phone, '', :location_id"
        desk.db.execute(f"INSERT INTO patients ({columns}) VALUES ({values})", chart)
        filed = {"guardian_name": guardian_name, "status": "registered"}
        keep(desk, "registrations", **chart, **filed)
        desk.state["registered"] = {**desk.state.get("registered", {}), _key(person): patient_id}
    desk.state |= {"verified": patient_id, "scope": "all"}
    return {"patient_id": patient_id, "status": "registered", "insurance_on_file": False}


def _key(person: dict[str, str]) -> str:
    return f"{fold(person['first_name'] + person['last_name'])} {person['dob']}"
