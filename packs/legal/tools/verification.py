"""The verification desk: who is calling, whose file it is, and how the client can be reached."""

from typing import Any

from voicebench.toolkit import (
    Code,
    Date,
    Desk,
    Digits,
    Email,
    Name,
    Phone,
    Refusal,
    fold,
    keep,
    now_text,
    read,
    rows_of,
    write,
)

from ._desk import agreed, client_of, offer, phone_of, refusal, the

MOST_MISSES = 3


def _file(desk: Desk, client_name: str, file_number: str) -> dict[str, Any] | None:
    """The client of that name with a file of that number; both have to agree."""
    if desk.state.get("misses", 0) >= MOST_MISSES:
        raise refusal(desk, "VERIFICATION_LOCKED")
    rows = rows_of(desk, "SELECT c.*, m.matter_id FROM clients c JOIN matters m USING (client_id)")
    wanted = (fold(client_name), fold(file_number))
    return next((row for row in rows if (fold(row["name"]), fold(row["matter_id"])) == wanted), None)


def _missed(desk: Desk, code: str) -> Refusal:
    """Count a failed check and shut whatever file was open; the last allowed one locks."""
    desk.state["misses"] = desk.state.get("misses", 0) + 1
    for key in ("found", "verified", "scope"):
        desk.state.pop(key, None)
    return refusal(desk, "VERIFICATION_LOCKED" if desk.state["misses"] >= MOST_MISSES else code)


@read
def identify_client(desk: Desk, full_name: Name, file_number: Code) -> dict[str, Any]:
    """Find a client by name and file number; nothing of the file can be read until verify_client has agreed.

    Args:
        full_name: First and last name, as the caller gave and spelled it.
        file_number: Number of one of the client's files, two letters and four digits, such as DV-1234.
    """
    found = _file(desk, full_name, file_number)
    if found is None or found["kind"] == "company":
        raise _missed(desk, "NO_MATCH")
    desk.state["found"] = found["client_id"]
    return {"record_found": True, "pin_needed": found["pin"] is not None}


@read
def verify_client(desk: Desk, date_of_birth: Date, pin: Digits | None = None) -> dict[str, Any]:
    """Check the caller against the client that identify_client has found, and open that client's file.

    Args:
        date_of_birth: Date of birth, YYYY-MM-DD.
        pin: The four-digit PIN of the file; left out unless identify_client says that one is needed.
    """
    if desk.state.get("misses", 0) >= MOST_MISSES:
        raise refusal(desk, "VERIFICATION_LOCKED")
    if "found" not in desk.state:
        raise refusal(desk, "IDENTIFY_FIRST")
    client = the(desk, "SELECT * FROM clients WHERE client_id = ?", desk.state["found"])
    if client["date_of_birth"] != date_of_birth or client["pin"] not in (None, fold(pin or "")):
        raise _missed(desk, "DETAILS_DO_NOT_MATCH")
    desk.state |= {"verified": client["client_id"], "scope": "all"}
    return {"verified": True, "client_id": client["client_id"]}


@read
def verify_contact(desk: Desk, client_name: Name, contact_name: Name, file_number: Code) -> dict[str, Any]:
    """Open a client's file for somebody else who is on file for it: a company's officer, or an authorized person.

    Args:
        client_name: Name of the company, or first and last name of the client.
        contact_name: First and last name of the person on the phone.
        file_number: Number of the client's file, two letters and four digits.
    """
    found = _file(desk, client_name, file_number)
    sql = "SELECT * FROM contacts WHERE client_id = ?"
    on_file = rows_of(desk, sql, found["client_id"]) if found else []
    contact = next((row for row in on_file if fold(row["contact_name"]) == fold(contact_name)), None)
    # A stranger's file and a missing permission are answered alike, so that neither can be found out.
    if contact is None:
        raise _missed(desk, "NOT_ON_FILE")
    desk.state |= {"verified": contact["client_id"], "scope": contact["scope"]}
    return {
        "verified": True,
        "client_id": contact["client_id"],
        "relation": contact["relation"],
        "scope": contact["scope"],
    }


@read
def get_client_summary(desk: Desk) -> dict[str, Any]:
    """Read the open file at a glance: matters with their file numbers and attorneys, and coming appointments."""
    client = client_of(desk)
    own = client["client_id"]
    matters = (
        "SELECT m.matter_id, m.caption, m.practice_area, m.state, m.status, "
        "a.first_name || ' ' || a.last_name AS attorney "
        "FROM matters m JOIN attorneys a USING (attorney_id) WHERE client_id = ? ORDER BY m.rowid"
    )
    coming = "SELECT * FROM coming WHERE client_id = ? AND start > ? ORDER BY start"
    return {
        "client_id": own,
        "name": client["name"],
        "phone_on_file": client["phone"],
        "matters": rows_of(desk, matters, own),
        "appointments": rows_of(desk, coming, own, now_text(desk)),
    }


@read
def draft_contact_change(desk: Desk, phone: Phone | None = None, email: Email | None = None) -> dict[str, Any]:
    """Prepare a new phone number or email for the open file; changes nothing yet.

    Args:
        phone: The new number, as the caller confirmed it; left out if it stays.
        email: The new email, as the caller confirmed it; left out if it stays.
    """
    client_of(desk, "contact")
    if phone is None and email is None:
        raise refusal(desk, "NOTHING_TO_CHANGE")
    terms = {"phone": phone_of(desk, phone) if phone else None, "email": email}
    return {**terms, "change_token": offer(desk, "change", **terms)}


@write
def confirm_contact_change(desk: Desk, change_token: Code) -> dict[str, Any]:
    """Make the change that draft_contact_change prepared, once the caller has said yes to it.

    Args:
        change_token: The token that draft_contact_change gave.
    """
    client_of(desk, "contact")
    terms = agreed(desk, "change", change_token)
    return {"change_id": keep(desk, "contact_changes", **terms, status="changed"), "status": "changed"}
