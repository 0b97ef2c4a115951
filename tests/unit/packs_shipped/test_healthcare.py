"""Straus Dermatology: its desk does what the golden call shows, and refuses what policy refuses."""

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from voicebench.desk import Desk
from voicebench.packs import expectation, load
from voicebench.record import Log
from voicebench.task import Pack
from voicebench.verify import grade

GOLDEN = Path(__file__).parents[2] / "golden" / "c5-h1.log.json"
MARIA = {"full_name": "Maria Alvarez", "dob": "1972-06-30"}
FIRST_SLOT = {
    "appointment_id": 2,
    "new_slot_id": "slot_loc_park_ave_1",
    "new_start": "2026-08-24T09:00",
    "new_end": "2026-08-24T09:30",
}


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load("healthcare")


@pytest.fixture
def desk(pack: Pack) -> Iterator[Desk]:
    desk = Desk(pack)
    yield desk
    desk.close()


@pytest.fixture
def golden() -> list[dict[str, Any]]:
    return list(json.loads(GOLDEN.read_text())["tools"])


def hand(desk: Desk, role: str) -> None:
    arguments = {"next_intent": "other"} if role == "identity" else {}
    desk.call(f"transfer_to_{role}", arguments)
    assert desk.role == role


def verified(desk: Desk, role: str, full_name: str = "Maria Alvarez", dob: str = "1972-06-30") -> Desk:
    hand(desk, "identity")
    assert desk.call("verify_identity", {"full_name": full_name, "dob": dob})["ok"]
    hand(desk, role)
    return desk


def code(desk: Desk, tool: str, **arguments: Any) -> str | None:
    answer: dict[str, Any] = desk.call(tool, arguments)
    assert answer["ok"] is (answer["error_code"] is None)
    assert answer["ok"] or answer["patient_safe_message"]
    error_code: str | None = answer["error_code"]
    return error_code


def test_answers_the_golden_calls_alike(desk: Desk, golden: list[dict[str, Any]]) -> None:
    for call in golden:
        answer = desk.call(call["name"], call["arguments"])
        if call["name"] == "find_slots":
            for slot in answer["data"]["slots"]:  # the log leaves the clinician's display name out
                assert slot.pop("provider") == "Dr. Chen"
        assert answer == call["result"]


def test_the_golden_call_passes_once_the_chart_was_looked_up(
    pack: Pack, desk: Desk, golden: list[dict[str, Any]]
) -> None:
    for call in golden:
        if call["name"] == "verify_identity":
            desk.call("identify_patient", {"first_name": "Maria", "last_name": "Alvarez", "dob": "1972-06-30"})
        desk.call(call["name"], call["arguments"])
    log = Log(task="healthcare/C5-H1", tools=tuple(desk.log), database=desk.snapshot())
    assert grade(expectation(pack, "C5-H1"), log).outcome == "passed"


def test_the_golden_call_fails_without_the_look_up(pack: Pack, desk: Desk, golden: list[dict[str, Any]]) -> None:
    for call in golden:
        desk.call(call["name"], call["arguments"])
    log = Log(task="healthcare/C5-H1", tools=tuple(desk.log), database=desk.snapshot())
    verdict = grade(expectation(pack, "C5-H1"), log)
    gates = (verdict.gates.tools, verdict.gates.handoffs, verdict.gates.database)
    assert [gate.outcome for gate in gates] == ["failed", "passed", "passed"]


def test_reading_and_texting_leave_the_tables_alone(desk: Desk, golden: list[dict[str, Any]]) -> None:
    seed = desk.snapshot()
    for call in golden:
        if call["name"] != "reschedule_appointment":
            desk.call(call["name"], call["arguments"])
    assert desk.snapshot() == seed


@pytest.mark.parametrize(
    ("first_name", "last_name", "dob", "patient_id"),
    [
        ("Maria", "Alvarez", "1972-06-30", "pat_maria_alvarez"),
        ("Maria", "Alvarez", "1972-06-29", "pat_maria_alvarez_2"),
        ("Maria", "Alvarez", "1973-06-30", "pat_maria_alvarez_3"),
        ("Mario", "Alvarez", "1972-06-30", "pat_mario_alvarez"),
        ("katherine", "o brien", "1985-03-14", "pat_katherine_obrien"),
        ("Catherine", "O'Brien", "1985-03-14", "pat_catherine_obrien"),
        ("José", "Ramírez", "1959-09-23", "pat_jose_ramirez"),
        ("Ann", "Delacruz", "1948-08-08", "pat_ann_delacruz"),
    ],
)
def test_tells_near_twins_apart(desk: Desk, first_name: str, last_name: str, dob: str, patient_id: str) -> None:
    hand(desk, "identity")
    found = desk.call("identify_patient", {"first_name": first_name, "last_name": last_name, "dob": dob})
    assert found["data"]["record_found"] is True
    assert patient_id not in json.dumps(found)
    opened = desk.call("verify_identity", {"full_name": f"{first_name} {last_name}", "dob": dob})
    assert opened["data"] == {"verified": True, "patient_id": patient_id}


def test_the_third_failed_check_locks_the_call(desk: Desk) -> None:
    hand(desk, "identity")
    assert code(desk, "identify_patient", first_name="Maria", last_name="Alvarez", dob="1972-06-28") == "NO_MATCH"
    assert code(desk, "verify_identity", full_name="Maria Alvarez", dob="1971-06-30") == "IDENTITY_MISMATCH"
    assert code(desk, "verify_identity", full_name="Maria Alvarado", dob="1972-06-30") == "IDENTITY_LOCKED"
    assert code(desk, "verify_identity", **MARIA) == "IDENTITY_LOCKED"
    assert (
        code(desk, "identify_patient", first_name="Maria", last_name="Alvarez", dob="1972-06-30") == "IDENTITY_LOCKED"
    )
    assert code(desk, "get_patient_summary") == "NOT_VERIFIED"


def test_two_failed_checks_do_not_lock(desk: Desk) -> None:
    hand(desk, "identity")
    for _ in range(2):
        code(desk, "verify_identity", full_name="Maria Alvarez", dob="1971-06-30")
    assert code(desk, "verify_identity", **MARIA) is None


def test_the_check_must_agree_with_the_chart_that_was_found(desk: Desk) -> None:
    hand(desk, "identity")
    desk.call("identify_patient", {"first_name": "Mario", "last_name": "Alvarez", "dob": "1972-06-30"})
    assert code(desk, "verify_identity", **MARIA) == "IDENTITY_MISMATCH"


def test_a_failed_check_closes_the_chart(desk: Desk) -> None:
    hand(desk, "identity")
    assert code(desk, "verify_identity", **MARIA) is None
    code(desk, "verify_identity", full_name="Maria Alvarez", dob="1971-06-30")
    assert code(desk, "get_patient_summary") == "NOT_VERIFIED"


@pytest.mark.parametrize(
    ("role", "tool", "arguments"),
    [
        ("identity", "get_patient_summary", {}),
        ("billing", "get_account_balance", {}),
        ("billing", "explain_charge", {"line_item_id": "li_visit"}),
        ("billing", "offer_financing", {}),
        ("billing", "send_payment_link", {"mobile_e164": "+12125550133"}),
        ("scheduling", "find_slots", {"location_ids": ["loc_park_ave"]}),
        ("scheduling", "reschedule_appointment", FIRST_SLOT),
        ("scheduling", "quote_cancellation", {"appointment_id": 2}),
        ("scheduling", "add_to_waitlist", {"appointment_id": 2}),
    ],
)
def test_a_chart_stays_closed_to_strangers(desk: Desk, role: str, tool: str, arguments: dict[str, Any]) -> None:
    hand(desk, "identity")
    if role != "identity":
        hand(desk, role)
    assert code(desk, tool, **arguments) == "NOT_VERIFIED"


def test_each_balance_is_the_sum_of_its_charges(desk: Desk) -> None:
    data = verified(desk, "billing").call("get_account_balance", {})["data"]
    assert data["balance_cents"] == sum(item["amount_cents"] for item in data["line_items"]) == 48000


def test_a_charge_is_explained_to_the_patient_who_has_it(desk: Desk) -> None:
    verified(desk, "billing", dob="1972-06-29")
    assert code(desk, "explain_charge", line_item_id="li_noshow") == "NO_SUCH_CHARGE"
    assert code(desk, "explain_charge", line_item_id="li_visit") is None


@pytest.mark.parametrize(
    ("full_name", "dob", "eligible"),
    [
        ("Maria Alvarez", "1972-06-30", True),
        ("Thomas Okonkwo", "1977-05-17", True),
        ("Kathryn Bryan", "1985-04-14", False),
        ("Marie Alvarez", "1982-06-30", False),
    ],
)
def test_financing_from_200_dollars_and_not_in_collections(
    desk: Desk, full_name: str, dob: str, *, eligible: bool
) -> None:
    data = verified(desk, "billing", full_name, dob).call("offer_financing", {})["data"]
    assert data["eligible"] is eligible
    assert (data["provider"], data["note"] is None) == (("CareCredit", True) if eligible else (None, False))


def test_the_link_goes_to_the_mobile_on_the_chart(desk: Desk) -> None:
    verified(desk, "billing")
    assert code(desk, "send_payment_link", mobile_e164="+17185550133") == "MOBILE_NOT_ON_CHART"
    sent = desk.call("send_payment_link", {"mobile_e164": "212-555-0133"})
    assert sent["data"] == {"sent": True, "channel": "sms", "mobile_e164": "+12125550133", "amount_cents": None}


def test_no_link_where_nothing_is_owed(desk: Desk) -> None:
    verified(desk, "billing", "Mario Alvarez")
    assert code(desk, "send_payment_link", mobile_e164="+16465550133") == "NOTHING_OWED"


def test_slots_are_free_to_come_and_in_order(desk: Desk) -> None:
    verified(desk, "scheduling")
    everywhere = ["loc_park_ave", "loc_brooklyn_heights", "loc_windermere"]
    slots = desk.call("find_slots", {"location_ids": everywhere, "max_results": 50})["data"]["slots"]
    assert len(slots) == 5
    assert [slot["start"] for slot in slots] == sorted(slot["start"] for slot in slots)
    assert slots[0]["start"] > "2026-08-19T12:00"


def test_slots_can_be_narrowed(desk: Desk) -> None:
    verified(desk, "scheduling")
    wanted = {"location_ids": ["loc_park_ave"], "after": "2026-08-26", "appointment_type_code": "MED_VISIT"}
    slots = desk.call("find_slots", wanted)["data"]["slots"]
    assert [slot["slot_id"] for slot in slots] == [
        "slot_loc_park_ave_8",
        "slot_loc_park_ave_12",
        "slot_loc_park_ave_15",
    ]


@pytest.mark.parametrize(
    ("change", "error_code"),
    [
        ({"appointment_id": 1}, "NOT_UPCOMING"),
        ({"appointment_id": 3}, "NO_SUCH_APPOINTMENT"),
        ({"appointment_id": 99}, "NO_SUCH_APPOINTMENT"),
        ({"new_slot_id": "slot_loc_park_ave_99"}, "NO_SUCH_SLOT"),
        ({"new_slot_id": "slot_loc_park_ave_6"}, "SLOT_TAKEN"),
        ({"new_slot_id": "slot_loc_park_ave_14"}, "SLOT_TAKEN"),
        ({"new_slot_id": "slot_loc_park_ave_8"}, "WRONG_VISIT_TYPE"),
        ({"new_slot_id": "slot_loc_brooklyn_heights_5"}, "OTHER_OFFICE"),
        ({"new_start": "2026-08-24T10:00"}, "SLOT_TIME_MISMATCH"),
        ({"new_end": "2026-08-24T10:00"}, "SLOT_TIME_MISMATCH"),
    ],
)
def test_what_cannot_be_moved(desk: Desk, change: dict[str, Any], error_code: str) -> None:
    seed = verified(desk, "scheduling").snapshot()
    assert code(desk, "reschedule_appointment", **{**FIRST_SLOT, **change}) == error_code
    assert desk.snapshot() == seed


def test_a_moved_visit_takes_its_slot_and_can_move_again(desk: Desk) -> None:
    verified(desk, "scheduling")
    assert code(desk, "reschedule_appointment", **FIRST_SLOT) is None
    free = desk.call("find_slots", {"location_ids": ["loc_park_ave"]})["data"]["slots"]
    assert free[0]["slot_id"] == "slot_loc_park_ave_2"
    again = {"new_slot_id": free[0]["slot_id"], "new_start": free[0]["start"], "new_end": free[0]["end"]}
    assert code(desk, "reschedule_appointment", appointment_id=2, **again) is None


@pytest.mark.parametrize(
    ("now", "topic", "due_by"),
    [
        ("2026-08-19T12:00", "clinical", "2026-08-19T17:00"),
        ("2026-08-19T12:00", "billing", "2026-08-20T17:00"),
        ("2026-08-19T15:00", "clinical", "2026-08-20T17:00"),
        ("2026-08-21T15:00", "billing", "2026-08-25T17:00"),
        ("2026-08-22T10:00", "clinical", "2026-08-24T17:00"),
    ],
)
def test_callbacks_fall_on_working_days(pack: Pack, now: str, topic: str, due_by: str) -> None:
    moment = datetime.fromisoformat(now).replace(tzinfo=pack.now.tzinfo)
    desk = Desk(pack.model_copy(update={"now": moment}))
    answer = desk.call("request_callback", {"phone": "212-555-0100", "topic": topic})
    assert answer["data"]["due_by"] == due_by
    desk.close()


def test_the_offices_need_no_check(desk: Desk) -> None:
    assert desk.role == "reception"
    assert code(desk, "list_locations", location_id="loc_queens") == "NO_SUCH_OFFICE"
    assert len(desk.call("list_locations", {})["data"]["locations"]) == 3
