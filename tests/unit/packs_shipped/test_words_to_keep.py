"""A message with nothing in it is no message: the desks turn it down, so that no task passes by one."""

from collections.abc import Mapping
from contextlib import closing
from typing import Any

import pytest

from voicebench.desk import Desk
from voicebench.packs import load
from voicebench.toolkit import Refusal, words

Calls = Mapping[str, Mapping[str, Any]]

OWNER: Calls = {
    "transfer_to_verification": {},
    "identify_customer": {"phone": "503-555-0146"},
    "verify_identity": {"postal_code": "97209", "card_last4": "7302"},
    "transfer_to_orders": {},
}
PATIENT: Calls = {
    "transfer_to_identity": {"next_intent": "clinical"},
    "identify_patient": {"first_name": "Kathryn", "last_name": "Bryan", "dob": "1985-04-14"},
    "verify_identity": {"full_name": "Kathryn Bryan", "dob": "1985-04-14"},
    "transfer_to_clinical": {},
}
CHECKED: Calls = {
    "transfer_to_conflicts": {},
    "run_conflict_check": {"client_name": "Renske Oldenkamp", "opposing_name": "Bartholomew Czerny"},
    "transfer_to_intake": {},
    "match_attorney": {"practice_area": "real_estate", "state": "Illinois"},
}


def _client(name: str, file_number: str, born: str, desk: str) -> Calls:
    return {
        "transfer_to_verification": {"next_intent": desk},
        "identify_client": {"full_name": name, "file_number": file_number},
        "verify_client": {"date_of_birth": born},
        f"transfer_to_{desk}": {},
    }


PHONE = {"phone": "309-555-0105"}
HURT = {"danger": "injury", "anyone_hurt": True}
NOTE = {"topic": "aftercare", **PHONE}
STREET = {"order_number": "KE-4450226", "postal_code": "97214"}
LINE = {"invoice_number": "IN-2063", "line": 3}
OUTSIDE = {"attorney_id": "att_moss", "caller_name": "Cordelia Whitlock", **PHONE}
MAIL = {"reason": "complaint", **PHONE}
TO_ESCALATION: Calls = {"transfer_to_escalation": {}}
THEO = _client("Theo Baptista", "RI-4405", "1986-01-07", "matters")
GARETH = _client("Gareth Llewellyn", "DV-3390", "1970-09-21", "billing")

# fmt: off
CASES = {
    "raise_escalation": ("customer_support", TO_ESCALATION, {"reason": "other", **PHONE}, "summary"),
    "log_complaint": ("customer_support", TO_ESCALATION, {"topic": "staff", **PHONE}, "summary"),
    "log_safety_report": ("customer_support", TO_ESCALATION, {**HURT, **PHONE}, "summary"),
    "quote_redirect": ("customer_support", OWNER, STREET, "street"),
    "take_nurse_message": ("healthcare", PATIENT, NOTE, "message"),
    "leave_voicemail": ("healthcare", {"transfer_to_human": {}}, MAIL, "message"),
    "record_inquiry": ("legal", CHECKED, PHONE, "summary"),
    "take_message": ("legal", THEO, {"matter_id": "RI-4405", **PHONE}, "message"),
    "dispute_charge": ("legal", GARETH, LINE, "reason"),
    "leave_outside_message": ("legal", TO_ESCALATION, OUTSIDE, "message"),
}
# fmt: on


@pytest.mark.parametrize("tool", CASES)
def test_words_that_are_kept_may_not_be_blank(tool: str) -> None:
    pack, before, given, argument = CASES[tool]
    with closing(Desk(load(pack))) as desk:
        for name, arguments in before.items():
            result = desk.call(name, arguments)
            assert result.get("ok", result.get("success")), result
        seed = desk.snapshot()
        for blank in ("", "  ", ".", "\u200b"):
            assert desk.call(tool, {**given, argument: blank})["error_code"] == "NO_WORDS"
        assert desk.snapshot() == seed
        assert desk.call(tool, {**given, argument: "12 Elm Street"})["ok"]


def test_words_stay_as_they_are() -> None:
    assert words(" It's 3025, I think. ") == " It's 3025, I think. "
    with pytest.raises(Refusal) as refused:
        words("...")
    assert refused.value.code == "NO_WORDS"
