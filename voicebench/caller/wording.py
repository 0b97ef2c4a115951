"""How the caller puts things: lines, written and spoken."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal, InvalidOperation

from voicebench.task import Json, Trait
from voicebench.values.spoken import say_in_groups, say_value, speakable, spell

__all__ = ["Line", "correction", "given", "joined", "lettered", "plain_line", "written"]


_FREE_KINDS = ("bool", "enum", "text")


@dataclass(frozen=True)
class Line:
    """Words as they are written, and as the voice gets them.

    Args:
        text: As written.
        spoken: As the voice gets it.
        again: The same said in another way, for an agent that did not get it.
    """

    text: str
    spoken: str
    again: str


def plain_line(text: str) -> Line:
    """Return prose of the task's or our own as a line."""
    spoken = speakable(text) or text
    return Line(text, spoken, spoken)


def joined(lines: Sequence[Line]) -> Line:
    """Return several lines as one, each of them once."""
    once = tuple(dict.fromkeys(lines))
    texts, spoken, again = zip(*((line.text, line.spoken, line.again) for line in once), strict=True)
    return Line(" ".join(texts), " ".join(spoken), " ".join(again))


def written(kind: str, value: Json) -> str:
    """Return a value as a person writes it."""
    if isinstance(value, (list, tuple)):
        return " and ".join(written(kind.removeprefix("list[").removesuffix("]"), item) for item in value)
    try:
        if kind == "date":
            return _day(date.fromisoformat(str(value)))
        if kind == "datetime":
            moment = datetime.fromisoformat(str(value))
            return f"{_day(moment.date())} at {moment:%I:%M %p}".replace(" at 0", " at ")
        if kind == "money":
            return f"${Decimal(str(value).lstrip('$').replace(',', '')):,.2f}".removesuffix(".00")
    except (ValueError, InvalidOperation):
        return str(value)
    return ("yes" if value else "no") if kind == "bool" else str(value)


def _day(day: date) -> str:
    tail = {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10, "th") if day.day not in (11, 12, 13) else "th"
    return f"{day:%B} {day.day}{tail}, {day.year}"


def given(trait: Trait, template: str, *, alone: bool = True) -> Line:
    """Return the line that gives a trait.

    Args:
        trait: The trait; its own ``say`` comes first.
        template: The stock words, with ``{value}``.
        alone: The line is a sentence of its own, with a capital.
    """
    template = trait.say or ("{value}." if trait.kind == "bool" else template)
    text = template.replace("{value}", written(trait.kind, trait.value))
    spoken, again = (_around(template, say(trait.kind, trait.value)) for say in (say_value, say_in_groups))
    return Line(_capital(text), _capital(spoken), _capital(again)) if alone else Line(text, spoken, again)


def _around(template: str, said: str) -> str:
    """Return the template as the voice gets it; the value is in words already."""
    before, mark, after = template.partition("{value}")
    if not mark:
        return speakable(template) or template
    lead = f"{speakable(before)} " if before.strip() else ""
    tail = f" {speakable(after)}" if any(char.isalnum() for char in after) else after
    return f"{lead}{said}{tail}"


def lettered(value: str) -> Line:
    """Return the letters of a name: "A-L-V-A-R-E-Z."."""
    parts = value.split()
    text = " ".join("-".join(char.upper() for char in part if char.isalnum()) for part in parts) + "."
    spoken = ", ".join(spell(part) for part in parts) + "."
    return Line(text, spoken, spoken)


def correction(traits: Sequence[tuple[Trait, str]]) -> Line:
    """Return the line that puts traits right; names are spelled too.

    Args:
        traits: Each trait with its stock words.
    """
    alone = len(traits) == 1 and not (traits[0][0].say and traits[0][0].kind in _FREE_KINDS)
    lines = [plain_line("No, it's") if alone else plain_line("No.")]
    for trait, template in traits:
        bare = trait if trait.kind in _FREE_KINDS else trait.model_copy(update={"say": None})
        lines.append(given(bare, "{value}." if alone else template, alone=not alone))
        if trait.kind == "name":
            lines.append(lettered(str(trait.value)))
    return joined(lines)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
