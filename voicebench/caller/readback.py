"""Comparing what an agent reads back with what the caller knows."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from voicebench.caller.patterns import has, table, words
from voicebench.task import Json, Trait
from voicebench.values.heard import hear
from voicebench.values.heard_letters import without_spelling_words
from voicebench.values.kinds import equal

__all__ = ["Readback", "read_back"]

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
_LETTERS = re.compile(r"(?<![\w'\u2019])(?:[A-Za-z](?:\s*[-,.]\s*|\s+)){2,}[A-Za-z]\b")
_ADDRESS = re.compile(r"\w@\w+\.\w")
_KIND_WORDS = re.compile(r"\b(?:zip|postal|postcode|phone|mobile|cell|telephone|order|confirmation)\b", re.IGNORECASE)
_SIGN = re.compile(r"\s*\b(?:dash|hyphen)\b\s*", re.IGNORECASE)
_NAMED = re.compile(
    r"(?:(?i:speaking|talking) (?:with|to)|(?i:is this|are you)|name (?:is|as|of)|have you as|"
    r"(?i:that's|that is|it's|it is|was that|i have|i've got|i heard|got|you said|under|thank you|thanks)|"
    r"(?i:to confirm),?)"
    r"(?: that)?(?: (?i:the name|your name as|your name is|mr\.?|ms\.?|mrs\.?))?,? "
    r"(?P<name>(?:[A-Z][a-z'\u2019]+(?:-[A-Z][a-z]+)?\b ?){1,3})"
)
_NOT_NAMES = frozenset(
    words(
        """monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
        september october november december i you your the that this is it a an zip dr"""
    ).split()
)


@dataclass(frozen=True)
class Readback:
    """What came of comparing.

    Args:
        right: Names of traits that were read back rightly.
        wrong: Names of traits that were read back wrongly, in the order of the traits.
    """

    right: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()


def read_back(text: str, traits: Mapping[str, Trait], named: Sequence[str], fresh: Sequence[str]) -> Readback:
    """Compare every value in an agent's words with the caller's traits of matching kinds.

    A value that equals a trait settles that trait. Another value speaks against a trait only where the words name it,
    or where the caller has only just given it.

    Args:
        text: The agent's words that may read something back.
        traits: What the caller knows.
        named: Names of the traits named in the words.
        fresh: Names of the traits that the caller's last words gave.
    """
    right, wrong = [], []
    text = _without_address(text, traits)
    about = {*named, *fresh}
    claimed = [
        trait
        for name, trait in traits.items()
        if (name in about or trait.kind not in ("enum", "text")) and _states(trait, text)
    ]
    for name, trait in traits.items():
        if trait in claimed:
            right.append(name)
        elif _contradicted(
            trait, text, claimed, named=name in named, meant=name in fresh or _alone(name, trait, traits, text)
        ) or (name in about and _cut_short(trait, text, claimed)):
            wrong.append(name)
    return _names(text, traits, Readback(tuple(right), tuple(wrong)), [*named, *fresh])


def _without_address(text: str, traits: Mapping[str, Trait]) -> str:
    """Leave out the first name where the caller is only called by it: "Thank you, Maria.", "Maria, one more thing."."""
    if "first_name" not in traits:
        return text
    first = re.escape(str(traits["first_name"].value))
    return re.sub(
        rf"(?:^|,\s*|\b(?:thanks|thank you|hi|hello|okay|great) ){first}\s*(?=[,!]|\.(?!\w)|$)",
        " ",
        text,
        flags=re.IGNORECASE,
    )


def _alone(name: str, trait: Trait, traits: Mapping[str, Trait], text: str) -> bool:
    """A telephone number, an e-mail address or the only amount is known for what it is without being named."""
    if trait.kind == "money" and (has(_OTHER_MONEY, words(text)) or not _IN_MONEY.search(text)):
        return False
    return trait.kind in ("phone", "email", "money") and name == next(
        other for other, one in traits.items() if one.kind == trait.kind
    )


def _cut_short(trait: Trait, text: str, claimed: Sequence[Trait]) -> bool:
    """Say whether the words hold some of the figures of a number that was just given, as if they were all."""
    mine = _digits(trait.value)
    if trait.kind not in ("phone", "zip", "digits", "code") or has(_PART, words(text)) or not mine:
        return False
    taken = [_digits(other.value) for other in claimed]
    runs = _runs(text)
    free = [run for run in runs if not any(run in own or own in run for own in taken)]
    return any(
        len(run) > 2 and run != mine and SequenceMatcher(None, mine, run, autojunk=False).ratio() >= 0.6 for run in free
    )


def _runs(text: str) -> list[str]:
    """Return the runs of figures in a text, whatever it calls them."""
    return [_digits(value) for value in hear("digits", _KIND_WORDS.sub(" ", text))]


def _as_mail(text: str) -> str:
    """Return the text with its "at" and "dot" as signs, for an address that is half written and half said."""
    return re.sub(r"\s+at\s+", "@", re.sub(r"\s+dot\s+", ".", _LETTERS.sub(_as_word, text)))


def _as_word(letters: re.Match[str]) -> str:
    return re.sub(r"[^a-z]", "", letters.group().casefold())


def _heard(kind: str, text: str) -> tuple[Json, ...]:
    if kind == "email":
        return hear(kind, text) or hear(kind, _as_mail(text))
    return hear(kind, _SIGN.sub("-", text) if kind == "code" else text) if kind in _NUMBERED else ()


def _digits(value: Json) -> str:
    return re.sub(r"\D", "", str(value))


def _states(trait: Trait, text: str) -> bool:
    """Say whether the words hold the trait's value, or the end of it where they speak of an end."""
    if trait.kind == "bool":
        return False
    if trait.kind not in _NUMBERED:
        plain = words(str(trait.value))
        return bool(plain) and re.search(rf"\b{re.escape(plain)}\b", words(text)) is not None
    if _overlong(trait, text) or _other_area(trait, text):
        return False
    if any(equal(trait.kind, value, trait.value) for value in _heard(trait.kind, text)) or _written(trait, text):
        return True
    tail = _tail(text)
    return tail is not None and _digits(trait.value).endswith(tail)


def _overlong(trait: Trait, text: str) -> bool:
    """Say whether the words hold the trait's figures with some more behind them: "97401 1"."""
    mine = _digits(trait.value)
    return trait.kind in ("zip", "phone") and any(
        run != mine and run.startswith(mine) and len(run) < len(mine) + 4 for run in _runs(text)
    )


def _other_area(trait: Trait, text: str) -> bool:
    """Say whether the words give a telephone number another area code."""
    _, mark, after = words(text).partition("area code ")
    area = next(iter(hear("digits", re.sub(r"^(?:is|of|as) ", "", after))), "") if mark else ""
    return trait.kind == "phone" and len(str(area)) == 3 and not _digits(trait.value)[-10:].startswith(str(area))


def _written(trait: Trait, text: str) -> bool:
    """Say whether the words hold a code or an address that is half written and half said."""
    if trait.kind == "email":
        return re.search(rf"(?<![\w.]){re.escape(str(trait.value))}(?!\w)", _as_mail(text)) is not None
    mine = _squeezed(str(trait.value))
    return trait.kind == "code" and (
        (len(mine) > 3 and mine in _squeezed(_SIGN.sub("-", text))) or _digits(trait.value) in _runs(text)
    )


def _tail(text: str) -> str | None:
    """Return the digits that the words give as the end of a number."""
    match = re.search(
        r"\b(?:end(?:ing|s)?|last (?:four|4)(?: digits)?)(?: (?:in|with|as|is|are|of))* (.+)", words(text)
    )
    values = hear("digits", match.group(1)) if match else ()
    return next((end for value in values if len(end := _digits(value)) in (3, 4)), None)


def _squeezed(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.casefold())


def _contradicted(trait: Trait, text: str, claimed: Sequence[Trait], *, named: bool, meant: bool) -> bool:
    """Say whether the words hold another value where this trait's should stand."""
    if trait.kind not in _NUMBERED or (trait.kind == "phone" and has(_OTHERS_OWN, words(text))):
        return False
    if (named or meant) and _other_area(trait, text):
        return True
    if trait.kind == "date" and not named and has(_VISIT, words(text)):
        return False
    taken = [_squeezed(str(other.value)) for other in claimed]
    free = [value for value in _heard(trait.kind, text) if not any(_squeezed(str(value)) in own for own in taken)]
    if named and (tail := _tail(text)) and not any(_digits(other.value).endswith(tail) for other in claimed):
        return True
    return any(_alike(trait, value) or ((named or meant) and _rival(trait, value)) for value in free)


def _alike(trait: Trait, value: Json) -> bool:
    """Say whether a value is this trait's with a slip in it."""
    mine, other = _squeezed(str(trait.value)), _squeezed(str(value))
    return (
        trait.kind not in ("date", "money")
        and len(mine) == len(other)
        and SequenceMatcher(None, mine, other).ratio() >= 0.6
    )


def _rival(trait: Trait, value: Json) -> bool:
    """Say whether a value is of about the same length; anything else is another matter."""
    if trait.kind in ("email", "date", "money"):
        return True
    return abs(len(_squeezed(str(value))) - len(_squeezed(str(trait.value)))) <= 2


def _names(text: str, traits: Mapping[str, Trait], so_far: Readback, about: Sequence[str]) -> Readback:
    """Compare names, said and spelled."""
    known = {name: trait for name, trait in traits.items() if trait.kind == "name"}
    if not known:
        return so_far
    right, wrong = list(so_far.right), list(so_far.wrong)
    text = without_spelling_words(text)
    letters = [] if _ADDRESS.search(_as_mail(text)) else [match.group() for match in _LETTERS.finditer(text)]
    for heard in [*_said(text, about), *letters]:
        squeezed = _squeezed(heard)
        close = max(known, key=lambda name: SequenceMatcher(None, _squeezed(str(known[name].value)), squeezed).ratio())
        parts = {part for trait in known.values() for part in words(str(trait.value)).split()}
        if set(words(heard).split()) <= parts or any(
            squeezed == _squeezed(str(trait.value)) for trait in traits.values()
        ):
            right.append(close)
        elif (
            _LETTERS.fullmatch(heard) is None
            or SequenceMatcher(None, _squeezed(str(known[close].value)), squeezed).ratio() > 0.4
        ):
            wrong.append("full_name" if "full_name" in known and _whole(heard) else close)
    wrong = list(dict.fromkeys(wrong or _slips(text, known, about)))
    if "full_name" in wrong:  # it puts both its parts right
        wrong = [name for name in wrong if name not in ("first_name", "last_name")]
    return Readback(tuple(name for name in dict.fromkeys(right) if name not in wrong), tuple(wrong))


def _whole(heard: str) -> bool:
    """Say whether a name was said in full, so that it is all wrong or all right."""
    return _LETTERS.fullmatch(heard) is None and len(words(heard).split()) > 1


def _said(text: str, about: Sequence[str]) -> list[str]:
    """Return the names that the words give somebody."""
    found = []
    for match in _NAMED.finditer(text):
        said = match.group("name").strip()
        certain = re.search(r"speaking|talking|name|is this|are you", match.group(), re.IGNORECASE)
        if not _NOT_NAMES & set(words(said).split()) and (certain or any("name" in topic for topic in about)):
            found.append(said)
    return found


def _slips(text: str, known: Mapping[str, Trait], about: Sequence[str]) -> list[str]:
    """Return the names of one word that the words nearly hold: "Alverez" for Alvarez."""
    said = set(words(text).split())
    single = {name: word for name, trait in known.items() if len((word := words(str(trait.value))).split()) == 1}
    likely = any("name" in topic for topic in about)
    return [
        name
        for name, word in single.items()
        if word not in said and any(_nearly(word, other, likely=likely) for other in said - _NOT_NAMES)
    ]


def _nearly(word: str, other: str, *, likely: bool) -> bool:
    alike = SequenceMatcher(None, word, other).ratio()
    return len(other) > 3 and (alike >= 0.75 or (likely and alike >= 0.65 and other[0] == word[0] and len(other) > 4))
