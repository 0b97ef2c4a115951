"""Whole calls on the stack ``text``: the caller, the graph, the model over HTTP, the desk and the verifier."""

from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest

from voicebench import packs
from voicebench.line import load as load_line
from voicebench.record import CallRecord
from voicebench.run.costs import run_costs
from voicebench.run.live import calls
from voicebench.run.plan import CallPlan
from voicebench.seeds import call_seed
from voicebench.stack import LlmSpec, load_stack
from voicebench.task import Json, Task, Trait
from voicebench.testing.llm_server import ScriptedLlm
from voicebench.testing.llm_steps import Answer, Drop, Hang, Send, Status, call_piece, content
from voicebench.verdict import Verdict
from voicebench.verify import grade

TASKS = ["customer_support/R-H4", "healthcare/C5-H1", "legal/L2-E1"]
Control = Literal["silent", "refuser", "talker", "overwriter"]
MakeCall = Callable[[CallPlan], CallRecord]


@pytest.fixture(scope="module")
def make_call() -> Iterator[MakeCall]:
    with calls() as make:
        yield make


def _plan(which: str, llm: dict[str, Any] | None = None, task: Task | None = None) -> CallPlan:
    pack_name, name = which.split("/")
    pack, stack = packs.load(pack_name), load_stack("text")
    stack = stack.model_copy(update={"llm": LlmSpec.model_validate(stack.llm.model_dump() | (llm or {}))})
    costs = run_costs("profile:local", (), stack)
    return CallPlan(pack, task or pack.tasks[name], 0, call_seed(1, which, 0), stack, load_line("clean"), costs)


def _graded(plan: CallPlan, record: CallRecord) -> Verdict:
    return grade(packs.expectation(plan.pack, plan.task.id), record.log)


def _arguments(record: CallRecord, tool: str) -> Json:
    return next(call.arguments for call in record.log.tools if call.name == tool)


@pytest.mark.parametrize("which", TASKS)
def test_the_reference_model_passes(make_call: MakeCall, which: str) -> None:
    plan = _plan(which)
    record = make_call(plan)
    verdict = _graded(plan, record)
    assert (verdict.outcome, verdict.reason) == ("passed", None)
    assert (record.ending.by, record.ending.why, record.ending.fault) == ("caller", "done", None)
    assert record.sound is None
    assert record.line == "none"


def test_no_model_of_sound_is_loaded(make_call: MakeCall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("onnxruntime.InferenceSession")
    assert make_call(_plan(TASKS[0])).ending.why == "done"


@pytest.mark.parametrize("which", TASKS)
def test_the_same_call_twice_is_the_same_to_the_letter(make_call: MakeCall, which: str) -> None:
    assert make_call(_plan(which)) == make_call(_plan(which))


@pytest.mark.parametrize("which", TASKS)
@pytest.mark.parametrize("control", ["silent", "refuser", "talker", "overwriter"])
def test_the_controls_fail_and_nothing_breaks(make_call: MakeCall, which: str, control: Control) -> None:
    plan = _plan(which, {"control": control})
    record = make_call(plan)
    assert _graded(plan, record).outcome == "failed"
    assert record.ending.by is not None
    assert record.ending.fault in (None, "agent")
    if control != "overwriter":
        assert not record.log.tools


def _with_trait(which: str, name: str, value: str) -> Task:
    pack_name, task_id = which.split("/")
    task = packs.load(pack_name).tasks[task_id]
    trait = task.caller.traits[name]
    changed = Trait.model_validate(trait.model_dump() | {"value": value})
    caller = task.caller.model_copy(update={"traits": {**task.caller.traits, name: changed}})
    return task.model_copy(update={"caller": caller})


@pytest.mark.parametrize(
    ("which", "trait", "value", "heard_as"),
    [
        ("customer_support/R-H4", "phone", "541-555-0139", ("check_subscription_charge", "phone")),
        ("customer_support/R-H4", "email", "r.baptiste@example.test", ("check_subscription_charge", "email")),
        ("healthcare/C5-H1", "date_of_birth", "1973-07-01", ("identify_patient", "dob")),
        ("healthcare/C5-H1", "mobile", "212-555-0188", ("send_payment_link", "mobile_e164")),
    ],
)
def test_a_tools_arguments_follow_the_callers_words(
    make_call: MakeCall, which: str, trait: str, value: str, heard_as: tuple[str, str]
) -> None:
    record = make_call(_plan(which, task=_with_trait(which, trait, value)))
    tool, argument = heard_as
    assert _arguments(record, tool)[argument] == value


def _openai(server: ScriptedLlm, **limits: float) -> dict[str, Any]:
    return {"engine": "openai", "model": "m", "base_url": server.base_url, **limits}


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ([Status(500, "overloaded")], "answered 500"),
        ([Status(401, "who are you")], "answered 401"),
        ([Send(content("I can")), Drop()], "broke off"),
        ([Send("{nonsense")], "not JSON"),
        ([Send({"choices": [5]})], "not of the protocol"),
    ],
)
def test_a_broken_provider_ends_the_call_by_its_own_fault(make_call: MakeCall, answer: Answer, complaint: str) -> None:
    with ScriptedLlm(answer) as server:
        record = make_call(_plan(TASKS[0], _openai(server)))
    assert (record.ending.by, record.ending.why, record.ending.fault) == (None, "error", "provider")
    assert complaint in record.ending.message


@pytest.mark.parametrize(
    ("answer", "limit"), [([Hang()], "first_token_limit_s"), ([Send(content("I can")), Hang()], "stall_limit_s")]
)
def test_a_provider_that_hangs_ends_the_call_by_its_own_fault(make_call: MakeCall, answer: Answer, limit: str) -> None:
    with ScriptedLlm(answer) as server:
        record = make_call(_plan(TASKS[0], _openai(server, **{limit: 0.3})))
    assert (record.ending.by, record.ending.why, record.ending.fault) == (None, "error", "provider")
    assert "seconds to wait for the model" in record.ending.message


def test_tool_calls_of_a_careless_server_reach_the_desk_one_by_one(make_call: MakeCall) -> None:
    """Two calls under one index, and arguments that are cut off: both stand in the tool log."""
    careless = [
        Send(call_piece(index=0, id="a", name="transfer_to_fraud", arguments="")),
        Send(call_piece(index=0, id="b", name="check_outbound_contact", arguments='{"phone": "541')),
    ]
    with ScriptedLlm(careless, [Send(content("Goodbye."))]) as server:
        record = make_call(_plan(TASKS[0], _openai(server)))
    assert [(call.name, call.arguments) for call in record.log.tools] == [
        ("transfer_to_fraud", {}),
        ("check_outbound_contact", {"_raw": '{"phone": "541'}),
    ]
    assert record.ending.fault is None
