"""Whether words carry a value: read as the plan's slot reads them, or as a trait of that kind is read."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from voicebench.run.utterances import Utterance
from voicebench.task import AskStep, ConfirmStep, Json, Pack, PlanStep, Slot, Task, Trait
from voicebench.values.heard import hear, hear_yes_no
from voicebench.values.kinds import equal

__all__ = ["Carrier", "SlotCarrier", "Yes", "carriers", "slots_of", "traits_of"]

_HEARD = re.compile(r"heard\.(\w+)")
_READ_BACK = re.compile(
    r"(?:^|[.?!] )(?:Is that right|Did you say [^.?!]*|[^.?!]*\bspell the (?:first|last) name[^.?!]*)\?$"
)
"""How the reference model ends what belongs to the value that it last asked for."""


class Carrier(Protocol):
    """Something that the caller may say a value of."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    def carried(self, value: Json, words: str, said: Utterance) -> bool:
        """Say whether words hold a value, in the place of an utterance."""
        ...

    def arrived(self, value: Json, said: Utterance) -> bool:
        """Say whether what was heard of an utterance holds a value that it carries."""
        ...


def carriers(pack: Pack, task: Task, tool: str, argument: str, kind: str) -> Iterator[Carrier]:
    """Yield what a tool's argument may have come from: the slots that the plan fills it from, and else the traits.

    Args:
        pack: The firm, for its clock.
        task: The task.
        tool: Name of the tool.
        argument: Name of its argument.
        kind: The argument's kind.
    """
    steps = (step for step in task.reference if tool in (getattr(step, "call", ""), getattr(step, "handoff", "")))
    filled = [stated[argument] for step in steps if argument in (stated := getattr(step, "arguments", {}))]
    for value in filled:
        yield from slots_of(pack, task, value, kind)
    if not filled:
        for name, trait in task.caller.traits.items():
            yield _FromTrait(name, trait, kind)


def traits_of(task: Task) -> Iterator[tuple[Carrier, Json]]:
    """Yield the caller's traits, each with its value."""
    for name, trait in task.caller.traits.items():
        yield _FromTrait(name, trait, trait.kind), trait.value


def slots_of(pack: Pack, task: Task, argument: Json, kind: str) -> Iterator["SlotCarrier"]:
    """Yield the slots of the plan that an argument is filled from."""
    slots = {step.ask.name: step.ask for step in task.reference if isinstance(step, AskStep)}
    for name in _HEARD.findall(str(argument)):
        if name in slots:
            yield SlotCarrier(slots[name], pack.now.date(), kind)


@dataclass(frozen=True)
class SlotCarrier:
    """A slot of the plan.

    Args:
        slot: The slot.
        today: The firm's day.
        kind: The kind of the argument that it fills.
    """

    slot: Slot
    today: date
    kind: str

    @property
    def name(self) -> str:
        """The slot's name."""
        return self.slot.name

    def read(self, words: str) -> tuple[Json, ...]:
        """Return the values that words hold for the slot."""
        return hear(self.slot.kind, words, self.slot.options, self.slot.says, self.today)

    def asked_in(self, said: Utterance) -> bool:
        """Say whether an utterance answers the slot's question, or what was asked about its answer."""
        return _question(self.slot.question) in said.asked or _READ_BACK.search(said.asked) is not None

    def carried(self, value: Json, words: str, said: Utterance) -> bool:
        """Say so of what answers the slot's question, or is volunteered where that counts."""
        asked = self.asked_in(said) or self.slot.volunteered
        return asked and any(_is_value(self.kind, value, one) for one in self.read(words))

    def arrived(self, value: Json, said: Utterance) -> bool:
        """Say whether it was heard; the last value of several is the one that is taken."""
        meant, heard = self.read(said.meant), self.read(said.heard)
        if not heard or not any(_is_value(self.kind, value, one) for one in heard):
            return False
        return _is_value(self.kind, value, heard[-1]) or not _is_value(self.kind, value, meant[-1])


@dataclass(frozen=True)
class _FromTrait:
    name: str
    trait: Trait
    kind: str

    def carried(self, value: Json, words: str, said: Utterance) -> bool:
        """Say so of the trait's value where it is the argument's, or the name that the argument is a part of.

        A value in free words is carried where the caller gives it in the words of the task: "My email is ..." does not
        say by what channel a message came, though it holds the word.
        """
        if not _is_value(self.kind, value, self.trait.value):
            return False
        if self.trait.kind == "bool":
            return self.trait.say is not None and words != "" and hear_yes_no(words) is self.trait.value
        if self.trait.kind in ("text", "enum"):
            given = (self.trait.say or "{value}").replace("{value}", str(self.trait.value))
            return given.casefold() in said.meant.casefold() and str(self.trait.value).casefold() in words.casefold()
        return any(_is_value(self.trait.kind, self.trait.value, one) for one in hear(self.trait.kind, words))

    def arrived(self, value: Json, said: Utterance) -> bool:
        return self.carried(value, said.heard, said)


@dataclass(frozen=True)
class Yes:
    """The yes that a step of the plan waits for.

    Args:
        question: The end of its question, where nothing is filled in.
    """

    question: str

    @classmethod
    def of(cls, step: PlanStep) -> "Yes | None":
        """Return what a step waits for; None where that is no yes."""
        return cls(_question(step.confirm)) if isinstance(step, ConfirmStep) else None

    @property
    def name(self) -> str:
        """What it is called."""
        return f"the answer to: {self.question}"

    def carried(self, value: Json, words: str, said: Utterance) -> bool:
        """Say whether words say yes to the question."""
        return self.question in said.asked and hear_yes_no(words) is value

    def arrived(self, value: Json, said: Utterance) -> bool:
        """Say whether a yes was heard."""
        return self.carried(value, said.heard, said)


def _question(template: str) -> str:
    """Return the last sentence of a question, after what is filled in."""
    return " ".join(re.split(r"[.?!] |\}", " ".join(template.split()))[-1].split())


def _is_value(kind: str, value: Json, found: Json) -> bool:
    """Say whether a value found is the one expected, or holds it as a name holds its parts; a list, all that it has."""
    options = value.get("any_of", [value]) if isinstance(value, dict) else [value]
    return any(_same(kind, option, found) for option in options)


def _same(kind: str, option: Json, found: Json) -> bool:
    if kind.startswith("list[") and isinstance(option, list):
        return any(_same(kind[len("list[") : -1], one, found) for one in option)
    if kind == "name":
        return _letters(option) in _letters(found)
    return equal(kind, option, found)


def _letters(name: Json) -> str:
    return "".join(char for char in str(name).casefold() if char.isalnum())
