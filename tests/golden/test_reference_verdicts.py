"""The two recorded conversations get exactly the verdicts stated beside them."""

import json
from pathlib import Path

import pytest

from voicebench.verify import grade, read_expectation, read_log

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", ["r-h4", "c5-h1"])
def test_reference_verdict(name: str) -> None:
    expectation = read_expectation(HERE / f"{name}.expected.json")
    verdict = grade(expectation, read_log(HERE / f"{name}.log.json"))
    assert json.loads(verdict.model_dump_json(exclude={"reason"})) == expectation.verdict


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("r-h4", 'database: expected "none", found "" in scam_reports row 1, column payment_requested'),
        (
            "c5-h1",
            'tools: expected identify_patient(first_name="Maria", last_name="Alvarez", dob="1972-06-30"), '
            "found no such call",
        ),
    ],
)
def test_reference_reason(name: str, reason: str) -> None:
    verdict = grade(read_expectation(HERE / f"{name}.expected.json"), read_log(HERE / f"{name}.log.json"))
    assert verdict.reason == reason
