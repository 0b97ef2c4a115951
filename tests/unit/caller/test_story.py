"""What happened and what is wanted, as agents ask for it."""

import pytest

from voicebench.task import Answer, Trait

STORY = {
    "channel": """
        How were you contacted?
        Was it by email or by phone?
        Did they call, text, or email you?
        In what way did they reach out?
    """,
    "claimed_brand": """
        Whose name was the email in?
        What organization did the message claim to be from?
        Did it say it was from one company or another?
    """,
    "money_sent": """
        Have you paid?
        You didn't send anyone money, did you?
        you haven't paid anyone have you
        Did any money change hands?
        I have to ask, did you end up sending money to anyone?
        Did you actually pay the three hundred ninety-nine dollars?
    """,
    "remote_access": """
        Did you give control of your computer to anyone?
        Can you tell me if anyone got into your computer or phone?
        Did you install anything they sent?
    """,
    "payment_requested": """
        How did they want you to pay?
        What payment method did they ask for, if any?
        Were you told to buy gift cards?
        Did they tell you to make a payment?
    """,
    "charge_seen": """
        Was your card actually charged?
        Did the charge show up on your statement?
        Did you see any suspicious transactions?
        Nothing has appeared on your card, has it?
    """,
}
QUESTIONS = [(name, line.strip()) for name, lines in STORY.items() for line in lines.strip().splitlines()]


@pytest.mark.parametrize(("name", "question"), QUESTIONS)
def test_what_happened_is_told_by_the_name_of_the_fact(shopper_spec, new_call, name, question):
    trait = Trait(kind="bool", value=False, say="That is my answer.")
    talk = new_call(shopper_spec.model_copy(update={"traits": {name: trait}, "answers": ()}))
    assert talk(question).text == "That is my answer."


def test_an_offer_of_that_is_answered_with_the_words_before_it(patient_spec, new_call):
    answer = Answer(asked=("like financing",), say="Yes, I'd like that.")
    talk = new_call(patient_spec.model_copy(update={"answers": (answer,)}))
    assert talk("We offer financing. Would you like that?").text == "Yes, I'd like that."


def test_a_deed_is_asked_for_in_other_forms_of_its_verb(shopper_spec, new_call):
    answer = Answer(asked=("called * number", "replied"), say="No, I have not.")
    talk = new_call(shopper_spec.model_copy(update={"answers": (answer,)}))
    assert talk("Did you reply?").text == "No, I have not."
    assert talk("Did you call the number in it?").text == "No, I have not."


@pytest.mark.parametrize(
    ("offer", "why"),
    [
        ("We could give you a call tomorrow about that renewal email. Does that sound good?", "decline"),
        ("I can have somebody call you back. Okay?", "decline"),
        ("I can look into that renewal email for you. Would that be okay?", "confirm"),
    ],
)
def test_a_plan_is_taken_up_or_turned_down(shopper, offer, why):
    assert shopper(offer).why == why


def test_a_day_is_preferred_only_by_who_has_one(patient_spec, new_call):
    day = Trait(kind="text", value="any day", say="Any day is fine.")
    talk = new_call(patient_spec.model_copy(update={"traits": {**patient_spec.traits, "preferred_day": day}}))
    assert talk("Any preference on the day or time?").text == "Any day is fine."
    assert talk("And the office?").text == "Park Avenue, please."
    assert talk("Would you like the same office, and which one is that?").text.endswith("Park Avenue, please.")
