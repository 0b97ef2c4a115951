"""The check after a call: each fault of a caller's, from events alone."""

import pytest

from voicebench import packs
from voicebench.caller import caller_faults
from voicebench.clock import ManualClock
from voicebench.events import Event, EventLog
from voicebench.record import Ending
from voicebench.task import CallerSpec

DONE = Ending(by="caller", why="done")


@pytest.fixture(scope="module")
def spec() -> CallerSpec:
    return packs.load("customer_support").tasks["R-H4"].caller


SETTLED = "I've filed a report for you. And no, it can no longer be returned."


def talk(
    spec: CallerSpec, *lines: tuple[str, str], opening: str | None = None, closing: str | None = None
) -> list[Event]:
    log = EventLog(ManualClock())
    log.add("agent", "played", text="Hello.", cut=False)
    log.add("caller", "said", text=spec.opening if opening is None else opening, spoken="", why="opening")
    for agent, caller in lines:
        log.add("agent", "played", text=agent, cut=False)
        log.add("caller", "said", text=caller, spoken="", why="answer")
    log.add("caller", "said", text=spec.closing if closing is None else closing, spoken="", why="closing")
    return list(log.in_order())


GOOD = (
    ("What is your phone number?", "It's 541-555-0133."),
    ("Your email address, please?", "rosalind.baptiste@example.test."),
    ("Your case number is 7731-02. Anything else?", "Just to check, is it 7731-02?"),
    (SETTLED, "Okay."),
)


def test_a_caller_that_keeps_to_its_task(spec: CallerSpec) -> None:
    assert caller_faults(spec, talk(spec, *GOOD), DONE) == ()


@pytest.mark.parametrize(
    ("agent", "caller", "fault"),
    [
        ("What is your phone number?", "It's 541-555-0199.", "it makes up 541-555-0199"),
        ("What is your phone number?", "Five four one, five five five, zero one nine nine.", "it makes up "),
        ("Your email, please?", "It's rosalind@example.test.", "it makes up rosalind@example.test"),
        ("How much was it?", "It was $499.99.", "it makes up 499.99"),
        ("And your order number?", "KE-4431776.", "it makes up KE-4431776"),
        ("Who am I speaking with?", "My name is Rosa Batista.", "it makes up Rosa Batista"),
        ("Would you like a callback?", "Yes, please.", "it accepts what it turns down"),
        ("Shall I open a ticket for that?", "Sure, go ahead.", "it accepts what it turns down"),
        ("Have you sent any money?", "Yes, I have.", "it says yes where its money_sent is the other"),
        ("One moment.", "", "it says nothing"),
        ("One moment.", "Thank you for calling Kestrel Electronics.", "it speaks for the agent"),
        (
            "I can look into that email for you now, but I need your number first.",
            "I can look into that email for you now, but I need it.",
            "it speaks for the agent",
        ),
    ],
)
def test_a_line_that_no_such_caller_would_say(spec: CallerSpec, agent: str, caller: str, fault: str) -> None:
    (found,) = caller_faults(spec, talk(spec, (agent, caller), *GOOD), DONE)
    assert found.startswith(fault)
    assert found.endswith(f'"{caller}"')


@pytest.mark.parametrize(
    ("agent", "caller"),
    [
        ("Would you like a callback?", "No, thank you."),
        ("Is that right? And your phone number is 541-555-0133?", "Yes, that's right."),
        ("You haven't sent any money, have you?", "No."),
        ("Have you sent any money?", "No, I haven't."),
        ("The last four digits?", "7719."),
        ("Give me two minutes.", "I can wait 2 minutes."),
        ("Who is calling?", "This is Rosalind."),
        ("Your report is number 88213.", "So that's 88213, right?"),
    ],
)
def test_a_line_that_is_all_right(spec: CallerSpec, agent: str, caller: str) -> None:
    assert caller_faults(spec, talk(spec, (agent, caller), *GOOD), DONE) == ()


def test_a_caller_that_keeps_back_what_it_has(spec: CallerSpec) -> None:
    asked = [("What is your phone number?", line) for line in ("Hm.", "Why do you ask?", "I don't know.")]
    (found,) = caller_faults(spec, talk(spec, *asked, *GOOD), DONE)
    assert found == "it does not give its phone, asked 3 times"
    assert caller_faults(spec, talk(spec, *asked[:2], *GOOD), DONE) == ()


def test_opening_and_closing_are_exact(spec: CallerSpec) -> None:
    assert caller_faults(spec, talk(spec, *GOOD, opening="Hi there."), DONE) == (
        "it does not open with its task's words",
    )
    assert caller_faults(spec, talk(spec, *GOOD, closing="Bye now."), DONE) == (
        "it does not close with its task's words",
    )


def test_an_early_hang_up(spec: CallerSpec) -> None:
    (found,) = caller_faults(spec, talk(spec, *GOOD[:3]), DONE)
    assert found == f"it hangs up before this was done: {spec.requests[0].say}"


def test_who_gave_up_on_the_agent_need_not_close(spec: CallerSpec) -> None:
    events = talk(spec, *GOOD[:3])[:-1]
    assert caller_faults(spec, events, Ending(by="caller", why="silence")) == ()
