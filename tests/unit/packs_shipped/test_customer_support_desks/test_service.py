"""Kestrel Electronics, service: cover, danger and appointments."""

from typing import Any

import pytest


def test_a_visit_is_free_under_cover_and_costs_by_tier_without(verified: Any) -> None:
    desk = verified(53, "service")
    washer = {"order_number": "KE-4450537", "sku": "SKU-WSH-8804"}
    fridge = {"order_number": "KE-4450573", "sku": "SKU-FRG-8840"}
    assert desk.ask("check_coverage", **washer)["in_warranty"]
    old = desk.ask("check_coverage", **fridge)
    assert (old["in_warranty"], old["in_plan"], old["warranty_ends"]) == (False, False, "2026-05-16")
    assert desk.ask("diagnose_device", **washer, symptom="loud_noise")["fee"] == "$0.00"
    assert desk.ask("diagnose_device", **fridge, symptom="not_cooling")["fee"] == "$129.00"
    assert desk.ask("diagnose_device", **washer, symptom="setup_help")["fee"] == "$129.00"
    assert desk.refused("check_coverage", order_number="KE-4450537", sku="SKU-FRG-8840") == "ITEM_NOT_FOUND"


def test_accidents_need_a_plan_that_covers_them(verified: Any) -> None:
    desk = verified(58, "service")
    phone = {"order_number": "KE-4450816", "sku": "SKU-BWM-0540", "symptom": "cracked_or_dropped"}
    assert desk.ask("diagnose_device", **phone)["fee_reason"] == "the protection plan covers accidents"
    desk = verified(67, "service")
    bare = {"order_number": "KE-4451911", "sku": "SKU-BWM-0540", "symptom": "cracked_or_dropped"}
    assert desk.ask("diagnose_device", **bare)["fee"] == "$49.00"


def test_an_appointment_is_booked_moved_and_dropped(verified: Any) -> None:
    desk = verified(54, "service")
    laptop = {"order_number": "KE-4450601", "sku": "SKU-TRV-0908", "symptom": "wont_turn_on"}
    friday = desk.ask("list_service_slots", visit="store_visit", day="2026-08-07")["slots"]
    assert [slot["start"] for slot in friday] == ["2026-08-07T10:30", "2026-08-07T17:30"]
    assert desk.refused("quote_appointment", **laptop, start="2026-08-07T14:00") == "SLOT_NOT_OPEN"
    quote = desk.ask("quote_appointment", **laptop, start="2026-08-07T10:30")
    assert (quote["fee"], quote["weekday"], quote["visit"]) == ("$0.00", "Friday", "store_visit")
    booked = desk.ask("confirm_appointment", quote_token=quote["quote_token"])
    assert desk.ask("confirm_appointment", quote_token=quote["quote_token"]) == booked
    assert (booked["reference"], len(desk.rows("service_appointments"))) == ("TC-9001", 1)
    assert desk.refused("quote_appointment", **laptop, start="2026-08-08T10:30") == "APPOINTMENT_EXISTS"
    same = {"appointment": "TC-9001", "start": "2026-08-07T10:30"}
    assert desk.refused("quote_appointment_move", **same) == "NOTHING_TO_CHANGE"
    move = desk.ask("quote_appointment_move", appointment="tc 9001", start="2026-08-08T10:30")
    desk.ask("confirm_appointment", quote_token=move["quote_token"])
    drop = desk.ask("quote_appointment_cancellation", appointment="TC-9001")
    assert drop["start"] == "2026-08-08T10:30"
    desk.ask("confirm_appointment", quote_token=drop["quote_token"])
    assert [row["status"] for row in desk.rows("service_appointments")] == ["booked", "moved", "cancelled"]
    assert [one["reference"] for one in desk.ask("list_appointments")["appointments"]] == ["TC-3412"]


def test_a_late_change_costs_by_tier_and_only_of_ones_own(verified: Any) -> None:
    desk = verified(54, "service")
    late = desk.ask("quote_appointment_move", appointment="TC-3412", start="2026-08-05T13:00")
    assert late["fee"] == "$39.00"
    assert desk.refused("confirm_appointment", quote_token=late["quote_token"]) == "FEE_NOT_ACCEPTED"
    assert desk.refused("quote_appointment_cancellation", appointment="TC-3307") == "APPOINTMENT_NOT_FOUND"
    desk = verified(39, "service")
    assert desk.ask("quote_appointment_cancellation", appointment="TC-3388")["fee"] == "$19.00"
    desk = verified(53, "service")
    two = desk.ask("list_appointments")["appointments"]
    assert [(one["reference"], one["weekday"]) for one in two] == [("TC-3307", "Thursday"), ("TC-3370", "Thursday")]
    assert desk.ask("quote_appointment_cancellation", appointment="TC-3370")["fee"] == "$0.00"


UNSAFE = {
    "UNSAFE_DEVICE": (58, "KE-4450861", "SKU-TRV-0980", "swollen_battery"),
    "BATTERY_HOLD": (21, "KE-4440357", "SKU-TRV-0980", "loud_noise"),
    "ITEM_RECALLED": (57, "KE-4450527", "SKU-PWR-1010", "other"),
    "NOT_SERVICED": (57, "KE-4450572", "SKU-PWR-1011", "other"),
}


@pytest.mark.parametrize("code", UNSAFE)
def test_what_is_never_booked(verified: Any, code: str) -> None:
    customer, order, sku, symptom = UNSAFE[code]
    desk = verified(customer, "service")
    item = {"order_number": order, "sku": sku, "symptom": symptom}
    assert desk.ask("diagnose_device", **item)["visit"] is None
    assert desk.refused("quote_appointment", **item, start="2026-08-06T14:00") == code


def test_no_technician_goes_everywhere(verified: Any) -> None:
    assert verified(33, "service").refused("list_service_slots", visit="home_visit") == "NO_SLOTS"
