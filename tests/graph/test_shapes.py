"""Each shape in which streams come, through whole calls on the stack ``text``."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from voicebench import packs
from voicebench.events import EventKind
from voicebench.line import load as load_line
from voicebench.record import CallRecord
from voicebench.reference.reply import ToolCall
from voicebench.run.costs import run_costs
from voicebench.run.live import calls, watchdog_s
from voicebench.run.plan import CallPlan
from voicebench.seeds import call_seed
from voicebench.stack import LlmSpec, load_stack
from voicebench.task import Json
from voicebench.testing.faults import EXTRA_TOOL, SHAPES, Meant
from voicebench.testing.llm_server import ScriptedLlm
from voicebench.testing.llm_steps import Answer, Pause, Send, call_piece, content, finish, usage

TASK = "healthcare/C5-H1"
MakeCall = Callable[..., CallRecord]
GOODBYE: Answer = [Send(content("Goodbye.")), Send(finish("stop"))]
CALL = ToolCall("transfer_to_nobody", {"reason": "a bill"})
MEANT = (Meant("One moment.", (CALL,)), Meant("One moment.", (ToolCall("transfer_to_nobody"),)))


@pytest.fixture(scope="module")
def make_call() -> Iterator[MakeCall]:
    with calls() as make:

        def call(server: ScriptedLlm, clock: Any = "virtual", **llm: Any) -> CallRecord:
            pack, stack = packs.load("healthcare"), load_stack("text")
            endpoint = {"engine": "openai", "model": "m", "base_url": server.base_url}
            spec = LlmSpec.model_validate(endpoint | {"answer_limit_chunks": 40} | llm)
            stack = stack.model_copy(update={"llm": spec})
            costs = run_costs("profile:local", (), stack) if clock == "virtual" else None
            return make(CallPlan(pack, pack.tasks["C5-H1"], 0, call_seed(1, TASK, 0), stack, load_line("clean"), costs))

        yield call


def notes(record: CallRecord, kind: EventKind) -> list[dict[str, Json]]:
    return [dict(event.data) for event in record.events if event.kind == kind]


def tools_of(record: CallRecord) -> list[str]:
    return [call.name for call in record.log.tools]


@pytest.mark.parametrize("name", [name for name, shape in SHAPES.items() if shape.outcome in ("answered", "retried")])
def test_a_call_goes_on_as_it_was_meant(make_call: MakeCall, name: str) -> None:
    shape = SHAPES[name]
    meant = next(one for one in MEANT if shape.fits(one))
    with ScriptedLlm(*shape.answers(meant), GOODBYE) as server:
        record = make_call(server)
    assert record.ending.fault is None, record.ending
    calls = shape.calls or 1
    assert tools_of(record) == [CALL.name, *[EXTRA_TOOL] * (calls - 1)]
    assert record.log.tools[0].arguments == meant.calls[0].arguments
    attempts = len(shape.answers(meant))
    assert len(notes(record, "llm_retry")) == attempts - 1
    played = notes(record, "played")[1]
    assert played["text"] == "One moment. Goodbye."
    _one_request_follows(server, attempts, calls)


def _one_request_follows(server: ScriptedLlm, attempts: int, calls: int) -> None:
    """It brings the results of all calls, each under its own id; the next one brings the caller's words too."""
    following = server.asked[attempts].body["messages"]
    results = [message for message in following if message["role"] == "tool"]
    assert len({message["tool_call_id"] for message in results}) == len(results) == calls
    assert all("error_code" in message["content"] for message in results)
    after = server.asked[attempts + 1].body["messages"]
    assert after[: len(following)] == following
    assert [message["role"] for message in after[len(following) :]] == ["assistant", "user"]


@pytest.mark.parametrize("name", [name for name, shape in SHAPES.items() if shape.outcome == "errored"])
@pytest.mark.parametrize("clock", ["virtual", "real"])
def test_a_call_ends_by_the_providers_fault(make_call: MakeCall, name: str, clock: str) -> None:
    limit = {"stall_limit_s": 0.3} if name == "stall" else {}
    with ScriptedLlm(*SHAPES[name].answers(MEANT[0])) as server:
        record = make_call(server, clock, **limit)
    assert (record.ending.by, record.ending.why, record.ending.fault) == (None, "error", "provider")
    assert record.ending.message.startswith(("llm: the model's endpoint", "call: seconds to wait for the model"))
    (end,) = notes(record, "llm_end")
    assert not end["cancelled"]
    assert record.ending.message.endswith(str(end["error"]))
    assert record.log.database, "the record is whole, whatever broke"


def test_arguments_that_are_cut_off_are_the_agents_own_failure(make_call: MakeCall) -> None:
    with ScriptedLlm(*SHAPES["cut_arguments"].answers(MEANT[0]), GOODBYE) as server:
        record = make_call(server)
    assert record.ending.fault is None
    assert [call.arguments for call in record.log.tools] == [{"_raw": '{"r'}]
    assert len(server.asked) > 2, "the model is told, and the call goes on"


def test_an_agent_that_never_stops_talking_is_cut_off_and_the_caller_gives_up(make_call: MakeCall) -> None:
    with ScriptedLlm(*SHAPES["endless"].answers(MEANT[0])) as server:
        record = make_call(server)
    assert (record.ending.by, record.ending.fault) == ("caller", None)
    assert {end["finish"] for end in notes(record, "llm_end")} == {"cut_off"}


@pytest.mark.parametrize("limit", ["first_token_limit_s", "stall_limit_s"])
def test_a_limit_that_runs_out_on_the_virtual_clock_is_an_error_and_no_stuck_loop(
    make_call: MakeCall, limit: str
) -> None:
    pause = [Pause(60_000.0)]
    steps = [*pause, Send(content("Hi."))] if limit == "first_token_limit_s" else [Send(content("Hi.")), *pause]
    with ScriptedLlm(steps) as server:
        record = make_call(server, **{limit: 0.2})
    assert (record.ending.why, record.ending.fault) == ("error", "provider")
    assert "seconds to wait for the model: " in record.ending.message


@pytest.mark.parametrize(
    ("limit", "value", "at_least"), [("first_token_limit_s", 10.0, 120), ("stall_limit_s", 300.0, 301)]
)
def test_the_loop_stands_still_for_longer_than_any_limit(limit: str, value: float, at_least: float) -> None:
    pack, stack = packs.load("healthcare"), load_stack("text")
    stack = stack.model_copy(update={"llm": stack.llm.model_copy(update={limit: value})})
    plan = CallPlan(pack, pack.tasks["C5-H1"], 0, 1, stack, load_line("clean"), run_costs("profile:local", (), stack))
    assert watchdog_s(plan) >= at_least


@pytest.mark.parametrize("odd", [{}, {"prompt_tokens": None}, {"total_tokens": 11, "prompt_tokens_details": {}}])
def test_a_usage_without_its_counts_breaks_nothing(make_call: MakeCall, odd: dict[str, Json]) -> None:
    told = {**usage(0, 0), "usage": odd}
    with ScriptedLlm([*GOODBYE, Send(told)]) as server:
        record = make_call(server)
    assert record.ending.fault is None


def test_five_calls_of_one_answer_run_in_their_order(make_call: MakeCall) -> None:
    names = [f"tool_{letter}" for letter in "ebadc"]
    pieces = [call_piece(index=at, id=name, name=name, arguments="{}") for at, name in enumerate(names)]
    with ScriptedLlm([*map(Send, pieces), Send(finish("tool_calls"))], GOODBYE) as server:
        record = make_call(server)
    assert tools_of(record) == names
    assert [event["name"] for event in notes(record, "tool_end")] == names
