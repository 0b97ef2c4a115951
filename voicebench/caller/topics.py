"""What agents on the telephone ask for: a table of traits and of the words that mean them.

Phrases are in the small language of ``voicebench.caller.patterns``. Where two overlap the longer one holds, so that
"email address" is no address and "order number" no telephone number.
"""

from dataclasses import dataclass

from voicebench.caller.distractors import DISTRACTORS
from voicebench.caller.patterns import table

__all__ = ["DISTRACTORS", "TOPICS", "Topic"]


@dataclass(frozen=True)
class Topic:
    """Something that may be asked for.

    Args:
        names: Names of traits that answer it, the likeliest first.
        phrases: Words that mean it.
        say: How it is given.
    """

    names: tuple[str, ...]
    phrases: tuple[str, ...]
    say: str = "It's {value}."


_FOUR = "last|final four|4 [digits|numbers|digit] [of|on|from|for]"

TOPICS: tuple[Topic, ...] = (
    Topic(
        ("full_name", "name"),
        table("""
            name; full|legal|complete [legal] name; first name and [your] last name; names; first and last [name];
            last and first name; who am i [now] speaking|talking with|to; who i am speaking|talking with|to; whom am
            i|do _ speaking|talking|pleasure; who is this|calling; who do i have; with whom; who i have; who you
            are; who are you; pleasure of; and you are; who am i assisting|helping; caller name; name _
            account|order|file|appointment is+under|under
        """),
        say="My name is {value}.",
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
            [home|contact|callback|best|primary|daytime] phone|telephone [number|numbers|no]; contact|callback
            number|numbers; call back number; what|which|best|good|better number; your number; a number; and|or
            number; number on file; number [where|at] [which] [i|we] [can|could|should|may|to]
            reach|call|contact|text|use; number [is|we+have] on|for|with [the|your|this]
            account|file|profile|record|order; number ending|that+ends; number for you; area code; how|where
            can|could|should|do we|i reach|contact you; best way to reach; reachable
        """),
        say="My number is {value}.",
    ),
    Topic(
        ("mobile", "mobile_phone", "cell", "phone", "phone_number"),
        table("""
            mobile|cell|cellphone|cellular [phone] [number]; number [to|should|can|i|we|for|that|will] _ text*; text
            [you] at; number _ receive|receives|get text*|sms|messages; text [message] number;
            where|which+number|what+number should|can|would|do|shall i|we|you _ text|send _ link; sms number
        """),
        say="My mobile number is {value}.",
    ),
    Topic(
        ("email", "email_address"),
        table("""
            email|e+mail address*; your|an|any|what|which|whose|best|contact|account email|e+mail; and|or|also
            [the|an] email; email|e+mail on|for [the|your] file|account|record; good email|e+mail; email please;
            email and|or phone|number|name|the|your|zip; before the at
        """),
        say="My email is {value}.",
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
            date of [your] birth; birth date|day; birthdate|birthday; dob; d o b; when were|was you|born; born
            on|in; were you born; birth year|month; year|month|day [and+day|and+year] [you+were] of birth|born
        """),
        say="My date of birth is {value}.",
    ),
    Topic(
        ("card_last4", "card_last_four", "last4"),
        table(f"""
            {_FOUR} [the|your|that|a|whichever] [payment|credit|debit|bank] [card|cards] [number|on+file|you+used];
            card|cards last four|4 [digits|numbers]; card ending [digits|numbers|in]; card end|ends in|with; ending
            [digits|numbers] of _ card; four|4 digits of|on _ card [number]; four|4 digit* [number|numbers] at the
            end of|on _ card
        """),
        say="The last four are {value}.",
    ),
    Topic(
        ("phone_last4",),
        table(f"""
            {_FOUR} [the|your|that] [mobile|cell|contact|telephone|phone] phone|number|telephone|mobile|cell
            [number]
        """),
        say="The last four are {value}.",
    ),
    Topic(
        ("sender", "sender_contact"),
        table("""
            sender*; email address did|does [the|that|this] email|message|it come|sent from; email address _
            came|come from; email address _ was sent from; phone|telephone number [that] [was] in|from the|that
            email|message|text; number [that] the|that email|message|text|caller
            gave|listed|mentioned|told|had|provided|used|left; number [that] they gave|called|used|left|texted|told;
            number did|were they call*|text*|use|give|leave
        """),
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
            [online|sales|original] order|purchase|confirmation|receipt number|id|no|code; which|what order; number
            of|on|for [the|your|that] order|receipt|purchase; order [confirmation] number [or+id]
        """),
        say="The order number is {value}.",
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
            member|membership|insurance id|number|card [number]; id [number] on [the|your] [insurance] card;
            [insurance] member i d; group number
        """),
        say="My member ID is {value}.",
    ),
    Topic(
        ("carrier", "insurance", "insurance_carrier"),
        table("""
            insurance carrier|company|provider|plan|coverage|information|details; which|what|your [health]
            insurance; insurer; who is|are your|you [health] [insurance] [insured|covered] with; health plan;
            insured with; have|your insurance; carrier; name of [the|your] insurance|health
            [company|carrier|provider|plan]; you still with|insured|covered; insurance are|do you
        """),
    ),
    Topic(
        ("preferred_office", "office", "location", "preferred_location"),
        table("""
            which|what [of+our] [office|location|clinic|branch] offices|locations|office|location|clinic|branch;
            preferred office|location|clinic; office|location|clinic [do|would] [you] [that]
            is|works|like|prefer|best; where would you like|prefer to be+seen|come|go|visit; office|location
            preference; preference _ office|location
        """),
        say="{value}, please.",
    ),
    Topic(
        ("patient_status", "status"),
        table("""
            new or [an] existing|returning|established; existing or [a] new; existing|returning|established patient;
            new patient; you new to|here; new to our|us|the; been [a] patient; been|seen with|by|to|at
            us|here|our|before; visited us|our; seen [you] [by] us|here [before]; patient status; first visit|time
            [with|here|seeing]; patient here|with+us|of+ours
        """),
        say="I'm {value}.",
    ),
    Topic(
        ("amount", "amount_in_email", "charge_amount"),
        table("""
            how much the|it|they|was|were|is|did|does|do|are; what [was|is] [the] [exact|total|dollar] amount;
            dollar|exact|total amount; amount of| in| on| that| they| was| for| charged| listed| shown| mentioned|
            requested; the|and|an amount; they|email|it asked for; they|it wanted|charged
        """),
    ),
    Topic(
        ("claimed_brand", "brand"),
        table("""
            which|what company|brand|business|organization; who did they|it|he|she claim|say|pretend; claim* to be
            [from]
        """),
        say="They said they were {value}.",
    ),
    Topic(
        ("channel",),
        table("""
            how did|were they|you|it|the _ contact|contacted|reach|receive|come|get|arrive|hear; how you were
            contacted; how did|were _ contact*|reach*|receive*|come|get [you] _ phone|text|call|email _
            email|phone|call|mail|text; call text or [an] email; email text or; phone email or; email or [a]
            phone|text|call
        """),
        say="It was {value}.",
    ),
    Topic(
        ("money_sent",),
        table("""
            send|sent|paid|pay|transfer|transferred|give|gave|wire|wired [them|any|over|out] [any]
            money|anything|funds|payment*; money sent|paid|transferred|wired|lost
        """),
    ),
    Topic(
        ("remote_access_given", "device_access_given", "remote_access"),
        table("""
            remote|remotely access; access to|into your|the|any [computer|phone] device*|computer|phone|laptop;
            remotely; let|allow anyone|them|someone|anybody [in|into|on] _ device|computer|phone; install*
            any|anything
        """),
    ),
    Topic(
        ("payment_requested",),
        table("""
            gift cards; form|kind|type|method of payment; ask* [you] [for|to] [any] [kind|form|type] [of]
            pay*|money|payment; how _ want* you to pay; payment _ requested|request; request* [any] [kind|form|type]
            [of] pay*|money; ask* _ gift
        """),
    ),
)
"""In no order of importance; a trait of another name is found by the words of its name."""
