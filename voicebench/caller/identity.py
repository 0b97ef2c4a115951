"""What agents ask to know a person and an account by: a table of topics."""

from voicebench.caller.patterns import table
from voicebench.caller.topic import Topic

__all__ = ["IDENTITY"]

_FOUR = "last|final four|4 [digits|numbers|digit] [of|on|from|for]"
_NO_PERSON = (
    "brand|company|business|firm|store|shop|organization|product|model|item|device|phone|plan|service|software|program|"
    "app|bank|doctor|provider|physician|pharmacy|employer|website|site|file|domain|sender|scammer|agent|user|display|"
    "medication|it|they|he|she|their|his|her|its|email|message|notice|letter|text"
)
_IN_A_LIST = (
    r"(?:(?:^|\b(?:what is|and|or|plus|now|then|next|also|just|please) )(?:(?:your|a|the) )?|"
    r"\b(?:name|email|address|code|zip|birth|number) (?:your )?)$"
)
_NUMBERED = (
    "order|purchase|confirmation|receipt|card|tracking|serial|model|item|part|case|ticket|reference|claim|account|"
    "customer|patient|member|membership|policy|group|subscriber|zip|id|insurance|security"
)
_REACHED_BY = "phone|telephone|mobile|cell|cellphone|contact|callback|home|daytime|back"
_NO_DEVICE = r"^(?!.*\b(?:computer|laptop|device|tablet|text|call|message)\b)"

IDENTITY: tuple[Topic, ...] = (
    Topic(
        ("full_name", "name"),
        table("""
            full|legal|complete [legal] name; first name and [your] last name; names; first and last [name]; last and
            first name; who am i [now] speaking|talking with|to; who i am speaking|talking with|to; whom am i|do _
            speaking|talking|pleasure; who is this; who is calling; who do i have; with whom; who i have; who you are;
            who are you; pleasure of; and you are; who am i assisting|helping; caller name; name _
            account|order|file|appointment is+under|under
        """),
        say="My name is {value}.",
    ),
    Topic(
        ("full_name", "name"),
        table("name"),
        say="My name is {value}.",
        after=rf"^(?!.*\b(?:{_NO_PERSON}) (?:actually |even )?$)",
        before=r"(?!of the (?:person|individual|man|woman) (?:who|that) (?:contact|call|email|sent|reach|text|wrote))"
        rf"(?!(?:of|for|on|in) (?:the|that|this|your|a|an|any) (?:\w+ )?(?:{_NO_PERSON})\b)",
    ),
    Topic(
        ("first_name",),
        table("first|given name; what should|can|may|do i call you; address you"),
        say="My first name is {value}.",
    ),
    Topic(
        ("last_name", "surname"),
        table("last|family name; surname"),
        say="My last name is {value}.",
    ),
    Topic(
        ("phone", "phone_number", "telephone", "mobile", "mobile_phone"),
        table("""
            [home|contact|callback|best|primary|daytime] phone|telephone number|numbers|no; home|contact|callback|best|
            good|better|primary|daytime phone|telephone; contact|callback|daytime|evening|home|work number|numbers;
            call back number; what|which|best|good|better number; your number; a number; and|or number; number
            [where|at] [which] [i|we] [can|could|should|may|to] reach|call|contact|text|use; which|what
            phone|cell|mobile should|can|shall|could i|we; number ending|that+ends; number for you; area code; how|where
            can|could|should|do we|i reach|contact you;
            best way to reach; reachable
        """),
        say="My number is {value}.",
    ),
    Topic(
        ("phone", "phone_number", "telephone", "mobile", "mobile_phone"),
        table("""
            number on file; number [is|are|that+is|we+have|you+have] on|for|with [the|your|this|our] [own] account|
            file|profile|record
        """),
        say="My number is {value}.",
        after=rf"^(?!.*\b(?:{_NUMBERED}) $)",
    ),
    Topic(
        ("phone", "phone_number", "telephone", "mobile", "mobile_phone"),
        table("phone|telephone"),
        say="My number is {value}.",
        after=_NO_DEVICE + f".*{_IN_A_LIST}",
        before=r"(?:$|(?:and|or|please|as well|too|first|on file|for you|for me|for the account|for your account)\b)",
    ),
    Topic(
        ("mobile", "mobile_phone", "cell", "phone", "phone_number"),
        table("""
            mobile|cell|cellphone|cellular [phone] [number]; number [to|should|can|i|we|for|that|will] _ text*; text
            [you] at; number _ receive|receives|get text*|sms|messages; text [message] number;
            where|which+number|what+number should|can|would|do|shall i|we|you _ text|send _ link; where
            should|would|do|can|will|shall [you] _ link|text|message; sms number
        """),
        say="My mobile number is {value}.",
    ),
    Topic(
        ("email", "email_address"),
        table("""
            email|e+mail address*; your|an|any|what|which|whose|best|contact|account email|e+mail; and|or|also [the|an]
            email; email|e+mail on|for|under [the|your] file|account|record|records|order|profile; good email|e+mail;
            email please; before the at; the email|e+mail [address] you [would|usually|normally]
            use*|signed|registered|shop|ordered; the email|e+mail [address] we [would] have
        """),
        say="My email is {value}.",
    ),
    Topic(
        ("email", "email_address"),
        table("email|e+mail"),
        say="My email is {value}.",
        after=_IN_A_LIST,
        before=r"(?:and|or) (?:your |the |a )?(?:full |last |first |mobile |home )?"
        r"(?:phone|telephone|number|name|zip|date|order|mobile|cell|postal|four|4|address)\b",
    ),
    Topic(
        ("postal_code", "zip", "zip_code", "billing_zip"),
        table("""
            [billing|shipping|home|delivery|five|5] [digit] zip|zipcode|postcode [code]; [billing] postal code|zip
        """),
        say="My ZIP is {value}.",
    ),
    Topic(
        ("date_of_birth", "dob", "birth_date", "birthday"),
        table("""
            date of [your] birth; birth date|day; birthdate|birthday; dob; d o b; when were|was you|born; born on|in;
            were you born; you were born; birthday is|was|falls [on] which|what day|date|month|year;
            which|what day|date were you born; birth year|month; year|month|day [and] [year|month|day] [and]
            [year|month|day] [you+were|you+are|of] [your] birth|born; born [on|in] which|what day|date|month|year
        """),
        say="My date of birth is {value}.",
    ),
    Topic(
        ("card_last4", "card_last_four", "last4"),
        table(f"""
            {_FOUR} [the|your|that|a|whichever] [payment|credit|debit|bank] [card|cards] [number|on+file|you+used];
            card|cards last four|4 [digits|numbers]; card ending [digits|numbers|in]; card _ end|ends in|with; card
            ending; card number _ end*; ending [digits|numbers] of _ card; four|4 digits of|on _ card [number]; four|4
            digit* [number|numbers] at the end of|on _ card
        """),
        say="The last four digits are {value}.",
    ),
    Topic(
        ("phone_area",),
        table("just|only [the|your] area code [first]"),
        say="It's {value}.",
    ),
    Topic(
        ("phone_middle",),
        table("next|middle three|3 [digits|numbers]"),
        say="It's {value}.",
    ),
    Topic(
        ("phone_last4",),
        table(f"""
            {_FOUR} [the|your|that] [mobile|cell|contact|telephone|phone] phone|number|telephone|mobile|cell [number]
        """),
        say="The last four digits are {value}.",
    ),
    Topic(
        ("card_number",),
        table("[full|whole|entire|complete] [credit|debit|payment] card number; cvv; security code"),
    ),
    Topic(
        ("social_security_number", "ssn"),
        table(f"""
            {_FOUR} [the|your] social [security] [number]; {_FOUR} [the|your] ssn; social [security] [number]; ssn
        """),
    ),
    Topic(
        ("order_number", "order_id", "order"),
        table("""
            [online|sales|original] order|purchase|confirmation|receipt number|id|no|code; which|what order; order
            [confirmation] number [or+id]
        """),
        say="The order number is {value}.",
    ),
    Topic(
        ("order_number", "order_id", "order"),
        table("number of|on|for [the|your|that] order|receipt|purchase"),
        say="The order number is {value}.",
        after=rf"^(?!.*\b(?:{_REACHED_BY}|{_NUMBERED.removeprefix('order|purchase|confirmation|receipt|')}) $)",
    ),
    Topic(
        ("sku", "item_number", "model_number"),
        table("sku; item|model|product|part number|code"),
    ),
    Topic(
        ("serial_number",),
        table("serial number; imei [number]"),
        say="The serial number is {value}.",
    ),
    Topic(
        ("tracking_number",),
        table("tracking number"),
        say="The tracking number is {value}.",
    ),
    Topic(
        ("case_number", "ticket_number"),
        table("case|ticket|reference|claim number"),
        say="The number is {value}.",
    ),
    Topic(
        ("account_number", "customer_number"),
        table("account|customer|patient number|id"),
    ),
    Topic(
        ("address", "street_address", "home_address", "shipping_address"),
        table("""
            [street|home|mailing|shipping|billing|delivery|full|current] address; where do you live; where you live
        """),
        say="My address is {value}.",
    ),
    Topic(
        ("member_id", "member_id_last4", "insurance_id", "membership_number"),
        table(f"""
            [insurance] member|membership|subscriber|policy|insurance [card] id|number [number]; {_FOUR} [the|your]
            member|membership|insurance id|number|card [number]; id [number] on [the|your] [insurance] card; [insurance]
            member i d; group number
        """),
        say="My member ID is {value}.",
    ),
    Topic(
        ("carrier", "insurance", "insurance_carrier"),
        table("""
            insurance carrier|company|provider|plan|coverage|information|details; which|what|your [health] insurance;
            insurer; who is|are your|you [health] [insurance] [insured|covered] with; health plan; insured with;
            have|your insurance; carrier; name of [the|your] insurance|health [company|carrier|provider|plan]; you still
            with|insured|covered; insurance are|do you
        """),
    ),
)
"""Who somebody is: names, numbers, addresses."""
