"""Asking for one value until it is understood: ask, ask again, read back, take a correction."""

from collections.abc import Generator
from datetime import date
from difflib import SequenceMatcher

from voicebench.task import Json, Slot
from voicebench.values.heard import hear, hear_spelling, hear_yes_no
from voicebench.values.spoken import say_value, spell

__all__ = ["Listening", "ask"]

Listening = Generator[str, str, Json]
"""Yields what to say, is sent the caller's words, and returns the value; None when it could not be made out."""

_TRIES = {True: 2, False: 4}
"""How often a value is asked for, by whether the plan goes on without it."""
_SORRY = "I'm sorry, I didn't catch that."


def ask(slot: Slot, said_so_far: str, lead: str = "", today: date | None = None) -> Listening:
    """Ask for a slot's value.

    Args:
        slot: What to ask for.
        said_so_far: All that the caller has said, for a value that was volunteered.
        lead: What to say first when asking again after a refusal.
        today: The firm's day, for a day said without its year.
    """
    again = f"{_SORRY} {slot.question}"
    words = f"{lead} {slot.question}".strip()
    value = _volunteered(slot, said_so_far, today) if not lead else None
    if value is not None and slot.confirm:
        value = yield from _confirmed(slot, value, today)
        words = again
    for _ in range(_TRIES[slot.optional]):
        if value is not None:
            return value
        value = _understood(slot, (yield words), today)
        if value is not None and slot.confirm:
            value = yield from _confirmed(slot, value, today)
        words = again
    return value


def _volunteered(slot: Slot, said_so_far: str, today: date | None) -> Json:
    """Return what the caller has said of itself, where there is no doubt which value it is."""
    found = _all_values(slot, said_so_far, today) if slot.volunteered else ()
    return found[0] if len(set(map(str, found))) == 1 else None


def _all_values(slot: Slot, words: str, today: date | None) -> tuple[Json, ...]:
    return hear(slot.kind, words, slot.options, slot.says, today)


def _understood(slot: Slot, words: str, today: date | None) -> Json:
    found = _all_values(slot, words, today)
    return found[-1] if found else None


def _confirmed(slot: Slot, value: Json, today: date | None) -> Listening:
    """Read a value back until the caller says yes; None when it was wrong and no better one was understood."""
    for _ in range(3):
        answer = yield _read_back(slot, value)
        given = _given_again(slot, value, answer, today)
        if given is not None and str(given).casefold() != str(value).casefold():
            value = given
            continue
        says_yes = hear_yes_no(answer)
        if says_yes is False:
            return None
        if says_yes or given is not None:
            return value
    return None


def _given_again(slot: Slot, value: Json, answer: str, today: date | None) -> Json:
    """Return the value that the answer to a read-back gives: the same, or a better one; None when it gives none."""
    return _name_given_again(str(value), answer) if slot.kind == "name" else _understood(slot, answer, today)


def _name_given_again(name: str, answer: str) -> str | None:
    """Take first and last name as they are given; letters alone are for the part of the name that they are nearest to.

    A yes with a name in it, and no letters, is a yes.
    """
    spelled = hear_spelling(answer)
    said = str(next(iter(hear("name", answer)), ""))
    if " " in said and (spelled or not hear_yes_no(answer)):
        return said
    return _mended(name, spelled) if spelled else None


def _mended(name: str, spelled: str) -> str:
    parts = name.split()
    nearest = max([*parts, "".join(parts)], key=lambda part: _likeness(part, spelled))
    if nearest in parts:
        return " ".join(spelled.title() if part is nearest else part for part in parts)
    first, *rest = parts  # both were spelled in one go: part them where they fit the name best
    last = "".join(rest)
    cut = max(range(len(spelled)), key=lambda at: _likeness(first, spelled[:at]) + _likeness(last, spelled[at:]))
    return f"{spelled[:cut].title()} {spelled[cut:].title()}".strip()


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one.casefold(), other.casefold()).ratio()


def _read_back(slot: Slot, value: Json) -> str:
    if slot.kind == "name":
        # Nothing here asks the caller to spell: it would.
        return f"I have {value}, {spell(str(value).split()[-1])}. Is that right?"
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
