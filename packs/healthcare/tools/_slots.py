"""Visits and free times: what may be held, moved or entered."""

from typing import Any

from voicebench.toolkit import Desk, first_of, keep, now_text, rows_of

from ._desk import open_chart, patient_of, refusal

__all__ = ["enter_visit", "free_slot", "own_upcoming", "refuse_account_hold", "refuse_if_busy", "sees"]


def refuse_account_hold(desk: Desk) -> None:
    """New visits wait while an account is with a collections agency; what is booked stays."""
    if open_chart(desk)["in_collections"]:
        raise refusal(desk, "ACCOUNT_HOLD")


def sees(desk: Desk, provider_id: str, code: str) -> bool:
    """Whether a clinician sees this kind of visit."""
    return bool(rows_of(desk, "SELECT 1 FROM provider_types WHERE provider_id = ? AND code = ?", provider_id, code))


def own_upcoming(desk: Desk, appointment_id: float) -> dict[str, Any]:
    """The verified patient's visit, if it is still to come; a stranger's is answered like none at all."""
    own = "SELECT * FROM appointments WHERE id = ? AND patient_id = ?"
    visit = first_of(desk, own, appointment_id, patient_of(desk, "scheduling"))
    if visit is None:
        raise refusal(desk, "NO_SUCH_APPOINTMENT")
    if visit["status"] != "booked" or visit["start"] <= now_text(desk):
        raise refusal(desk, "NOT_UPCOMING")
    return visit


def free_slot(desk: Desk, slot_id: str, code: str, location_id: str | None = None) -> dict[str, Any]:
    """The slot, if a visit of this kind (bound to an office, where one is named) may take it."""
    if not rows_of(desk, "SELECT 1 FROM slots WHERE slot_id = ?", slot_id):
        raise refusal(desk, "NO_SUCH_SLOT")
    slot = first_of(desk, "SELECT * FROM free_slots WHERE slot_id = ? AND start > ?", slot_id, now_text(desk))
    if slot is None:
        raise refusal(desk, "SLOT_TAKEN")
    if location_id not in (None, slot["location_id"]):
        raise refusal(desk, "OTHER_OFFICE")
    if not sees(desk, slot["provider_id"], code):
        raise refusal(desk, "WRONG_VISIT_TYPE")
    return slot


def refuse_if_busy(desk: Desk, slot: dict[str, Any], but: float = 0) -> None:
    """The patient has no other visit at that time, leaving out the one that is being moved."""
    busy = 'SELECT 1 FROM booked WHERE patient_id = ? AND id <> ? AND start < ? AND "end" > ?'
    if rows_of(desk, busy, patient_of(desk), but, slot["end"], slot["start"]):
        raise refusal(desk, "PATIENT_BUSY")


def enter_visit(desk: Desk, slot: dict[str, Any], code: str, description: str) -> dict[str, Any]:
    """Write a visit into the book."""
    refuse_if_busy(desk, slot)
    where = {key: slot[key] for key in ("location_id", "provider_id", "start", "end")}
    visit = {"patient_id": patient_of(desk), **where, "appointment_type_code": code, "description": description}
    return {"id": keep(desk, "appointments", **visit, status="booked"), **visit}
