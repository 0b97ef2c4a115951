"""Intake: what the matter is and where it lies, who may take it, and the inquiry that an attorney reads."""

from datetime import date
from typing import Any, Literal

from voicebench.toolkit import Date, Desk, Phone, Text, read, write

from ._desk import keep, phone_of, refusal, refuse_in_danger, rows_of, the, workdays_on

SOON_DAYS = 3


def licensed(desk: Desk, practice_area: str, state: str) -> list[dict[str, Any]]:
    """The attorneys who practise in that area and are licensed in that state."""
    sql = (
        "SELECT a.attorney_id, a.first_name || ' ' || a.last_name AS name, a.office FROM attorneys a "
        "JOIN practice p USING (attorney_id) JOIN licenses l USING (attorney_id) "
        "WHERE p.practice_area = ? AND l.state = ? ORDER BY a.rowid"
    )
    return rows_of(desk, sql, practice_area, state)


def refuse_before_check(desk: Desk) -> None:
    """Nothing about a new matter before the names are checked, and nothing at all while they need a review."""
    refuse_in_danger(desk)
    if "check" not in desk.state:
        raise refusal(desk, "CHECK_FIRST")
    if desk.state["review"]:
        raise refusal(desk, "UNDER_REVIEW")


@read
def match_attorney(
    desk: Desk,
    practice_area: Literal[
        "family", "estate", "real_estate", "employment", "business", "criminal", "injury", "bankruptcy", "immigration",
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
    if not the(desk, "SELECT taken FROM areas WHERE practice_area = ?", practice_area)["taken"]:
        raise refusal(desk, "AREA_NOT_TAKEN")
    attorneys = licensed(desk, practice_area, state)
    if not attorneys:
        raise refusal(desk, "NOT_LICENSED_THERE")
    fees = the(desk, "SELECT consult_cents, consult_minutes FROM fee_schedule WHERE practice_area = ?", practice_area)
    return {"practice_area": practice_area, "state": state, "attorneys": attorneys, **fees}


@write
def record_inquiry(
    desk: Desk,
    practice_area: Literal["family", "estate", "real_estate", "employment", "business", "criminal", "injury"],
    state: Literal["Iowa", "Illinois", "Wisconsin", "Minnesota", "Missouri", "other"],
    summary: Text,
    phone: Phone,
    court_date: Date | None = None,
) -> dict[str, Any]:
    """Record what the caller wants an attorney for, in the caller's own words, once it was read back and confirmed.

    Args:
        practice_area: The kind of matter, as match_attorney was asked.
        state: Where the matter lies, as match_attorney was asked.
        summary: What the caller said the matter is about, word for word.
        phone: Number to ring, as the caller confirmed it.
        court_date: The day that a court has set, if the caller named one; YYYY-MM-DD.
    """
    refuse_before_check(desk)
    if not licensed(desk, practice_area, state):
        raise refusal(desk, "NOT_LICENSED_THERE")
    today = desk.now.date()
    if court_date is not None and court_date < today.isoformat():
        raise refusal(desk, "COURT_DATE_PAST")
    soon = court_date is not None and date.fromisoformat(court_date) <= workdays_on(desk, today, SOON_DAYS)
    inquiry = {"practice_area": practice_area, "state": state, "summary": summary, "court_date": court_date}
    urgency = "urgent" if soon else "routine"
    row = {"check_id": desk.state["check"]["id"], **inquiry, "urgency": urgency, "phone": phone_of(desk, phone)}
    inquiry_id = keep(desk, "inquiries", **row, status="recorded")
    desk.state["inquiry"] = {"practice_area": practice_area, "state": state}
    answer_by = f"{workdays_on(desk, today, 1 if soon else 2).isoformat()}T17:00"
    return {"inquiry_id": inquiry_id, "urgency": urgency, "answer_by": answer_by}
