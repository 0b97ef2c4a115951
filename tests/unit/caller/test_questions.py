import pytest

from voicebench.caller import Say
from voicebench.values.spoken import say_value

GIVEN = {
    "full_name": "Rosalind Baptiste",
    "last_name": "My last name is Baptiste.",
    "phone": "541-555-0133",
    "email": "rosalind.baptiste@example.test",
    "zip": "97401",
    "card": "7719",
    "order": "KE-4431775",
    "amount": "$399.99",
}

SHOPPER_QUESTIONS = {
    "full_name": """
        May I have your full name, please?
        Who am I speaking with?
        Whom do I have the pleasure of speaking with today?
        May I ask who's calling?
        What name is the order under?
        Let's start with your full name.
        Could you please provide your full name as it appears on the order?
        Name on the account?
        And you are?
    """,
    "last_name": """
        What's your last name?
        And your last name, please.
    """,
    "phone": """
        And the phone number?
        What's the best number to reach you?
        What's a good callback number in case we get disconnected?
        Is there a phone number I can reach you at?
        I just need your phone number to look up the account.
        Can you share the telephone number linked to your account?
        Could I trouble you for your phone number?
        If you could give me your phone number, I'll pull up your account.
        Thanks for that. Next, the phone number on file, please.
        Can I have your phone number so I can look up your order number?
        what is your phone number
    """,
    "email": """
        What's the email on file?
        Which email address received that message?
        Okay, and what about your email address?
        Could you spell the email address for me?
        Can you confirm your email address for me?
    """,
    "zip": """
        What is the ZIP code associated with your billing address?
        Would you mind giving me your ZIP code?
        Please confirm the postal code on your order.
        I'm sorry, that didn't match. Could you double-check the ZIP code?
        Next, the ZIP code.
        And what ZIP code was the order shipped to?
        great thank you what is your zip code
    """,
    "card": """
        What are the last four digits of the card?
        I'll just need to verify the last four digits of the payment card.
        Which card did you use? Just the last four digits, please.
        What does your card end in?
        And lastly, the last four digits of the card used for the purchase?
        Could you please confirm the four-digit number at the end of your card?
        What are the final four numbers on the card used for this purchase?
        What are the last four digits of your card number?
    """,
    "order": """
        Do you have the order number handy?
        Which order are you calling about?
        Please provide the order number, and I'll look it up.
        Once you give me your order number, I can check.
        What is your order confirmation number?
        Could you read me the order number from your confirmation email?
    """,
    "amount": """
        What amount did the email mention?
        How much was the charge in the email?
        Do you remember how much the email said you'd be charged?
        First, could you tell me the exact dollar amount listed in the email?
    """,
}


def _lines(questions):
    return [(topic, line.strip()) for topic, text in questions.items() for line in text.strip().splitlines()]


def _values(text):
    return {value for value in GIVEN.values() if value in text}


@pytest.mark.parametrize(("topic", "question"), _lines(SHOPPER_QUESTIONS))
def test_it_gives_what_is_asked_for_and_nothing_else(shopper, topic, question):
    move = shopper(question)
    assert isinstance(move, Say)
    assert move.why == "answer"
    assert _values(move.text) == {GIVEN[topic]}


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "Could you tell me your ZIP and the last four of your card?",
            "My ZIP is 97401. The last four digits are 7719.",
        ),
        (
            "May I please have the full name on the account, along with the phone number?",
            "My name is Rosalind Baptiste. My number is 541-555-0133.",
        ),
        ("The last four digits of your card and your ZIP, please.", "The last four digits are 7719. My ZIP is 97401."),
        ("What's your phone number? And your ZIP code?", "My number is 541-555-0133. My ZIP is 97401."),
        (
            "Please tell me the phone number, the email address you have with us, and the amount in the email.",
            "My number is 541-555-0133. My email is rosalind.baptiste@example.test. It's $399.99.",
        ),
        ("Can I get the name and number on the account?", "My name is Rosalind Baptiste. My number is 541-555-0133."),
        ("Can I get your phone number or email?", "My number is 541-555-0133."),
        (
            "Was any money sent, and did you give anyone remote access?",
            "No, I haven't sent any money. No, nobody got into my computer.",
        ),
        (
            "What was the amount, and have you seen a charge on your card?",
            "It's $399.99. No, I haven't seen a charge.",
        ),
    ],
)
def test_it_answers_all_parts_in_the_order_asked(shopper, question, text):
    assert shopper(question).text == text


@pytest.mark.parametrize(
    "statement",
    """
    Your phone number stays on file.
    We'll text that number.
    I've found your order.
    Thank you for confirming your date of birth.
    Thanks for giving me your phone number.
    I have located your account using your phone number.
    We will never ask for your card number.
    Your order number can be found in your confirmation email.
    I wasn't able to find an account with that phone number.
    I'm sorry, the ZIP code you gave doesn't match our records.
    You don't need to give me your phone number again.
    No need to repeat your phone number.
    Please have your order number ready when you come in.
    Never give your ZIP code or card number to strangers.
    If they ask for your card number, hang up.
    I'm going to look up your order number now.
    Let me look up that order number.
    In a little while I'll ask you for your order number.
    I'll be asking for your ZIP code shortly.
    Once I've found the order I'll ask you for the last four digits of your card.
    To keep your account safe, we have to verify who you are.
    We'd like to confirm who I'm speaking with first.
    """.strip().splitlines(),
)
def test_a_mention_is_no_question(shopper, statement):
    move = shopper(statement.strip())
    assert not isinstance(move, Say) or not _values(move.text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When were you born?", "My date of birth is June 30th, 1972."),
        ("Please say your date of birth, including the month, day, and year.", "My date of birth is June 30th, 1972."),
        ("Are you a new or existing patient?", "I'm an existing patient."),
        ("Have you been seen at our office before?", "I'm an existing patient."),
        ("Which location is most convenient for you?", "Park Avenue, please."),
        ("What is the name of your insurance company?", "It's Cigna."),
        ("What number should I text the link to?", "My mobile number is 212-555-0133."),
        ("Where should I send the link?", "My mobile number is 212-555-0133."),
        ("What's your last name and date of birth?", "My last name is Alvarez. My date of birth is June 30th, 1972."),
        ("Please spell your last name.", "My last name is Alvarez. A-L-V-A-R-E-Z."),
        ("Can you pay it in full today?", "No, I can't pay it all at once."),
        ("I'll need you to verify your date of birth.", "My date of birth is June 30th, 1972."),
        ("What phone number did they call you from?", "I'm sorry, I don't have that."),
        ("What is your member ID?", "I'm sorry, I don't have that."),
        ("Your birthday is on which day?", "My date of birth is June 30th, 1972."),
        ("You were born when?", "My date of birth is June 30th, 1972."),
        ("Which day, month and year were you born?", "My date of birth is June 30th, 1972."),
        ("Would you like to be seen at our downtown office or on Park Avenue?", "Park Avenue, please."),
        ("Where is your consult?", "Park Avenue, please."),
        ("You're already a patient here, aren't you?", "I'm an existing patient."),
        ("Are you calling about a bill?", "Yes, that's right."),
        ("So you're calling about your bill?", "Yes, that's right."),
        (
            "Are you calling about a new bill or an old one?",
            "I'd like to spread out my bill.",
        ),
    ],
)
def test_the_patient_answers(patient, question, text):
    assert patient(question).text == text


def test_values_are_spoken_in_words(shopper):
    move = shopper("What's your phone number and ZIP code?")
    assert move.spoken.startswith(f"My number is {say_value('phone', '541-555-0133')}. My ZIP")
    assert not any(char.isdigit() for char in move.spoken)


def test_spelling_follows_what_was_just_said(shopper):
    assert shopper("What's your first name?", "How do you spell that?").text == "R-O-S-A-L-I-N-D."


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("I'd like to search by email. What address should I use?", {"email"}),
        ("I do have to confirm your ZIP code. What is it?", {"zip"}),
        ("I'll need your order number. Could you read that to me?", {"order"}),
        ("I need a few details to find your account, starting with your full name.", {"full_name"}),
        ("I don't need your email, just the ZIP code.", {"zip"}),
        ("For security, I'll ask for the last four digits of your card.", {"card"}),
        ("Your order number, please, so I can look it up.", {"order"}),
        ("I'll just need the email associated with your account.", {"email"}),
        ("And your name is?", {"full_name"}),
        ("Name, email, and phone, please.", {"full_name", "email", "phone"}),
        ("And the order number for the phone?", {"order"}),
        ("What name did the sender use?", set()),
        ("Which company's name was on the email?", set()),
        ("What's the name of the person who contacted you?", set()),
        ("Was it an email, a phone call or a letter?", set()),
        ("Which channel was it: email, phone or text?", set()),
        ("What's wrong with your phone?", set()),
        ("When did you order the phone?", set()),
        ("Did they have your name and phone number?", set()),
        ("What is the sender's email address?", set()),
        ("What's the daytime number for that order?", {"phone"}),
        ("And the order number on file?", {"order"}),
        ("What's the number on the receipt?", {"order"}),
        ("Which number is linked to the account?", {"phone"}),
        ("Could you begin by giving me your full name?", {"full_name"}),
        ("Just one thing so I can find it: your ZIP code.", {"zip"}),
        ("i need one more thing to find your order your zip code please", {"zip"}),
        ("I'll look at the return in a moment, but first I'll need your ZIP code.", {"zip"}),
        ("I'll need your ZIP code so I can check on that shortly.", {"zip"}),
        ("I'm going to ask you for your ZIP code.", {"zip"}),
    ],
)
def test_a_word_means_what_the_words_around_it_make_of_it(shopper, question, values):
    assert _values(shopper(question).text) == {GIVEN[name] for name in values}
