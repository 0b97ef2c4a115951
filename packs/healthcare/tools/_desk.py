"""What all desks of Straus Dermatology share: refusals in approved words, the open chart, tokens, rows, days."""

import hashlib
from datetime import date, datetime, timedelta
from typing import Any

from voicebench.toolkit import Desk, Refusal, first_of, now_text

__all__ = [
    "agreed",
    "day_of",
    "due",
    "e164",
    "is_minor",
    "offer",
    "open_chart",
    "patient_of",
    "refusal",
    "refuse_in_emergency",
    "state_of",
    "year_ago",
]

CALLBACK_DAY_ENDS = 15
ADULT_YEARS = 18
PHONE_DIGITS = 10


def refusal(desk: Desk, code: str, **data: object) -> Refusal:
    """A refusal in the words that are approved for it."""
    words = desk.db.execute("SELECT words FROM refusals WHERE error_code = ?", (code,)).fetchone()
    return Refusal(code, words["words"], data or None)


def day_of(desk: Desk) -> date:
    """The day of the call."""
    return desk.now.date()


def year_ago(desk: Desk) -> str:
    """The first day that still counts as within twelve months."""
    today = day_of(desk)
    leap_day = (today.month, today.day) == (2, 29)
    return today.replace(year=today.year - 1, day=28 if leap_day else today.day).isoformat()


def is_minor(desk: Desk, dob: str) -> bool:
    """Whether somebody born on that day is under eighteen."""
    born, today = date.fromisoformat(dob), day_of(desk)
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day)) < ADULT_YEARS


def e164(desk: Desk, phone: str) -> str:
    """A number of ten digits in E.164 form."""
    digits = "".join(filter(str.isdigit, phone))
    digits = digits[1:] if len(digits) == PHONE_DIGITS + 1 and digits.startswith("1") else digits
    if len(digits) != PHONE_DIGITS:
        raise refusal(desk, "BAD_PHONE")
    return f"+1{digits}"


def patient_of(desk: Desk, area: str = "") -> str:
    """The patient whose chart is open, if whoever is calling may deal with this area of it."""
    if "verified" not in desk.state:
        raise refusal(desk, "NOT_VERIFIED")
    if area and desk.state.get("scope", "all") not in ("all", area):
        raise refusal(desk, "OUT_OF_SCOPE")
    return str(desk.state["verified"])


def open_chart(desk: Desk, area: str = "") -> dict[str, Any]:
    """The open chart at a glance."""
    return dict(desk.db.execute("SELECT * FROM charts WHERE patient_id = ?", (patient_of(desk, area),)).fetchone())


def state_of(desk: Desk, location_id: str) -> str:
    """The state that an office lies in."""
    rules = first_of(desk, "SELECT state FROM office_rules WHERE location_id = ?", location_id)
    if rules is None:
        raise refusal(desk, "NO_SUCH_OFFICE")
    return str(rules["state"])


def refuse_in_emergency(desk: Desk) -> None:
    """Once a red flag was named, nothing that could keep the caller from calling 911 is written."""
    if desk.state.get("emergency"):
        raise refusal(desk, "EMERGENCY")


def offer(desk: Desk, kind: str, **terms: object) -> str:
    """Keep terms that the caller has yet to agree to; a newer offer of the kind takes the place of an older one."""
    desk.state["offers"] = desk.state.get("offers", 0) + 1
    terms = {"patient_id": patient_of(desk), **terms}
    what = f"{now_text(desk)}|{desk.state['offers']}|{kind}|{sorted(terms.items(), key=str)}"
    token = f"{kind}_{hashlib.sha256(what.encode()).hexdigest()[:8]}"
    desk.state[kind] = {"token": token, "terms": terms}
    return token


def agreed(desk: Desk, kind: str, token: str) -> dict[str, Any]:
    """Return the terms of an offer, which can be agreed to once, by the patient that it was made to."""
    token = token.casefold()
    if token in desk.state.get("used_tokens", ()):
        raise refusal(desk, "TOKEN_USED")
    offer = desk.state.get(kind)
    if offer is None or offer["token"] != token or offer["terms"]["patient_id"] != patient_of(desk):
        raise refusal(desk, "NO_SUCH_TOKEN")
    desk.state["used_tokens"] = (*desk.state.get("used_tokens", ()), token)
    del desk.state[kind]
    return dict(offer["terms"])


def due(now: datetime, days: int) -> str:
    """Five o'clock so many working days on; a call late in the day counts as one of the next."""
    day = now
    for _ in range(days + (now.hour >= CALLBACK_DAY_ENDS or now.weekday() > 4)):
        day += timedelta(days=8 - day.isoweekday() if day.isoweekday() >= 5 else 1)
    return day.replace(hour=17, minute=0).strftime("%Y-%m-%dT%H:%M")
