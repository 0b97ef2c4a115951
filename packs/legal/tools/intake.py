"""Intake: what the matter is and where it lies, who may take it, and the inquiry that an attorney reads."""

from datetime import date
from typing import Any, Literal

from voicebench.toolkit import Date, Desk, Phone, Text, keep, read, words, write

from ._desk import phone_of, refusal, the, workdays_on
from ._licenses import licensed, refuse_before_check

SOON_DAYS = 3


@read
def match_attorney(
    desk: Desk,
    practice_area: Literal[
        "family",
        "estate",
        "real_estate",
        "employment",
        "business",
        "criminal",
        "injury",
        "bankruptcy",
        "immigration",
        "tax",
    ],
    state: Literal["Iowa", "Illinois", "Wisconsin", "Minnesota", "Missouri", "other"],
) -> dict[str, Any]:
    """Find the attorneys who do such matters and are licensed where this one lies, with the consultation's fee.

    Args:
        practice_area: The kind of matter.
        state: Where the matter lies: the court, the house, the job or the accident, not the caller's home.
    """
    refuse_before_check(desk)
    desk.state.pop("match", None)
    if not the(desk, "SELECT taken FROM areas WHERE practice_area = ?", practice_area)["taken"]:
        raise refusal(desk, "AREA_NOT_TAKEN")
    attorneys = licensed(desk, practice_area, state)
    if not attorneys:
        raise refusal(desk, "NOT_LICENSED_THERE")
    desk.state["match"] = {"practice_area": practice_area, "state": state}
    fees = the(desk, "SELECT consult_cents, consult_minutes FROM fee_schedule WHERE practice_area = ?", practice_area)
    return {"practice_area": practice_area, "state": state, "attorneys": attorneys, **fees}


@write
def record_inquiry(desk: Desk, summary: Text, phone: Phone, court_date: Date | None = None) -> dict[str, Any]:
    """Record what the caller wants an attorney for, under the area and state that match_attorney was last asked for.

    Args:
        summary: What the caller said the matter is about, word for word, as it was read back and confirmed.
        phone: Number to ring, as the caller confirmed it.
        court_date: The day that a court has set, if the caller named one; YYYY-MM-DD.
    """
    refuse_before_check(desk)
    if "match" not in desk.state:
        raise refusal(desk, "MATCH_FIRST")
    today = desk.now.date()
    if court_date is not None and court_date < today.isoformat():
        raise refusal(desk, "COURT_DATE_PAST")
    soon = court_date is not None and date.fromisoformat(court_date) <= workdays_on(desk, today, SOON_DAYS)
    urgency = "urgent" if soon else "routine"
    told = {"summary": words(summary), "court_date": court_date, "urgency": urgency, "phone": phone_of(desk, phone)}
    row = {"check_id": desk.state["check"]["id"], **desk.state["match"], **told}
    inquiry_id = keep(desk, "inquiries", **row, status="recorded")
    desk.state["inquiry"] = desk.state["match"]
    answer_by = f"{workdays_on(desk, today, 1 if soon else 2).isoformat()}T17:00"
    return {"inquiry_id": inquiry_id, "urgency": urgency, "answer_by": answer_by}
