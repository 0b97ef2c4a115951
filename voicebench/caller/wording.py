"""How the caller puts things: lines, each of them with the ways in which it can be said."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from voicebench.caller.ways import Way, ways_of
from voicebench.task import Trait
from voicebench.values.spoken import speakable

__all__ = ["Line", "given", "joined", "lettered", "letters_of", "plain_line"]

_OWN_WORDS = ("text", "enum")


@dataclass(frozen=True)
class Line:
    """One thing to say.

    Args:
        about: What it tells, for counting how often that was told: the name of a trait, or the words themselves.
        ways: How it can be said, in the order in which a caller tries them.
    """

    about: str
    ways: tuple[Way, ...]

    @property
    def text(self) -> str:
        """What is written, the first time."""
        return self.ways[0].text

    def way(self, told: int) -> Way:
        """Return how it is said by somebody who has told it so often before; after the last way comes the first."""
        return self.ways[told % len(self.ways)]


def plain_line(text: str) -> Line:
    """Return prose of the task's or our own as a line."""
    return Line(text, (Way(text, speakable(text) or text),))


def joined(lines: Sequence[Line], told: Mapping[str, int]) -> Way:
    """Return several lines as one, each of them once.

    Args:
        lines: What to say.
        told: How often each thing was told before.
    """
    ways = [line.way(told.get(line.about, 0)) for line in dict.fromkeys(lines)]
    return Way(" ".join(way.text for way in ways), " ".join(way.spoken for way in ways))


def given(name: str, trait: Trait, template: str, *, alone: bool = True, spelled: bool = False) -> Line:
    """Return the line that gives a trait.

    Args:
        name: The trait's name.
        trait: The trait; its own ``say`` comes before the stock words.
        template: The stock words, with ``{value}``.
        alone: The line is a sentence of its own, with a capital.
        spelled: The value is a name, and spelled at once.
    """
    values, template = ways_of(trait), trait.say or template
    if trait.kind == "bool":
        values, template = values[:1], trait.say or "{value}."
    ways = [_around(template, value) for value in (values[1:] if spelled else values)]
    if trait.say and trait.kind in _OWN_WORDS:  # these may hold no value; then the value itself, and its letters
        ways = [ways[0], *(_around("{value}.", value) for value in values)]
    return Line(letters_of(name) if spelled else name, tuple(map(_capital, ways) if alone else ways))


def letters_of(name: str) -> str:
    """Return what telling the letters of a trait is counted under."""
    return f"the letters of {name}"


def _around(template: str, value: Way) -> Way:
    """Return the template with a value in it; for the voice that is in words already."""
    before, mark, after = template.partition("{value}")
    text = template.replace("{value}", value.text)
    if not mark:
        return Way(text, speakable(template) or template)
    lead = f"{speakable(before)} " if before.strip() else ""
    tail = f" {speakable(after)}" if any(char.isalnum() for char in after) else after
    return Way(text, f"{lead}{value.spoken}{tail}")


def lettered(name: str, trait: Trait, lead: str = "") -> Line:
    """Return the letters of a name: "A-L-V-A-R-E-Z.", after a word or two that say which name they are of."""
    said = f"{trait.value}. "
    ways = (
        Way(f"{lead}{way.text.removeprefix(said)}.", f"{lead}{way.spoken.removeprefix(said)}.")
        for way in ways_of(trait)[1:]
    )
    return Line(letters_of(name), tuple(ways))


def _capital(way: Way) -> Way:
    return Way(way.text[:1].upper() + way.text[1:], way.spoken[:1].upper() + way.spoken[1:])
