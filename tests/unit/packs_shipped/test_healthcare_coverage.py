"""Straus Dermatology: plans, cards, estimates and referrals; cosmetic prices, consults and packages."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from voicebench.desk import Desk
from voicebench.packs import load
from voicebench.task import Pack

Open = Callable[..., Desk]
KATHRYN = ("Kathryn Bryan", "1985-04-14")
MARIO = ("Mario Alvarez", "1972-06-30")
SIOBHAN = ("Siobhan Nakamura", "1968-01-09")
CARD = {"carrier": "Aetna", "plan_name": "Open Choice PPO", "member_id": "W 1234-5678"}


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load("healthcare")


@pytest.fixture
def desk(pack: Pack) -> Iterator[Desk]:
    desk = Desk(pack)
    yield desk
    desk.close()


@pytest.fixture
def at(desk: Desk) -> Open:
    """Hand the call to a role, by way of the check where somebody is named."""

    def go(role: str, who: tuple[str, str] | None = None) -> Desk:
        desk.call("transfer_to_identity", {"next_intent": "other"})
        if who:
            desk.call("verify_identity", {"full_name": who[0], "dob": who[1]})
        desk.call(f"transfer_to_{role}", {})
        return desk

    return go


def done(desk: Desk, tool: str, **arguments: Any) -> dict[str, Any]:
    answer: dict[str, Any] = desk.call(tool, arguments)
    assert answer["ok"], answer
    data: dict[str, Any] = answer["data"]
    return data


def refused(desk: Desk, tool: str, **arguments: Any) -> str:
    before = desk.snapshot()
    answer: dict[str, Any] = desk.call(tool, arguments)
    assert not answer["ok"]
    assert answer["patient_safe_message"]
    assert desk.snapshot() == before
    return str(answer["error_code"])


# Coverage


@pytest.mark.parametrize(
    ("carrier", "plan_name", "location_id", "accepted", "referral"),
    [
        ("Aetna", "Open Choice PPO", "loc_park_ave", True, False),
        ("Aetna", "Open Choice PPO", "loc_brooklyn_heights", False, False),
        ("UnitedHealthcare", "Navigate", "loc_brooklyn_heights", True, True),
        ("UnitedHealthcare", "Navigate", "loc_park_ave", False, True),
        ("Oscar", "Circle", "loc_park_ave", False, False),
    ],
)
def test_a_plan_counts_at_an_office(
    at: Open, carrier: str, plan_name: str, location_id: str, *, accepted: bool, referral: bool
) -> None:
    desk = at("coverage")
    found = done(desk, "check_plan_accepted", carrier=carrier, plan_name=plan_name, location_id=location_id)
    assert (found["accepted"], found["referral_required"]) == (accepted, referral)
    listed = done(desk, "list_accepted_plans", location_id=location_id)["plans"]
    assert (plan_name in [plan["plan_name"] for plan in listed]) is accepted


def test_a_plan_of_another_company_is_none(at: Open) -> None:
    wish = {"carrier": "Cigna", "plan_name": "Choice Plus", "location_id": "loc_park_ave"}
    assert refused(at("coverage"), "check_plan_accepted", **wish) == "NO_SUCH_PLAN"


def test_a_new_card_goes_in_by_its_token(at: Open) -> None:
    desk = at("coverage", MARIO)
    draft = done(desk, "draft_insurance_update", **CARD)
    assert draft["read_back"]["member_id"] == "W12345678"
    corrected = done(desk, "draft_insurance_update", **{**CARD, "member_id": "W12345679"})
    assert refused(desk, "confirm_insurance_update", update_token=draft["update_token"]) == "NO_SUCH_TOKEN"
    done(desk, "confirm_insurance_update", update_token=corrected["update_token"])
    assert refused(desk, "confirm_insurance_update", update_token=corrected["update_token"]) == "TOKEN_USED"
    assert [row["member_id"] for row in desk.snapshot()["insurance_updates"]] == ["W12345679"]
    known = done(desk, "get_insurance_on_file")
    assert known["insurance"]["plan_name"] == "Open Access Plus"
    assert [update["plan_name"] for update in known["pending_updates"]] == ["Open Choice PPO"]


@pytest.mark.parametrize(
    ("change", "error_code"),
    [
        ({"member_id": "W123"}, "MEMBER_ID_FORMAT"),
        ({"plan_name": "Liberty"}, "NO_SUCH_PLAN"),
        ({"carrier": "Cigna", "plan_name": "Open Access Plus", "member_id": "U01236779"}, "SAME_INSURANCE"),
    ],
)
def test_cards_that_are_not_taken(at: Open, change: dict[str, str], error_code: str) -> None:
    assert refused(at("coverage", MARIO), "draft_insurance_update", **{**CARD, **change}) == error_code


@pytest.mark.parametrize(
    ("who", "service", "location_id", "basis", "cents"),
    [
        (MARIO, "office_visit", "loc_park_ave", "copay", 4000),
        (MARIO, "biopsy", "loc_park_ave", "deductible_and_coinsurance", 32000),
        (MARIO, "allergy_test", "loc_park_ave", "deductible_and_coinsurance", 52000),
        (("Anne Delacroix", "1949-08-08"), "office_visit", "loc_park_ave", "deductible_and_coinsurance", 3600),
        (("Jose Ramirez", "1959-09-23"), "biopsy", "loc_windermere", "deductible_and_coinsurance", 26200),
        (KATHRYN, "biopsy", "loc_park_ave", "self_pay", 41000),
    ],
)
def test_an_estimate_follows_from_plan_and_state(
    at: Open, *, who: tuple[str, str], service: str, location_id: str, basis: str, cents: int
) -> None:
    answer = at("coverage", who).call("estimate_patient_share", {"service": service, "location_id": location_id})
    assert (answer["data"]["basis"], answer["data"]["estimate_cents"]) == (basis, cents)
    assert "estimate only" in answer["patient_safe_message"]


def test_no_estimate_where_the_plan_is_not_accepted(at: Open) -> None:
    desk = at("coverage", ("Danielle Kim", "1990-11-02"))
    wish = {"service": "biopsy", "location_id": "loc_brooklyn_heights"}
    assert refused(desk, "estimate_patient_share", **wish) == "PLAN_NOT_ACCEPTED"


@pytest.mark.parametrize(
    ("who", "valid", "status"),
    [
        (("Thomas Okonkwo", "1977-05-17"), True, "approved"),
        (("Thomasina Okonkwo", "1977-05-16"), False, "expired"),
        (("Tomas Okonkwo", "1978-05-17"), False, "pending"),
        (("Leonard Abernathy", "1954-04-11"), False, "approved"),
    ],
)
def test_referrals_are_read_as_they_stand(at: Open, who: tuple[str, str], status: str, *, valid: bool) -> None:
    found = done(at("coverage", who), "get_referral_status")
    assert (found["referral_required"], found["referral_valid_today"]) == (True, valid)
    assert [entry["status"] for entry in found["on_file"]] == [status]


# Cosmetic


def test_prices_are_ranges_by_office(at: Open) -> None:
    desk = at("cosmetic")
    assert done(desk, "get_price_range", service="filler", location_id="loc_brooklyn_heights")["from_cents"] == 70000
    laser = {"service": "laser_hair_removal", "location_id": "loc_brooklyn_heights"}
    assert refused(desk, "get_price_range", **laser) == "SERVICE_NOT_HERE"
    assert refused(desk, "list_cosmetic_services", location_id="loc_windermere") == "NO_COSMETIC_HERE"
    assert done(desk, "list_cosmetic_services", location_id="loc_park_ave")["consult_deposit_cents"] == 10000


@pytest.mark.parametrize(
    ("who", "slot_id", "deposit_cents"),
    [
        (MARIO, "slot_loc_park_ave_2", 10000),
        (MARIO, "slot_loc_brooklyn_heights_8", 7500),
        (KATHRYN, "slot_loc_park_ave_2", 10000),  # seen for it a year and a week ago
        (("Marian Alvarez", "1972-06-03"), "slot_loc_park_ave_2", 0),
        (("Grace Whitfield", "2000-02-29"), "slot_loc_brooklyn_heights_8", 0),
        (("Katharine O'Brien", "1985-03-15"), "slot_loc_park_ave_2", 10000),
    ],
)
def test_a_consult_has_its_deposit(at: Open, who: tuple[str, str], slot_id: str, deposit_cents: int) -> None:
    desk = at("cosmetic", who)
    held = done(desk, "hold_consult", slot_id=slot_id, service="chemical_peel")
    assert held["deposit_cents"] == deposit_cents
    assert desk.snapshot()["fees"] == []
    booked = done(desk, "book_consult", hold_token=held["hold_token"])["appointment"]
    assert (booked["id"], booked["description"]) == (52, "Chemical peel consult")
    assert [fee["amount_cents"] for fee in desk.snapshot()["fees"]] == [deposit_cents] * bool(deposit_cents)
    assert refused(desk, "book_consult", hold_token=held["hold_token"]) == "TOKEN_USED"


@pytest.mark.parametrize(
    ("who", "slot_id", "service", "error_code"),
    [
        (("Yusuf Hargreaves", "1988-07-12"), "slot_loc_park_ave_2", "botox", "NURSE_REVIEW"),
        (("Marie Alvarez", "1982-06-30"), "slot_loc_brooklyn_heights_8", "botox", "ACCOUNT_HOLD"),
        (MARIO, "slot_loc_windermere_4", "botox", "WRONG_VISIT_TYPE"),
        (MARIO, "slot_loc_brooklyn_heights_8", "laser_hair_removal", "SERVICE_NOT_HERE"),
        (("Siobhan Nakamura", "1968-01-08"), "slot_loc_park_ave_2", "botox", "NOT_VERIFIED"),
    ],
)
def test_consults_that_are_not_held(
    at: Open, who: tuple[str, str], slot_id: str, service: str, error_code: str
) -> None:
    assert refused(at("cosmetic", who), "hold_consult", slot_id=slot_id, service=service) == error_code


def test_no_consult_for_a_minor(at: Open) -> None:
    desk = at("cosmetic")
    desk.call("transfer_to_identity", {"next_intent": "cosmetic"})
    wish = {"patient_name": "Oliver Pemberton", "patient_dob": "2010-03-07", "proxy_name": "Judith Pemberton"}
    done(desk, "verify_proxy", **wish)
    desk.call("transfer_to_cosmetic", {})
    assert refused(desk, "hold_consult", slot_id="slot_loc_park_ave_2", service="chemical_peel") == "ADULTS_ONLY"


def test_packages_say_what_is_left_and_what_has_run_out(at: Open) -> None:
    found = done(at("cosmetic", SIOBHAN), "get_package_balance")["packages"]
    assert [(one["service"], one["sessions_left"]) for one in found] == [
        ("chemical_peel", 0),
        ("laser_hair_removal", 2),
    ]
    at("cosmetic", ("Katharine O'Brien", "1985-03-15"))
    desk = at("cosmetic", ("Katharine O'Brien", "1985-03-15"))
    assert [one["expired"] for one in done(desk, "get_package_balance")["packages"]] == [True]
