"""Asking for one value until it is understood: ask, ask again, read back, take a correction."""

from collections.abc import Generator
from difflib import SequenceMatcher

from voicebench.reference.reply import Reply
from voicebench.task import Json, Slot
from voicebench.values.heard import hear, hear_spelling, hear_yes_no
from voicebench.values.spoken import say_value, spell

__all__ = ["Listening", "ask"]

Listening = Generator[Reply, str, Json]
"""Yields what to say, is sent the caller's words, and returns the value; None when it could not be made out."""

_TRIES = {True: 2, False: 4}
"""How often a value is asked for, by whether the plan goes on without it."""
_SORRY = "I'm sorry, I didn't catch that."


def ask(slot: Slot, before: str, said_so_far: str, lead: str = "") -> Listening:
    """Ask for a slot's value.

    Args:
        slot: What to ask for.
        before: Words that go before the first question.
        said_so_far: All that the caller has said, for a value that was volunteered.
        lead: What to say first when asking again after a refusal.
    """
    value = _volunteered(slot, said_so_far) if not lead else None
    words = f"{before} {lead} {slot.question}".strip()
    if value is not None and slot.confirm:
        value = yield from _confirmed(slot, value, before)
        words = f"{_SORRY} {slot.question}"
    for _ in range(_TRIES[slot.optional]):
        if value is not None:
            return value
        value = _understood(slot, (yield Reply(words)))
        if value is not None and slot.confirm:
            value = yield from _confirmed(slot, value, "")
        words = f"{_SORRY} {slot.question}"
    return value


def _volunteered(slot: Slot, said_so_far: str) -> Json:
    """Return what the caller has said of itself, where there is no doubt which value it is."""
    found = _all_values(slot, said_so_far) if slot.volunteered else ()
    return found[0] if len(set(map(str, found))) == 1 else None


def _all_values(slot: Slot, words: str) -> tuple[Json, ...]:
    return hear(slot.kind, words, slot.options, slot.says)


def _understood(slot: Slot, words: str) -> Json:
    found = _all_values(slot, words)
    return found[-1] if found else None


def _confirmed(slot: Slot, value: Json, before: str) -> Listening:
    """Read a value back until the caller says yes; None when it was wrong and no better one was understood."""
    for _ in range(3):
        answer = yield Reply(f"{before} {_read_back(slot, value)}".strip())
        before = ""
        better = _correction(slot, value, answer)
        if better is not None:
            value = better
            continue
        says_yes = hear_yes_no(answer)
        if says_yes is not None:
            return value if says_yes else None
    return None


def _correction(slot: Slot, value: Json, answer: str) -> Json:
    """Return another value that the caller gave in place of a yes."""
    if slot.kind == "name":
        return _name_correction(str(value), answer)
    better = _understood(slot, answer)
    return better if better is not None and str(better) != str(value) else None


def _name_correction(name: str, answer: str) -> str | None:
    """Take a spelled part for the part of the name that it is nearest to, and else a name said after a no."""
    spelled = hear_spelling(answer)
    if spelled:
        parts = name.split() or [name]
        nearest = max(parts, key=lambda part: SequenceMatcher(None, part.casefold(), spelled.casefold()).ratio())
        mended = " ".join(spelled.title() if part is nearest else part for part in parts)
        return mended if mended.casefold() != name.casefold() else None
    if hear_yes_no(answer) is not False:
        return None
    found = hear("name", answer)
    better = str(found[-1]) if found else ""
    return better if " " in better and better.casefold() != name.casefold() else None


def _read_back(slot: Slot, value: Json) -> str:
    if slot.kind == "name":
        return f"I have {value}, and the last name is spelled {spell(str(value).split()[-1])}. Is that right?"
    what = {
        "zip": "the ZIP code",
        "phone": "the number",
        "digits": "the digits",
        "date": "the date",
        "money": "the amount",
        "email": "the email address",
        "code": "the number",
    }.get(slot.kind, "")
    return f"I have {what} {say_value(slot.kind, value)}. Is that right?".replace("  ", " ")
