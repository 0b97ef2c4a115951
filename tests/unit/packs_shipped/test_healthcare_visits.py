"""Straus Dermatology: new patients, booking, cancelling, the waitlist."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from voicebench.desk import Desk
from voicebench.packs import load
from voicebench.task import Pack

Open = Callable[..., Desk]
IMOGEN = ("Imogen Achterberg", "1979-12-08")
KATHERINE = ("Katherine O'Brien", "1985-03-14")
WHITAKER = ("Darnell Whitaker", "1994-05-25")
WHITTAKER = ("Darnell Whittaker", "1994-05-25")
NEW = {"first_name": "Ines", "last_name": "Quigley", "dob": "1991-01-20", "phone": "646-555-0120"}


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

    def go(role: str, who: tuple[str, str] | None = None, proxy: str = "") -> Desk:
        desk.call("transfer_to_identity", {"next_intent": "other"})
        if who and proxy:
            desk.call("verify_proxy", {"patient_name": who[0], "patient_dob": who[1], "proxy_name": proxy})
        elif who:
            desk.call("verify_identity", {"full_name": who[0], "dob": who[1]})
        if role != "identity":
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


def rows(desk: Desk, table: str) -> list[dict[str, Any]]:
    return [{key: value for key, value in row.items() if key != "created_at"} for row in desk.snapshot()[table]]


# The book


def test_a_held_time_is_booked_by_its_token_alone(at: Open) -> None:
    desk = at("scheduling", IMOGEN)
    held = done(desk, "hold_slot", slot_id="slot_loc_park_ave_12", appointment_type_code="SKIN_CHECK")
    assert (held["plan_accepted"], held["fee_cents"]) == (True, 0)
    assert desk.snapshot()["appointments"][-1]["id"] == 51
    booked = done(desk, "book_appointment", hold_token=held["hold_token"])["appointment"]
    assert (booked["id"], booked["start"], booked["description"]) == (52, "2026-09-01T11:00", "Full skin check")
    again = {"slot_id": "slot_loc_park_ave_12", "appointment_type_code": "SKIN_CHECK"}
    assert refused(desk, "hold_slot", **again) == "SLOT_TAKEN"
    assert refused(desk, "book_appointment", hold_token=held["hold_token"]) == "TOKEN_USED"


@pytest.mark.parametrize(
    ("who", "slot_id", "kind", "error_code"),
    [
        (IMOGEN, "slot_loc_park_ave_99", "MED_VISIT", "NO_SUCH_SLOT"),
        (IMOGEN, "slot_loc_park_ave_1", "MED_VISIT", "WRONG_VISIT_TYPE"),
        (IMOGEN, "slot_loc_park_ave_5", "ALLERGY_TEST", "NEEDS_ORDER"),
        (("Marie Alvarez", "1982-06-30"), "slot_loc_brooklyn_heights_7", "MED_VISIT", "ACCOUNT_HOLD"),
        (("Daniel Kimball", "1991-11-02"), "slot_loc_brooklyn_heights_7", "MED_VISIT", "REFERRAL_NEEDED"),
        (("Thomasina Okonkwo", "1977-05-16"), "slot_loc_windermere_4", "MED_VISIT", "REFERRAL_NEEDED"),
        (("Tomas Okonkwo", "1978-05-17"), "slot_loc_windermere_4", "MED_VISIT", "REFERRAL_NEEDED"),
        (("Leonard Abernathy", "1954-04-11"), "slot_loc_windermere_4", "MED_VISIT", "REFERRAL_NEEDED"),
        (("Priya Raghunathan", "1993-10-05"), "slot_loc_brooklyn_heights_12", "MED_VISIT", "REFERRAL_NEEDED"),
    ],
)
def test_what_cannot_be_held(at: Open, who: tuple[str, str], slot_id: str, kind: str, error_code: str) -> None:
    assert refused(at("scheduling", who), "hold_slot", slot_id=slot_id, appointment_type_code=kind) == error_code


@pytest.mark.parametrize(
    ("who", "slot_id", "accepted"),
    [
        (("Thomas Okonkwo", "1977-05-17"), "slot_loc_windermere_4", True),
        (("Priya Raghunathan", "1993-10-05"), "slot_loc_brooklyn_heights_9", True),
        (("Danielle Kim", "1990-11-02"), "slot_loc_brooklyn_heights_7", False),
    ],
)
def test_a_hold_says_whether_the_plan_counts_there(
    at: Open, who: tuple[str, str], slot_id: str, *, accepted: bool
) -> None:
    held = done(at("scheduling", who), "hold_slot", slot_id=slot_id, appointment_type_code="MED_VISIT")
    assert (held["plan_accepted"], held["note"] is None) == (accepted, accepted)


def test_a_new_patient_is_registered_once_and_can_book(at: Open) -> None:
    desk = at("scheduling")
    for _ in range(2):
        made = done(desk, "register_new_patient", **NEW, location_id="loc_windermere")
        assert made["patient_id"] == "pat_new_1"
    assert [row["phone"] for row in rows(desk, "registrations")] == ["+16465550120"]
    held = done(desk, "hold_slot", slot_id="slot_loc_windermere_4", appointment_type_code="MED_VISIT")
    assert held["plan_accepted"] is False
    booked = done(desk, "book_appointment", hold_token=held["hold_token"])
    assert booked["appointment"]["patient_id"] == "pat_new_1"


@pytest.mark.parametrize(
    ("change", "error_code"),
    [
        ({"first_name": "maria", "last_name": "Álvarez", "dob": "1972-06-30"}, "ALREADY_PATIENT"),
        ({"dob": "2026-09-01"}, "BAD_DOB"),
        ({"dob": "2012-01-20"}, "GUARDIAN_NEEDED"),
        ({"phone": "555-0120"}, "BAD_PHONE"),
    ],
)
def test_who_is_not_registered(at: Open, change: dict[str, str], error_code: str) -> None:
    wish = {**NEW, "location_id": "loc_park_ave", **change}
    assert refused(at("scheduling"), "register_new_patient", **wish) == error_code


@pytest.mark.parametrize(
    ("who", "appointment_id", "fee_cents"),
    [
        (KATHERINE, 7, 5000),
        (("Siobhan Nakamura", "1968-01-09"), 13, 10000),
        (("Thomas Okonkwo", "1977-05-17"), 17, 4000),
        (WHITTAKER, 39, 5000),
        (WHITAKER, 38, 0),
        (IMOGEN, 40, 0),
    ],
)
def test_cancelling_costs_what_office_kind_and_plan_say(
    at: Open, who: tuple[str, str], appointment_id: int, fee_cents: int
) -> None:
    desk = at("scheduling", who)
    quote = done(desk, "quote_cancellation", appointment_id=appointment_id)
    assert quote["fee_cents"] == fee_cents
    assert {row["id"]: row["status"] for row in rows(desk, "appointments")}[appointment_id] == "booked"
    done(desk, "cancel_appointment", cancel_token=quote["cancel_token"])
    assert {row["id"]: row["status"] for row in rows(desk, "appointments")}[appointment_id] == "cancelled"
    assert [fee["amount_cents"] for fee in rows(desk, "fees")] == [fee_cents] * bool(fee_cents)
    assert refused(desk, "cancel_appointment", cancel_token=quote["cancel_token"]) == "TOKEN_USED"


@pytest.mark.parametrize(
    ("appointment_id", "error_code"), [(41, ""), (7, "NO_SUCH_APPOINTMENT"), (99, "NO_SUCH_APPOINTMENT")]
)
def test_only_ones_own_visit_can_be_cancelled(at: Open, appointment_id: int, error_code: str) -> None:
    desk = at("scheduling", IMOGEN)
    if error_code:
        assert refused(desk, "quote_cancellation", appointment_id=appointment_id) == error_code
    else:
        assert done(desk, "quote_cancellation", appointment_id=appointment_id)["start"] == "2026-09-01T14:00"


def test_the_waitlist_has_spots_by_office(at: Open) -> None:
    desk = at("scheduling", ("Leon Abernathy", "1954-04-01"))
    assert done(desk, "get_waitlist_place", appointment_id=24) == {"place": None, "spots_left": 0}
    assert refused(desk, "add_to_waitlist", appointment_id=24) == "WAITLIST_FULL"
    assert refused(desk, "leave_waitlist", appointment_id=24) == "NOT_WAITLISTED"


def test_the_waitlist_takes_a_visit_once_and_lets_it_go(at: Open) -> None:
    desk = at("scheduling", IMOGEN)
    done(desk, "add_to_waitlist", appointment_id=41)
    assert refused(desk, "add_to_waitlist", appointment_id=41) == "ALREADY_WAITLISTED"
    assert done(desk, "get_waitlist_place", appointment_id=41) == {"place": 2, "spots_left": 1}
    done(desk, "leave_waitlist", appointment_id=41)
    assert rows(desk, "waitlist")[-1] == {
        "id": 5,
        "patient_id": "pat_imogen_achterberg",
        "appointment_id": 41,
        "status": "left",
    }


def test_a_callback_asked_for_twice_is_one(at: Open) -> None:
    desk = at("scheduling", IMOGEN)
    for phone in ("917-555-0149", "+19175550149"):
        done(desk, "request_callback", phone=phone, topic="scheduling")
    assert [row["phone"] for row in rows(desk, "callbacks")] == ["+19175550149"]
