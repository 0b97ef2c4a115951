"""Straus Dermatology: triage, messages, refills and lab work; the way to a person; the same calls, the same rows."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest

from voicebench.desk import Desk
from voicebench.packs import load
from voicebench.task import Pack

Open = Callable[..., Desk]
MARIO = ("Mario Alvarez", "1972-06-30")
DMITRI = ("Dmitri Kowalczyk", "1963-12-31")
BEATRICE = ("Beatrice Vandenberg", "1966-10-12")


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


# Clinical


def test_a_red_flag_stops_every_write(at: Open) -> None:
    desk = at("clinical", DMITRI)
    answer = desk.call("triage_symptom", {"symptom": "face_or_throat_swelling"})
    assert (answer["data"]["level"], "911" in answer["patient_safe_message"]) == ("emergency", True)
    note = {"topic": "symptom", "message": "My lips are swelling.", "phone": "646-555-0195"}
    assert refused(desk, "take_nurse_message", **note) == "EMERGENCY"
    assert refused(desk, "request_refill", prescription_id="rx_2121") == "EMERGENCY"
    assert refused(desk, "request_callback", phone="646-555-0195", topic="clinical") == "EMERGENCY"
    desk.call("transfer_to_scheduling", {})
    hold = {"slot_id": "slot_loc_park_ave_12", "appointment_type_code": "MED_VISIT"}
    assert refused(desk, "hold_slot", **hold) == "EMERGENCY"


@pytest.mark.parametrize(
    ("symptom", "urgency", "due_by"),
    [("hives", "same_day", "2026-08-19T17:00"), ("itching", "routine", "2026-08-20T17:00")],
)
def test_a_message_stands_word_for_word_and_once(at: Open, symptom: str, urgency: str, due_by: str) -> None:
    desk = at("clinical", DMITRI)
    desk.call("triage_symptom", {"symptom": symptom})
    note = {"topic": "symptom", "message": "It came back on Sunday.", "phone": "646-555-0195"}
    answers = [done(desk, "take_nurse_message", **note) for _ in range(2)]
    assert [answer["due_by"] for answer in answers] == [due_by, due_by]
    kept = desk.snapshot()["nurse_messages"]
    assert [(row["message"], row["urgency"]) for row in kept] == [("It came back on Sunday.", urgency)]


@pytest.mark.parametrize(
    ("who", "concern", "level"),
    [
        (("Kathryn Bryan", "1985-04-14"), "blistering", "same_day"),
        (("Leona Abernathy", "1955-04-01"), "blistering", "routine"),
        (("Ann De La Cruz", "1948-08-08"), "bleeding", "same_day"),
        (("Dimitra Kovalchuk", "1963-12-30"), "vision_change", "emergency"),
        (DMITRI, "bruising", "routine"),
    ],
)
def test_aftercare_goes_by_the_day(at: Open, who: tuple[str, str], concern: str, level: str) -> None:
    assert done(at("clinical", who), "check_aftercare", concern=concern)["level"] == level


def test_no_aftercare_after_thirty_days(at: Open) -> None:
    desk = at("clinical", ("Anna Delacroix", "1949-08-18"))
    assert refused(desk, "check_aftercare", concern="bleeding") == "NO_RECENT_PROCEDURE"


@pytest.mark.parametrize(
    ("who", "prescription_id", "error_code"),
    [
        (BEATRICE, "rx_2103", "REFILL_TOO_SOON"),
        (BEATRICE, "rx_2101", "NO_SUCH_PRESCRIPTION"),
        (("Beatrix Vandenberg", "1966-10-21"), "rx_2101", "NO_RECENT_VISIT"),
        (DMITRI, "rx_2120", "CONTROLLED_DRUG"),
        (("Priya Raghunathan", "1993-10-05"), "rx_2130", "MONTHLY_VISIT_NEEDED"),
        (("Yosef Hargreaves", "1988-07-21"), "rx_2150", "NO_RECENT_VISIT"),
    ],
)
def test_refills_that_policy_refuses(at: Open, who: tuple[str, str], prescription_id: str, error_code: str) -> None:
    assert refused(at("clinical", who), "request_refill", prescription_id=prescription_id) == error_code


@pytest.mark.parametrize(
    ("who", "prescription_id"),
    [(BEATRICE, "rx_2102"), (DMITRI, "rx_2121"), (("Priya Ragunath", "1993-10-15"), "rx_2131")],
)
def test_a_refill_is_asked_for_once(at: Open, who: tuple[str, str], prescription_id: str) -> None:
    desk = at("clinical", who)
    for _ in range(2):
        assert done(desk, "request_refill", prescription_id=prescription_id)["status"] == "sent_to_clinician"
    assert [row["prescription_id"] for row in desk.snapshot()["refill_requests"]] == [prescription_id]


def test_lab_work_has_a_status_and_no_result(at: Open) -> None:
    labs = done(at("clinical", DMITRI), "get_lab_status")["labs"]
    assert [lab["status"] for lab in labs] == ["with_clinician"]
    assert set(labs[0]) == {"lab_id", "test", "collected", "status", "approved_words"}


# The way to a person


def test_an_open_team_takes_the_caller_in_line_once(at: Open) -> None:
    desk = at("human")
    assert done(desk, "check_queue", reason="complaint")["wait_minutes"] == 12
    assert [done(desk, "join_queue", reason="complaint")["position"] for _ in range(2)] == [3, 3]
    assert [row["position"] for row in desk.snapshot()["staff_queue"]] == [3]


@pytest.mark.parametrize(("reason", "opens"), [("billing_review", "13:00"), ("privacy", "08:00")])
def test_a_closed_team_takes_a_message(at: Open, reason: str, opens: str) -> None:
    desk = at("human")
    assert (found := done(desk, "check_queue", reason=reason))["open_now"] is False
    assert found["opens"] == opens
    assert refused(desk, "join_queue", reason=reason) == "TEAM_CLOSED"
    mail = {"reason": reason, "message": "Please drop the fee.", "phone": "212-555-0133"}
    assert [done(desk, "leave_voicemail", **mail)["answered_by"] for _ in range(2)] == ["2026-08-20T17:00"] * 2
    assert [row["message"] for row in desk.snapshot()["voicemails"]] == ["Please drop the fee."]


@pytest.mark.parametrize(
    ("location_id", "on_date", "opens", "holiday"),
    [
        ("loc_park_ave", "2026-08-22", "09:00", None),
        ("loc_windermere", "2026-08-22", None, None),
        ("loc_park_ave", "2026-09-07", None, "Labor Day"),
        ("loc_brooklyn_heights", "2026-09-08", "08:00", None),
    ],
)
def test_office_hours_know_the_holidays(
    at: Open, location_id: str, on_date: str, opens: str | None, holiday: str | None
) -> None:
    found = done(at("human"), "get_office_hours", location_id=location_id, on_date=on_date)
    assert (found["opens"], found["holiday"], found["open"]) == (opens, holiday, opens is not None)


# All of it


def test_the_same_calls_leave_the_same_rows_and_tokens(pack: Pack) -> None:
    def run(now: str) -> tuple[Any, Any]:
        moment = datetime.fromisoformat(now).replace(tzinfo=pack.now.tzinfo)
        desk = Desk(pack.model_copy(update={"now": moment}))
        desk.call("transfer_to_identity", {"next_intent": "cosmetic"})
        desk.call("verify_identity", {"full_name": MARIO[0], "dob": MARIO[1]})
        desk.call("transfer_to_cosmetic", {})
        held = done(desk, "hold_consult", slot_id="slot_loc_park_ave_2", service="filler")
        done(desk, "book_consult", hold_token=held["hold_token"])
        left = desk.snapshot()
        desk.close()
        return held, left

    assert run("2026-08-19T12:00") == run("2026-08-19T12:00")
    assert run("2026-08-19T12:00") != run("2026-08-19T12:01")


def test_every_refusal_has_its_words_and_all_words_are_used(pack: Pack) -> None:
    sources = "".join(path.read_text() for path in sorted((pack.folder / "tools").glob("*.py")))
    seed = pack.seed_sql.partition("INSERT INTO refusals")[2].partition(";\n\n")[0]
    worded = {line.split("'")[1] for line in seed.splitlines() if line.startswith("  ('")}
    kinds = {"COS_CONSULT", "MED_VISIT", "SKIN_CHECK", "ALLERGY_TEST"}
    assert set(re.findall(r'"([A-Z_]{7,})"', sources)) - kinds == worded


def test_a_prompt_names_all_that_its_desk_has_and_no_code_that_is_none(pack: Pack) -> None:
    known = pack.seed_sql + "".join(path.read_text() for path in sorted((pack.folder / "tools").glob("*.py")))
    for role in pack.roles.values():
        assert [name for name in (*role.tools, *role.handoffs) if name not in role.prompt] == []
        assert [code for code in re.findall(r"\b[A-Z]{2,}(?:_[A-Z]+)+\b", role.prompt) if code not in known] == []
