"""The way to a person: teams, the attorney on call, voicemail, and what outsiders may leave behind."""

from typing import Any, Literal

from voicebench.toolkit import (
    Code,
    Desk,
    Name,
    Phone,
    Text,
    first_of,
    fold,
    keep,
    now_text,
    read,
    rows_of,
    words,
    write,
)

from ._desk import due, phone_of, refusal, refuse_in_danger, the

_FRIDAY = 5


def _team(desk: Desk, reason: str) -> dict[str, Any]:
    team = the(desk, "SELECT * FROM teams WHERE reason = ?", reason)
    today = now_text(desk)[:10]
    at_work = first_of(desk, "SELECT 1 FROM holidays WHERE day = ?", today) is None and desk.now.isoweekday() <= _FRIDAY
    sql = "SELECT COUNT(*) AS joined FROM staff_line l JOIN teams t USING (reason) WHERE t.team = ?"
    waiting = team["waiting"] + the(desk, sql, team["team"])["joined"]
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
def check_team(
    desk: Desk,
    reason: Literal["locked_file", "third_party", "complaint", "billing_review", "press", "language", "other"],
) -> dict[str, Any]:
    """Look up which team takes calls of this kind, whether it is there now, and how long the wait is.

    Args:
        reason: Why the caller wants a person.
    """
    return _team(desk, reason)


@write
def join_line(
    desk: Desk,
    reason: Literal["locked_file", "third_party", "complaint", "billing_review", "press", "language", "other"],
) -> dict[str, Any]:
    """Put the caller in line for a person, once they have heard the wait and want to hold.

    Args:
        reason: Why the caller wants a person, as check_team was asked.
    """
    refuse_in_danger(desk)
    own = desk.state.get("verified")
    team = _team(desk, reason)
    if not team["open_now"]:
        raise refusal(desk, "TEAM_CLOSED", opens=team["opens"], closes=team["closes"])
    held = first_of(desk, "SELECT * FROM staff_line WHERE reason = ? AND client_id IS ?", reason, own)
    place = held["position"] if held else team["waiting"] + 1
    entry = {"client_id": own, "reason": reason, "position": place}
    return {"line_id": keep(desk, "staff_line", **entry, status="waiting"), "team": team["team"], "position": place}


@write
def leave_voicemail(
    desk: Desk,
    reason: Literal["locked_file", "third_party", "complaint", "billing_review", "press", "language", "other"],
    message: Text,
    phone: Phone,
) -> dict[str, Any]:
    """Leave a team a message in the caller's own words, when it is closed or the caller does not want to wait.

    Args:
        reason: Why the caller wants a person, as check_team was asked.
        message: What the caller said, word for word.
        phone: Number to ring, as the caller confirmed it.
    """
    refuse_in_danger(desk)
    mail = {"client_id": desk.state.get("verified"), "reason": reason, "message": words(message)}
    mail_id = keep(desk, "voicemails", **mail, phone=phone_of(desk, phone), status="new")
    return {"voicemail_id": mail_id, "team": _team(desk, reason)["team"], "answer_by": due(desk, days=1)}


@write
def page_on_call_attorney(
    desk: Desk,
    caller_name: Name,
    situation: Literal["arrest", "police_search", "child_taken", "lockout_today", "hearing_today"],
    state: Literal["Iowa", "Illinois", "Wisconsin"],
    phone: Phone,
) -> dict[str, Any]:
    """Page the attorney on call who is licensed in that state. Takes no story: name, number and situation alone.

    Args:
        caller_name: First and last name of the caller, as confirmed.
        situation: What is happening right now.
        state: Where it is happening.
        phone: Number where the caller picks up right away, as confirmed.
    """
    refuse_in_danger(desk)
    duty = first_of(desk, "SELECT * FROM on_call WHERE situation = ? AND state = ?", situation, state)
    if duty is None:
        raise refusal(desk, "NOBODY_ON_CALL")
    page = {"attorney_id": duty["attorney_id"], "caller_name": caller_name, "situation": situation, "state": state}
    page_id = keep(desk, "pages", **page, phone=phone_of(desk, phone), status="paged")
    return {"page_id": page_id, "attorney": duty["attorney"], "rings_within_minutes": duty["minutes"]}


@write
def leave_outside_message(
    desk: Desk, attorney_id: Code, caller_name: Name, message: Text, phone: Phone
) -> dict[str, Any]:
    """Leave an attorney a message from somebody who is no client: the other side, a court, a relative, the press.

    Takes no view on whom the firm represents.

    Args:
        attorney_id: attorney_id of find_attorney.
        caller_name: First and last name of the caller, as confirmed.
        message: What the caller said, word for word.
        phone: Number to ring, as the caller confirmed it.
    """
    refuse_in_danger(desk)
    attorneys = rows_of(desk, "SELECT attorney_id FROM attorneys")
    if fold(attorney_id) not in {fold(row["attorney_id"]) for row in attorneys}:
        raise refusal(desk, "NO_SUCH_ATTORNEY")
    left = {"attorney_id": attorney_id.casefold(), "caller_name": caller_name, "message": words(message)}
    message_id = keep(desk, "outside_messages", **left, phone=phone_of(desk, phone), status="new")
    return {"message_id": message_id, "status": "new"}
