"""A client's matters: where they stand, documents that go out for signature, and copies."""

from datetime import timedelta
from typing import Any, Literal

from voicebench.toolkit import Code, Desk, Email, first_of, fold, keep, read, rows_of, write

from ._desk import agreed, client_of, matter_of, offer, refusal, refuse_in_danger, the


@read
def get_matter_status(desk: Desk, matter_id: Code) -> dict[str, Any]:
    """Look up where a matter of the open client stands, in the words that may be said about it.

    Args:
        matter_id: File number of the matter, from get_client_summary.
    """
    matter = matter_of(desk, matter_id)
    attorney = the(desk, "SELECT * FROM attorneys WHERE attorney_id = ?", matter["attorney_id"])
    words = the(desk, "SELECT words FROM status_words WHERE status = ?", matter["status"])["words"]
    shown = {key: matter[key] for key in ("matter_id", "caption", "practice_area", "state", "status")}
    return {**shown, "attorney": f"{attorney['first_name']} {attorney['last_name']}", "approved_words": words}


@read
def list_documents(desk: Desk, matter_id: Code) -> dict[str, Any]:
    """List the documents in a matter of the open client, with what each of them is waiting for.

    Args:
        matter_id: File number of the matter, from get_client_summary.
    """
    matter = matter_of(desk, matter_id)
    sql = "SELECT document_id, title, dated, status, signer FROM documents WHERE matter_id = ? ORDER BY rowid"
    return {"documents": rows_of(desk, sql, matter["matter_id"])}


def _document(desk: Desk, document_id: str) -> dict[str, Any]:
    """A document of the open client's; anybody else's is answered like none at all."""
    client = client_of(desk, "matters")
    sql = "SELECT d.* FROM documents d JOIN matters m USING (matter_id) WHERE m.client_id = ?"
    rows = rows_of(desk, sql, client["client_id"])
    found = next((row for row in rows if fold(row["document_id"]) == fold(document_id)), None)
    if found is None:
        raise refusal(desk, "NO_SUCH_DOCUMENT")
    return found


_NOT_FOR_SIGNATURE = {"draft": "NOT_RELEASED", "signed": "ALREADY_SIGNED", "filed": "ALREADY_SIGNED"}


@write
def send_for_signature(desk: Desk, document_id: Code, email: Email) -> dict[str, Any]:
    """Send a document to the open client's email for signature, where the attorney has released it for that.

    Args:
        document_id: document_id of list_documents.
        email: The client's email, as the caller confirmed it.
    """
    document = _document(desk, document_id)
    client = client_of(desk, "matters")
    if document["status"] in _NOT_FOR_SIGNATURE:
        raise refusal(desk, _NOT_FOR_SIGNATURE[document["status"]])
    if document["signer"] != "client":
        raise refusal(desk, "OTHER_SIGNER")
    if email.casefold() != client["email"].casefold():
        raise refusal(desk, "EMAIL_NOT_ON_FILE")
    sent = {"client_id": client["client_id"], "document_id": document["document_id"], "email": client["email"]}
    request_id = keep(desk, "signature_requests", **sent, status="sent")
    return {"request_id": request_id, "title": document["title"], "status": "sent"}


@read
def quote_copies(
    desk: Desk,
    matter_id: Code,
    contents: Literal["pleadings", "correspondence", "signed_documents", "whole_file"],
    delivery: Literal["portal", "mail", "pickup"],
) -> dict[str, Any]:
    """Look up the fee and the day for a copy out of a matter of the open client; orders nothing yet.

    Args:
        matter_id: File number of the matter, from get_client_summary.
        contents: What is to be copied.
        delivery: How the client wants to get it.
    """
    matter = matter_of(desk, matter_id)
    if first_of(desk, "SELECT 1 FROM holds WHERE matter_id = ?", matter["matter_id"]):
        raise refusal(desk, "COPIES_ON_HOLD")
    rate = the(desk, "SELECT * FROM copy_fees WHERE contents = ? AND delivery = ?", contents, delivery)
    ready_by = (desk.now.date() + timedelta(days=rate["ready_days"])).isoformat()
    order = {"matter_id": matter["matter_id"], "contents": contents, "delivery": delivery}
    terms = {**order, "fee_cents": rate["fee_cents"], "ready_by": ready_by}
    return {**terms, "copy_token": offer(desk, "copy", **terms)}


@write
def confirm_copies(desk: Desk, copy_token: Code) -> dict[str, Any]:
    """Order the copy that quote_copies described, once the caller has heard the fee and agreed.

    Args:
        copy_token: The token that quote_copies gave.
    """
    refuse_in_danger(desk)
    terms = agreed(desk, "copy", copy_token)
    fee_cents = terms.pop("fee_cents")
    order_id = keep(desk, "copy_orders", **terms, status="ordered")
    if fee_cents:
        keep(desk, "fees", client_id=terms["client_id"], kind="copies", amount_cents=fee_cents, status="agreed")
    return {"copy_order_id": order_id, "fee_cents": fee_cents, "ready_by": terms["ready_by"]}
