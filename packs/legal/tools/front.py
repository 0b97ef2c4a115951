"""What is public about the firm: offices, hours, attorneys, areas, fees, where else to turn; and danger."""

from datetime import date
from typing import Any, Literal

from voicebench.toolkit import Date, Desk, Name, Phone, Say, first_of, fold, keep, read, rows_of, write

from ._desk import client_of, due, phone_of, refusal, refuse_in_danger, the


@read
def list_offices(desk: Desk) -> dict[str, Any]:
    """List the firm's offices, with address, hours, parking, and the states whose courts each of them works in."""
    return {"offices": rows_of(desk, "SELECT * FROM offices ORDER BY rowid")}


@read
def get_office_hours(
    desk: Desk, office: Literal["davenport", "rock_island", "la_crosse"], on_date: Date
) -> dict[str, Any]:
    """Look up whether one office is open on one day, and from when to when; knows the holidays.

    Args:
        office: The office.
        on_date: The day, YYYY-MM-DD.
    """
    holiday = first_of(desk, "SELECT name FROM holidays WHERE day = ?", on_date)
    weekday = date.fromisoformat(on_date).isoweekday()
    hours = "SELECT opens, closes FROM office_hours WHERE office = ? AND weekday = ?"
    times = None if holiday else first_of(desk, hours, office, weekday)
    open_then = times or {"opens": None, "closes": None}
    return {"office": office, "on_date": on_date, "open": bool(times), **open_then} | {
        "holiday": holiday and holiday["name"]
    }


@read
def find_attorney(desk: Desk, last_name: Name) -> dict[str, Any]:
    """Look up an attorney of the firm by last name: what the public directory holds, and nothing about any client.

    Args:
        last_name: The attorney's last name, as the caller gave it.
    """
    attorneys = rows_of(desk, "SELECT * FROM attorneys ORDER BY rowid")
    found = next((row for row in attorneys if fold(row["last_name"]) == fold(last_name)), None)
    if found is None:
        raise refusal(desk, "NO_SUCH_ATTORNEY")
    own = found["attorney_id"]
    licenses = rows_of(desk, "SELECT state FROM licenses WHERE attorney_id = ? ORDER BY rowid", own)
    areas = rows_of(desk, "SELECT practice_area FROM practice WHERE attorney_id = ? ORDER BY rowid", own)
    return {
        "attorney_id": found["attorney_id"],
        "name": f"{found['first_name']} {found['last_name']}",
        "office": found["office"],
        "licensed_in": [row["state"] for row in licenses],
        "practice_areas": [row["practice_area"] for row in areas],
    }


@read
def list_practice_areas(desk: Desk) -> dict[str, Any]:
    """List the kinds of matter that the firm takes, in which states, and those that it never takes."""
    licensed = (
        "SELECT p.practice_area, l.state FROM practice p JOIN licenses l USING (attorney_id) "
        "GROUP BY p.practice_area, l.state ORDER BY p.practice_area, l.state"
    )
    taken: dict[str, list[str]] = {}
    for row in rows_of(desk, licensed):
        taken.setdefault(row["practice_area"], []).append(row["state"])
    never = rows_of(desk, "SELECT practice_area FROM areas WHERE taken = 0 ORDER BY practice_area")
    return {"taken": taken, "never_taken": [row["practice_area"] for row in never]}


@read
def get_fee_schedule(
    desk: Desk,
    practice_area: Literal["family", "estate", "real_estate", "employment", "business", "criminal", "injury"],
) -> dict[str, Any]:
    """Look up the published fees of a practice area: the consultation, and how work is billed after it.

    Args:
        practice_area: The kind of matter.
    """
    schedule = the(desk, "SELECT * FROM fee_schedule WHERE practice_area = ?", practice_area)
    return {**schedule, "note": "Published rates only. What a whole matter will cost is told by the attorney alone."}


@read
def get_bar_referral(
    desk: Desk, state: Literal["Iowa", "Illinois", "Wisconsin", "Minnesota", "Missouri", "other"]
) -> Say:
    """Look up the lawyer referral line of a state's bar, for a matter that this firm does not or cannot take.

    Args:
        state: Where the matter lies.
    """
    line = first_of(desk, "SELECT * FROM bar_lines WHERE state = ?", state)
    if line is None:
        raise refusal(desk, "NO_BAR_LINE")
    return Say(line, line["words"])


@read
def note_danger(desk: Desk, danger: Literal["violence", "self_harm", "medical"]) -> Say:
    """Note that somebody is in danger now. Gives the words to say, and stops this call from arranging anything else.

    Args:
        danger: What the danger is: somebody's violence, harm to oneself, or an injury or illness.
    """
    desk.state["danger"] = danger
    words = the(desk, "SELECT words FROM danger_words WHERE danger = ?", danger)["words"]
    return Say({"danger": danger, "next_step": "Say the words and nothing else. End the call."}, words)


@write
def request_callback(
    desk: Desk, topic: Literal["new_matter", "calendar", "matter", "billing", "other"], phone: Phone
) -> dict[str, Any]:
    """Have the staff ring the caller back, once the caller has agreed to it and confirmed the number.

    Args:
        topic: What the call is about.
        phone: Number to ring, as the caller confirmed it.
    """
    refuse_in_danger(desk)
    client_id = client_of(desk)["client_id"] if "verified" in desk.state else None
    due_by = due(desk, days=1)
    call = {"client_id": client_id, "topic": topic, "phone": phone_of(desk, phone), "due_by": due_by}
    return {"callback_id": keep(desk, "callbacks", **call, status="open"), "due_by": due_by}
