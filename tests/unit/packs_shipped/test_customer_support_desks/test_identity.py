"""Kestrel Electronics, verification: who acts for somebody else, and who gets in at no time."""

from typing import Any


def test_an_authorized_person_may_do_all_but_the_owners_money(verified: Any) -> None:
    desk = verified(46, "verification")
    assert desk.ask("check_authorized_person", full_name="siobhan  kjeldsen")["authorized"]
    assert desk.ask("get_customer_summary")["name"] == "Bartholomew Kjeldsen"
    desk.at("orders")
    assert desk.ask("get_delivery_status", order_number="KE-4450226")["stage"] == "with_carrier"
    desk.at("membership")
    assert desk.refused("quote_membership_change", to_tier="plus") == "OWNER_ONLY"
    offer = {"competitor": "Northline", "competitor_price": 150, "in_stock": True}
    assert desk.refused("quote_price_match", order_number="KE-4450262", sku="SKU-SPK-2010", **offer) == "OWNER_ONLY"
    verified(46, "membership")
    assert desk.ask("quote_membership_change", to_tier="plus")["charge"] == "$49.99"


def test_a_name_that_is_not_listed_or_no_longer_is_refused_and_then_locks(verified: Any) -> None:
    desk = verified(28, "verification")
    for _ in range(3):
        assert desk.refused("check_authorized_person", full_name="Dario Whelan") == "NOT_AUTHORIZED"
    assert desk.refused("get_customer_summary") == "NOT_VERIFIED"
    assert desk.refused("identify_customer", phone="541-555-0153") == "VERIFICATION_LOCKED"
    assert desk.refused("check_authorized_person", full_name="Dario Whelan") == "VERIFICATION_LOCKED"


def test_an_account_on_hold_opens_to_nobody(front: Any) -> None:
    front.at("verification")
    front.ask("identify_customer", phone="971-555-0150")
    right = {"postal_code": "97202", "card_last4": "6673"}
    wrong = {"postal_code": "97202", "card_last4": "6637"}
    assert front.refused("verify_identity", **wrong) == "VERIFICATION_FAILED"
    assert front.refused("verify_identity", **right) == "ACCOUNT_ON_HOLD"
    assert front.refused("get_customer_summary") == "NOT_VERIFIED"


def test_numbers_are_shared_on_purpose_alone(people: Any) -> None:
    phones = [one["phone"] for one in people.values()]
    assert {phone for phone in phones if phones.count(phone) > 1} == {"503-555-0171"}
