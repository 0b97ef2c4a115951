"""Comparing the numbers, dates, amounts, codes and addresses that an agent reads back with those of the caller."""

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

from voicebench.caller.patterns import has, table, words
from voicebench.caller.plain_forms import as_mail, digits, squeezed
from voicebench.task import Json, Trait
from voicebench.values.heard import hear
from voicebench.values.kinds import equal

__all__ = ["contradicted", "cut_short", "known_alone", "stated"]

_NUMBERED = ("phone", "zip", "digits", "code", "date", "money", "email")
_OTHERS_OWN = table("our; call|reach|contact us; support line; their number; suspicious")
_VISIT = table("""
    appointment*|visit*|consult*|slot*|move*|reschedul*|book*|schedul*|available;
    monday|tuesday|wednesday|thursday|friday|saturday|sunday; order*|deliver*|purchase*|today
""")
_OTHER_MONEY = table("""
    balance; fee*; order*; purchase*; refund*; bought; owe*; copay; deductible; visit; total for; bill;
    sent|paid|send|pay
""")
_IN_MONEY = re.compile(r"\$|\b(?:dollars?|bucks|cents?)\b|\d\.\d\d\b", re.IGNORECASE)
_PART = table(
    "end|ends|ending in|with; area code; start|starts|starting|begin|begins with; first 3|three; last; prefix"
)
_KIND_WORDS = re.compile(r"\b(?:zip|postal|postcode|phone|mobile|cell|telephone|order|confirmation)\b", re.IGNORECASE)
_SIGN = re.compile(r"\s*\b(?:dash|hyphen)\b\s*", re.IGNORECASE)


def known_alone(name: str, trait: Trait, traits: Mapping[str, Trait], text: str) -> bool:
    """A telephone number, an e-mail address or the only amount is known for what it is without being named."""
    if trait.kind == "money" and (has(_OTHER_MONEY, words(text)) or not _IN_MONEY.search(text)):
        return False
    return trait.kind in ("phone", "email", "money") and name == next(
        other for other, one in traits.items() if one.kind == trait.kind
    )


def cut_short(trait: Trait, text: str, claimed: Sequence[Trait]) -> bool:
    """Say whether the words hold some of the figures of a number that was just given, as if they were all."""
    mine = digits(trait.value)
    if trait.kind not in ("phone", "zip", "digits", "code") or has(_PART, words(text)) or not mine:
        return False
    taken = [digits(other.value) for other in claimed]
    runs = _runs(text)
    free = [run for run in runs if not any(run in own or own in run for own in taken)]
    return any(
        len(run) > 2 and run != mine and SequenceMatcher(None, mine, run, autojunk=False).ratio() >= 0.6 for run in free
    )


def _runs(text: str) -> list[str]:
    """Return the runs of figures in a text, whatever it calls them."""
    return [digits(value) for value in hear("digits", _KIND_WORDS.sub(" ", text))]


def _heard(kind: str, text: str) -> tuple[Json, ...]:
    if kind == "email":
        return hear(kind, text) or hear(kind, as_mail(text))
    return hear(kind, _SIGN.sub("-", text) if kind == "code" else text) if kind in _NUMBERED else ()


def stated(trait: Trait, text: str, traits: Mapping[str, Trait]) -> bool:
    """Say whether the words hold the trait's value, or the end of it where they speak of an end."""
    if trait.kind == "bool":
        return False
    if trait.kind not in _NUMBERED:
        plain = words(str(trait.value))
        return bool(plain) and re.search(rf"\b{re.escape(plain)}\b", words(text)) is not None
    if _overlong(trait, text, traits) or _other_area(trait, text):
        return False
    if any(equal(trait.kind, value, trait.value) for value in _heard(trait.kind, text)) or _written(trait, text):
        return True
    tail = _tail(text)
    return tail is not None and digits(trait.value).endswith(tail)


def _overlong(trait: Trait, text: str, traits: Mapping[str, Trait]) -> bool:
    """Say whether the words hold the trait's figures with some more behind them: "97401 1"; not another number."""
    mine = digits(trait.value)
    others = {digits(other.value) for other in traits.values()}
    return trait.kind in ("zip", "phone") and any(
        run != mine and run.startswith(mine) and run.removeprefix(mine) not in others for run in _runs(text)
    )


def _other_area(trait: Trait, text: str) -> bool:
    """Say whether the words give a telephone number another area code."""
    _, mark, after = words(text).partition("area code ")
    area = next(iter(hear("digits", re.sub(r"^(?:is|of|as) ", "", after))), "") if mark else ""
    return trait.kind == "phone" and len(str(area)) == 3 and not digits(trait.value)[-10:].startswith(str(area))


def _written(trait: Trait, text: str) -> bool:
    """Say whether the words hold a code or an address that is half written and half said."""
    if trait.kind == "email":
        return re.search(rf"(?<![\w.]){re.escape(str(trait.value))}(?!\w)", as_mail(text)) is not None
    mine = squeezed(str(trait.value))
    return trait.kind == "code" and (
        (len(mine) > 3 and mine in squeezed(_SIGN.sub("-", text))) or digits(trait.value) in _runs(text)
    )


def _tail(text: str) -> str | None:
    """Return the digits that the words give as the end of a number."""
    match = re.search(
        r"\b(?:end(?:ing|s)?|last (?:four|4)(?: digits)?)(?: (?:in|with|as|is|are|of))* (.+)", words(text)
    )
    values = hear("digits", match.group(1)) if match else ()
    return next((end for value in values if len(end := digits(value)) in (3, 4)), None)


def contradicted(trait: Trait, text: str, claimed: Sequence[Trait], *, named: bool, meant: bool) -> bool:
    """Say whether the words hold another value where this trait's should stand."""
    if trait.kind not in _NUMBERED or (trait.kind == "phone" and has(_OTHERS_OWN, words(text))):
        return False
    if (named or meant) and _other_area(trait, text):
        return True
    if trait.kind == "date" and not named and has(_VISIT, words(text)):
        return False
    taken = [squeezed(str(other.value)) for other in claimed]
    free = [value for value in _heard(trait.kind, text) if not any(squeezed(str(value)) in own for own in taken)]
    if named and (tail := _tail(text)) and not any(digits(other.value).endswith(tail) for other in claimed):
        return True
    return any(_alike(trait, value) or ((named or meant) and _rival(trait, value)) for value in free)


def _alike(trait: Trait, value: Json) -> bool:
    """Say whether a value is this trait's with a slip in it."""
    mine, other = squeezed(str(trait.value)), squeezed(str(value))
    return (
        trait.kind not in ("date", "money")
        and len(mine) == len(other)
        and SequenceMatcher(None, mine, other).ratio() >= 0.6
    )


def _rival(trait: Trait, value: Json) -> bool:
    """Say whether a value is of about the same length; anything else is another matter."""
    if trait.kind in ("email", "date", "money"):
        return True
    return abs(len(squeezed(str(value))) - len(squeezed(str(trait.value)))) <= 2
