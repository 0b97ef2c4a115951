from collections.abc import Callable
from pathlib import Path

import pytest

from voicebench.record import CallRecord
from voicebench.run.grading import grade_record
from voicebench.run.plan import CallPlan
from voicebench.run.select import Selection, plan_calls
from voicebench.run.store import RunFolder
from voicebench.run.stored import StoredCall
from voicebench.stack import load_stack
from voicebench.testing.records import make_expectation, make_record

BAKERY = Path(__file__).parents[1] / "packs" / "data" / "corner_bakery"


def stored(record: CallRecord | None = None) -> StoredCall:
    record, expectation = record or make_record(), make_expectation()
    return StoredCall(record, expectation, grade_record(record, expectation), {"wall_s": 1.5})


@pytest.fixture
def store() -> Callable[..., StoredCall]:
    """``store(record)``: a graded call."""
    return stored


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return RunFolder.create(tmp_path / "run", {"seed": 1})


@pytest.fixture
def plans() -> Callable[[int], tuple[CallPlan, ...]]:
    """``plans(n)``: n trials of the tiny pack's task."""

    def make(trials: int) -> tuple[CallPlan, ...]:
        return plan_calls(
            Selection(load_stack("text"), packs=[str(BAKERY)], trials=range(trials), costs="measured", trusted=True)
        )

    return make
