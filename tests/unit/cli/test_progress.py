"""What a person sees while calls are made."""

import io
import re

import pytest
from rich.console import Console

from voicebench.cli.progress import progress
from voicebench.report.rows import CallSummary
from voicebench.run.grading import grade_record
from voicebench.run.plan import CallPlan
from voicebench.run.select import Selection, plan_calls
from voicebench.run.stored import StoredCall
from voicebench.run.summary import summarise
from voicebench.run.watch import Moment
from voicebench.stack import load_stack
from voicebench.testing.records import make_expectation, make_record


@pytest.fixture(scope="module")
def plans() -> tuple[CallPlan, ...]:
    return plan_calls(Selection(load_stack("text"), tasks=["R-H4"], trials=(0, 1)))


@pytest.fixture(scope="module")
def summary() -> CallSummary:
    record, key = make_record(), make_expectation()
    return summarise(StoredCall(record, key, grade_record(record, key), {"wall_s": 1.5}))


def shown(console: Console) -> list[str]:
    """The lines, without the codes that move the cursor."""
    assert isinstance(console.file, io.StringIO)
    return [line for line in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", console.file.getvalue()).splitlines() if line]


def test_a_terminal_shows_a_bar_a_call_with_turn_side_and_time(plans: tuple[CallPlan, ...]) -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=100)
    with progress(console, 2) as told:
        for plan in plans:
            told.started(plan)
        told.moved(plans[0], Moment(3, "caller", 41.6))
    _, first, second = shown(console)[-3:]
    assert re.search(r"customer_support/R-H4 trial 0 +━+ turn 3 +caller 42 s of call", first)
    assert re.search(r"customer_support/R-H4 trial 1 +━+ starting", second)


def test_a_finished_call_loses_its_bar(plans: tuple[CallPlan, ...], summary: CallSummary) -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=100)
    with progress(console, 2) as told:
        told.started(plans[0])
        told.finished(plans[0], summary)
    last = shown(console)[-1]
    assert re.search(r"calls +━+╺━+ 1/2", last)


def test_a_file_gets_plain_lines(plans: tuple[CallPlan, ...], summary: CallSummary) -> None:
    console = Console(file=io.StringIO(), force_terminal=False, width=20)
    with progress(console, 2) as told:
        told.started(plans[1])
        told.moved(plans[1], Moment(3, "caller", 41.6))
        told.finished(plans[1], summary)
    assert shown(console) == [
        "[0/2] customer_support/R-H4 trial 1: started",
        "[1/2] customer_support/R-H4 trial 1: passed after 1.5 s",
    ]
