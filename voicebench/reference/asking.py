"""Asking for one value until it is understood: ask, ask again, read back, take a correction."""

from collections.abc import Generator
from datetime import date

from voicebench.reference import naming
from voicebench.reference.choosing import nearest_option
from voicebench.reference.slips import as_alphabet, as_figures, as_letters
from voicebench.task import Json, Slot
from voicebench.values.heard import hear, hear_yes_no
from voicebench.values.spoken import say_value

__all__ = ["Listening", "ask"]

Listening = Generator[str, str, Json]
"""Yields what to say, is sent the caller's words, and returns the value; None when it could not be made out."""

_TRIES = {True: 2, False: 4}
"""How often a value is asked for, by whether the plan goes on without it."""
_READINGS = 4
"""How often a value is read back before it is asked for anew."""
_SORRY = "I'm sorry, I didn't catch that."
_PART_TRIES = 3
"""How often a part of a telephone number is asked for."""
_PHONE_PARTS = (
    ("Could you give me just the area code first?", 3),
    ("And the next three digits?", 3),
    ("And the last four digits of your phone number?", 4),
)
"""What is asked for a telephone number that was not made out twice, and how many digits answer it."""


def ask(slot: Slot, said_so_far: str, lead: str = "", today: date | None = None) -> Listening:
    """Ask for a slot's value.

    Args:
        slot: What to ask for.
        said_so_far: All that the caller has said, for a value that was volunteered.
        lead: What to say first when asking again after a refusal.
        today: The firm's day, for a day said without its year.
    """
    value = _volunteered(slot, said_so_far, today) if not lead else None
    asked = value is not None
    if asked and slot.confirm:
        value = yield from _confirmed(slot, value, today)
    for failed in range(_TRIES[slot.optional]):
        if value is not None:
            return value
        first = f"{lead} {slot.question}".strip()
        value = yield from (_asked_again(slot, today, failed) if asked else _asked(slot, first, today))
        asked = True
        if value is not None and slot.confirm:
            value = yield from _confirmed(slot, value, today)
    return value


def _asked_again(slot: Slot, today: date | None, failed: int) -> Listening:
    if slot.kind == "name":
        return (yield from naming.ask_parts(_SORRY))
    if slot.kind == "phone" and failed > 1:
        return (yield from _in_parts())
    return (yield from _asked(slot, f"{_SORRY} {slot.question}", today))


def _in_parts() -> Listening:
    """Ask for a telephone number in its three parts, as short as can be; None when one could not be made out."""
    parts: list[str] = []
    for question, length in _PHONE_PARTS:
        for number in range(_PART_TRIES):
            answer = yield f"{_SORRY} {question}" if number or not parts else question
            if whole := hear("phone", answer):
                return whole[-1]
            found = _so_many(answer, length)
            if found:
                parts.append(found[-1])
                break
        else:
            return None
    return "-".join(parts)


def _so_many(words: str, length: int) -> list[str]:
    """Return the runs of so many digits; with "to" and "for" as figures where there is none without."""
    readings = (hear("digits", text) for text in (words, as_figures(words)))
    return next(filter(None, ([one for one in found if len(one) == length] for found in readings)), [])


def _asked(slot: Slot, question: str, today: date | None) -> Listening:
    answer = yield question
    value = _understood(slot, answer, today)
    if value is None and slot.kind == "enum":
        for option, words in nearest_option(slot, answer).items():
            agreed = yield f"Did you say {words}?"
            value = _understood(slot, agreed, today) or (option if hear_yes_no(agreed) else None)
    return value


def _volunteered(slot: Slot, said_so_far: str, today: date | None) -> Json:
    """Return what the caller has said of itself, where there is no doubt which value it is."""
    found = _all_values(slot, said_so_far, today) if slot.volunteered else ()
    return found[0] if len(set(map(str, found))) == 1 else None


def _all_values(slot: Slot, words: str, today: date | None) -> tuple[Json, ...]:
    for text in (words, as_letters(as_alphabet(words))) if slot.kind == "code" else (words,):
        found = hear(slot.kind, text, slot.options, slot.says, today)
        if fitting := tuple(value for value in found if slot.length in (None, len(str(value)))):
            return fitting
    return ()


def _understood(slot: Slot, words: str, today: date | None) -> Json:
    found = _all_values(slot, words, today)
    return found[-1] if found else None


def _confirmed(slot: Slot, value: Json, today: date | None) -> Listening:
    """Read a value back until the caller says yes; None when it was wrong and no better one was understood."""
    for _ in range(_READINGS):
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
    return naming.given_again(str(value), answer) if slot.kind == "name" else _understood(slot, answer, today)


def _read_back(slot: Slot, value: Json) -> str:
    if slot.kind == "name":
        return naming.read_back(str(value))
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
