"""Utterances to be heard: drawn by kind and number, put and spoken as the callers do it, or read from the manifest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from voicebench.caller.ways import Way
from voicebench.caller.wording import given, joined, lettered, plain_line
from voicebench.run.hear.requests import draw_request
from voicebench.run.hear.values import DRAWERS, draw_value
from voicebench.seeds import generator
from voicebench.task import Json, Trait

__all__ = ["KINDS", "VALUE_KINDS", "VOICE_ORDER", "Utterance", "draw_utterance", "draw_utterances"]

VOICE_ORDER = ("joe", "heart", "joe-slow", "heart-low")
"""Names in ``voicebench.tts.voices``, in turn: half Piper, half hibari."""

VALUE_KINDS: Mapping[str, str] = {
    "name": "name",
    "spelled_name": "spelling",
    "phone": "phone",
    "zip": "zip",
    "card_digits": "digits",
    "date": "date",
    "money": "money",
    "order_code": "code",
    "email": "email",
    "address": "address",
    "yes_no": "bool",
}
"""Kind of utterance -> kind of its value."""
_CORRECTED = ("phone", "zip", "card_digits", "date", "money", "order_code")
_SAY: Mapping[str, Sequence[str]] = {
    "name": ("My name is {value}.", "It's {value}.", "{value}."),
    "phone": ("My number is {value}.", "It's {value}.", "{value}."),
    "zip": ("My ZIP is {value}.", "It's {value}.", "{value}."),
    "card_digits": ("The last four digits are {value}.", "It's {value}.", "{value}."),
    "date": ("My date of birth is {value}.", "It was {value}.", "{value}."),
    "money": ("They said they were {value}.", "It was {value}.", "{value}."),
    "order_code": ("The order number is {value}.", "It's {value}.", "{value}."),
    "email": ("My email is {value}.", "It's {value}.", "{value}."),
    "address": ("My address is {value}.", "It's {value}.", "{value}."),
}
"""The callers' stock words, a plain answer, and the bare value."""
_LAST_BIRTHDAY = "2020"
_YES = ("Yes.", "Yes, please.", "Yes, that's right.", "Yes, I did.", "Yeah, go ahead.", "Sure.", "That's right.")
_NO = ("No.", "No, thank you.", "No, that's wrong.", "No, I didn't.", "No thanks, not today.", "Nope.", "Not yet.")

KINDS = (*DRAWERS, "correction", "request")
"""The kinds of utterance. A request has no value; all others do."""


@dataclass(frozen=True)
class Utterance:
    """What one caller says in one go.

    Args:
        id: Kind and number: ``phone-7``.
        kind: One of ``KINDS``.
        value_kind: A kind of ``voicebench.values.kinds``, or ``spelling`` or ``address``; None without a value.
        value: What must be heard right; None without a value.
        say: The words around it, with ``{value}`` for the value; of a correction, what stands in ``{value}``'s place.
        voice: Whose voice: a name in ``voicebench.tts.voices``.
    """

    id: str
    kind: str
    value_kind: str | None
    value: Json
    say: str
    voice: str

    @cached_property
    def way(self) -> Way:
        """The utterance as it is written, and as the voice gets it."""
        if self.value_kind is None or self.kind == "yes_no":
            return plain_line(self.say).ways[0]
        if self.value_kind == "spelling":
            return lettered(self.kind, Trait(kind="name", value=self.value)).ways[0]
        trait = Trait(kind="text" if self.value_kind == "address" else self.value_kind, value=self.value)
        if self.kind == "correction":
            return joined((plain_line("No, it's"), given(self.kind, trait, "{value}.", alone=False)), {})
        return given(self.kind, trait, self.say).ways[0]


def draw_utterances(counts: Mapping[str, int], seed: int, voices: Sequence[str] = VOICE_ORDER) -> list[Utterance]:
    """Return so many utterances of each kind.

    Args:
        counts: How many, by kind.
        seed: Of the dice. An utterance is drawn by kind and number alone.
        voices: Whose voices, in turn.
    """
    return [
        draw_utterance(kind, number, seed, voices[number % len(voices)])
        for kind, count in counts.items()
        for number in range(count)
    ]


def draw_utterance(kind: str, number: int, seed: int, voice: str) -> Utterance:
    """Return one utterance."""
    dice = generator(seed, f"utterance/{kind}/{number}")
    name = f"{kind}-{number}"
    if kind == "request":
        return Utterance(name, kind, None, None, draw_request(dice), voice)
    of = _CORRECTED[number % len(_CORRECTED)] if kind == "correction" else kind
    value = draw_value(of, dice)
    forms = _forms(of, value)
    return Utterance(name, kind, VALUE_KINDS[of], value, forms[int(dice.integers(len(forms)))], voice)


def _forms(kind: str, value: Json) -> Sequence[str]:
    if kind == "yes_no":
        return _YES if value else _NO
    forms = _SAY.get(kind, ("{value}.",))
    return forms[1:] if kind == "date" and str(value) > _LAST_BIRTHDAY else forms
