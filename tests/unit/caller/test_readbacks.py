import pytest

RIGHT = """
I have 541-555-0133, is that right?
Five four one, five five five, oh one three three, is that right?
Just to confirm, your phone number is 541-555-0133?
Can you confirm your phone number is 541-555-0133?
Let me repeat that back to you: 541-555-0133. Correct?
So your name is Rosalind Baptiste and your number is 541-555-0133. Did I get that right?
Am I speaking with Rosalind Baptiste?
So that's B-A-P-T-I-S-T-E?
Is the last name spelled B-A-P-T-I-S-T-E?
Your ZIP code is 97401 and the last four digits are 7719?
The order number is KE-4431775, right?
Was that K-E-4-4-3-1-7-7-5?
The card ending in 7719, correct?
I have rosalind.baptiste@example.test, is that correct?
The amount was $399.99, correct?
You said you did not send any money, correct?
So you'd like to return your phone, is that right?
"""

WRONG = {
    "I have your number as 541-555-0143. Is that correct?": "No, it's 541-555-0133.",
    "Five four one, five five five, oh one four three, is that right?": "No, it's 541-555-0133.",
    "Should I use 541-555-0199?": "No, it's 541-555-0133.",
    "Can you confirm that your ZIP code is 97410?": "No, it's 97401.",
    "I have your ZIP as 97401 and your card ending in 7718, correct?": "No, it's 7719.",
    "I have your ZIP as 97410 and your card ending in 7718, correct?": (
        "No. My ZIP is 97401. The last four digits are 7719."
    ),
    "So that's order KE-4431757, correct?": "No, it's KE-4431775.",
    "I have rosalind.baptist@example.test, is that correct?": "No, it's rosalind.baptiste@example.test.",
    "The amount was $299.99, correct?": "No, it's $399.99.",
    "So that's B-A-P-T-I-S-T, correct?": "No, it's Rosalind Baptiste. Last name B-A-P-T-I-S-T-E.",
    "Am I speaking with Rosalyn Baptiste?": "No, it's Rosalind Baptiste. First name R-O-S-A-L-I-N-D.",
    "Thank you, Rosalyn Baptiste. Is that right?": "No, it's Rosalind Baptiste. First name R-O-S-A-L-I-N-D.",
    "You sent them money, is that correct?": "No, I haven't sent any money.",
}


@pytest.mark.parametrize("utterance", RIGHT.strip().splitlines())
def test_right_values_are_confirmed(shopper, utterance):
    move = shopper(utterance)
    assert (move.text, move.why) == ("Yes, that's right.", "confirm")


@pytest.mark.parametrize(("utterance", "text"), WRONG.items())
def test_wrong_values_are_put_right(shopper, utterance, text):
    move = shopper(utterance)
    assert (move.text, move.why) == (text, "correct")


def test_a_value_just_given_needs_no_name(shopper):
    assert shopper("What's your ZIP?", "Is it 97410?").text == "No, it's 97401."
    assert shopper("What's your number?", "Got it, 541-555-0143.").text == "No, it's 541-555-0133."


def test_a_correction_and_an_answer_go_together(shopper):
    assert (
        shopper("I have 97410. And the last four of your card?").text
        == "No, it's 97401. The last four digits are 7719."
    )
    assert shopper("I have 97401. And the last four of your card?").text == "The last four digits are 7719."


def test_a_confirmation_and_an_answer_go_together(shopper):
    heard = "I have 541-555-0133, is that right? And what's your ZIP?"
    assert shopper(heard).text == "Yes, that's right. My ZIP is 97401."


@pytest.mark.parametrize(
    ("utterance", "text"),
    [
        ("Your date of birth is June 30th, 1972, correct?", "Yes, that's right."),
        ("Your date of birth is June 13th, 1972, correct?", "No, it's June 30th, 1972."),
        (
            "I have Maria Alverez, born 6/30/1972. Is that right?",
            "No, it's Maria Alvarez. Last name A-L-V-A-R-E-Z.",
        ),
        ("Is the number ending in 0199 still good?", "No, it's 212-555-0133."),
        ("And your insurance is Aetna, correct?", "No, it's Cigna."),
        ("You're a new patient, correct?", "No. I'm an existing patient."),
        ("Do you prefer Park Avenue or Brooklyn Heights?", "Park Avenue, please."),
        ("Your name is Maria Alvares, A L V A R E S?", "No, it's Maria Alvarez. Last name A-L-V-A-R-E-Z."),
        ("Is this Marta?", "No, it's Maria Alvarez. First name M-A-R-I-A."),
        ("Are you an existing patient?", "Yes, that's right."),
        ("Shall I send the payment link to 212-555-0133?", "Yes, please."),
        ("Shall I send the payment link to 212-555-0143?", "No, it's 212-555-0133."),
        ("Can I send it to the number ending in 0133?", "Yes, please."),
        ("Should I text the link to your mobile number on file?", "Yes, please."),
        ("Shall I move it to Monday, August 24th at 9 a.m.?", "Yes, please."),
    ],
)
def test_the_patient_checks_what_it_hears(patient, utterance, text):
    assert patient(utterance).text == text


def test_a_visit_is_no_date_of_birth(patient):
    heard = "I see your appointment on Friday, August 21st at 3 p.m., is that right?"
    assert patient("What's your date of birth?", heard).text == "Yes, that's right."


@pytest.mark.parametrize(
    ("question", "utterance", "value"),
    [
        ("What's your ZIP?", "Let me read that back: 9 7 4 1. Did I get that right?", "97401"),
        ("What's your ZIP?", "I have 974. Is that all?", "97401"),
        ("What's your ZIP?", "So 97401 1, right?", "97401"),
        ("What's your number?", "541 555 0133 9, is that correct?", "541-555-0133"),
        ("What's your number?", "So it's 555-0133 with area code 514?", "541-555-0133"),
        ("What's your email?", "R-O-S-A-L-I-N-D dot B-A-P-T-I-S-T at example dot test, right?", "@example.test"),
        ("What's your full name?", "Am I speaking with Rosa Linden?", "Rosalind Baptiste"),
        ("What's your number?", "Your phone number is 541-555-133, correct?", "541-555-0133"),
        ("What's your order number?", "So it's KE dash 443175?", "KE-4431775"),
        ("What's your order number?", "The order number is 4431776, correct?", "KE-4431775"),
        ("What's your full name?", "That's Rosalind Bautista, right?", "Rosalind Baptiste"),
        ("What's your full name?", "it's rosalind batiste is that right", "Baptiste"),
        ("What's your full name?", "B as in boy, A, P, T, I, S as in Sam, T. Right?", "Baptiste"),
        ("How can I help?", "The email said $299.99, is that right?", "$399.99"),
        ("How can I help?", "Three hundred ninety dollars and ninety-nine cents, right?", "$399.99"),
    ],
)
def test_a_value_cut_short_or_misread_is_put_right(shopper, question, utterance, value):
    move = shopper(question, utterance)
    assert move.why == "correct"
    assert value in move.text


@pytest.mark.parametrize(
    ("question", "utterance", "value"),
    [
        ("What is your full name?", "I have C, C. Is that right?", "Rosalind Baptiste"),
        (
            "What is your full name?",
            "I have R Baptiste, R, and B, A, P, T, I, S, T, E. Is that right?",
            "R-O-S-A-L-I-N-D",
        ),
        ("What is your full name?", "I have Rosalind Us, and U, S. Is that right?", "B-A-P-T-I-S-T-E"),
        ("What are the last four digits of your card?", "I have the digits seven. Is that right?", "7719"),
        ("What's your ZIP?", "I have the ZIP code 97401-1234. Is that right?", "97401"),
        ("What's your number?", "I have the number five. Is that right?", "541-555-0133"),
    ],
)
def test_a_read_back_of_something_else_is_not_confirmed(shopper, question, utterance, value):
    move = shopper(question, utterance)
    assert move.why == "correct"
    assert value in move.text


def test_two_numbers_in_one_run_are_two(shopper):
    assert shopper("I have 97401, 7719. Is that right?").text == "Yes, that's right."


def test_a_time_of_day_is_no_name(new_call, shopper_spec):
    talk = new_call(shopper_spec.model_copy(update={"name": "Ann Manning", "traits": {}}))
    talk("What is your full name?")
    assert talk("I have Friday at nine in the morning. Does that work for you?").why != "correct"


def test_a_price_match_is_no_price(shopper):
    assert shopper("Shall I go ahead with the price match?").text == "Yes, please."


@pytest.mark.parametrize(
    "utterance",
    ["Thank you, Rosalind. You're all verified.", "Rosalind, your order is on its way.", "Thanks, Rosalind."],
)
def test_a_name_called_is_no_read_back(shopper, utterance):
    assert shopper(utterance).why == "request"


def test_a_question_about_a_deed_is_not_confirmed_for_the_value_in_it(shopper):
    assert shopper("Did you tell them the card ending in 7719?").why != "confirm"


def test_a_guess_at_words_that_were_not_said_is_put_right(patient):
    patient("Which insurance do you have?")
    assert patient("Did you say other?").text == "No, it's Cigna. C-I-G-N-A."
    assert patient("Did you say cigna?").text == "Yes, that's right."
    patient("Which office would you like?")
    assert patient("Did you say the park avenue?").text == "Yes, that's right."
