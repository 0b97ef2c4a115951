"""What a client has to tell the attorney: papers that have come, and messages in the client's own words."""

from typing import Any, Literal

from voicebench.toolkit import Code, Date, Desk, Phone, Text, first_of, keep, now_text, words, write

from ._desk import client_of, due, matter_of, phone_of, refusal, refuse_in_danger, workdays_on

SOON_DAYS = 3


@write
def log_received_papers(
    desk: Desk,
    matter_id: Code,
    paper: Literal["summons", "subpoena", "court_order", "court_notice", "letter_from_other_side"],
    received_on: Date,
) -> dict[str, Any]:
    """Log that papers have reached the client, so that the attorney works out what follows; nobody else does.

    Args:
        matter_id: File number of the matter that the papers belong to, from get_client_summary.
        paper: What the caller says that it is.
        received_on: The day that the client got it, YYYY-MM-DD, as the caller confirmed it.
    """
    matter = matter_of(desk, matter_id)
    if received_on > now_text(desk)[:10]:
        raise refusal(desk, "NOT_RECEIVED_YET")
    paper_row = {"matter_id": matter["matter_id"], "paper": paper, "received_on": received_on}
    paper_id = keep(desk, "received_papers", **paper_row, status="to_attorney")
    desk.state["papers"] = (*desk.state.get("papers", ()), matter["matter_id"])
    return {"paper_id": paper_id, "next_step": "Ask whether the caller wants to leave the attorney a message."}


def _is_pressing(desk: Desk, matter_id: str) -> bool:
    """Whether papers were logged for the matter in this call, or a court date lies within three working days."""
    last = f"{workdays_on(desk, desk.now.date(), SOON_DAYS).isoformat()}T23:59"
    sql = "SELECT 1 FROM court_dates WHERE matter_id = ? AND start > ? AND start <= ?"
    soon = first_of(desk, sql, matter_id, now_text(desk), last)
    return matter_id in desk.state.get("papers", ()) or soon is not None


@write
def take_message(desk: Desk, matter_id: Code, message: Text, phone: Phone) -> dict[str, Any]:
    """Leave the attorney of a matter a message in the client's own words, once it was read back and confirmed.

    Args:
        matter_id: File number of the matter that the message is about, from get_client_summary.
        message: What the caller said, word for word.
        phone: Number to ring, as the caller confirmed it.
    """
    refuse_in_danger(desk)
    matter = matter_of(desk, matter_id)
    pressing = _is_pressing(desk, matter["matter_id"])
    due_by = due(desk, days=0 if pressing else 1)
    where = {"client_id": client_of(desk)["client_id"], "matter_id": matter["matter_id"]}
    what = {"attorney_id": matter["attorney_id"], "message": words(message), "phone": phone_of(desk, phone)}
    urgency = "same_day" if pressing else "routine"
    message_id = keep(desk, "messages", **where, **what, urgency=urgency, due_by=due_by, status="open")
    return {"message_id": message_id, "urgency": urgency, "due_by": due_by}
