"""Lindgren and Moss: who a caller is, and what a client's file lets them do."""

from typing import Any

import pytest


def test_near_twins_are_told_apart(front: Any, people: Any) -> None:
    front.at("verification")
    assert front.ask("identify_client", full_name="Daniel Brandt", file_number="ri 2086") == {
        "record_found": True,
        "pin_needed": True,
    }
    who = people["RI-2086"]
    assert front.refused("verify_client", date_of_birth=who["date_of_birth"]) == "DETAILS_DO_NOT_MATCH"
    assert front.refused("verify_client", date_of_birth=who["date_of_birth"], pin="4071") == "IDENTIFY_FIRST"
    assert front.refused("identify_client", full_name="Daniel Brandt", file_number="DV-2086") == "NO_MATCH"
    for later in ("identify_client", "verify_contact"):
        names = {"full_name": "Daniel Brandt"} if later == "identify_client" else {"client_name": "Daniel Brandt"}
        more = {"contact_name": "Daniel Brandt"} if later == "verify_contact" else {}
        assert front.refused(later, **names, **more, file_number="DV-2068") == "VERIFICATION_LOCKED"
    assert front.refused("verify_client", date_of_birth=who["date_of_birth"], pin="4071") == "VERIFICATION_LOCKED"


def test_a_miss_shuts_what_was_open(verified: Any) -> None:
    desk = verified("DV-3390", "verification")
    assert desk.ask("get_client_summary")["name"] == "Gareth Llewellyn"
    assert desk.refused("identify_client", full_name="Gareth Lewellen", file_number="DV-3390") == "NO_MATCH"
    assert desk.refused("get_client_summary") == "NOT_VERIFIED"


def test_a_company_and_its_owner_are_two_clients(front: Any) -> None:
    front.at("verification")
    names = {"client_name": "Quarrystone Builders", "contact_name": "Vivian Castellan"}
    assert front.refused("identify_client", full_name="Quarrystone Builders", file_number="RI-3052") == "NO_MATCH"
    assert front.ask("verify_contact", **names, file_number="RI-3052")["scope"] == "all"
    assert front.at("matters").ask("get_matter_status", matter_id="RI-3052")["status"] == "waiting_for_other_side"
    assert front.refused("get_matter_status", matter_id="RI-3025") == "NO_SUCH_MATTER"
    front.at("verification")
    assert front.refused("verify_contact", **names, file_number="RI-3053") == "NOT_ON_FILE"
    assert front.at("matters").refused("get_matter_status", matter_id="RI-3052") == "NOT_VERIFIED"


def test_a_permission_reaches_as_far_as_it_goes(front: Any) -> None:
    daughter = {"client_name": "Emmett Sorensen", "contact_name": "Britt Sorensen", "file_number": "DV-8814"}
    assert front.at("verification").ask("verify_contact", **daughter)["scope"] == "billing"
    assert front.at("billing").ask("get_account")["balance_cents"] == 54000
    assert front.at("matters").refused("get_matter_status", matter_id="DV-8814") == "OUT_OF_SCOPE"
    assert front.at("calendar").refused("list_appointments") == "OUT_OF_SCOPE"
    assert front.at("verification").refused("draft_contact_change", phone="563-555-0199") == "OUT_OF_SCOPE"


def test_a_new_number_is_drafted_then_confirmed_once(verified: Any) -> None:
    desk = verified("RI-4405", "verification")
    assert desk.refused("draft_contact_change") == "NOTHING_TO_CHANGE"
    assert desk.refused("draft_contact_change", phone="555-0199") == "BAD_PHONE"
    token = desk.ask("draft_contact_change", phone="309-555-0199")["change_token"]
    assert desk.rows("contact_changes") == []
    desk.ask("confirm_contact_change", change_token=token)
    assert desk.refused("confirm_contact_change", change_token=token) == "TOKEN_USED"
    assert [(row["phone"], row["email"]) for row in desk.rows("contact_changes")] == [("+13095550199", None)]


@pytest.mark.parametrize(
    ("file_number", "document_id", "email", "error_code"),
    [
        ("LC-1190", "doc_1190_a", "hollis.marchetti@example.net", "NOT_RELEASED"),
        ("LC-1190", "doc_1190_c", "hollis.marchetti@example.net", "ALREADY_SIGNED"),
        ("LC-1190", "doc_1190_b", "hmarchetti@example.net", "EMAIL_NOT_ON_FILE"),
        ("LC-1190", "doc_1447_a", "hollis.marchetti@example.net", "NO_SUCH_DOCUMENT"),
        ("RI-2086", "doc_2086_b", "dbrandt79@example.net", "ALREADY_SIGNED"),
    ],
)
def test_what_does_not_go_out_for_signature(
    verified: Any, file_number: str, document_id: str, email: str, error_code: str
) -> None:
    desk = verified(file_number, "matters")
    assert desk.refused("send_for_signature", document_id=document_id, email=email) == error_code


def test_a_paper_of_somebody_else_waits_for_him(front: Any) -> None:
    names = {"client_name": "Quarrystone Builders", "contact_name": "Vivian Castellan", "file_number": "RI-3052"}
    front.at("verification").ask("verify_contact", **names)
    sent = {"document_id": "doc_3052_b", "email": "office@quarrystone.example.net"}
    assert front.at("matters").refused("send_for_signature", **sent) == "OTHER_SIGNER"


def test_a_document_goes_out_once(verified: Any) -> None:
    desk = verified("LC-1190", "matters")
    sent = {"document_id": "doc_1190_b", "email": "Hollis.Marchetti@Example.net"}
    assert desk.ask("send_for_signature", **sent) == desk.ask("send_for_signature", **sent)
    assert [row["email"] for row in desk.rows("signature_requests")] == ["hollis.marchetti@example.net"]


@pytest.mark.parametrize(
    ("file_number", "papers", "urgency", "due_by"),
    [
        ("DV-3390", False, "routine", "2026-10-09T17:00"),
        ("DV-3390", True, "same_day", "2026-10-08T17:00"),
        ("RI-8120", False, "same_day", "2026-10-08T17:00"),  # a court date on the second working day
        ("RI-8102", False, "routine", "2026-10-09T17:00"),
    ],
)
def test_how_soon_an_attorney_answers(verified: Any, file_number: str, papers: bool, urgency: str, due_by: str) -> None:  # noqa: FBT001
    desk = verified(file_number, "matters")
    if papers:
        came = {"matter_id": file_number, "paper": "summons"}
        assert desk.refused("log_received_papers", **came, received_on="2026-10-09") == "NOT_RECEIVED_YET"
        desk.ask("log_received_papers", **came, received_on="2026-10-07")
    left = desk.ask("take_message", matter_id=file_number, message="Word for word.", phone="563-555-0190")
    assert (left["urgency"], left["due_by"]) == (urgency, due_by)


def test_copies_cost_by_what_and_how_and_may_be_on_hold(verified: Any) -> None:
    desk = verified("DV-3390", "matters")
    order = {"matter_id": "DV-3390", "contents": "whole_file"}
    assert desk.ask("quote_copies", **order, delivery="portal")["fee_cents"] == 0
    quote = desk.ask("quote_copies", **order, delivery="mail")
    assert (quote["fee_cents"], quote["ready_by"]) == (4000, "2026-10-18")
    desk.ask("confirm_copies", copy_token=quote["copy_token"])
    assert [(row["kind"], row["amount_cents"]) for row in desk.rows("fees")][-1] == ("copies", 4000)
    desk = verified("RI-8120", "matters")
    held = {"matter_id": "RI-8120", "contents": "pleadings", "delivery": "mail"}
    assert desk.refused("quote_copies", **held) == "COPIES_ON_HOLD"


def test_a_court_date_is_read_and_never_moved(verified: Any) -> None:
    desk = verified("RI-8102", "calendar")
    dates = desk.ask("get_court_dates", matter_id="RI-8102")["court_dates"]
    assert [date["start"] for date in dates] == ["2026-10-30T09:00"]
    moved = {"appointment_id": dates[0]["id"], "slot_id": "slot_njoroge_7"}
    assert desk.refused("quote_move", **moved) == "COURT_DATE_FIXED"
    assert desk.refused("quote_cancellation", appointment_id=dates[0]["id"]) == "COURT_DATE_FIXED"
    assert desk.refused("quote_move", appointment_id=901, slot_id="slot_njoroge_7") == "NO_SUCH_APPOINTMENT"


@pytest.mark.parametrize(("file_number", "number", "fee_cents"), [("RI-7784", 3, 4500), ("DV-7748", 4, 0)])
def test_a_late_change_costs_unless_it_is_a_call(verified: Any, file_number: str, number: int, fee_cents: int) -> None:
    desk = verified(file_number, "calendar")
    quote = desk.ask("quote_cancellation", appointment_id=number)
    assert quote["fee_cents"] == fee_cents
    desk.ask("confirm_cancellation", cancel_token=quote["cancel_token"])
    assert desk.ask("list_appointments")["appointments"] == []
    assert [row["kind"] for row in desk.rows("fees")][1:] == (["late_cancel"] if fee_cents else [])


def test_a_meeting_moves_to_a_free_time_of_its_attorney(verified: Any) -> None:
    desk = verified("DV-5526", "calendar")
    assert desk.refused("quote_move", appointment_id=2, slot_id="slot_szabo_5") == "OTHER_ATTORNEY"
    assert desk.refused("quote_move", appointment_id=10, slot_id="slot_pruitt_5") == "NO_SUCH_APPOINTMENT"
    old = desk.ask("quote_move", appointment_id=2, slot_id="slot_pruitt_6")["move_token"]
    quote = desk.ask("quote_move", appointment_id=2, slot_id="slot_pruitt_5")
    assert desk.refused("confirm_move", move_token=old) == "NO_SUCH_TOKEN"
    desk.ask("confirm_move", move_token=quote["move_token"])
    found = [row["start"] for row in desk.ask("list_appointments")["appointments"]]
    assert found == ["2026-10-09T14:00", "2026-10-19T11:00"]
    assert len(desk.rows("fees")) == 1  # the seed's
