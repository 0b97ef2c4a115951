"""What all desks of Lindgren and Moss share: refusals in set words, the open file, offers, rows, days."""

import hashlib
from datetime import date, timedelta
from typing import Any

from voicebench.toolkit import Desk, Refusal, fold, now_text, rows_of

__all__ = [
    "agreed",
    "client_of",
    "due",
    "matter_of",
    "offer",
    "phone_of",
    "refusal",
    "refuse_in_danger",
    "the",
    "workdays_on",
]

PHONE_DIGITS = 10
LATE_HOUR = 15
FRIDAY = 5


def refusal(desk: Desk, code: str, **data: object) -> Refusal:
    """A refusal in the words that are set for it."""
    return Refusal(code, the(desk, "SELECT words FROM refusals WHERE error_code = ?", code)["words"], data or None)


def the(desk: Desk, sql: str, *values: object) -> dict[str, Any]:
    """The row that must be there; the seed is at fault where it is not."""
    return rows_of(desk, sql, *values)[0]


def phone_of(desk: Desk, phone: str) -> str:
    """A number of ten digits in E.164 form."""
    digits = "".join(filter(str.isdigit, phone))
    digits = digits[1:] if len(digits) == PHONE_DIGITS + 1 and digits.startswith("1") else digits
    if len(digits) != PHONE_DIGITS:
        raise refusal(desk, "BAD_PHONE")
    return f"+1{digits}"


def client_of(desk: Desk, area: str = "") -> dict[str, Any]:
    """The client whose file is open, if whoever is calling may deal with this area of it."""
    if "verified" not in desk.state:
        raise refusal(desk, "NOT_VERIFIED")
    if area and desk.state.get("scope", "all") not in ("all", area):
        raise refusal(desk, "OUT_OF_SCOPE")
    return the(desk, "SELECT * FROM clients WHERE client_id = ?", desk.state["verified"])


def matter_of(desk: Desk, matter_id: str, area: str = "matters") -> dict[str, Any]:
    """A matter of the open client's; anybody else's is answered like none at all."""
    client = client_of(desk, area)
    rows = rows_of(desk, "SELECT * FROM matters WHERE client_id = ?", client["client_id"])
    found = next((row for row in rows if fold(row["matter_id"]) == fold(matter_id)), None)
    if found is None:
        raise refusal(desk, "NO_SUCH_MATTER")
    return found


def refuse_in_danger(desk: Desk) -> None:
    """Once a danger was named, nothing is written that could keep the caller from calling 911."""
    if desk.state.get("danger"):
        raise refusal(desk, "DANGER")


def offer(desk: Desk, kind: str, **terms: object) -> str:
    """Keep terms that the caller has yet to agree to; a newer offer of the kind takes the place of an older one."""
    desk.state["offers"] = desk.state.get("offers", 0) + 1
    terms = {"client_id": client_of(desk)["client_id"], **terms}
    what = f"{now_text(desk)}|{desk.state['offers']}|{kind}|{sorted(terms.items(), key=str)}"
    token = f"{kind}_{hashlib.sha256(what.encode()).hexdigest()[:8]}"
    desk.state[kind] = {"token": token, "terms": terms}
    return token


def agreed(desk: Desk, kind: str, token: str) -> dict[str, Any]:
    """The terms of an offer, which can be agreed to once, by the client that it was made to."""
    token = token.casefold()
    if token in desk.state.get("used_tokens", ()):
        raise refusal(desk, "TOKEN_USED")
    made = desk.state.get(kind)
    if made is None or made["token"] != token or made["terms"]["client_id"] != client_of(desk)["client_id"]:
        raise refusal(desk, "NO_SUCH_TOKEN")
    desk.state["used_tokens"] = (*desk.state.get("used_tokens", ()), token)
    del desk.state[kind]
    return dict(made["terms"])


def workdays_on(desk: Desk, start: date, days: int) -> date:
    """The day that lies so many working days after another; holidays of the firm are none."""
    closed = {row["day"] for row in rows_of(desk, "SELECT day FROM holidays")}
    day = start
    while days > 0:
        day += timedelta(days=1)
        days -= day.isoweekday() <= FRIDAY and day.isoformat() not in closed
    return day


def due(desk: Desk, days: int) -> str:
    """Five o'clock so many working days on; from three o'clock a call counts as one of the next day."""
    today = desk.now.date()
    open_today = workdays_on(desk, today - timedelta(days=1), 1) == today
    late = desk.now.hour >= LATE_HOUR or not open_today
    return f"{workdays_on(desk, today, days + late).isoformat()}T17:00"
