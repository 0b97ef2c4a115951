"""Comparing what an agent reads back with what the caller knows."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from voicebench.caller.read_names import compare_names, name_slips
from voicebench.caller.read_numbers import contradicted, cut_short, known_alone, stated
from voicebench.task import Trait
from voicebench.values.numerals import DIGIT_WORDS

__all__ = ["Readback", "read_back", "reads_something_else"]

_FRAME = re.compile(
    r"\b(?:okay|ok|so|thank you|thanks|and|i|we|have|heard|got|it|that|is|was|you|said|the|your|a|as|of|in|to|confirm|"
    r"zip|code|postal|phone|mobile|number|numbers|digits|digit|last|four|final|card|ending|amount|date|birth|email|"
    r"address|order|name|first|right|correct|did|yes)\b"
)
_COUNTED = re.compile(r"\b(?:two|three|four|five|ten|\d+)(?=[ -](?:digits?|numbers?|figures)\b)", re.IGNORECASE)
"""How many figures are asked for is none of them."""
_READ = re.compile(r"(?:\d+|oh|[a-z]|" + "|".join(DIGIT_WORDS) + r")( |$)")


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
    text = _COUNTED.sub(" ", _without_address(text, traits))
    about = (*named, *fresh)
    claimed = [
        trait
        for name, trait in traits.items()
        if (name in about or trait.kind not in ("enum", "text")) and stated(trait, text, traits)
    ]
    for name, trait in traits.items():
        meant = name in fresh or known_alone(name, trait, traits, text)
        if trait in claimed:
            right.append(name)
        elif contradicted(trait, text, claimed, named=name in named, meant=meant) or (
            name in about and cut_short(trait, text, claimed)
        ):
            wrong.append(name)
    right_names, wrong_names = compare_names(text, traits, about, fresh)
    wrong += wrong_names or ([] if wrong else name_slips(text, traits, about))
    return Readback(tuple(name for name in dict.fromkeys((*right, *right_names)) if name not in wrong), tuple(wrong))


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


def reads_something_else(plain: str) -> bool:
    """Say whether words read back figures or letters, and hold nothing beside them: "I have C, C. Is that right?"."""
    rest = " ".join(_FRAME.sub(" ", plain).split())
    return bool(rest) and _READ.sub("", rest) == ""
