import json
from dataclasses import replace

import pytest

from voicebench.events import Event
from voicebench.record import LoggedCall
from voicebench.report.heard_view import heard_view
from voicebench.run.cause import hearing_cause, spoiled_arguments
from voicebench.run.digest import record_sha256
from voicebench.run.grading import grade_record
from voicebench.run.heard import call_heard
from voicebench.run.stored import StoredCall, read_call
from voicebench.run.summary import summarise
from voicebench.task import Trait
from voicebench.testing.records import make_expectation, make_record

SAID = "My number is 541-555-0133."


def talk(*heard, said=SAID):
    events = [Event(2_000_000_000, "caller", "said", {"text": said, "spoken": said})]
    return [*events, *(Event(4_000_000_000, "agent", "transcript", {"text": text}) for text in heard)]


def call(*heard, sent="5415550133", said=SAID):
    tools = [LoggedCall(name="order_cake", arguments={"phone": sent}, result={"ok": True, "data": {}})]
    start = [Event(6_000_000_000, "agent", "tool_start", {"call": 1, "name": "order_cake"})]
    return make_record(events=talk(*heard, said=said) + (start if sent else []), tools=tools if sent else [])


@pytest.fixture
def task(plans):
    plan = plans(1)[0]
    traits = {"phone": plan.task.caller.traits["phone"].model_copy(update={"value": "541-555-0133", "say": None})}
    caller = plan.task.caller.model_copy(update={"traits": traits})
    return plan.pack, plan.task.model_copy(update={"caller": caller, "reference": ()})


def heard_in(task, record):
    return call_heard(*task, make_expectation(), record)


def test_a_spoiled_argument_is_linked_to_the_words_it_came_from(task):
    record = call("My number is 541-555-0134.", sent="541-555-0134")
    found = heard_in(task, record)
    assert [(one["name"], one["value"], one["at_ns"]) for one in found["misheard"]] == [
        ("phone", "541-555-0133", 2_000_000_000)
    ]
    (spoiled,) = found["spoiled"]
    assert (spoiled["tool"], spoiled["argument"], spoiled["expected"]) == ("order_cake", "phone", "541-555-0133")
    assert spoiled["sent"] == ("541-555-0134",)
    assert spoiled["error"]["heard"] == "My number is 541-555-0134."
    (utterance,) = found["utterances"]
    assert utterance == {
        "at_ns": 2_000_000_000,
        "meant": SAID,
        "spoken": SAID,
        "heard": "My number is 541-555-0134.",
        "wer": round(1 / 13, 4),
    }


@pytest.mark.parametrize(
    ("said", "heard", "misheard"),
    [
        ("My email is an@example.test.", "My name is Ann.", ()),
        ("It came by email.", "It came by mail.", ("channel",)),
        ("It came by email.", "It came by email.", ()),
    ],
)
def test_a_value_in_free_words_is_said_where_it_is_given(task, said, heard, misheard):
    pack, plan = task
    traits = {"channel": Trait(kind="enum", value="email", say="It came by email.")}
    asked = plan.model_copy(update={"caller": plan.caller.model_copy(update={"traits": traits})})
    found = heard_in((pack, asked), call(heard, sent="", said=said))
    assert tuple(one["name"] for one in found["misheard"]) == misheard


SPELLED = "My email is A as in Adam, N as in Nora, at example dot test."
NEWS = [
    Event(1, "caller", "said", {"text": "My email is an@example.test.", "spoken": SPELLED, "why": "answer"}),
    Event(2, "caller", "speech_start", {}),
    Event(3, "caller", "speech_start", {}),
    Event(4, "agent", "transcript", {"text": SPELLED.replace("Nora", "Norah")}),
]
BYE = [
    Event(5, "caller", "said", {"text": "Thank you, goodbye.", "spoken": "Thank you, goodbye.", "why": "closing"}),
    Event(6, "caller", "speech_start", {}),
]


def test_word_errors_are_of_the_words_as_they_sounded_and_none_of_a_farewell(task, shown_text):
    record = make_record(events=[*NEWS, *BYE])
    found = heard_in(task, record)
    assert [(one["at_ns"], one["wer"]) for one in found["utterances"]] == [(2, round(1 / 15, 4)), (6, None)]
    assert summarise(StoredCall(record, make_expectation(), grade_record(record, make_expectation()))).wer == round(
        1 / 15, 4
    )
    told = shown_text(heard_view(found))
    assert "N as in Nora" in told
    assert "goodbye" not in told


def test_what_was_heard_right_spoils_nothing(task):
    found = heard_in(task, call("My number is", "541-555-0133.", sent="541-555-0139"))
    assert found["misheard"] == []
    assert found["spoiled"] == []


def test_a_misheard_value_that_was_sent_right_spoils_nothing(task):
    record = call("My number is 541-555-0134.")
    assert len(heard_in(task, record)["misheard"]) == 1
    assert heard_in(task, record)["spoiled"] == []


def test_a_tool_that_was_never_called_may_be_the_fault_of_what_was_not_heard(task):
    (spoiled,) = heard_in(task, call("", sent=None))["spoiled"]
    assert spoiled["sent"] == ()


def test_the_cause_is_the_error_behind_the_first_spoiled_argument(task):
    record = call("541-555-0134", sent="541-555-0134")
    (spoiled,) = spoiled_arguments(*task, make_expectation(), record)
    assert hearing_cause(*task, make_expectation(), record) == spoiled.error


def test_without_a_recogniser_there_is_no_data(task):
    assert heard_in(task, call()) is None


def test_it_is_kept_beside_the_record_and_no_part_of_its_digest(task, run, shown_text):
    record = call("My number is 541-555-0134.", sent="541-555-0134")
    expectation = make_expectation()
    bare = StoredCall(record, expectation, grade_record(record, expectation))
    full = replace(bare, heard=heard_in(task, record))
    back = read_call(run.save(full))
    assert back.heard == json.loads(json.dumps(full.heard))
    assert record_sha256(back.record) == record_sha256(record)
    assert (summarise(back).misheard, summarise(bare).misheard) == (1, None)
    told = shown_text(heard_view(back.heard))
    assert 'order_cake(phone=) expected "541-555-0133", sent "541-555-0134", from the words at 2.0 s' in told


@pytest.fixture
def shown_text():
    def show(view):
        from rich.console import Console

        console = Console(width=200, color_system=None)
        with console.capture() as capture:
            console.print(view)
        return capture.get()

    return show
