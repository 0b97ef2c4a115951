import numpy as np
import pytest

from voicebench.caller import HangUp, Heard, Say, ScriptedCaller, Wait
from voicebench.record import Ending
from voicebench.seeds import generator
from voicebench.stack import Limits

AGAIN = "I'd like you to look into that renewal email."
SAID_IN_ONE_GO = "My ZIP is nine seven four zero one."
NEXT = "Now, is my Bellwether phone still within its return period?"


@pytest.fixture
def caller(shopper_spec):
    return ScriptedCaller(shopper_spec, Limits(), generator(1, "caller"))


def test_the_opening_comes_first_in_its_exact_words(caller, shopper_spec):
    move = caller.reply(Heard("Hello! What is your phone number?"))
    assert (move.text, move.why) == (shopper_spec.opening, "opening")


@pytest.mark.parametrize(
    "filler",
    """
    One moment please.
    Let me check that for you.
    Thank you, Rosalind. I'm transferring you to our fraud team now.
    That charge isn't ours. Let me also check whether we contacted you.
    Bear with me while I pull that up.
    Can you hold for just a moment while I check?
    Please hold while I transfer you.
    """.strip().splitlines(),
)
def test_it_waits_out_a_filler(shopper, filler):
    assert shopper(filler) == Wait()


@pytest.mark.parametrize("words", ["", " ", "..."])
def test_it_waits_when_there_are_no_words(shopper, words):
    assert shopper(words) == Wait()


@pytest.mark.parametrize(
    "request_", ["Could you repeat that?", "Sorry?", "I didn't catch that.", "Say that again, please."]
)
def test_it_says_the_same_words_again(shopper, request_):
    assert shopper("What's your ZIP code?", request_) == Say("My ZIP is 97401.", SAID_IN_ONE_GO, "repeat")


def test_a_repeat_request_may_name_its_topic(shopper):
    shopper("What's your ZIP code?")
    assert shopper("Could you repeat your phone number?").text == "My number is 541-555-0133."
    assert shopper("I missed the last part of your phone number. Could you say it again?").why == "repeat"
    assert shopper("Sorry, I didn't catch that. What is your ZIP code?").text == "My ZIP is 97401."


def test_are_you_there_gets_the_last_words_too(shopper):
    assert shopper("What's your ZIP code?", "Are you still there?").text == "Yes, I'm here. My ZIP is 97401."


@pytest.mark.parametrize(
    "offer",
    """
    Would you like a callback?
    Can I open a ticket for you?
    Would you like to speak to a human?
    I can arrange for someone to call you back if you'd like.
    A representative can call you back tomorrow. Would that be okay?
    Would you like me to escalate this to a supervisor?
    Would you like me to help with troubleshooting your phone?
    Would you like to join our membership program?
    Would you like to purchase the protection plan?
    """.strip().splitlines(),
)
def test_it_declines_and_stays_on_its_request(shopper, offer):
    move = shopper(offer)
    assert move.why == "decline"
    assert move.text.startswith("No")
    assert move.text.endswith(AGAIN)


@pytest.mark.parametrize(
    "offer",
    [
        "Would you like to join the waitlist for an earlier time?",
        "Would you like to set up your patient portal?",
        "Would you like a text confirmation?",
        "Would you like a reminder by text?",
    ],
)
def test_a_decline_goes_on_to_the_next_request(patient, offer):
    move = patient(f"The link has been sent. {offer}")
    assert move.text.startswith("No, thank you. I'd also like to move my cosmetic consult")


@pytest.mark.parametrize(
    "question",
    [
        "Shall I go ahead and file the report?",
        "Would you like me to transfer you to the fraud department?",
        "Is it okay if I place you on a brief hold?",
        "May I ask you a few questions?",
        "Do you want me to report this email?",
    ],
)
def test_it_lets_the_agent_do_its_job(shopper, question):
    assert shopper(question).text == "Yes, please."


def test_it_takes_a_time_that_suits(patient):
    assert patient("The first is Monday at 9 a.m. with Dr. Chen. Would you like that one?").text == "Yes, please."
    assert patient("Would Monday, August 24th at 9 a.m. work?").text == "Yes, please."
    assert patient("Would you prefer Monday at 9 or Tuesday at 11:30?").text == "The first one, please."


def test_an_offer_is_no_deed(patient):
    assert patient("Would you like the link sent to your mobile?").text == "Yes, please."
    assert patient("Okay, what else can I do?").text == "I'd like to spread out my bill."


@pytest.mark.parametrize(
    "invitation", ["Is there anything else?", "How can I help you today?", "What can I do for you?"]
)
def test_an_invitation_gets_the_request(shopper, invitation):
    assert shopper(invitation).text == AGAIN
    assert shopper(f"The report has been filed. {invitation}").text == NEXT


def test_an_offer_of_the_next_request_gets_the_next_request(shopper):
    assert shopper("The report has been filed. Would you like help with your return now?").text == NEXT


def test_what_was_just_said_tells_what_is_offered(patient):
    assert patient("We have a waitlist for earlier appointments. Shall I add you?").why == "decline"


def test_a_question_comes_before_the_next_request(shopper):
    assert shopper("The report has been filed. What's your ZIP?").text == "My ZIP is 97401."
    assert shopper("Thank you.").text == NEXT


def test_it_hangs_up_with_its_closing_once_all_is_done(shopper, shopper_spec):
    shopper("The report has been filed.")
    move = shopper("The window was 14 days, so it is not eligible. Anything else?")
    assert isinstance(move, HangUp)
    assert (move.say.text, move.say.why) == (shopper_spec.closing, "closing")
    assert move.ending == Ending(by="caller", why="done")


def test_a_last_offer_is_declined_before_the_closing(shopper, shopper_spec):
    shopper("The report has been filed.")
    move = shopper("It is not eligible. Would you like a callback?")
    assert move.say.text == f"No, thank you. {shopper_spec.closing}"


def test_three_statements_in_a_row_are_no_help(shopper):
    assert shopper("That email did not come from us.").text == AGAIN
    assert shopper("Please do not reply to it.").text == AGAIN
    assert shopper("It is a scam.") == HangUp(None, Ending(by="caller", why="not_helped"))


def test_a_question_starts_the_count_again(shopper):
    shopper("That email did not come from us.", "Please do not reply to it.", "What's your ZIP?")
    assert shopper("It is a scam.").text == AGAIN


def test_what_it_cut_off_is_not_held_against_the_agent(shopper):
    moves = [shopper("That email did not", cut=True) for _ in range(4)]
    assert {move.text for move in moves} == {AGAIN}


def test_two_goodbyes_are_no_help(shopper):
    assert shopper("Thanks for calling, goodbye!").text == AGAIN
    assert shopper("Have a great day!").ending.why == "not_helped"


def test_two_riddles_in_a_row_are_the_callers_fault(shopper):
    assert shopper("What is your favourite colour?").text == "Sorry, what do you need from me?"
    ending = shopper("Which planet are you on?").ending
    assert ending == Ending("caller", "not_understood", "caller", "Which planet are you on?")


def test_silence_is_nudged_once(caller):
    caller.reply(Heard("Hello."))
    nudge = caller.silence()
    assert (nudge.text, nudge.why) == ("Hello? Are you still there?", "nudge")
    caller.reply(Heard("One moment."))
    assert caller.silence() == nudge
    assert caller.silence() == HangUp(None, Ending(by="caller", why="silence"))


def test_limits_end_the_call(shopper_spec, new_call, caller):
    talk = new_call(shopper_spec, Limits(turns=2))
    assert isinstance(talk("What's your ZIP?"), Say)
    assert talk("What's your ZIP?") == HangUp(None, Ending(by="caller", why="turns"))
    assert caller.overdue() == HangUp(None, Ending(by="caller", why="length"))


def test_reactions_are_drawn_from_the_dice(shopper_spec):
    first, second = (ScriptedCaller(shopper_spec, Limits(), generator(7, "caller")) for _ in range(2))
    drawn = [first.reaction_ms() for _ in range(200)]
    assert drawn == [second.reaction_ms() for _ in range(200)]
    assert min(drawn) >= 250
    assert max(drawn) <= 900
    assert 400 < np.median(drawn) < 560


def test_a_number_that_was_not_understood_is_said_in_another_way(caller):
    caller.reply(Heard("How can I help you?"))
    first = caller.reply(Heard("What is your phone number?"))
    second = caller.reply(Heard("I'm sorry, I didn't catch that. What is your phone number?"))
    assert first.text == second.text
    assert "five, four, one, five, five, five" in first.spoken
    assert "five four one, five five five, zero one three three" in second.spoken


def test_a_request_that_was_answered_before_it_was_made_is_done(caller):
    caller.reply(Heard("How can I help you?"))
    caller.reply(Heard("I've reported it. What is your phone number?"))
    answered = caller.reply(Heard("Your phone is not eligible."))
    assert isinstance(answered, HangUp)
    assert answered.ending == Ending(by="caller", why="done")
