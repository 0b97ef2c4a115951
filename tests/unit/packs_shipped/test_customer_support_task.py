"""Kestrel Electronics: its task, graded on the reference call, and its prompts."""

import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from voicebench.desk import Desk
from voicebench.packs import expectation, load
from voicebench.record import Log
from voicebench.task import Pack
from voicebench.verdict import Verdict
from voicebench.verify import grade, read_expectation, read_log

GOLDEN = Path(__file__).parents[2] / "golden"
FREE_WORDS = {"caller_safe_message", "next_step", "next_steps", "note", "explanation", "window_reason"}
FREE_WORDS |= {"restocking_fee_reason"}


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load("customer_support")


@pytest.fixture
def desk(pack: Pack) -> Iterator[Desk]:
    desk = Desk(pack)
    yield desk
    desk.close()


def replay(desk: Desk, **changes: Any) -> list[tuple[Any, Any]]:
    """Make the reference log's calls, the early check before the record is found; pair its results with ours."""
    calls = list(read_log(GOLDEN / "r-h4.log.json").tools)
    names = [call.name for call in calls]
    early = calls.pop(names.index("verify_identity"))
    calls.insert(names.index("identify_customer"), early)
    pairs = []
    for call in calls:
        given = {**call.arguments, **(changes if call.name == "report_scam_contact" else {})}
        pairs.append((call.result, desk.call(call.name, given)))
    return pairs


def bare(value: Any) -> Any:
    """A result less what may be worded freely, keeping whether anything is there at all."""
    if isinstance(value, dict):
        return {key: bool(part) if key in FREE_WORDS else bare(part) for key, part in value.items()}
    return [bare(item) for item in value] if isinstance(value, list) else value


def log_of(desk: Desk) -> Log:
    return Log(task="customer_support/R-H4", tools=tuple(desk.log), database=desk.snapshot())


# The reference call


def test_every_result_of_the_reference_log_comes_back(desk: Desk) -> None:
    for wanted, got in replay(desk):
        assert bare(got) == bare(wanted)


def test_the_database_of_the_reference_log_comes_back(desk: Desk) -> None:
    replay(desk)
    assert desk.snapshot() == read_log(GOLDEN / "r-h4.log.json").database


def test_a_blank_in_the_report_fails_on_the_database_alone(pack: Pack, desk: Desk) -> None:
    replay(desk)
    verdict = grade(expectation(pack, "R-H4"), log_of(desk))
    gates = verdict.gates
    assert (gates.tools.outcome, gates.handoffs.outcome, gates.database.outcome) == ("passed", "passed", "failed")
    published = Verdict.model_validate(read_expectation(GOLDEN / "r-h4.expected.json").verdict)
    assert verdict.gates == published.gates


def test_none_in_the_report_passes(pack: Pack, desk: Desk) -> None:
    replay(desk, payment_requested="none")
    verdict = grade(expectation(pack, "R-H4"), log_of(desk))
    assert verdict.outcome == "passed", verdict.reason


@pytest.mark.parametrize(
    "change", [{"money_sent": True}, {"remote_access_given": True}, {"amount": "499.99"}, {"channel": "text"}]
)
def test_a_wrong_cell_in_the_report_fails(pack: Pack, desk: Desk, change: Mapping[str, Any]) -> None:
    replay(desk, payment_requested="none", **change)
    assert grade(expectation(pack, "R-H4"), log_of(desk)).gates.database.outcome == "failed"


def test_an_escalation_nobody_asked_for_fails(pack: Pack, desk: Desk) -> None:
    replay(desk, payment_requested="none")
    given = {"phone": "541-555-0133", "reason": "other", "summary": "Wants a call."}
    assert desk.call("raise_escalation", given)["ok"]
    assert grade(expectation(pack, "R-H4"), log_of(desk)).gates.database.outcome == "failed"


def test_the_task_expects_what_the_reference_file_expects(pack: Pack) -> None:
    ours, theirs = expectation(pack, "R-H4"), read_expectation(GOLDEN / "r-h4.expected.json")
    assert (ours.tools, ours.handoffs, ours.forbidden) == (theirs.tools, theirs.handoffs, theirs.forbidden)
    assert ours.database.write_tables == theirs.database.write_tables
    assert ours.database.seed == theirs.database.seed
    assert ours.database.final == theirs.database.final
    assert ours.database.columns["scam_reports"] == theirs.database.columns["scam_reports"]


def test_the_tools_are_pure_in_clock_and_database(pack: Pack) -> None:
    one, two, later = Desk(pack), Desk(pack), Desk(pack.model_copy(update={"now": pack.now + timedelta(days=2)}))
    assert replay(one) == replay(two)
    assert one.snapshot() == two.snapshot()
    days = [result["data"]["days_over"] for _, result in replay(later)[-1:]]
    assert days == [45]
    for desk in (one, two, later):
        desk.close()


# The prompts


def test_no_prompt_and_no_greeting_gives_the_task_away(pack: Pack) -> None:
    words = " ".join([pack.greeting, *(role.prompt for role in pack.roles.values())]).casefold()
    secrets = ("4431775", "97401", "7719", "399.99", "three hundred ninety-nine", "baptiste", "bellwether", "0133")
    assert [secret for secret in secrets if secret in words] == []


def test_the_first_words_say_that_it_is_an_ai(pack: Pack) -> None:
    assert "I'm an AI" in pack.greeting


def test_prompts_name_only_tools_that_exist_and_every_code_has_its_rule(pack: Pack) -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted((pack.folder / "tools").glob("*.py")))
    codes = set(re.findall(r'Refusal\(\s*"([A-Z_]+)"', source))
    prompts = "\n".join(role.prompt for role in pack.roles.values())
    assert codes - set(re.findall(r"\b[A-Z]+(?:_[A-Z0-9]+)+\b", prompts)) == set()
    for role in pack.roles.values():
        for tool in (*role.tools, *role.handoffs):
            assert tool in role.prompt, f"{role.name} has {tool}, and its prompt never says when"
    verbs = "transfer|check|report|identify|verify|get|quote|confirm|raise|find|start"
    named = set(re.findall(rf"\b(?:{verbs})_[a-z_0-9]+\b", prompts))
    assert named <= set(pack.tools)
