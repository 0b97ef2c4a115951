"""Kestrel Electronics: exchanges, cases, and what holds at every desk."""

from typing import Any

from voicebench.desk import Desk
from voicebench.task import Pack


def test_the_same_for_the_same_costs_nothing_and_another_what_it_differs(verified: Any) -> None:
    desk = verified(64, "returns")
    earbuds = {"order_number": "KE-4451405", "sku": "SKU-EAR-2001", "opened": True, "reason": "changed_mind"}
    found = desk.ask("find_product", words="the Wren wireless earbuds Pro")["products"]
    assert [one["sku"] for one in found] == ["SKU-EAR-2010"]
    quote = desk.ask("quote_exchange", **earbuds, new_sku="SKU-EAR-2010")
    assert (quote["restocking_fee"], quote["to_pay"], quote["refund"]) == ("$0.00", "$60.00", "$0.00")
    assert desk.refused("confirm_return", quote_token=quote["quote_token"]) == "FEE_NOT_ACCEPTED"
    desk.ask("confirm_return", quote_token=quote["quote_token"], fee_accepted=True)
    assert desk.rows("returns")[0]["exchange_sku"] == "SKU-EAR-2010"
    camera = {"order_number": "KE-4451450", "sku": "SKU-HLC-5012", "opened": True, "reason": "changed_mind"}
    same = desk.ask("quote_exchange", **camera, new_sku="SKU-HLC-5012")
    assert (same["restocking_fee"], same["to_pay"]) == ("$0.00", "$0.00")
    assert desk.ask("quote_return", **camera)["restocking_fee"] == "$134.99"
    assert desk.refused("quote_exchange", **camera, new_sku="SKU-HLC-5021") == "OUT_OF_STOCK"
    assert desk.refused("quote_exchange", **camera, new_sku="SKU-NON-0000") == "PRODUCT_NOT_FOUND"
    assert desk.refused("find_product", words="a piano") == "PRODUCT_NOT_FOUND"


def test_cases_are_filed_once_without_a_check(front: Any) -> None:
    front.at("escalation")
    who, told = {"phone": "541-555-0147"}, {"summary": "The power bank smoked on the kitchen table."}
    urgent = {"danger": "smoke_or_fire", "anyone_hurt": False}
    for name, more in (
        ("log_safety_report", urgent),
        ("log_complaint", {"topic": "product"}),
        ("raise_escalation", {"reason": "manager_request"}),
    ):
        first = front.ask(name, **who, **told, **more)
        assert front.ask(name, phone="+1 541 555 0147", summary="Told again.", **more) == first
    found = [(row["reason"], row["topic"], row["anyone_hurt"], row["status"]) for row in front.rows("escalations")]
    assert found == [
        ("safety", "smoke_or_fire", False, "urgent"),
        ("complaint", "product", None, "logged"),
        ("manager_request", None, None, "open"),
    ]


def test_the_same_scam_report_is_one_report(front: Any) -> None:
    front.at("fraud")
    told = {"phone": "541-555-0147", "channel": "text", "claimed_brand": "Kestrel", "payment_requested": "none"}
    report = {**told, "money_sent": False, "remote_access_given": False}
    assert front.ask("report_scam_contact", **report) == front.ask("report_scam_contact", **report)
    assert front.ask("report_scam_contact", **report, amount=20)["report_id"] == 2


def test_no_desk_opens_a_record_without_a_check(front: Any) -> None:
    item = {"order_number": "KE-4451012", "sku": "SKU-LMN-3301"}
    for role, name, more in (
        ("orders", "get_delivery_status", {"order_number": "KE-4450118"}),
        ("service", "check_coverage", item),
        ("service", "list_appointments", {}),
        ("membership", "get_membership", {}),
        ("membership", "get_price_match_terms", item),
    ):
        front.at(role)
        assert front.refused(name, **more) == "NOT_VERIFIED"


def test_a_token_of_one_desk_is_worth_nothing_after_another_quote_or_for_another_caller(verified: Any) -> None:
    desk = verified(53, "service")
    token = desk.ask("quote_appointment_cancellation", appointment="TC-3370")["quote_token"]
    desk.at("membership")
    desk.ask("quote_membership_change", to_tier="plus")
    desk.at("service")
    assert desk.refused("confirm_appointment", quote_token=token, fee_accepted=True) == "NO_OPEN_QUOTE"
    token = desk.ask("quote_appointment_cancellation", appointment="TC-3370")["quote_token"]
    desk = verified(54, "service")
    assert desk.refused("confirm_appointment", quote_token=token, fee_accepted=True) == "NO_OPEN_QUOTE"


def test_every_role_is_left_for_reception_and_for_escalation(pack: Pack) -> None:
    for name, role in pack.roles.items():
        ways = {pack.handoffs[handoff] for handoff in role.handoffs}
        assert name == "reception" or "reception" in ways
        assert name == "escalation" or "escalation" in ways
        assert not role.outline


def test_a_token_serves_the_tool_it_was_made_for(verified: Any) -> None:
    desk = verified(53, "service")
    token = desk.ask("quote_appointment_cancellation", appointment="TC-3370")["quote_token"]
    for role, name in (
        ("orders", "confirm_delivery_change"),
        ("returns", "confirm_return"),
        ("membership", "confirm_price_match"),
    ):
        assert desk.at(role).refused(name, quote_token=token) == "NO_OPEN_QUOTE"
    desk.at("service").ask("confirm_appointment", quote_token=token)
    assert desk.at("orders").refused("confirm_delivery_change", quote_token=token) == "NO_OPEN_QUOTE"


DAY = (
    ("orders", "quote_cancellation", {"order_number": "KE-4450181"}),
    ("orders", "confirm_delivery_change", {"quote_token": "DQ-1"}),
    ("membership", "quote_membership_change", {"to_tier": "pro"}),
    ("membership", "confirm_membership_change", {"quote_token": "MQ-2", "fee_accepted": True}),
    ("escalation", "log_complaint", {"phone": "541-555-0161", "topic": "delivery", "summary": "Late."}),
)


def test_the_same_calls_leave_the_same_rows(pack: Pack, people: Any) -> None:
    who = people[45]
    ends = []
    for _ in range(2):
        desk = Desk(pack)
        desk.role = "verification"
        desk.call("identify_customer", {"phone": who["phone"]})
        desk.call("verify_identity", {"postal_code": who["postal_code"], "card_last4": who["card_last4"]})
        for role, name, arguments in DAY:
            desk.role = role
            assert desk.call(name, arguments)["ok"]
        ends.append((desk.snapshot(), desk.log))
        desk.close()
    assert ends[0] == ends[1]
    assert all(row["created_at"] == "2026-08-01 12:00:00" for rows in ends[0][0].values() for row in rows)
