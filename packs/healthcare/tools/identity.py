"""The identity desk: who is calling, whose chart it is, the portal, and copies of records."""

from datetime import timedelta
from typing import Any, Literal

from voicebench.toolkit import (
    Code,
    Date,
    Desk,
    Name,
    Phone,
    Refusal,
    first_of,
    fold,
    keep,
    now_text,
    read,
    rows_of,
    write,
)

from ._desk import agreed, day_of, e164, is_minor, offer, open_chart, patient_of, refusal, state_of

MOST_MISSES = 3
SEEN_BY = {
    "scheduling": ("patient_id", "name", "language", "home_office", "upcoming_appointments"),
    "billing": ("patient_id", "name", "language", "home_office", "balance_cents", "insurance"),
}


def _match(desk: Desk, full_name: str, dob: str) -> str | None:
    if desk.state.get("misses", 0) >= MOST_MISSES:
        raise refusal(desk, "IDENTITY_LOCKED")
    rows = desk.db.execute("SELECT patient_id, name FROM charts WHERE dob = ?", (dob,))
    return next((row["patient_id"] for row in rows if fold(row["name"]) == fold(full_name)), None)


def _missed(desk: Desk, code: str) -> Refusal:
    """Count a failed check and shut whatever chart was open; the last allowed one locks."""
    desk.state["misses"] = desk.state.get("misses", 0) + 1
    for key in ("found", "verified", "scope"):
        desk.state.pop(key, None)
    return refusal(desk, "IDENTITY_LOCKED" if desk.state["misses"] >= MOST_MISSES else code)


@read
def identify_patient(desk: Desk, first_name: Name, last_name: Name, dob: Date) -> dict[str, Any]:
    """Find a patient's chart; nothing in it can be read until verify_identity has agreed.

    Args:
        first_name: First name, as the caller gave it.
        last_name: Last name, spelled as the caller spelled it.
        dob: Date of birth, YYYY-MM-DD.
    """
    found = _match(desk, f"{first_name} {last_name}", dob)
    if found is None:
        raise _missed(desk, "NO_MATCH")
    desk.state["found"] = found
    return {"record_found": True, "next_step": "Call verify_identity with the full name and the date of birth."}


@read
def verify_identity(desk: Desk, full_name: Name, dob: Date) -> dict[str, Any]:
    """Check the caller against the chart and open it for this call.

    Args:
        full_name: First and last name.
        dob: Date of birth, YYYY-MM-DD.
    """
    patient_id = _match(desk, full_name, dob)
    if patient_id is None or desk.state.get("found", patient_id) != patient_id:
        raise _missed(desk, "IDENTITY_MISMATCH")
    if is_minor(desk, dob):
        raise refusal(desk, "MINOR_NEEDS_GUARDIAN")
    desk.state |= {"verified": patient_id, "scope": "all"}
    return {"verified": True, "patient_id": patient_id}


@read
def verify_proxy(desk: Desk, patient_name: Name, patient_dob: Date, proxy_name: Name) -> dict[str, Any]:
    """Open a patient's chart for somebody else who is on file: a minor's guardian, or an adult's proxy.

    Args:
        patient_name: First and last name of the patient.
        patient_dob: The patient's date of birth, YYYY-MM-DD.
        proxy_name: First and last name of the person on the phone.
    """
    patient_id = _match(desk, patient_name, patient_dob)
    on_file = rows_of(desk, "SELECT * FROM proxies WHERE patient_id = ?", patient_id)
    proxy = next((row for row in on_file if fold(row["proxy_name"]) == fold(proxy_name)), None)
    # A stranger's chart and a missing permission are answered alike, so that neither can be found out.
    if proxy is None:
        raise _missed(desk, "NO_PROXY_ON_FILE")
    desk.state |= {"verified": patient_id, "scope": proxy["scope"]}
    return {"verified": True, "patient_id": patient_id, "relation": proxy["relation"], "scope": proxy["scope"]}


@read
def get_patient_summary(desk: Desk) -> dict[str, Any]:
    """Read the verified patient's chart: upcoming visits with their ids, balance, insurance, flags."""
    chart = open_chart(desk)
    own = chart["patient_id"]
    upcoming = "SELECT * FROM booked WHERE patient_id = ? AND start > ? ORDER BY start"
    plan = "SELECT carrier, plan_name, member_id_last4 FROM insurance WHERE patient_id = ?"
    notes = rows_of(desk, "SELECT kind, words FROM chart_notes WHERE patient_id = ? ORDER BY rowid", own)
    summary = {
        **{key: chart[key] for key in ("patient_id", "name", "language", "home_office")},
        "upcoming_appointments": rows_of(desk, upcoming, own, now_text(desk)),
        "balance_cents": chart["balance_cents"],
        "insurance": first_of(desk, plan, own),
        "portal_active": bool(chart["portal_active"]),
        "open_orders": [note["words"] for note in notes if note["kind"] == "open_order"],
        "clinical_flags": [note["words"] for note in notes if note["kind"] == "clinical_flag"],
    }
    return {key: summary[key] for key in SEEN_BY.get(desk.state.get("scope", "all"), summary)}


@read
def get_portal_status(desk: Desk) -> dict[str, Any]:
    """Look up whether the verified patient's portal account is active, and which link would help."""
    active = bool(open_chart(desk, "all")["portal_active"])
    return {"portal_active": active, "link_kind": "reset" if active else "activation"}


@write
def send_portal_link(desk: Desk, mobile_e164: Phone) -> dict[str, Any]:
    """Text the verified patient a link that opens the portal account, or resets its password where there is one.

    Args:
        mobile_e164: The patient's mobile in E.164 form, as the caller confirmed it, such as +12125550100.
    """
    chart = open_chart(desk, "all")
    if e164(desk, mobile_e164) != chart["mobile_e164"]:
        raise refusal(desk, "MOBILE_NOT_ON_CHART")
    link = {"phone": chart["mobile_e164"], "kind": "reset" if chart["portal_active"] else "activation"}
    link_id = keep(desk, "portal_links", patient_id=chart["patient_id"], **link, status="sent")
    return {"portal_link_id": link_id, "kind": link["kind"], "sent": True}


@read
def quote_records(
    desk: Desk,
    contents: Literal["visit_notes", "lab_results", "billing_statements", "full_chart"],
    delivery: Literal["portal", "mail", "pickup"],
) -> dict[str, Any]:
    """Look up the fee and the day for a copy of the verified patient's records; orders nothing yet.

    Args:
        contents: What is to be copied.
        delivery: How the patient wants to get it.
    """
    chart = open_chart(desk, "all")
    if delivery == "portal" and not chart["portal_active"]:
        raise refusal(desk, "PORTAL_NOT_ACTIVE")
    state = state_of(desk, chart["home_location_id"])
    rate = rows_of(desk, "SELECT * FROM record_fees WHERE state = ? AND delivery = ?", state, delivery)[0]
    ready_by = (day_of(desk) + timedelta(days=rate["ready_days"])).isoformat()
    terms = {"contents": contents, "delivery": delivery, "fee_cents": rate["fee_cents"], "ready_by": ready_by}
    return {**terms, "records_token": offer(desk, "records", **terms)}


@write
def confirm_records(desk: Desk, records_token: Code) -> dict[str, Any]:
    """Order the copy that quote_records described, once the caller has heard the fee and agreed.

    Args:
        records_token: The token that quote_records gave.
    """
    patient_of(desk, "all")
    terms = agreed(desk, "records", records_token)
    fee_cents = terms.pop("fee_cents")
    request_id = keep(desk, "records_requests", **terms, status="ordered")
    if fee_cents:
        owed = {"patient_id": terms["patient_id"], "appointment_id": None, "kind": "records"}
        keep(desk, "fees", **owed, amount_cents=fee_cents, status="agreed")
    return {"records_request_id": request_id, "fee_cents": fee_cents, "ready_by": terms["ready_by"]}
