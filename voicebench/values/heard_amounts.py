"""Money and plain numbers in a transcript whose number words are figures already."""

import re

from voicebench.values.figures import Found

__all__ = ["money", "numbers"]

_WHOLE = r"\d{1,3}(?:,\d{3})+|\d+"
_DOLLARS = re.compile(
    rf"(?:\$\s?(?P<signed>(?:{_WHOLE})(?:\.\d+)?)(?:\s?(?:dollars?|bucks?)\b)?"
    rf"|(?<![\w.,$])(?P<said>(?:{_WHOLE})(?:\.\d+)?)[\s-](?:us )?(?:dollars?|bucks?)\b)"
    r"(?:(?<!\.\d\d)(?<!\.\d\d dollars),?(?: and)? "
    r"(?:\$0?\.(?P<point>\d\d)(?!\d)|(?P<cents>\d{1,2}) cents?\b|(?P<bare>\d\d)(?=\s*(?:[,.?!]|$))))?"
    r"|(?<![\w.,$])(?P<only>\d{1,2}) cents?\b",
    re.IGNORECASE,
)
_WRITTEN = re.compile(r"(?<![\w.,$/:-])((?:\d{1,3}(?:,\d{3})+|\d+)\.\d\d)(?![\w%]|[.,]\d)")
_ALONE = re.compile(
    rf"\W*(?:(?:yes|yeah|um|uh|well|about|around|it's|it was|it is|that's|that was|just|for|the|amount|charge|total|was"
    rf"|is|i think|exactly|only)\b\W*)*({_WHOLE})\W*(?:(?:i think|exactly|please|thanks|thank you)\b\W*)*",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    rf"(?<![\w$.,:/])(minus |negative |-)?((?:{_WHOLE})(?:\.\d+)?)(?![\w%]|[:/]\d|[.,]\d)", re.IGNORECASE
)


def money(text: str) -> list[Found]:
    """Find amounts of dollars and cents; a bare number only where nothing else is said."""
    found = [Found(match.start(), match.end(), _amount(match)) for match in _DOLLARS.finditer(text)]
    if not found:
        found = [Found(*match.span(), float(match[1].replace(",", ""))) for match in _WRITTEN.finditer(text)]
    if not found and (alone := _ALONE.fullmatch(text)):
        found = [Found(*alone.span(1), float(alone[1].replace(",", "")))]
    return found


def _amount(match: re.Match[str]) -> float:
    if match["only"]:
        return int(match["only"]) / 100
    dollars = float((match["signed"] or match["said"]).replace(",", ""))
    cents = int(match["point"] or match["cents"] or match["bare"] or 0)
    return round(dollars + cents / 100, 2)


def numbers(text: str) -> list[Found]:
    """Find plain numbers; whole ones as int."""
    return [Found(match.start(), match.end(), _number(match)) for match in _NUMBER.finditer(text)]


def _number(match: re.Match[str]) -> int | float:
    value = float(match[2].replace(",", "")) * (-1 if match[1] else 1)
    return int(value) if value == int(value) else value
