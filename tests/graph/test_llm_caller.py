"""A caller whose words a model chooses, in whole calls on the stack ``text``: a good one, and every kind of bad one."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from voicebench import packs
from voicebench.line import load as load_line
from voicebench.record import CallRecord
from voicebench.run.costs import run_costs
from voicebench.run.grading import grade_record
from voicebench.run.live import calls
from voicebench.run.plan import CallerModel, CallPlan
from voicebench.seeds import call_seed
from voicebench.stack import LlmSpec, load_stack
from voicebench.testing.caller_server import CallerServer, Spoil, Turn
from voicebench.testing.llm_server import ScriptedLlm
from voicebench.testing.llm_steps import Send, Status, content

TASK = "healthcare/C5-H1"
MakeCall = Callable[..., CallRecord]


def plan_of(which: str) -> CallPlan:
    pack_name, name = which.split("/")
    pack, stack = packs.load(pack_name), load_stack("text")
    costs = run_costs("profile:local", (), stack)
    return CallPlan(pack, pack.tasks[name], 0, call_seed(1, which, 0), stack, load_line("clean"), costs)


def model_at(base_url: str, reruns: int) -> CallerModel:
    return CallerModel(llm=LlmSpec(engine="openai", model="people", base_url=base_url), reruns=reruns)


@pytest.fixture(scope="module")
def make_call() -> Iterator[MakeCall]:
    with calls() as make:

        def call(spoil: Spoil | None = None, which: str = TASK, reruns: int = 0) -> CallRecord:
            plan = plan_of(which)
            with CallerServer(plan.task.caller, spoil) as server:
                return make(replace(plan, caller=model_at(server.base_url, reruns)))

        yield call


def outcome(record: CallRecord, which: str = TASK) -> tuple[str, str | None]:
    plan = plan_of(which)
    graded = grade_record(record, packs.expectation(plan.pack, plan.task.id))
    return graded.verdict.outcome, graded.fault


@pytest.mark.parametrize("which", [TASK, "customer_support/R-H4"])
def test_a_good_caller_is_as_good_as_the_scripted_one(make_call: MakeCall, which: str) -> None:
    record = make_call(which=which)
    assert outcome(record, which) == ("passed", None)
    assert record.drawn["caller"] == {"model": "people"}
    asked = record.machine["caller_model"]["requests"]
    assert record.machine["caller_model"]["usage"] == {"prompt_tokens": 7 * asked, "completion_tokens": 3 * asked}


def test_the_time_that_the_callers_model_takes_is_none_of_the_calls(make_call: MakeCall) -> None:
    """It is asked over HTTP, which takes some real milliseconds; the call's events know nothing of it."""
    first, second = make_call(), make_call()
    assert first.events == second.events
    assert first == replace(second, machine=first.machine)


BAD = {
    "blank": ("", "it says nothing"),
    "remark alone": ("(sighs)", "it says nothing"),
    "speaks for the agent": ("Agent: May I have your date of birth?", "it speaks for the agent"),
    "offers help": ("How can I help you today?", "it speaks for the agent"),
    "does the agent's work": ("I've scheduled that for you.", "it speaks for the agent"),
    "makes up a number": ("My mobile number is 212-555-0199.", "it makes up"),
    "makes up a name": ("My name is Martha Alvarado.", "it makes up Martha Alvarado"),
    "makes up a date": ("I was born on July 4th, 1980.", "it makes up 1980-07-04"),
    "hangs up in the same breath": ("My name is Maria Alvarez. HANG_UP", "it hangs up in the breath"),
    "hangs up early": ("HANG_UP", "it hangs up before this was done"),
    "keeps silent": ("WAIT", "it keeps silent when it was asked something"),
    "says goodbye": ("Okay, thanks, bye.", "it says goodbye"),
    "rambles": ("Well, you know how it is. " * 12, "it talks for too long"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_slip_is_turned_back_and_nobody_hears_it(make_call: MakeCall, kind: str) -> None:
    slip, _ = BAD[kind]
    record = make_call(lambda turn: slip if (turn.number, turn.attempt) == (0, 0) else turn.answer)
    assert outcome(record) == ("passed", None)
    assert slip not in {event.data["text"] for event in record.events if event.kind == "said"}


@pytest.mark.parametrize("kind", BAD)
def test_a_caller_that_keeps_at_it_breaks_the_call_and_the_agent_is_not_blamed(make_call: MakeCall, kind: str) -> None:
    slip, why = BAD[kind]
    record = make_call(lambda turn: turn.answer if turn.number else slip)
    assert outcome(record) == ("errored", "caller")
    assert record.ending.message.startswith(f"caller: {why}")


def test_a_caller_that_repeats_itself(make_call: MakeCall) -> None:
    record = make_call(lambda _: "I'm not sure what you mean.")
    assert outcome(record) == ("errored", "caller")
    assert "it says the same over and over" in record.ending.message


def test_labels_and_remarks_around_good_words_are_left_out(make_call: MakeCall) -> None:
    record = make_call(lambda turn: f'Caller: "{turn.answer}" (sighs)' if turn.answer.endswith(".") else turn.answer)
    assert outcome(record) == ("passed", None)


def test_a_closing_line_that_the_model_says_itself_is_a_hang_up(make_call: MakeCall) -> None:
    closing = plan_of(TASK).task.caller.closing
    record = make_call(lambda turn: closing if turn.answer == "HANG_UP" else turn.answer)
    assert outcome(record) == ("passed", None)


def test_a_call_that_the_caller_broke_is_made_again_up_to_a_limit(make_call: MakeCall) -> None:
    made = []

    def breaks_twice(turn: Turn) -> str:
        made.append((turn.number, turn.attempt) == (0, 0))
        return "" if turn.number == 0 and sum(made) <= 2 else turn.answer

    record = make_call(breaks_twice, reruns=2)
    assert outcome(record) == ("passed", None)
    assert [fault.split(" (")[0] for fault in record.machine["caller_faults"]] == ["caller: it says nothing"] * 2
    record = make_call(lambda _: "", reruns=1)
    assert outcome(record) == ("errored", "caller")
    assert len(record.machine["caller_faults"]) == 1


@pytest.mark.parametrize("words", ["That key is not known.", None], ids=["refused", "gone"])
def test_an_endpoint_of_the_callers_that_fails_is_no_fault_of_the_agents(words: str | None) -> None:
    answer = [Status(401, f'{{"error": {{"message": "{words}"}}}}')] if words else [Send(content("Hi")), Send("{no")]
    with calls() as make, ScriptedLlm(answer) as server:
        record = make(replace(plan_of(TASK), caller=model_at(server.base_url, 0)))
    assert outcome(record) == ("errored", "caller")
    assert (words or "not JSON") in record.ending.message
