from typing import Any

import pytest

from voicebench import packs
from voicebench.reference.models import Script, make_model
from voicebench.run.intrude import intrusion
from voicebench.task import CallStep, HandoffStep, Pack, Parameter, Role, SayStep, Task, ToolSpec

NUMBER = Parameter(name="id", kind="number")
PHONE = Parameter(name="phone", kind="phone")
TOPIC = Parameter(name="topic", kind="enum", options=("cake", "bread"))
NOTE = Parameter(name="note", kind="text", required=False)


def _pack(**parameters: tuple[Parameter, ...]) -> Pack:
    """Two roles, of which the second alone can write."""
    bakery = packs.load("customer_support")
    write = {name: ToolSpec(name=name, effect="write", description="", parameters=p) for name, p in parameters.items()}
    go = ToolSpec(name="go", effect="handoff", description="", parameters=(TOPIC,))
    roles = {
        "door": Role(name="door", prompt="", handoffs=("go",)),
        "oven": Role(name="oven", prompt="", tools=tuple(write)),
    }
    changes: dict[str, Any] = {"first_role": "door", "roles": roles, "handoffs": {"go": "oven"}}
    return bakery.model_copy(update={**changes, "tools": {**write, "go": go}})


def _task(*steps: Any) -> Task:
    return packs.load("customer_support").tasks["R-H4"].model_copy(update={"reference": steps})


def test_the_nearest_write_whose_arguments_can_be_made_up_is_taken() -> None:
    pack = _pack(cancel=(NUMBER,), call_back=(PHONE, TOPIC, NOTE))
    way, call = intrusion(pack, _task())
    assert isinstance(way, HandoffStep)
    assert isinstance(call, CallStep)
    assert (way.handoff, way.arguments) == ("go", {"topic": "bread"})
    assert (call.call, call.arguments) == ("call_back", {"phone": "212-555-0199", "topic": "bread"})


def test_it_starts_where_the_plan_ends() -> None:
    (call,) = intrusion(_pack(call_back=(PHONE,)), _task(HandoffStep(handoff="go"), SayStep(say="Bye.")))
    assert isinstance(call, CallStep)


def test_there_may_be_none() -> None:
    assert intrusion(_pack(cancel=(NUMBER,)), _task()) == ()


@pytest.mark.parametrize("name", packs.names())
def test_the_shipped_packs_have_one_for_every_task(name: str) -> None:
    pack = packs.load(name)
    assert all(intrusion(pack, task) for task in pack.tasks.values())


def test_the_overwriter_intrudes_after_the_last_call() -> None:
    plan = (CallStep(call="look"), SayStep(say="Done.", wait=True))
    model = make_model(Script(plan, frozenset(), (CallStep(call="call_back"),)), "overwriter")
    hello = {"role": "user", "content": "Hello"}
    answered = {"role": "tool", "content": "{}"}
    said = {"role": "assistant", "content": ""}
    talk = [hello, said, answered, said, answered]
    calls = [model(talk[:size]).call for size in (1, 3)]
    assert [call and call.name for call in calls] == ["look", "call_back"]
    assert model(talk).text == "Done."
