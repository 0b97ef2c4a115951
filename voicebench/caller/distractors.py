"""What agents on the telephone offer beside the point: a table of names and of the words that mean them."""

from collections.abc import Mapping

from voicebench.caller.patterns import table

__all__ = ["DISTRACTORS"]

DISTRACTORS: Mapping[str, tuple[str, ...]] = {
    "callback": table("""
        callback; call* [you] back; return [your] call; give you a call; call* you [later|tomorrow|when|once]
    """),
    "other_ticket": table("""
        ticket; open|create|file|start|submit|log a|an|another [support|new|service] case|claim|incident|complaint
    """),
    "other_fix": table("""
        troubleshoot*; reset [your|the]; walk you through; fix|fixing|repair|repairing [it|that|the|your]; technician;
        repair
    """),
    "human": table("""
        human; live|real agent|person|representative|someone; representative; supervisor; manager;
        speak|talk|speaking|talking with|to [a|an|one] [of+our] [support|service] member|someone|somebody|person|agent|
        agents|advisor|specialist|colleague|associate|representative; someone|somebody; member of|from our [staff|team];
        staff member; team member; live chat; front desk
    """),
    "waitlist": table("""
        waitlist|waitlisted; wait|waiting|cancellation list; earlier appointment|slot|opening; notify|notified
    """),
    "text_confirmation": table("""
        text|sms|email [message] [to] confirming|confirm; [message] confirming [your|the] appointment|visit;
        text|sms|email [message] confirmation*|reminder*|update*|alert*|notification*; confirmation|reminder [by|via]
        text|sms|email; text|email [you] [a|the|your] [appointment] confirmation|reminder|details; confirm* _
        [by|via|with] text|sms; reminders; a reminder; send [you] [a|the] confirmation|reminder; confirmation|reminder
        sent; appointment confirmation|reminder
    """),
    "portal": table("portal; online account|access|profile; mychart"),
    "insurance_update": table("""
        update* _ insurance; insurance [on+file|information|details] update*; verify [your] insurance; insurance changed
    """),
    "survey": table("survey; feedback; rate your|this|our"),
    "newsletter": table("newsletter; mailing list; promotion*; marketing"),
    "membership": table("membership; loyalty; rewards; become a member"),
    "protection_plan": table("protection [plan]; extended warranty; warranty; service plan; coverage plan"),
    "upgrade": table("upgrade*; trade in; trade it in"),
    "other_product": table("other|another|new|different product*|phone|device|model|item|treatment|service"),
    "directions": table("directions; parking; how to get here; floor and suite; suite"),
    "copy": table("email|mail|send|text you a copy|receipt|summary|transcript; a copy"),
    "cancel": table("cancel"),
    "credit": table("store credit; gift card; voucher; coupon; discount"),
    "refund": table("refund"),
    "charge_dispute": table("dispute"),
    "other_appointment": table("""
        book|schedule|make|set+up another|an|a|new|separate [follow] [up] appointment|visit|consult*
    """),
}
"""Offers by name; a caller's ``declines`` names some of them, and an unknown name stands for its own words."""
