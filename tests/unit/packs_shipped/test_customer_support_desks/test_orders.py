"""Kestrel Electronics, orders: what can be changed on its way, until when and for what."""

from typing import Any

import pytest


def test_a_crew_delivery_is_moved_after_consent_to_its_fee(verified: Any) -> None:
    desk = verified(45, "orders")
    order = {"order_number": "KE-4450118"}
    friday = desk.ask("list_delivery_slots", **order, day="2026-08-07")
    assert [(slot["weekday"], slot["delivery_window"]) for slot in friday["slots"]] == [
        ("Friday", "12:00-16:00"),
        ("Friday", "16:00-20:00"),
    ]
    to = {"delivery_date": "2026-08-07", "delivery_window": "12:00-16:00"}
    quote = desk.ask("quote_reschedule", **order, **to)
    assert (quote["fee"], quote["weekday"], quote["previous_date"]) == ("$15.00", "Friday", "2026-08-03")
    token = {"quote_token": quote["quote_token"]}
    assert desk.refused("confirm_delivery_change", **token) == "FEE_NOT_ACCEPTED"
    assert desk.refused("confirm_delivery_change", **token, fee_accepted=False) == "FEE_NOT_ACCEPTED"
    assert desk.rows("delivery_changes") == []
    done = desk.ask("confirm_delivery_change", **token, fee_accepted=True)
    assert desk.ask("confirm_delivery_change", **token, fee_accepted=True) == done
    (row,) = desk.rows("delivery_changes")
    assert row == {
        **order,
        **to,
        "change": "reschedule",
        "street": None,
        "postal_code": None,
        "fee_cents": 1500,
        "status": "scheduled",
    }
    assert desk.ask("get_delivery_status", **order)["delivery_date"] == "2026-08-07"
    assert desk.refused("quote_reschedule", **order, **to) == "NOTHING_TO_CHANGE"


def test_what_a_day_must_be(verified: Any) -> None:
    desk = verified(45, "orders")
    order = {"order_number": "KE-4450118"}
    assert desk.refused("quote_reschedule", **order, delivery_date="2026-08-07") == "WINDOW_NEEDED"
    full = {"delivery_date": "2026-08-07", "delivery_window": "08:00-12:00"}
    assert desk.refused("quote_reschedule", **order, **full) == "SLOT_NOT_OPEN"
    assert desk.refused("quote_reschedule", **order, delivery_date="2026-08-01") == "DATE_NOT_AHEAD"
    assert desk.refused("list_delivery_slots", **order, day="2026-08-01") == "DATE_NOT_AHEAD"
    assert desk.refused("list_delivery_slots", **order, day="2026-08-09") == "NO_SLOTS"


def test_no_late_fee_far_ahead_or_for_a_parcel(verified: Any) -> None:
    desk = verified(48, "orders")
    far = {"order_number": "KE-4450415", "delivery_date": "2026-08-11", "delivery_window": "08:00-12:00"}
    assert desk.ask("quote_reschedule", **far)["fee"] == "$0.00"
    desk = verified(47, "orders")
    parcel = {"order_number": "KE-4450343", "delivery_date": "2026-08-06"}
    quote = desk.ask("quote_reschedule", **parcel)
    assert "delivery_window" not in quote
    desk.ask("confirm_delivery_change", quote_token=quote["quote_token"])
    assert desk.rows("delivery_changes")[0]["delivery_window"] is None


def test_a_parcel_is_turned_for_a_fee_once_the_carrier_has_it(verified: Any) -> None:
    desk = verified(46, "orders")
    order = {"order_number": "KE-4450226", "street": "3025 Southeast Stark Street"}
    assert desk.refused("quote_redirect", **order, postal_code="98660") == "OTHER_STATE"
    quote = desk.ask("quote_redirect", **order, postal_code="97214")
    assert quote["fee"] == "$9.95"
    desk.ask("confirm_delivery_change", quote_token=quote["quote_token"], fee_accepted=True)
    assert desk.ask("get_delivery_status", order_number="KE-4450226")["postal_code"] == "97214"
    desk = verified(47, "orders")
    free = {"order_number": "KE-4450334", "street": "1 Pike Street", "postal_code": "98101"}
    assert desk.ask("quote_redirect", **free)["fee"] == "$0.00"


REFUSED = {
    "SELLER_SHIPS": (11, "KE-4424613"),
    "ALREADY_DELIVERED": (17, "KE-4431775"),
    "REVIEW_HOLD": (56, "KE-4450419"),
    "OUT_FOR_DELIVERY": (63, "KE-4451316"),
    "ORDER_NOT_FOUND": (47, "KE-4451618"),
}


@pytest.mark.parametrize("code", REFUSED)
def test_some_deliveries_cannot_be_changed_at_all(verified: Any, code: str) -> None:
    customer, order = REFUSED[code]
    desk = verified(customer, "orders")
    for name, more in (
        ("list_delivery_slots", {}),
        ("quote_reschedule", {"delivery_date": "2026-08-06"}),
        ("quote_redirect", {"street": "1 Main", "postal_code": "97201"}),
        ("quote_delivery_extra", {"extra": "haul_away"}),
        ("quote_cancellation", {}),
    ):
        assert desk.refused(name, order_number=order, **more) == code


def test_a_crew_stays_in_its_area_and_a_parcel_has_no_installation(verified: Any) -> None:
    desk = verified(45, "orders")
    place = {"street": "1 Main", "postal_code": "97201"}
    assert desk.refused("quote_redirect", order_number="KE-4450118", **place) == "OUTSIDE_CREW_AREA"
    desk = verified(46, "orders")
    assert desk.refused("quote_delivery_extra", order_number="KE-4450226", extra="installation") == "CREW_ONLY"


def test_extras_by_tier(verified: Any) -> None:
    desk = verified(48, "orders")
    assert desk.ask("quote_delivery_extra", order_number="KE-4450415", extra="installation")["fee"] == "$149.00"
    desk = verified(45, "orders")
    order = {"order_number": "KE-4450181"}
    assert desk.refused("quote_delivery_extra", **order, extra="installation") == "ALREADY_INCLUDED"
    quote = desk.ask("quote_delivery_extra", **order, extra="haul_away")
    assert quote["fee"] == "$20.00"
    desk.ask("confirm_delivery_change", quote_token=quote["quote_token"], fee_accepted=True)
    assert desk.refused("quote_delivery_extra", **order, extra="haul_away") == "ALREADY_INCLUDED"


def test_an_order_is_cancelled_before_it_is_sent(verified: Any) -> None:
    desk = verified(46, "orders")
    assert desk.refused("quote_cancellation", order_number="KE-4450226") == "ALREADY_SENT"
    desk = verified(47, "orders")
    order = {"order_number": "KE-4450334"}
    quote = desk.ask("quote_cancellation", **order)
    assert (quote["refund"], quote["fee"]) == ("$129.99", "$0.00")
    desk.ask("confirm_delivery_change", quote_token=quote["quote_token"])
    assert desk.rows("delivery_changes")[0]["status"] == "cancelled"
    assert desk.refused("quote_cancellation", **order) == "ORDER_CANCELLED"


def test_a_trace_is_opened_once_and_neither_early_nor_late(verified: Any) -> None:
    desk = verified(62, "orders")
    assert desk.ask("get_delivery_status", order_number="KE-4451207")["days_late"] == 3
    lost = {"order_number": "KE-4451207", "problem": "not_arrived"}
    assert desk.ask("report_delivery_problem", **lost) == desk.ask("report_delivery_problem", **lost)
    assert len(desk.rows("delivery_changes")) == 1
    for problem in ("not_arrived", "damaged"):
        assert desk.refused("report_delivery_problem", order_number="KE-4451270", problem=problem) == "TOO_EARLY"
    desk = verified(17, "orders")
    late = {"order_number": "KE-4431775", "problem": "not_arrived"}
    assert desk.refused("report_delivery_problem", **late) == "TRACE_PERIOD_OVER"
    desk = verified(14, "orders")
    theirs = {"order_number": "KE-4437715", "problem": "damaged"}
    assert desk.refused("report_delivery_problem", **theirs) == "SELLER_SHIPS"
