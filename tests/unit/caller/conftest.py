"""Two callers: one of an electronics shop's, one of a skin clinic's."""

from collections.abc import Callable

import pytest

from voicebench.caller import Heard, Move, ScriptedCaller
from voicebench.seeds import generator
from voicebench.stack import Limits
from voicebench.task import Answer, CallerSpec, Request, Trait

SHOPPER = CallerSpec(
    name="Rosalind Baptiste",
    traits={
        "full_name": Trait(kind="name", value="Rosalind Baptiste"),
        "phone": Trait(kind="phone", value="541-555-0133"),
        "email": Trait(kind="email", value="rosalind.baptiste@example.test"),
        "postal_code": Trait(kind="zip", value="97401"),
        "card_last4": Trait(kind="digits", value="7719"),
        "order_number": Trait(kind="code", value="KE-4431775"),
        "amount_in_email": Trait(kind="money", value=399.99),
        "money_sent": Trait(kind="bool", value=False, say="No, I haven't sent any money."),
        "remote_access_given": Trait(kind="bool", value=False, say="No, nobody got into my computer."),
        "payment_requested": Trait(kind="text", value="none", say="No, they didn't ask for any payment."),
    },
    script="",
    opening=(
        "Hi, I got a renewal email from TechCrew for three hundred ninety nine dollars and ninety nine cents, "
        "and I'd like to know if it's real. And can I still return my phone?"
    ),
    requests=(
        Request(
            say="Can you look into that renewal email?",
            until=("report * filed", "reported"),
            again="I'd like you to look into that renewal email.",
        ),
        Request(say="Now, is my Bellwether phone still within its return period?", until=("14 day*", "not eligible")),
    ),
    answers=(Answer(asked=("charge* * card", "charge* * account"), say="No, I haven't seen a charge."),),
    declines=("callback", "other_ticket", "other_fix", "human"),
    closing="Okay, thank you for your help. Goodbye.",
)

PATIENT = CallerSpec(
    name="Maria Alvarez",
    traits={
        "full_name": Trait(kind="name", value="Maria Alvarez"),
        "zip": Trait(kind="zip", value="10016"),
        "date_of_birth": Trait(kind="date", value="1972-06-30"),
        "mobile": Trait(kind="phone", value="212-555-0133"),
        "preferred_office": Trait(kind="text", value="Park Avenue"),
        "patient_status": Trait(kind="text", value="existing", say="I'm an existing patient."),
        "carrier": Trait(kind="text", value="Cigna"),
    },
    script="",
    opening="Hi, I got a bill I can't pay all at once this month. Can I spread it out?",
    requests=(
        Request(say="I'd like to spread out my bill.", until=("link * sent", "sent * link", "texted * link")),
        Request(
            say="I'd also like to move my cosmetic consult on Friday to a later day.",
            until=("rescheduled", "moved * monday", "appointment * now"),
            again="I'd like to move my Friday consult to a later day.",
        ),
    ),
    answers=(Answer(asked=("pay * full",), say="No, I can't pay it all at once."),),
    declines=("callback", "human", "waitlist", "portal", "text_confirmation", "insurance_update"),
    closing="Great, thank you so much. Goodbye.",
)

Talk = Callable[..., Move]


def _call(spec: CallerSpec, limits: Limits | None = None) -> Talk:
    caller = ScriptedCaller(spec, limits or Limits(), generator(1, "caller"))
    caller.reply(Heard("Hello, how can I help you today?"))

    def talk(*utterances: str, cut: bool = False) -> Move:
        """Say several things to the caller and return its last move."""
        moves = [caller.reply(Heard(utterance, cut)) for utterance in utterances]
        return moves[-1]

    return talk


@pytest.fixture(name="shopper_spec")
def _shopper_spec() -> CallerSpec:
    return SHOPPER


@pytest.fixture(name="patient_spec")
def _patient_spec() -> CallerSpec:
    return PATIENT


@pytest.fixture
def shopper() -> Talk:
    return _call(SHOPPER)


@pytest.fixture
def patient() -> Talk:
    return _call(PATIENT)


@pytest.fixture
def new_call() -> Callable[..., Talk]:
    return _call
