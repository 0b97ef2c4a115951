"""When a hearing error is the cause of a failed call, and when not."""

from collections.abc import Mapping, Sequence

import pytest

from voicebench import packs
from voicebench.events import Event
from voicebench.record import LoggedCall
from voicebench.run.cause import HearingError, hearing_cause
from voicebench.task import Json
from voicebench.testing.records import make_record

PACK = packs.load("customer_support")
TASK = PACK.tasks["M-E1"]
PHONE = "What phone number is on your account?"
ZIP = "What is the ZIP code on the order?"
CARD = "What are the last four digits of the card you paid with?"
TIER = "Which tier would you like, plus or pro?"
READ_BACK = "I have it. Is that right?"
WHO = (PHONE, "My number is 503-555-0117.", "My number is 503-555-0117.")


def _cause(turns: Sequence[tuple[str, str, str] | LoggedCall]) -> HearingError | None:
    """Return the cause of a call of turns: what the agent asked, what was meant, what was heard."""
    events: list[Event] = []
    tools: list[LoggedCall] = []
    for turn in turns:
        at_ns = len(events)
        if isinstance(turn, LoggedCall):
            tools.append(turn)
            events.append(Event(at_ns, "agent", "tool_start", {"call": len(tools), "name": turn.name}))
            continue
        asked, meant, heard = turn
        events += [
            Event(at_ns, "agent", "played", {"text": asked, "cut": False}),
            Event(at_ns + 1, "caller", "said", {"text": meant, "spoken": meant, "why": "answer"}),
            Event(at_ns + 2, "agent", "transcript", {"text": heard, "flags": []}),
        ]
    record = make_record("customer_support/M-E1", events=events, tools=tools)
    return hearing_cause(PACK, TASK, packs.expectation(PACK, "M-E1"), record)


def _call(name: str, *, ok: bool = True, **arguments: Json) -> LoggedCall:
    result: Mapping[str, Json] = {"ok": ok, "data": {}}
    return LoggedCall(name=name, arguments=arguments, result=result)


FOUND = _call("identify_customer", phone="503-555-0117")
VERIFIED = _call("verify_identity", postal_code="97201", card_last4="5529")


def test_an_option_that_was_heard_as_another_is_the_cause() -> None:
    wrong = _call("quote_membership_change", to_tier="pro")
    error = _cause([WHO, FOUND, VERIFIED, (TIER, "Plus, please.", "Pro, please."), wrong])
    assert error is not None
    assert (error.name, error.value) == ("tier", "plus")
    assert (error.meant, error.heard) == ("Plus, please.", "Pro, please.")


def test_a_wrong_argument_that_was_heard_rightly_is_not() -> None:
    wrong = _call("quote_membership_change", to_tier="pro")
    assert _cause([WHO, FOUND, VERIFIED, (TIER, "Plus, please.", "Plus, please."), wrong]) is None


def test_what_was_heard_rightly_in_the_end_is_not() -> None:
    wrong = _call("quote_membership_change", to_tier="pro")
    first, again = (TIER, "Plus, please.", "Plush, please."), (TIER, "Plus.", "Plus.")
    assert _cause([WHO, FOUND, VERIFIED, first, again, wrong]) is None


def test_what_was_misheard_after_the_call_is_not() -> None:
    right, wrong = (TIER, "Plus, please.", "Plus, please."), _call("quote_membership_change", to_tier="pro")
    assert _cause([WHO, FOUND, VERIFIED, right, wrong, (TIER, "Plus.", "Pro.")]) is None


def test_who_was_never_verified_was_kept_from_it_by_what_was_misheard() -> None:
    refused = _call("verify_identity", ok=False, postal_code="97201", card_last4="5")
    turns = [WHO, FOUND, (ZIP, "My ZIP is 97201.", "97201"), (CARD, "The last four are 5529.", "5"), refused]
    error = _cause([*turns, ("Goodbye.", "I'd like to become a plus member.", "I'd like to be a class member.")])
    assert error is not None
    assert (error.name, error.value, error.heard) == ("card_last4", "5529", "5")


def test_the_value_that_ended_the_call_is_the_cause_and_no_earlier_one() -> None:
    early = (PHONE, "My number is 503-555-0117.", "My number is 50355")
    error = _cause(
        [early, (READ_BACK, "No, it's 503-555-0117.", "No, it's 503-555-0117."), FOUND, (ZIP, "97201.", "9")]
    )
    assert error is not None
    assert error.name == "postal_code"


def test_what_was_said_after_it_had_given_up_is_not() -> None:
    gave_up = ("I'm sorry, I'm not able to make that out. Please call us again. Goodbye.", "97201.", "9 7 2 0.")
    error = _cause([WHO, FOUND, (ZIP, "97201.", "97201."), (CARD, "5529.", "5."), gave_up])
    assert error is not None
    assert error.name == "card_last4"


def test_a_call_without_words_has_no_cause() -> None:
    assert _cause([]) is None


@pytest.mark.parametrize(("heard", "is_cause"), [("Yes, please.", False), ("Chess, peas.", True)])
def test_a_yes_that_was_not_heard_is_the_cause(heard: str, *, is_cause: bool) -> None:
    agreed = "Shall I charge that to the card that we have for you?"
    turns = [WHO, FOUND, VERIFIED, (TIER, "Plus.", "Plus."), _call("quote_membership_change", to_tier="plus")]
    assert (_cause([*turns, (agreed, "Yes, please.", heard)]) is not None) is is_cause
