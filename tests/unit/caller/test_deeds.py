import pytest

from voicebench.caller.deeds import deeds
from voicebench.caller.listening import acts_of
from voicebench.caller.requests import Requests


def _is_done(spec, utterance):
    requests = Requests(spec)
    requests.hear(deeds(acts_of(utterance)))
    return requests.open is None


@pytest.mark.parametrize(
    "utterance",
    """
    The link has been sent.
    The link has been sent, and it stays open for a day. If it does not arrive, call us.
    Thanks for your patience, the link was sent. Is there anything else?
    Since you asked, I have sent the link to your phone.
    i have sent the link what else can i do for you
    I can confirm that the link has been sent.
    """.strip().splitlines(),
)
def test_what_is_stated_counts(patient_spec, utterance):
    assert _is_done(patient_spec, utterance)


@pytest.mark.parametrize(
    "utterance",
    """
    Has the link been sent?
    Would you like the link sent?
    Once I have sent the link, we can look at your visit.
    When the link has been sent, you have a day to pay.
    If I sent you the link, would that help?
    I'll have the link sent to you.
    Let me get that link sent.
    I can have the link sent.
    The link will be sent in a minute.
    The link has not been sent yet.
    I haven't sent the link.
    """.strip().splitlines(),
)
def test_questions_conditions_and_plans_do_not(patient_spec, utterance):
    assert not _is_done(patient_spec, utterance)


def test_a_no_counts_in_any_tense(shopper_spec):
    requests = Requests(shopper_spec)
    requests.hear(["We reported it."])
    requests.advance()
    requests.hear(deeds(acts_of("I checked, and it will not be eligible for a return.")))
    assert requests.open is None


@pytest.mark.parametrize(
    ("said", "counts"),
    [
        ("It will arrive on Friday.", True),
        ("You will be charged fifty dollars.", True),
        ("It will be delivered on Friday.", True),
        ("I will have it arrive on Friday.", False),
        ("We'll move it to Friday.", False),
        ("It will be moved to Friday.", False),
    ],
)
def test_what_will_be_so_is_a_fact_and_what_an_agent_will_do_is_none(said, counts):
    left = " ".join(deeds(acts_of(said)))
    assert ("Friday" in left or "fifty" in left) is counts
