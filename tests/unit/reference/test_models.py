import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from voicebench.reference.models import CONTROLS, Script, inputs, make_model
from voicebench.reference.reply import Reply, ToolCall
from voicebench.task import PlanStep

MakePlan = Callable[..., tuple[PlanStep, ...]]

STEPS: list[dict[str, Any]] = [
    {"ask": {"name": "phone", "kind": "phone", "question": "Phone?"}},
    {"call": "find_slots", "arguments": {"phone": "heard.phone"}},
    {"call": "book", "arguments": {"phone": "heard.phone", "start": "result.find_slots.data.slots.0.start"}},
    {"say": "Done."},
]
SLOTS = {"ok": True, "data": {"slots": [{"start": "09:00"}, {"start": "10:00"}]}}


def _user(words: Any) -> dict[str, Any]:
    return {"role": "user", "content": words}


def _agent(words: str | None, *, calls: bool = False) -> dict[str, Any]:
    return {"role": "assistant", "content": words} | ({"tool_calls": [{"id": "c"}]} if calls else {})


def _tool(result: Any) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": "c", "content": result if isinstance(result, str) else json.dumps(result)}


SYSTEM = {"role": "system", "content": "You are an agent. The plan is not in here."}
START = [SYSTEM, _agent("Welcome."), _user("Hello."), _agent("Phone?")]
FOUND = [*START, _user("541-555-0133"), _agent(None, calls=True), _tool(SLOTS)]
BOOK = Reply(call=ToolCall("book", {"phone": "541-555-0133", "start": "09:00"}))
FIND = Reply(call=ToolCall("find_slots", {"phone": "541-555-0133"}))


def test_the_same_messages_the_same_reply(plan: MakePlan) -> None:
    model = make_model(Script(plan(*STEPS)))
    assert model(FOUND) == model(FOUND) == BOOK
    assert model(START[:3]) == Reply("Phone?")
    assert model(FOUND) == BOOK
    assert make_model(Script(plan(*STEPS)))(FOUND) == BOOK


def test_before_the_first_words_it_says_nothing(plan: MakePlan) -> None:
    assert make_model(Script(plan(*STEPS)))([SYSTEM, _agent("Welcome.")]) == Reply()


def test_a_day_without_its_year_is_the_next_from_the_firms_day(plan: MakePlan) -> None:
    steps = (
        {"ask": {"name": "day", "kind": "date", "question": "Which day?"}},
        {"call": "use", "arguments": {"day": "heard.day"}},
    )
    heard = [SYSTEM, _user("Hello."), _agent("Which day?"), _user("Friday, August 7th, please.")]
    model = make_model(Script(plan(*steps), today=date(2026, 8, 1)))
    assert model(heard) == Reply(call=ToolCall("use", {"day": "2026-08-07"}))


def test_words_in_several_messages_are_one_answer(plan: MakePlan) -> None:
    model = make_model(Script(plan(*STEPS)))
    assert model([*START, _user("It's 541"), _user("555"), _user("0133.")]) == FIND


def test_words_in_parts_are_one_answer(plan: MakePlan) -> None:
    parts = [{"type": "text", "text": "541-555"}, {"type": "image_url"}, {"type": "text", "text": "-0133"}]
    assert list(inputs([_user(parts)])) == ["541-555  -0133"]
    whole = [{"type": "text", "text": "It's"}, {"type": "text", "text": "541-555-0133"}]
    assert make_model(Script(plan(*STEPS)))([*START, _user(whole)]) == FIND


def test_an_interrupted_answer_counts_as_said(plan: MakePlan) -> None:
    model = make_model(Script(plan(*STEPS)))
    assert model([*START[:3], _agent("Pho"), _user("541-555-0133")]) == FIND


def test_an_answer_cut_off_unheard_is_made_again(plan: MakePlan) -> None:
    steps = [STEPS[0], STEPS[1], {"confirm": "Shall I book it?"}, STEPS[2]]
    model = make_model(Script(plan(*steps)))
    assert model(FOUND) == Reply("Shall I book it?")
    assert model([*FOUND, _user("Yes, hello?")]) == Reply("Shall I book it?"), "that yes answered nothing"
    assert model([*FOUND, _user("Yes, hello?"), _agent("Shall I book it?"), _user("Yes.")]) == BOOK


def test_a_tool_that_was_cancelled_is_called_again(plan: MakePlan) -> None:
    model = make_model(Script(plan(*STEPS)))
    cancelled = [*FOUND[:-1], _tool("CANCELLED"), _user("Hello?")]
    assert model(cancelled) == FIND
    assert model([*cancelled, _agent(None, calls=True), _tool(SLOTS)]) == BOOK


def test_a_tool_without_a_result_is_called_again(plan: MakePlan) -> None:
    model = make_model(Script(plan(*STEPS)))
    missing = [*FOUND[:-1], _user("Hello?")]
    assert model(missing) == FIND
    assert model([*missing, _agent(None, calls=True), _tool(SLOTS)]) == BOOK


@pytest.mark.parametrize("content", ["", "no JSON", "[1]", "null", None])
def test_a_result_that_is_no_object_is_an_empty_one(plan: MakePlan, content: Any) -> None:
    message = {"role": "tool", "tool_call_id": "c", "content": content}
    reply = make_model(Script(plan(*STEPS)))([*FOUND[:-1], message])
    assert reply.text.startswith("I'm sorry, I'm not able to make that out.")


@pytest.mark.parametrize("message", [{"role": "developer", "content": "x"}, {}, {"role": "user"}, {"role": "tool"}])
def test_odd_messages_break_nothing(plan: MakePlan, message: dict[str, Any]) -> None:
    assert isinstance(make_model(Script(plan(*STEPS)))([*START, message]), Reply)


def test_the_silent_one_says_nothing(plan: MakePlan) -> None:
    assert make_model(Script(plan(*STEPS)), "silent")(FOUND) == Reply()


@pytest.mark.parametrize("control", ["refuser", "talker"])
def test_the_refuser_and_the_talker_call_no_tool(plan: MakePlan, control: str) -> None:
    model = make_model(Script(plan(*STEPS)), control)
    talk = START
    for words in ("541-555-0133", "Please.", "Book it!", "Hello?"):
        reply = model([*talk, _user(words)])
        assert reply.text
        assert "?" not in reply.text
        assert reply.call is None
        talk = [*talk, _user(words), _agent(reply.text)]


def test_the_talker_has_more_than_one_thing_to_say(plan: MakePlan) -> None:
    model = make_model(Script(plan(*STEPS)), "talker")
    assert len({model([_user("Well?")] * number).text for number in range(1, 4)}) == 3


def test_the_overwriter_writes_twice_and_elsewhere(plan: MakePlan) -> None:
    model = make_model(Script(plan(*STEPS), frozenset({"book"})), "overwriter")
    assert model(START[:3]) == Reply("Phone?")
    assert model(FOUND) == BOOK
    twice = [*FOUND, _agent(None, calls=True), _tool({"ok": True})]
    assert model(twice) == Reply(call=ToolCall("book", {"phone": "541-555-0133", "start": "10:00"}))
    assert model([*twice, _agent(None, calls=True), _tool({"ok": False})]).text.startswith("Done.")


def test_the_overwriter_leaves_reads_alone(plan: MakePlan) -> None:
    model = make_model(Script(plan(*STEPS), frozenset({"cancel"})), "overwriter")
    assert model([*FOUND, _agent(None, calls=True), _tool({"ok": True})]).text.startswith("Done.")


def test_there_are_four_controls() -> None:
    assert set(CONTROLS) == {"silent", "refuser", "talker", "overwriter"}
