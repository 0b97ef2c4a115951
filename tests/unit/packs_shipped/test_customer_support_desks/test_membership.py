"""Kestrel Electronics, membership: tiers and the prices of others."""

from typing import Any

import pytest

CHANGES = {
    "join": (65, "plus", None, "2026-08-01", ("$49.99", "$0.00", "$0.00")),
    "up": (51, "pro", None, "2026-08-01", ("$43.45", "$0.00", "$0.00")),
    "down": (52, "plus", None, "2026-08-20", ("$0.00", "$0.00", "$0.00")),
    "leave in the first days": (49, "standard", "now", "2026-08-01", ("$0.00", "$0.00", "$49.99")),
    "leave in Washington": (50, "standard", "now", "2026-08-01", ("$0.00", "$0.00", "$49.99")),
    "leave later": (60, "standard", "now", "2026-08-01", ("$0.00", "$12.05", "$0.00")),
    "leave pro later": (58, "standard", "now", "2026-08-01", ("$0.00", "$20.00", "$122.51")),
    "leave at the renewal": (51, "standard", "at_renewal", "2026-12-01", ("$0.00", "$0.00", "$0.00")),
}


@pytest.mark.parametrize("case", CHANGES)
def test_membership_changes(verified: Any, case: str) -> None:
    customer, tier, when, day, sums = CHANGES[case]
    desk = verified(customer, "membership")
    quote = desk.ask("quote_membership_change", to_tier=tier, when=when)
    assert (quote["charge"], quote["fee"], quote["refund"]) == sums
    assert quote["effective_on"] == day
    done = desk.ask("confirm_membership_change", quote_token=quote["quote_token"], fee_accepted=True)
    assert desk.ask("confirm_membership_change", quote_token=quote["quote_token"]) == done
    (row,) = desk.rows("membership_changes")
    assert row["effective_on"] == day
    again = desk.refused("quote_membership_change", to_tier=tier, when=when)
    assert again == ("CHANGE_WAITING" if row["status"] == "scheduled" else "SAME_TIER")


def test_what_a_membership_change_needs(verified: Any) -> None:
    desk = verified(52, "membership")
    shown = desk.ask("get_membership")
    assert (shown["tier"], shown["renews_on"], shown["days_left"]) == ("pro", "2026-08-20", 19)
    assert [one["return_days"] for one in desk.ask("list_tiers")["tiers"]] == [15, 30, 60]
    assert desk.refused("quote_membership_change", to_tier="plus", when="now") == "DOWNGRADE_AT_RENEWAL"
    assert desk.refused("quote_membership_change", to_tier="standard") == "WHEN_NEEDED"
    desk = verified(65, "membership")
    token = desk.ask("quote_membership_change", to_tier="pro")["quote_token"]
    assert desk.refused("confirm_membership_change", quote_token=token) == "FEE_NOT_ACCEPTED"
    assert desk.rows("membership_changes") == []


def test_a_tier_bought_in_the_call_counts_for_fees_and_not_for_return_periods(verified: Any) -> None:
    desk = verified(48, "membership")
    token = desk.ask("quote_membership_change", to_tier="pro")["quote_token"]
    desk.ask("confirm_membership_change", quote_token=token, fee_accepted=True)
    desk.at("orders")
    assert desk.ask("quote_delivery_extra", order_number="KE-4450415", extra="installation")["fee"] == "$0.00"
    desk.at("returns")
    assert desk.ask("check_return_eligibility", order_number="KE-4450451")["window_days"] == 15


def test_a_price_is_matched_once(verified: Any) -> None:
    desk = verified(60, "membership")
    item = {"order_number": "KE-4451012", "sku": "SKU-LMN-3301"}
    terms = desk.ask("get_price_match_terms", **item)
    assert (terms["days_left"], terms["matched_competitors"]) == (10, ["Bright Harbor", "Northline", "Volt House"])
    offer = {"competitor": "Northline", "competitor_price": 579.99, "in_stock": True}
    quote = desk.ask("quote_price_match", **item, **offer)
    assert quote["refund"] == "$70.00"
    done = desk.ask("confirm_price_match", quote_token=quote["quote_token"])
    assert desk.ask("confirm_price_match", quote_token=quote["quote_token"]) == done
    (row,) = desk.rows("price_matches")
    assert (row["price_cents"], row["refund_cents"]) == (57999, 7000)
    assert desk.refused("quote_price_match", **item, **offer) == "ALREADY_MATCHED"


OFFERS = {
    "MATCH_PERIOD_OVER": (61, "KE-4451102", "SKU-LMN-3301", "Northline", 579.99, True),
    "ITEM_EXCLUDED": (61, "KE-4451120", "SKU-ORX-1102", "Northline", 300, True),
    "COMPETITOR_NOT_MATCHED": (60, "KE-4451012", "SKU-LMN-3301", "Dealhive", 579.99, True),
    "NOT_IN_STOCK_THERE": (60, "KE-4451012", "SKU-LMN-3301", "Northline", 579.99, False),
    "PRICE_NOT_LOWER": (60, "KE-4451012", "SKU-LMN-3301", "Northline", 649.99, True),
    "MATCH_NEEDS_REVIEW": (60, "KE-4451012", "SKU-LMN-3301", "Northline", 389.99, True),
}


@pytest.mark.parametrize("code", OFFERS)
def test_prices_that_are_not_matched(verified: Any, code: str) -> None:
    customer, order, sku, shop, price, stock = OFFERS[code]
    desk = verified(customer, "membership")
    offer = {"competitor": shop, "competitor_price": price, "in_stock": stock}
    assert desk.refused("quote_price_match", order_number=order, sku=sku, **offer) == code
    assert desk.rows("price_matches") == []


def test_who_joined_a_minute_ago_can_move_again(verified: Any) -> None:
    desk = verified(65, "membership")
    token = desk.ask("quote_membership_change", to_tier="pro")["quote_token"]
    desk.ask("confirm_membership_change", quote_token=token, fee_accepted=True)
    assert desk.ask("get_membership")["renews_on"] == "2027-08-01"
    assert desk.ask("quote_membership_change", to_tier="plus")["effective_on"] == "2027-08-01"
    assert desk.ask("quote_membership_change", to_tier="standard", when="now")["refund"] == "$179.99"
