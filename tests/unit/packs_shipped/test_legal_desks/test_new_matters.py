"""Lindgren and Moss: the conflict check, intake, and consultations that are held, confirmed and settled."""

from typing import Any

import pytest

NEW = {"client_name": "Ada Quimby"}


@pytest.mark.parametrize(
    ("names", "outcome"),
    [
        ({"opposing_name": "Stefan Kessler"}, "review"),  # a client on the other side
        ({"opposing_name": "Stefan Kesler"}, "clear"),  # one letter decides
        ({"opposing_name": "quarrystone builders"}, "review"),
        ({"opposing_name": "Quarry Stone Builders"}, "review"),  # a recogniser may part a word
        ({"opposing_name": "Quarrystone Bakers"}, "clear"),
        ({"opposing_name": "Leland Oakes"}, "review"),  # stands on a client's side
        ({"opposing_name": "Paulo Ferraz"}, "clear"),  # who is against a client is none
        ({"former_name": "Teresa Wojcik"}, "review"),
        ({"company": "Prairie Freight Lines"}, "review"),
        ({}, "clear"),
    ],
)
def test_what_the_check_finds_is_kept_and_not_told(front: Any, names: dict[str, str], outcome: str) -> None:
    found = front.at("conflicts").ask("run_conflict_check", **NEW, **names)
    assert set(found) == {"check_id", "next_step"}
    assert found["next_step"] == {"clear": "transfer_to_intake", "review": "book_conflict_review"}[outcome]
    assert [row["outcome"] for row in front.rows("conflict_checks")] == [outcome]


def test_who_is_against_a_client_is_reviewed_by_name(front: Any) -> None:
    for name in ("Paulo Ferraz", "Teresa Brandt", "Samira Haddad"):
        assert front.at("conflicts").ask("run_conflict_check", client_name=name)["next_step"] == "book_conflict_review"


def test_a_second_try_with_other_names_does_not_undo_a_review(front: Any) -> None:
    front.at("conflicts").ask("run_conflict_check", **NEW, opposing_name="Stefan Kessler")
    again = front.ask("run_conflict_check", **NEW, opposing_name="Somebody Else")
    assert again["next_step"] == "book_conflict_review"
    booked = front.ask("book_conflict_review", phone="(309) 555-0168")
    assert booked["due_by"] == "2026-10-13T17:00"  # two working days on: the Monday between is a holiday
    assert [row["phone"] for row in front.rows("conflict_reviews")] == ["+13095550168"]
    front.at("intake")
    assert front.refused("match_attorney", practice_area="family", state="Iowa") == "UNDER_REVIEW"
    assert front.refused("record_inquiry", summary="Told all the same.", phone="309-555-0168") == "UNDER_REVIEW"


def test_nothing_before_the_names(front: Any) -> None:
    assert front.at("conflicts").refused("book_conflict_review", phone="309-555-0168") == "CHECK_FIRST"
    assert front.at("intake").refused("match_attorney", practice_area="family", state="Iowa") == "CHECK_FIRST"
    assert front.at("calendar").refused("hold_consultation", slot_id="slot_szabo_1", mode="video") == "INQUIRY_FIRST"
    front.checked("Ada Quimby")
    assert front.refused("record_inquiry", summary="Soon.", phone="309-555-0168") == "MATCH_FIRST"
    assert front.at("conflicts").refused("book_conflict_review", phone="309-555-0168") == "NO_REVIEW_NEEDED"


def test_a_review_that_waits_is_told_by_its_day_alone(front: Any) -> None:
    front.at("conflicts")
    told = {"review_number": "CR-2207", "status": "in_review", "answer_by": "2026-10-09T17:00"}
    assert front.ask("get_review_status", review_number="cr 2207") == told
    assert front.refused("get_review_status", review_number="CR-7022") == "NO_SUCH_REVIEW"


@pytest.mark.parametrize(
    ("area", "state", "attorneys"),
    [
        ("family", "Iowa", ["att_szabo"]),
        ("family", "Illinois", ["att_njoroge"]),
        ("real_estate", "Illinois", ["att_moss"]),
        ("employment", "Iowa", ["att_pruitt", "att_fonseca"]),
        ("criminal", "Iowa", ["att_delaney"]),
        ("real_estate", "Iowa", "NOT_LICENSED_THERE"),
        ("family", "Minnesota", "NOT_LICENSED_THERE"),
        ("tax", "Iowa", "AREA_NOT_TAKEN"),
    ],
)
def test_who_may_take_it_is_licensed_where_it_lies(front: Any, area: str, state: str, attorneys: Any) -> None:
    front.checked("Ada Quimby")
    where = {"practice_area": area, "state": state}
    if isinstance(attorneys, str):
        assert front.refused("match_attorney", **where) == attorneys
        assert front.refused("record_inquiry", summary="x", phone="309-555-0168") == "MATCH_FIRST"
    else:
        assert [one["attorney_id"] for one in front.ask("match_attorney", **where)["attorneys"]] == attorneys


@pytest.mark.parametrize(
    ("court_date", "urgency", "answer_by"),
    [
        (None, "routine", "2026-10-13T17:00"),
        ("2026-10-08", "urgent", "2026-10-09T17:00"),
        ("2026-10-14", "urgent", "2026-10-09T17:00"),  # the third working day, past a holiday
        ("2026-10-15", "routine", "2026-10-13T17:00"),
    ],
)
def test_a_court_date_makes_an_inquiry_urgent(front: Any, court_date: str, urgency: str, answer_by: str) -> None:
    front.checked("Ada Quimby").ask("match_attorney", practice_area="family", state="Iowa")
    told = {"summary": "In her own words.", "phone": "309-555-0168"} | (
        {"court_date": court_date} if court_date else {}
    )
    first = front.ask("record_inquiry", **told)
    assert first == front.ask("record_inquiry", **told)
    assert (first["urgency"], first["answer_by"]) == (urgency, answer_by)
    assert front.refused("record_inquiry", **(told | {"court_date": "2026-10-07"})) == "COURT_DATE_PAST"
    assert len(front.rows("inquiries")) == 1


def test_a_consultation_is_held_then_confirmed_then_paid(front: Any) -> None:
    front.inquired("family", "Illinois")
    slots = front.ask("find_consultation_times", attorney_id="att_njoroge", mode="video", from_date="2026-10-16")[
        "slots"
    ]
    assert [slot["slot_id"] for slot in slots][:2] == ["slot_njoroge_4", "slot_njoroge_5"]
    held = front.ask("hold_consultation", slot_id="slot_njoroge_5", mode="video")
    number = {"appointment_id": held["appointment_id"]}
    assert (held["fee_cents"], held["status"]) == (15000, "held")
    assert front.refused("hold_consultation", slot_id="slot_njoroge_5", mode="phone") == "SLOT_TAKEN"
    assert front.refused("send_consultation_link", **number, mobile="309-555-0168") == "CONFIRM_FIRST"
    front.ask("confirm_consultation", **number)
    assert front.refused("confirm_consultation", **number) == "NOT_HELD"
    assert front.refused("release_consultation", **number) == "NOT_HELD"
    front.ask("send_consultation_link", **number, mobile="309-555-0168")
    assert front.refused("send_consultation_link", **number, mobile="309-555-0168") == "FEE_SETTLED"
    kept = front.rows("appointments")[-1]
    assert (kept["caller_name"], kept["status"], kept["fee_status"]) == ("Ada Quimby", "confirmed", "link_sent")


@pytest.mark.parametrize(
    ("ground", "voucher", "answer"),
    [
        ("referral_voucher", "VR-7731", "waived"),
        ("referral_voucher", "VR-7713", "VOUCHER_OTHER_AREA"),
        ("referral_voucher", "VR-6620", "VOUCHER_EXPIRED"),
        ("referral_voucher", "VR-8845", "VOUCHER_EXPIRED"),
        ("referral_voucher", "VR-1111", "VOUCHER_UNKNOWN"),
        ("referral_voucher", None, "VOUCHER_UNKNOWN"),
        ("active_duty", None, "waived"),
        ("returning_client", None, "NO_WAIVER"),
    ],
)
def test_a_fee_is_waived_on_grounds_that_hold(front: Any, ground: str, voucher: str | None, answer: str) -> None:
    front.inquired("employment", "Iowa")
    held = front.ask("hold_consultation", slot_id="slot_pruitt_2", mode="in_person")
    given = {"appointment_id": held["appointment_id"], "ground": ground} | ({"voucher": voucher} if voucher else {})
    assert front.refused("waive_consultation_fee", **given) == "CONFIRM_FIRST"
    front.ask("confirm_consultation", appointment_id=held["appointment_id"])
    if answer == "waived":
        assert front.ask("waive_consultation_fee", **given)["fee_status"] == "waived"
        assert [row["voucher"] for row in front.rows("fee_waivers")] == [voucher]
    else:
        assert front.refused("waive_consultation_fee", **given) == answer
        assert front.rows("appointments")[-1]["fee_status"] == "open"


@pytest.mark.parametrize(("file_number", "is_returning"), [("RI-4405", True), ("RI-4450", True), ("LC-1191", False)])
def test_a_client_returns_within_twelve_months(verified: Any, file_number: str, is_returning: bool) -> None:  # noqa: FBT001
    desk = verified(file_number, "conflicts").inquired("employment", "Iowa")
    held = desk.ask("hold_consultation", slot_id="slot_pruitt_2", mode="video")
    number = {
        "appointment_id": desk.ask("confirm_consultation", appointment_id=held["appointment_id"])["appointment_id"]
    }
    if is_returning:
        desk.ask("waive_consultation_fee", **number, ground="returning_client")
    else:
        assert desk.refused("waive_consultation_fee", **number, ground="returning_client") == "NO_WAIVER"


def test_what_cannot_be_held(front: Any) -> None:
    front.inquired("family", "Iowa")
    hold = "hold_consultation"
    assert front.refused(hold, slot_id="slot_njoroge_4", mode="video") == "NOT_LICENSED_THERE"
    assert front.refused(hold, slot_id="slot_szabo_3", mode="in_person") == "NOT_IN_OFFICE"
    assert front.refused(hold, slot_id="slot_szabo_9", mode="video") == "NO_SUCH_SLOT"
    assert front.refused("confirm_consultation", appointment_id=1) == "NO_SUCH_CONSULTATION"
    assert front.refused("find_consultation_times", attorney_id="att_nobody", mode="phone") == "NO_SUCH_ATTORNEY"


def test_a_time_that_was_released_is_free_again_and_injury_costs_nothing(front: Any) -> None:
    front.inquired("injury", "Iowa")
    held = front.ask("hold_consultation", slot_id="slot_pruitt_2", mode="phone")
    front.ask("release_consultation", appointment_id=held["appointment_id"])
    again = front.ask("hold_consultation", slot_id="slot_pruitt_2", mode="phone")
    assert again["appointment_id"] == held["appointment_id"] + 1
    front.ask("confirm_consultation", appointment_id=again["appointment_id"])
    paid = {"appointment_id": again["appointment_id"], "mobile": "309-555-0168"}
    assert front.refused("send_consultation_link", **paid) == "NO_FEE"
