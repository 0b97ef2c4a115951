"""The clinical desk: triage by rule, messages to the nurse, refills, the state of lab work, care after a procedure."""

from datetime import date, timedelta
from typing import Any, Literal

from voicebench.toolkit import Code, Desk, Phone, Say, Text, first_of, keep, read, rows_of, words, write

from ._desk import day_of, due, e164, patient_of, refusal, refuse_in_emergency, year_ago

PROCEDURE_DAYS = 30
MONTHLY_DAYS = 30
REFILL_DAYS_AHEAD = 7


def _levelled(desk: Desk, rule: dict[str, Any], **data: object) -> Say:
    """Answer with a rule's own words, and remember how urgent it was."""
    if rule["level"] == "emergency":
        desk.state["emergency"] = True
    if rule["level"] in ("emergency", "same_day"):
        desk.state["urgency"] = "same_day"
    return Say({**data, "level": rule["level"]}, rule["words"])


@read
def triage_symptom(
    desk: Desk,
    symptom: Literal[
        "trouble_breathing",
        "face_or_throat_swelling",
        "chest_pain",
        "blistering_rash_with_fever",
        "spreading_redness_with_fever",
        "heavy_bleeding",
        "sudden_vision_change",
        "signs_of_infection",
        "changing_mole",
        "new_rash",
        "hives",
        "sunburn",
        "acne_flare",
        "itching",
        "hair_loss",
        "medication_side_effect",
    ],
) -> Say:
    """Look up by rule how soon a symptom has to be seen, and the words that may be said; needs no chart.

    Args:
        symptom: The gravest thing that the caller described.
    """
    rule = rows_of(desk, "SELECT * FROM triage_rules WHERE symptom = ?", symptom)[0]
    return _levelled(desk, rule, symptom=symptom)


@read
def check_aftercare(
    desk: Desk,
    concern: Literal[
        "bleeding", "signs_of_infection", "swelling", "bruising", "vision_change", "blistering", "stitches", "itching"
    ],
) -> Say:
    """Look up by rule what to do about a concern after the verified patient's latest procedure.

    Args:
        concern: The gravest thing that the caller described.
    """
    since = (day_of(desk) - timedelta(days=PROCEDURE_DAYS)).isoformat()
    latest = "SELECT * FROM procedures WHERE patient_id = ? AND day >= ? ORDER BY day DESC"
    done = first_of(desk, latest, patient_of(desk, "all"), since)
    if done is None:
        raise refusal(desk, "NO_RECENT_PROCEDURE")
    days = (day_of(desk) - date.fromisoformat(done["day"])).days
    rules = "SELECT * FROM aftercare_rules WHERE concern = ? AND within_days >= ? ORDER BY within_days"
    rule = rows_of(desk, rules, concern, days)[0]
    return _levelled(desk, rule, concern=concern, procedure=done["procedure"], days_since=days)


@write
def take_nurse_message(
    desk: Desk,
    topic: Literal["symptom", "aftercare", "medication", "results", "before_a_visit"],
    message: Text,
    phone: Phone,
) -> dict[str, Any]:
    """Leave the nurse a message from the verified patient, in the caller's own words.

    Args:
        topic: What it is about.
        message: What the caller said, word for word, without a summary or a comment.
        phone: Number to ring, as the caller confirmed it.
    """
    refuse_in_emergency(desk)
    urgency = desk.state.get("urgency", "routine")
    due_by = due(desk.now, days=0 if urgency == "same_day" else 1)
    note = {
        "patient_id": patient_of(desk, "all"),
        "topic": topic,
        "message": words(message),
        "phone": e164(desk, phone),
    }
    message_id = keep(desk, "nurse_messages", **note, urgency=urgency, due_by=due_by, status="open")
    return {"nurse_message_id": message_id, "urgency": urgency, "due_by": due_by}


@read
def list_prescriptions(desk: Desk) -> dict[str, Any]:
    """Read the verified patient's prescriptions: medicine, last filled, days of supply, pharmacy."""
    mine = "SELECT prescription_id, medication, last_filled, supply_days, pharmacy FROM prescriptions"
    found = rows_of(desk, f"{mine} WHERE patient_id = ? ORDER BY prescription_id", patient_of(desk, "all"))
    return {"prescriptions": found}


def _refusal_of(desk: Desk, prescription: dict[str, Any]) -> str | None:
    """The first policy that stands against a refill."""
    today = day_of(desk)
    seen = "SELECT MAX(start) AS last FROM appointments WHERE patient_id = ? AND status = 'completed'"
    kinds = "AND appointment_type_code IN ('MED_VISIT', 'SKIN_CHECK')"
    last = rows_of(desk, f"{seen} {kinds}", prescription["patient_id"])[0]["last"] or ""
    if prescription["controlled"]:
        return "CONTROLLED_DRUG"
    if last[:10] < year_ago(desk):
        return "NO_RECENT_VISIT"
    if prescription["monthly_visit"] and last[:10] < (today - timedelta(days=MONTHLY_DAYS)).isoformat():
        return "MONTHLY_VISIT_NEEDED"
    runs_out = date.fromisoformat(prescription["last_filled"]) + timedelta(days=prescription["supply_days"])
    return "REFILL_TOO_SOON" if runs_out - timedelta(days=REFILL_DAYS_AHEAD) > today else None


@write
def request_refill(desk: Desk, prescription_id: Code) -> dict[str, Any]:
    """Ask the clinician to renew one prescription of the verified patient, as far as policy lets it be asked for.

    Args:
        prescription_id: Id of the prescription that the caller confirmed, from list_prescriptions.
    """
    refuse_in_emergency(desk)
    mine = "SELECT * FROM prescriptions WHERE prescription_id = ? AND patient_id = ?"
    prescription = first_of(desk, mine, prescription_id, patient_of(desk, "all"))
    if prescription is None:
        raise refusal(desk, "NO_SUCH_PRESCRIPTION")
    refused = _refusal_of(desk, prescription)
    if refused:
        raise refusal(desk, refused)
    wish = {key: prescription[key] for key in ("patient_id", "prescription_id")}
    request_id = keep(desk, "refill_requests", **wish, status="sent_to_clinician")
    named = {key: prescription[key] for key in ("medication", "pharmacy")}
    return {"refill_request_id": request_id, **named, "status": "sent_to_clinician"}


@read
def get_lab_status(desk: Desk) -> dict[str, Any]:
    """Read how far the verified patient's lab work is, and the words that may be said; never a result."""
    mine = (
        "SELECT lab_id, test, collected, status, words AS approved_words FROM lab_orders JOIN lab_words USING (status)"
    )
    return {"labs": rows_of(desk, f"{mine} WHERE patient_id = ? ORDER BY collected DESC", patient_of(desk, "all"))}
