"""What agents ask about the matter in hand: an offer or a message that came, a visit, a plan; a table of topics."""

from voicebench.caller.patterns import table
from voicebench.caller.topic import Topic

__all__ = ["MATTERS"]

_WAY = (
    "email|e+mail|mail|text|text+message|sms|call|phone|phone+call|telephone|telephone+call|letter|pop+up|popup|"
    "message|voicemail|social+media"
)
_BY = "[by|over|via|through|in|on|as] [a|an|the]"
_MESSAGE = "email|e+mail|message|notice|notification|letter|text|call|caller|sender|scammer|contact|they|it|he|she"
_BRAND = "brand|company|business|firm|organization|organisation|store|outfit|corporation"
_DEVICE = "computer|computers|phone|phones|laptop|tablet|pc|machine|device|devices|screen|desktop|system"
_YOUR = "your|the|any|a|one|either [of] [your]"
_SUM = "amount|price|figure|sum|total|cost"
_PAYMENT = "pay*|money|gift|wire|crypto*|bitcoin|cash|funds"
_OFFICE = "office|offices|location|locations|clinic|clinics|branch|branches"
_STRANGE = "actual|unusual|unfamiliar|unexpected|unauthorized|unknown|unrecognized|suspicious|strange|odd|weird|extra"
_ACCOUNT = "card|cards|account|accounts|statement|statements|bank"

MATTERS: tuple[Topic, ...] = (
    Topic(
        ("sender", "sender_contact"),
        table("""
            sender* [email|phone|contact] email|phone|number|address|details; their|his email|phone|number|address;
            email address did|does [the|that|this] email|message|it come|sent from; email address _ came|come from;
            email address _ was sent from; email address [that] they|it|he|she used|wrote|gave; phone|telephone number
            [that] [was] in|from the|that email|message|text; number [that] the|that email|message|text|caller gave|
            listed|mentioned|told|had|provided|used|left; number [that] they gave|called|used|left|texted|told; number
            did|were they call*|text*|use|give|leave; number did [the|that|this] email|message|text|letter|caller|sender
            _ give|gave|list|show|say|leave|tell; number|address _ call*|text*|came|come|contact* _ from
        """),
    ),
    Topic(
        ("amount", "amount_in_email", "charge_amount"),
        table(f"""
            how much money; how much the|it|they|was|were|is|did|does|do|are|would; how much _ ask*|want*|demand* _ pay;
            [exact|dollar|total|full|renewal] {_SUM} [of] [money] in|on|that|they|it|was|for|charged|listed|shown|
            mentioned|requested|of|the|you; what|which {_SUM}; what [was|is|were] [the]
            [exact|dollar|total|full|renewal] {_SUM}; the|and|an|exact|dollar|total|renewal {_SUM}; what|which {_SUM} _
            ask*|want*|demand* [you] [for|to] [pay]; it|they wanted|charged; what were|would|was|are they|it|you _ _
            charge*|billed|cost
        """),
        before=r"(?!(?:match|range|list|difference|guarantee|tag)\w*\b)",
    ),
    Topic(
        ("claimed_brand", "brand"),
        table(f"""
            which|what|whose {_BRAND}; {_BRAND} name; name of the|that|this {_BRAND}|sender; the brand;
            claim*|pretend*|purport*|suppose* to [be] [from|represent|come]; claim* they|it|he|she; pos* as; on behalf
            of; who did|does|was|were|is|are [the|that|this] {_MESSAGE} [that] _ from|claim*|say|pretend*|be|represent*|
            come|came|sent; who _ say|said|claim* _ from; who sent; who _ it|they is|was|were|came from;
            what|which|whose name did|does|was|were|is [the|that|this] {_MESSAGE}; name [that] [the|that|this]
            {_MESSAGE} _ use*|gave|give|claim*|mention*|went|come|came; name was|is|appear*|shown|used on|in|at
            the|that|this {_MESSAGE}|top|bottom; what|which name was|is used|given|shown;
            supposedly|allegedly|apparently from; named|listed|shown as [the] sender; who was|is the sender; say|said
            they|it|he|she were|was|are [from|with]; say|says|said it was|is|came from; {_MESSAGE}
            [come|came|sent|be|really] from _ or; who [is] it|they [is|was|were] [supposedly|claiming] from
        """),
        say="They said they were {value}.",
    ),
    Topic(
        ("channel",),
        table(f"""
            how did _ _ find|found|make|made [its|their|the] way; in|of what|which form; method of
            contact|communication|delivery; by|via|through|over {_WAY} or; contact*|reach*|get|got|receiv*|come|came|
            arrived|sent [you|it|this|that|in] by|over|via|through|as {_BY} {_WAY}; how did|were|was|do|does
            they|you|it|the|this|that|someone|anyone _ contact*|reach*|receive*|arriv*|sent|deliver*|notif*; how
            did|do|does _ _ come|came|get|got [in|over] to|through; how did you _ get|find|hear
            it|this|that|the|them|from|about; how did it|this|that|the|they _ come|came; how you|they|it|this|that|the _
            received|reached|contact*|came|arrived|got|notif*; which|what|by+what|through+what|through+which
            [form|sort|kind|type] [of] way|method|channel|means|medium|contact _ _ contact*|reach*|receive*|use*|come|
            came|get|got|arriv*|it; channel; way did they|it|this|that; was|is|did|does it|this|that|they|you _
            by|over|via|through {_BY} {_WAY}; {_WAY} {_BY} [{_WAY}] {_BY} [{_WAY}] {_BY} [{_WAY}] or {_BY} [other]
            {_WAY}|something+else|another+way|other|another
        """),
        say="It was {value}.",
        after=r"^(?!.*\b(?:your|best|good|current|to|(?:can|could|should|may|do|will|would) (?:i|we)) $)",
        before=r"(?!number|address|on file)",
    ),
    Topic(
        ("money_sent",),
        table("""
            send|sent|sending|pay|paid|paying|transfer*|wir*|give|gave|given|giving|lose|lost|losing|hand*|part* [them|
            anyone|anybody|someone|him|her|it|over|out|with|away] [any|some|the|your] [of] [your]
            money|funds|payment*|cash [or] [gift] [cards]; send|sent|sending|pay|paid|paying|lose|lost
            [them|anyone|him|it] anything; pay|paid|paying [them|for] the|that|them|this|it|those; make|made|making
            a|any|the|that|some payment*|transfer*; payment*|transfer* _ made|sent; financial|money loss|losses;
            financially; money|funds|cash _ sent|paid|transferred|wired|lost|exchanged|hands|given|gone|leave|left; out
            of pocket; buy|bought|purchase* any|the|some|them gift; paid up
        """),
    ),
    Topic(
        ("money_sent",),
        table("pay|paid"),
        after=r"\b(?:(?:have|did|has) (?:not )?(?:you|anyone|anybody)|(?:you|nobody|no one) (?:have|has|did)(?: not)?) "
        r"(?:\w+ )?$",
        before=r"(?:them |anyone |anybody |him |her )?(?:$|(?:already|yet|up|have|did|has)\b)",
    ),
    Topic(
        ("remote_access_given", "device_access_given", "remote_access"),
        table(f"""
            remote|remotely [access*|control*|connect*|session]; access* to|into [{_YOUR}] _ {_DEVICE}; access* {_YOUR}
            _ {_DEVICE}; into|onto {_YOUR} _ {_DEVICE}; let|allow*|permit* _ in|into|on|onto|access|control; control
            of|over [{_YOUR}] _ {_DEVICE}; control* {_YOUR} _ {_DEVICE}; take|took|taken control|over;
            give|gave|given|grant* _ access|control; install*|download* [or] [install*] any|anything|a|an|something|
            software|some; share*|sharing [your] screen; screen shar*; log* in|into _ {_DEVICE}; connect* [to|with]
            [{_YOUR}] _ {_DEVICE}; been|get|got|anyone|anybody|someone in|on {_YOUR} _ {_DEVICE}; anydesk|teamviewer
        """),
    ),
    Topic(
        ("payment_requested",),
        table(f"""
            ask* [you] [for|to] [make|send|give|buy|provide] [them] [a|any|some|the|you] [kind|form|type|sort|method]
            [of] {_PAYMENT}; ask* _ gift; want*|tell|told|demand*|requir*|instruct*|direct*|request*|insist*
            [you|on|that|for|to] [you] [to] [be|make|send|buy|any|a|some] [a|any|the|some]
            [kind|form|type|sort|method] [of] {_PAYMENT}; payment* _ requested|request|demanded|required|wanted;
            request*|demand* _ pay*|money;
            form|kind|type|method|way|sort of pay*; payment method|form|type|option*; gift cards|card; how _
            want*|ask*|told|tell|suppose* _ pay*|paid; pay* in|by|via|through some|any|a|gift|crypto*|wire|bank; in
            what|which form _ pay*
        """),
    ),
    Topic(
        ("charge_seen", "charged"),
        table(f"""
            see|seen|notice*|find|found|spot* [a|any|the|that|this|an|such] [other|new|such|pending]
            [{_STRANGE}] [pending] charge*|transaction*|withdrawal*|activity; anything|something|nothing|it|that|this _
            show*|appear*|turn* [up] on|in [any|your|the|a] [of] [your]
            [credit|debit|bank|own] {_ACCOUNT}; charge* [for] _ on|to|against|in|from [any|your|the|that|a] [of] [your]
            [credit|debit|bank|own] {_ACCOUNT}; charge* _ show*|appear*|posted|post|gone+through|go+through|
            come+through|came+through; {_ACCOUNT} [been|was|get|got] [actually|already|really] [been]
            charged|billed|debited|hit; {_ACCOUNT} show*|have|has _ charge*; they|it|anyone|anybody _
            charged|billed|debited you|your; you|been [actually|already|ever|really] charged|billed|debited;
            money|amount|sum|funds|anything _ taken|withdrawn|charged|debited|come+out|gone+out|left [of] [your]
            [{_ACCOUNT}]
        """),
    ),
    Topic(
        ("preferred_office", "office", "location", "preferred_location"),
        table(f"""
            which|what [of+our] [office|location|clinic|branch] {_OFFICE}; preferred|same|usual {_OFFICE}; {_OFFICE}
            you|that _ like|prefer|want|visit|go|use; {_OFFICE} [do|would] [you] [that] is|works|like|prefer|best; where
            would|should|do|did you like|prefer|want [to] [have|be] be+seen|seen|come|go|visit|the|your|that|this|a
            [new|next] [appointment|visit|consult*]; where is|was [the|your|that|this] [new|next]
            appointment|visit|consult*; {_OFFICE} preference; preference _ {_OFFICE}; {_OFFICE} or; or
            [our|the|at+our|at+the] _ {_OFFICE}
        """),
        say="{value}, please.",
    ),
    Topic(
        ("preferred_office", "office", "location", "preferred_location"),
        table(_OFFICE),
        say="{value}, please.",
        after=r"^(?:(?:and|what about|how about|then|so|now|okay|also) )*(?:(?:the|your|our) )?$",
        before=r"$",
    ),
    Topic(
        ("preferred_day", "preferred_time", "preferred_date", "day", "date", "time"),
        table("""
            which|what|any|a [other|particular|specific|certain|better] day|days|date|dates|time|times|week [of] [the]
            [day|week] [and|or] [time|day] [that|which] [would|do|does|is|are|might|should|can|could|will] [you|i|we]
            [be] [best|good|better|prefer*|like|want|work*|suit*|convenient|look|have|come|book|move|aim|shoot|in+mind|
            next]; when would|do|can|could|should you|we|i like|prefer|want|come|schedul*|move|book|be+seen|see; how
            soon; preference _ day*|time*|date*; preferred|best|better|good|convenient day*|time*|date*;
            morning|mornings [or] [an] afternoon*; afternoon* or mornings|morning; day|time _ in mind; flexible; your
            availability; when are you available|free; when [would|does] [be] work*|suit*|best|good|convenient; schedule
            look|like; how far out; day|days|time|times|date|dates _ _ work*|suit* [best] for
        """),
        say="{value}.",
    ),
    Topic(
        ("patient_status", "status"),
        table("""
            new or [an] existing|returning|established|current; existing|returning|established|current or [a] new;
            existing|returning|established|current|active|regular|prior|former|already [a|our] patient; new patient; you
            new to|here; new to our|us|the|this; been [a] patient; been|seen with|by|to|at us|here|our|before|this;
            been [in] here|before;
            visited us|our|here; visit*
            with|to us|our; came [in] to [see|visit] us|our|here; have|had|ever|has [you] _ come [in] [to] [see|visit]
            us|our|here|before; seen [you]
            [by|one+of+our] us|here|doctors|providers [before]; patient status; first visit|time|appointment
            [with|here|seeing|at]; patient here|with+us|of+ours|at; you [on+file|down] as a patient; have|had you|a|an _
            in our system|records; had a|an|any [previous|prior|earlier|past] visit*|appointment*; you
            [currently|already|still|presently|now] [a|an] patient [of|with|here]
        """),
        say="I'm {value}.",
        after=r"^(?!.*\b(?:like|want|prefer|wish|hope|hoping|rather) (?:to )?(?:be |get )?$)",
    ),
)
"""What happened and what is wanted: most of it answered with a yes or a no, or in a caller's own words."""
