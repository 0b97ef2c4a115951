"""Lindgren and Moss: bills, the way to a person, and what holds at every desk."""

from typing import Any

import pytest

from voicebench.desk import Desk
from voicebench.task import Pack


def test_a_plan_is_quoted_then_set_up_with_its_fee(verified: Any) -> None:
    desk = verified("RI-4405", "billing")
    assert desk.refused("quote_payment_plan", invoice_number="IN-2041", months=4) == "NO_SUCH_PLAN"
    first = desk.ask("quote_payment_plan", invoice_number="IN-2041", months=3)
    quote = desk.ask("quote_payment_plan", invoice_number="IN-2041", months=6)
    assert (quote["monthly_cents"], quote["fee_cents"], quote["first_due"]) == (23000, 2500, "2026-11-01")
    assert desk.refused("confirm_payment_plan", plan_token=first["plan_token"]) == "NO_SUCH_TOKEN"
    desk.ask("confirm_payment_plan", plan_token=quote["plan_token"])
    assert [(row["kind"], row["amount_cents"]) for row in desk.rows("fees")][-1] == ("plan_setup", 2500)
    assert desk.refused("quote_payment_plan", invoice_number="IN-2041", months=6) == "PLAN_EXISTS"


@pytest.mark.parametrize(
    ("file_number", "tool", "arguments", "error_code"),
    [
        ("DV-3309", "quote_payment_plan", {"invoice_number": "IN-2036", "months": 3}, "TOO_SMALL_FOR_PLAN"),
        ("RI-9926", "quote_payment_plan", {"invoice_number": "IN-2012", "months": 3}, "WITH_AGENCY"),
        ("RI-9926", "send_payment_link", {"invoice_number": "IN-2012", "mobile": "309-555-0126"}, "WITH_AGENCY"),
        ("RI-4405", "send_payment_link", {"invoice_number": "IN-2041", "mobile": "309-555-0106"}, "MOBILE_NOT_ON_FILE"),
        ("RI-4450", "explain_charge", {"invoice_number": "IN-2041", "line": 1}, "NO_SUCH_INVOICE"),
        ("RI-4405", "explain_charge", {"invoice_number": "IN-2041", "line": 3}, "NO_SUCH_LINE"),
        ("RI-1474", "waive_late_fee", {"invoice_number": "IN-2058"}, "LATE_FEE_STAYS"),
        ("RI-4405", "waive_late_fee", {"invoice_number": "IN-2041"}, "NO_LATE_FEE"),
        ("DV-3309", "dispute_charge", {"invoice_number": "IN-2036", "line": 2, "reason": "x"}, "TOO_LATE_TO_DISPUTE"),
    ],
)
def test_what_billing_refuses(verified: Any, file_number: str, tool: str, arguments: Any, error_code: str) -> None:
    assert verified(file_number, "billing").refused(tool, **arguments) == error_code


def test_a_late_fee_that_is_waived_is_owed_no_more(verified: Any) -> None:
    desk = verified("RI-1447", "billing")
    first = desk.ask("waive_late_fee", invoice_number="IN-2057")
    assert first == desk.ask("waive_late_fee", invoice_number="IN-2057")
    assert desk.ask("get_account")["balance_cents"] == 65000
    sent = desk.ask("send_payment_link", invoice_number="IN-2057", mobile="309-555-0147")
    assert sent["amount_cents"] == 65000


def test_a_charge_is_explained_in_approved_words_and_disputed_in_the_clients(verified: Any) -> None:
    desk = verified("DV-3390", "billing")
    assert "courier charged" in desk.ask("explain_charge", invoice_number="in2063", line=3)["approved_words"]
    disputed = {"invoice_number": "IN-2063", "line": 3, "reason": "Nothing of mine was ever couriered."}
    assert desk.ask("dispute_charge", **disputed)["due_by"] == "2026-10-16T17:00"
    assert [row["reason"] for row in desk.rows("disputes")] == [disputed["reason"]]


def test_what_is_public_needs_no_check(front: Any) -> None:
    front.at("reception")
    assert [one["office"] for one in front.ask("list_offices")["offices"]] == ["davenport", "rock_island", "la_crosse"]
    monday = front.ask("get_office_hours", office="davenport", on_date="2026-10-12")
    assert (monday["open"], monday["holiday"]) == (False, "Indigenous Peoples' Day")
    assert front.ask("get_office_hours", office="davenport", on_date="2026-10-09")["closes"] == "16:00"
    assert front.ask("find_attorney", last_name="moss")["licensed_in"] == ["Illinois"]
    assert front.refused("find_attorney", last_name="Kessler") == "NO_SUCH_ATTORNEY"
    areas = front.ask("list_practice_areas")
    assert areas["taken"]["real_estate"] == ["Illinois", "Wisconsin"]
    assert areas["never_taken"] == ["bankruptcy", "immigration", "tax"]
    assert front.ask("get_fee_schedule", practice_area="estate")["consult_cents"] == 10000
    assert front.desk.call("get_bar_referral", {"state": "Iowa"})["caller_safe_message"].endswith("515-555-0160.")
    assert front.refused("get_bar_referral", state="other") == "NO_BAR_LINE"


def test_whoever_is_on_call_is_licensed_there(front: Any) -> None:
    front.at("escalation")
    who = {"caller_name": "Ada Quimby", "phone": "563-555-0177"}
    paged = front.ask("page_on_call_attorney", **who, situation="arrest", state="Illinois")
    assert (paged["attorney"], paged["rings_within_minutes"]) == ("Marcus Delaney", 15)
    assert front.refused("page_on_call_attorney", **who, situation="lockout_today", state="Iowa") == "NOBODY_ON_CALL"
    assert [row["attorney_id"] for row in front.rows("pages")] == ["att_delaney"]


def test_the_line_for_a_person_and_a_message_from_outside(front: Any) -> None:
    front.at("escalation")
    assert front.ask("check_team", reason="third_party")["wait_minutes"] == 4
    first = front.ask("join_line", reason="third_party")
    assert first == front.ask("join_line", reason="third_party")
    assert first["position"] == 2
    told = {"caller_name": "Ada Quimby", "message": "Please ring me.", "phone": "563-555-0177"}
    front.ask("leave_outside_message", attorney_id="att_moss", **told)
    assert front.refused("leave_outside_message", attorney_id="att_kessler", **told) == "NO_SUCH_ATTORNEY"


def test_danger_stops_all_else(front: Any) -> None:
    said = front.at("reception").desk.call("note_danger", {"danger": "violence"})
    assert "911" in said["caller_safe_message"]
    assert front.refused("request_callback", topic="other", phone="563-555-0177") == "DANGER"
    assert front.at("conflicts").refused("run_conflict_check", client_name="Ada Quimby") == "DANGER"
    page = {"caller_name": "Ada Quimby", "situation": "arrest", "state": "Iowa", "phone": "563-555-0177"}
    assert front.at("escalation").refused("page_on_call_attorney", **page) == "DANGER"


def test_no_desk_opens_a_file_without_a_check(front: Any) -> None:
    for role, name, more in (
        ("calendar", "list_appointments", {}),
        ("calendar", "quote_cancellation", {"appointment_id": 1}),
        ("matters", "get_matter_status", {"matter_id": "DV-3390"}),
        ("matters", "send_for_signature", {"document_id": "doc_1190_b", "email": "a@example.net"}),
        ("billing", "get_account", {}),
        ("verification", "get_client_summary", {}),
    ):
        assert front.at(role).refused(name, **more) == "NOT_VERIFIED"


def test_every_role_is_left_for_reception_and_for_escalation(pack: Pack) -> None:
    for name, role in pack.roles.items():
        ways = {pack.handoffs[handoff] for handoff in role.handoffs}
        assert name == "reception" or "reception" in ways
        assert name == "escalation" or "escalation" in ways


def test_intake_is_reached_through_the_check_alone(pack: Pack) -> None:
    assert [name for name, role in pack.roles.items() if "transfer_to_intake" in role.handoffs] == ["conflicts"]


DAY = (
    ("conflicts", "run_conflict_check", {"client_name": "Theo Baptista", "opposing_name": "Ada Quimby"}),
    ("intake", "match_attorney", {"practice_area": "family", "state": "Illinois"}),
    ("intake", "record_inquiry", {"summary": "A divorce.", "phone": "309-555-0105"}),
    ("calendar", "hold_consultation", {"slot_id": "slot_njoroge_5", "mode": "video"}),
    ("billing", "quote_payment_plan", {"invoice_number": "IN-2041", "months": 6}),
    ("matters", "take_message", {"matter_id": "RI-4405", "message": "Soon.", "phone": "309-555-0105"}),
    ("escalation", "join_line", {"reason": "complaint"}),
)


def test_the_same_calls_leave_the_same_rows(pack: Pack) -> None:
    ends = []
    for _ in range(2):
        desk = Desk(pack)
        desk.role = "verification"
        desk.call("identify_client", {"full_name": "Theo Baptista", "file_number": "RI-4405"})
        assert desk.call("verify_client", {"date_of_birth": "1986-01-07"})["ok"]
        for role, name, arguments in DAY:
            desk.role = role
            assert desk.call(name, arguments)["ok"]
        ends.append((desk.snapshot(), desk.log))
        desk.close()
    assert ends[0] == ends[1]
    new = {row["created_at"] for rows in ends[0][0].values() for row in rows if row["created_at"] >= "2026-10-08"}
    assert new == {"2026-10-08T10:15"}
