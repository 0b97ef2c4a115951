"""How the caller puts things: lines, each of them with the ways in which it can be said."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from voicebench.caller.ways import Way, ways_of
from voicebench.task import Trait
from voicebench.values.spoken import speakable

__all__ = ["Line", "given", "joined", "lettered", "plain_line"]


@dataclass(frozen=True)
class Line:
    """One thing to say.

    Args:
        about: What it tells, for counting how often that was told: the name of a trait, or the words themselves.
        ways: How it can be said, in the order in which a caller tries them.
        least: The first of the ways that will do; a correction spells a name at once.
    """

    about: str
    ways: tuple[Way, ...]
    least: int = 0

    @property
    def text(self) -> str:
        """What is written, the first time."""
        return self.ways[min(self.least, len(self.ways) - 1)].text

    def way(self, told: int) -> Way:
        """Return how it is said by somebody who has told it so often before; after the last way comes the first."""
        return self.ways[min(max(told % len(self.ways), self.least), len(self.ways) - 1)]


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


def given(name: str, trait: Trait, template: str, *, alone: bool = True, least: int = 0) -> Line:
    """Return the line that gives a trait.

    Args:
        name: The trait's name.
        trait: The trait; its own ``say`` comes first, and then the value alone.
        template: The stock words, with ``{value}``.
        alone: The line is a sentence of its own, with a capital.
        least: The first of the ways that will do.
    """
    ways = ways_of(trait)
    if trait.kind == "bool":
        ways = (_around(trait.say or "{value}.", ways[0]),)
    elif trait.say:
        ways = (_around(trait.say, ways[0]), *(_around("{value}.", way) for way in ways))
    else:
        ways = tuple(_around(template, way) for way in ways)
    return Line(name, tuple(map(_capital, ways)) if alone else ways, least)


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
    return Line(f"the letters of {name}", tuple(ways))


def _capital(way: Way) -> Way:
    return Way(way.text[:1].upper() + way.text[1:], way.spoken[:1].upper() + way.spoken[1:])
