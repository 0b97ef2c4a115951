"""The way to a person: which team, how long the wait, office hours, voicemail."""

from datetime import date
from typing import Any, Literal

from voicebench.toolkit import Date, Desk, Phone, Text, first_of, keep, now_text, read, rows_of, words, write

from ._desk import due, e164, refusal, refuse_in_emergency


@read
def get_office_hours(
    desk: Desk,
    location_id: Literal["loc_park_ave", "loc_brooklyn_heights", "loc_windermere"],
    on_date: Date,
) -> dict[str, Any]:
    """Look up whether one office is open on one day, and from when to when; knows the holidays.

    Args:
        location_id: The office.
        on_date: The day, YYYY-MM-DD.
    """
    holiday = first_of(desk, "SELECT name FROM holidays WHERE day = ?", on_date)
    weekday = date.fromisoformat(on_date).isoweekday()
    hours = "SELECT opens, closes FROM office_hours WHERE location_id = ? AND weekday = ?"
    times = None if holiday else first_of(desk, hours, location_id, weekday)
    open_then = times or {"opens": None, "closes": None}
    return {"location_id": location_id, "on_date": on_date, "open": bool(times), **open_then} | {
        "holiday": holiday and holiday["name"]
    }


def _team(desk: Desk, reason: str) -> dict[str, Any]:
    team = rows_of(desk, "SELECT * FROM staff_teams WHERE reason = ?", reason)[0]
    at_work = first_of(desk, "SELECT 1 FROM holidays WHERE day = ?", now_text(desk)[:10]) is None
    at_work = at_work and desk.now.isoweekday() <= 5
    ahead = "SELECT COUNT(*) AS joined FROM staff_queue q JOIN staff_teams t USING (reason) WHERE t.team = ?"
    waiting = team["waiting"] + rows_of(desk, ahead, team["team"])[0]["joined"]
    return {
        "reason": reason,
        "team": team["team"],
        "open_now": at_work and team["opens"] <= now_text(desk)[11:] < team["closes"],
        "opens": team["opens"],
        "closes": team["closes"],
        "waiting": waiting,
        "wait_minutes": waiting * team["minutes_each"],
    }


@read
def check_queue(
    desk: Desk,
    reason: Literal[
        "billing_review",
        "clinical_staff",
        "collections",
        "complaint",
        "identity_locked",
        "language",
        "privacy",
        "third_party",
        "other",
    ],
) -> dict[str, Any]:
    """Look up which team takes calls of this kind, whether it is there now, and how long the wait is.

    Args:
        reason: Why the caller wants a person.
    """
    return _team(desk, reason)


@write
def join_queue(
    desk: Desk,
    reason: Literal[
        "billing_review",
        "clinical_staff",
        "collections",
        "complaint",
        "identity_locked",
        "language",
        "privacy",
        "third_party",
        "other",
    ],
) -> dict[str, Any]:
    """Put the caller in line for a person, once they have heard the wait and want to hold.

    Args:
        reason: Why the caller wants a person, as check_queue was asked.
    """
    mine = "SELECT * FROM staff_queue WHERE reason = ? AND patient_id IS ?"
    held = first_of(desk, mine, reason, desk.state.get("verified"))
    team = _team(desk, reason)
    if not team["open_now"]:
        raise refusal(desk, "TEAM_CLOSED", opens=team["opens"], closes=team["closes"])
    place = held["position"] if held else team["waiting"] + 1
    entry = {"patient_id": desk.state.get("verified"), "reason": reason, "position": place, "status": "waiting"}
    return {"queue_id": keep(desk, "staff_queue", **entry), "team": team["team"], "position": place}


@write
def leave_voicemail(
    desk: Desk,
    reason: Literal[
        "billing_review",
        "clinical_staff",
        "collections",
        "complaint",
        "identity_locked",
        "language",
        "privacy",
        "third_party",
        "other",
    ],
    message: Text,
    phone: Phone,
) -> dict[str, Any]:
    """Leave a team a message in the caller's own words, when it is closed or the caller does not want to wait.

    Args:
        reason: Why the caller wants a person, as check_queue was asked.
        message: What the caller said, word for word.
        phone: Number to ring, as the caller confirmed it.
    """
    refuse_in_emergency(desk)
    mail = {"patient_id": desk.state.get("verified"), "reason": reason, "message": words(message)}
    mail_id = keep(desk, "voicemails", **mail, phone=e164(desk, phone), status="new")
    return {"voicemail_id": mail_id, "team": _team(desk, reason)["team"], "answered_by": due(desk.now, days=1)}
