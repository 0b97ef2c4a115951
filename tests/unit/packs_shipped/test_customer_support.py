"""Kestrel Electronics: what its tools answer, and whom they refuse."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from voicebench.desk import Desk
from voicebench.packs import load
from voicebench.packs.seeding import create
from voicebench.task import Pack


def _person(phone: str, postal_code: str, card_last4: str) -> Mapping[str, str]:
    return {"phone": phone, "postal_code": postal_code, "card_last4": card_last4}


ROSALIND = _person("541-555-0133", "97401", "7719")
ROSALIE = _person("541-555-0123", "97401", "7791")
ROLAND = _person("541-555-0113", "97401", "1779")
BATISTE = _person("541-555-0138", "97402", "7719")
BAPTISTA = _person("458-555-0133", "97404", "7917")
LUCIAN = _person("971-555-0133", "97206", "7729")
HOUSE = _person("458-555-0142", "97402", "5571")
FERN = _person("541-555-0135", "97403", "4471")
INES = _person("541-555-0103", "97401", "1207")
LEILANI = _person("808-555-0126", "96813", "6615")


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load("customer_support")


@pytest.fixture
def desk(pack: Pack) -> Iterator[Desk]:
    desk = Desk(pack)
    yield desk
    desk.close()


def at(desk: Desk, role: str) -> Desk:
    desk.role = role
    return desk


def ask(desk: Desk, name: str, **arguments: Any) -> Any:
    """The result's data; the call must be ok."""
    result = desk.call(name, arguments)
    assert result["ok"], result
    assert result["error_code"] is None
    return result["data"]


def refused(desk: Desk, name: str, **arguments: Any) -> str:
    result = desk.call(name, arguments)
    assert not result["ok"], result
    assert result["caller_safe_message"]
    return str(result["error_code"])


def verified(desk: Desk, who: Mapping[str, str], role: str = "returns") -> Desk:
    at(desk, "verification")
    ask(desk, "identify_customer", phone=who["phone"])
    ask(desk, "verify_identity", postal_code=who["postal_code"], card_last4=who["card_last4"])
    return at(desk, role)


# Fraud


def test_the_fraud_desk_is_open_to_anyone(desk: Desk) -> None:
    at(desk, "fraud")
    assert refused(desk, "check_subscription_charge", phone="212-555-0100", amount=80) == "NO_SUCH_CHARGE"
    assert refused(desk, "check_outbound_contact", phone="212-555-0100") == "NO_OUTBOUND_CONTACT"


def test_a_near_twin_number_finds_somebody_elses_charge_and_contact(desk: Desk) -> None:
    at(desk, "fraud")
    assert refused(desk, "check_subscription_charge", phone="541-555-0113", amount="$399.99") == "NOT_VERIFIED"
    assert ask(desk, "check_outbound_contact", phone="541-555-0123")["contact_found"]


def test_a_charge_is_shown_to_its_verified_owner_alone(desk: Desk) -> None:
    verified(desk, ROLAND, "fraud")
    charge = ask(desk, "check_subscription_charge", phone=ROLAND["phone"], amount=399.99)
    assert (charge["amount"], charge["charged_on"]) == ("$399.99", "2026-07-14")
    verified(desk, ROSALIND, "fraud")
    assert refused(desk, "check_subscription_charge", phone=ROLAND["phone"], amount=399.99) == "NOT_VERIFIED"


def test_the_amount_must_be_the_one_charged(desk: Desk) -> None:
    at(desk, "fraud")
    assert refused(desk, "check_subscription_charge", phone="541-555-0113", amount=399.98) == "NO_SUCH_CHARGE"


def test_the_email_finds_a_contact_too_and_old_ones_do_not_count(desk: Desk) -> None:
    at(desk, "fraud")
    found = ask(desk, "check_outbound_contact", phone="212-555-0100", email="Rosalie.Baptiste@example.test")
    assert [one["channel"] for one in found["contacts"]] == ["email", "text"]
    assert refused(desk, "check_outbound_contact", phone="541-555-0153") == "NO_OUTBOUND_CONTACT"


# Verification


def test_three_failures_lock_the_call_whatever_the_record(desk: Desk) -> None:
    at(desk, "verification")
    ask(desk, "identify_customer", phone=ROSALIND["phone"])
    wrong = {"postal_code": "97401", "card_last4": "7791"}
    assert desk.call("verify_identity", wrong)["data"] == {"attempts_left": 2}
    assert refused(desk, "verify_identity", **wrong) == "VERIFICATION_FAILED"
    ask(desk, "identify_customer", phone=ROSALIE["phone"])
    assert refused(desk, "verify_identity", postal_code="97402", card_last4="7791") == "VERIFICATION_LOCKED"
    assert refused(desk, "verify_identity", postal_code="97401", card_last4="7791") == "VERIFICATION_LOCKED"
    assert refused(desk, "identify_customer", phone=ROSALIND["phone"]) == "VERIFICATION_LOCKED"
    assert refused(desk, "get_customer_summary") == "NOT_VERIFIED"


def test_a_shared_number_needs_the_name(desk: Desk) -> None:
    at(desk, "verification")
    assert refused(desk, "identify_customer", phone="503-555-0171") == "SEVERAL_RECORDS"
    assert refused(desk, "identify_customer", phone="503-555-0171", full_name="J. Fontaine") == "SEVERAL_RECORDS"
    ask(desk, "identify_customer", phone="(503) 555-0171", full_name="  joel  FOUNTAIN ")
    assert ask(desk, "verify_identity", postal_code="97214", card_last4="9138")["name"] == "Joel Fontaine"


def test_a_name_misheard_does_not_hide_the_record(desk: Desk) -> None:
    at(desk, "verification")
    assert ask(desk, "identify_customer", phone="+1 541 555 0133", full_name="Rosa Lynn Batiste")["record_found"]
    assert refused(desk, "identify_customer", phone="541-555-0199") == "RECORD_NOT_FOUND"


def test_another_record_ends_the_check_and_the_open_quote(desk: Desk) -> None:
    token = quote(verified(desk, ROSALIE))["quote_token"]
    ask(at(desk, "verification"), "identify_customer", phone=ROSALIND["phone"])
    assert refused(desk, "get_customer_summary") == "NOT_VERIFIED"
    verified(desk, ROSALIND)
    assert refused(desk, "confirm_return", quote_token=token) == "NO_OPEN_QUOTE"


# Returns


def quote(desk: Desk, reason: str = "changed_mind") -> Any:
    return ask(desk, "quote_return", order_number="KE-4431757", sku="SKU-BWM-0450", opened=True, reason=reason)


def ruling(desk: Desk, who: Mapping[str, str], order_number: str, **more: Any) -> Any:
    return ask(verified(desk, who), "check_return_eligibility", order_number=order_number, **more)


def test_orders_are_closed_to_the_unverified_and_to_others(desk: Desk) -> None:
    at(desk, "returns")
    for name in ("get_order", "check_return_eligibility"):
        assert refused(desk, name, order_number="KE-4431775") == "NOT_VERIFIED"
    verified(desk, ROSALIND)
    for number in ("KE-4431757", "KE-4437175", "KE-0000000"):
        assert refused(desk, "get_order", order_number=number) == "ORDER_NOT_FOUND"
    assert ask(desk, "get_order", order_number="ke 4431775")["order_number"] == "KE-4431775"


RULINGS = {
    "KE-4431775": (ROSALIND, None, "out_of_return_window", 14, 4500),
    "KE-4431757": (ROSALIE, "SKU-BWM-0450", "within_return_window", 14, 4500),
    "KE-4437175": (ROLAND, None, "out_of_return_window", 14, 0),
    "KE-4431577": (ROLAND, None, "within_return_window", 60, 13499),
    "KE-4413775": (BATISTE, None, "out_of_return_window", 15, 0),
    "KE-4440219": (HOUSE, "SKU-GMC-4400", "final_sale", 15, 0),
    "KE-4431175": (BAPTISTA, None, "recalled", 15, 0),
    "KE-4440357": (FERN, None, "battery_safety_hold", 15, 0),
    "KE-4437715": (INES, None, "marketplace_seller", 15, 0),
    "KE-4431725": (LUCIAN, None, "not_delivered", 15, 0),
    "KE-4440126": (LEILANI, None, "within_return_window", 14, 0),
}


@pytest.mark.parametrize("order", RULINGS)
def test_rulings(desk: Desk, order: str) -> None:
    who, sku, reason, window, fee = RULINGS[order]
    found = ruling(desk, who, order, sku=sku)
    assert (found["reason"], found["window_days"], found["restocking_fee_cents"]) == (reason, window, fee)
    assert found["eligible"] == (reason in {"within_return_window", "recalled"})
    assert "{" not in found["explanation"]


def test_every_tier_has_fourteen_days_for_activatable_devices_and_its_own_for_the_rest(pack: Pack) -> None:
    days = {tuple(found) for found in re.findall(r"\('(activatable|general)', '(\w+)', (\d+),", pack.seed_sql)}
    assert {row for row in days if row[0] == "activatable"} == {
        ("activatable", tier, "14") for tier in ("standard", "plus", "pro")
    }
    assert {row[1:] for row in days if row[0] == "general"} == {("standard", "15"), ("plus", "30"), ("pro", "60")}


def test_an_item_must_be_named_where_there_are_several(desk: Desk) -> None:
    verified(desk, HOUSE)
    assert refused(desk, "check_return_eligibility", order_number="KE-4440219") == "SKU_NEEDED"
    code = refused(desk, "check_return_eligibility", order_number="KE-4440219", sku="SKU-NON-0000")
    assert code == "ITEM_NOT_FOUND"


def test_a_return_is_quoted_then_confirmed_once(desk: Desk) -> None:
    verified(desk, ROSALIE)
    made_up = "RQ-1"
    assert refused(desk, "confirm_return", quote_token=made_up) == "NO_OPEN_QUOTE"
    first, second = quote(desk), quote(desk)
    assert (second["refund"], second["restocking_fee"]) == ("$104.99", "$45.00")
    assert desk.snapshot()["returns"] == []
    assert refused(desk, "confirm_return", quote_token=first["quote_token"]) == "NO_OPEN_QUOTE"
    assert refused(desk, "confirm_return", quote_token=second["quote_token"]) == "FEE_NOT_ACCEPTED"
    started = ask(desk, "confirm_return", quote_token=second["quote_token"], fee_accepted=True)
    assert started["status"] == "label_sent"
    assert ask(desk, "confirm_return", quote_token=second["quote_token"], fee_accepted=True) == started
    (row,) = desk.snapshot()["returns"]
    assert (row["order_number"], row["refund_cents"], row["restocking_fee_cents"]) == ("KE-4431757", 10499, 4500)
    again = {"order_number": "KE-4431757", "sku": "SKU-BWM-0450", "opened": True, "reason": "other"}
    assert refused(desk, "quote_return", **again) == "RETURN_ALREADY_OPEN"


def test_a_fault_of_the_firms_costs_no_fee_and_a_late_return_gets_no_quote(desk: Desk) -> None:
    assert quote(verified(desk, ROSALIE), reason="defective")["restocking_fee"] == "$0.00"
    verified(desk, ROSALIND)
    late = {"order_number": "KE-4431775", "sku": "SKU-BWM-0450", "opened": True, "reason": "defective"}
    assert refused(desk, "quote_return", **late) == "NOT_ELIGIBLE"


# The rest of the desk


def test_there_are_many_customers_and_no_two_pass_for_each_other(pack: Pack) -> None:
    database = create(pack.schema_sql, pack.seed_sql)
    people = [tuple(row) for row in database.execute("SELECT phone, postal_code, card_last4 FROM customers")]
    database.close()
    assert len(people) >= 40
    assert len(set(people)) == len(people)
    assert sum(zip_code == "97401" for _, zip_code, _ in people) >= 5


def test_stores_are_found_by_zip(desk: Desk) -> None:
    assert len(ask(desk, "find_store", postal_code="97403")["stores"]) == 2
    assert refused(desk, "find_store", postal_code="10016") == "NO_STORE_NEARBY"
