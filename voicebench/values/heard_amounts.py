"""Money and plain numbers in a transcript whose number words are figures already."""

import re

from voicebench.values.figures import Found
from voicebench.values.numerals import SCALES

__all__ = ["money", "numbers"]

_WHOLE = r"\d{1,3}(?:,\d{3})+|\d+"
_SCALES = SCALES | {"k": SCALES["thousand"]}
_CENTS = rf"(?:\.\d\d?(?!\d)|\.\d+(?=[\s-]?(?:{'|'.join(_SCALES)})\b))?+"
_SCALE = rf"(?:[\s-]?(?P<{{}}>{'|'.join(_SCALES)})\b)?+"
_DOLLARS = re.compile(
    rf"(?:\$\s?(?P<signed>(?:{_WHOLE}){_CENTS}){_SCALE.format('times')}(?:\s?(?:dollars?|bucks?)\b)?"
    rf"|(?<![\w.,$])(?P<said>(?:{_WHOLE}){_CENTS}){_SCALE.format('said_times')}[\s-](?:us )?(?:dollars?|bucks?)\b)"
    r"(?:(?<!\.\d\d)(?<!\.\d\d dollars),?(?: and)? "
    r"(?:\$0?\.(?P<point>\d\d)(?!\d)|(?P<cents>\d{1,2}) cents?\b|(?P<bare>\d\d)(?=\s*(?:[,.?!]|$))))?"
    r"|(?<![\w.,$])(?P<only>\d{1,2}) cents?\b",
    re.IGNORECASE,
)
_PART_BEFORE = re.compile(
    r"(?:\b(?:minus|negative|half|quarter(?: of)?|third of|dozen|thousand|million|billion)|(?:^|[\s($])-|[€£¥])\s*$"
    r"|(?<![\w$.,])[\d.,]*\d(?:[\s-]|,? (?:to|or|and) )$",
    re.IGNORECASE,
)
_PART_BEHIND = re.compile(
    r"\d|[.,-]\d|\s?%|\s?(?:-\s?|to |or )\d|[\s-]?(?:m|bn|hundred|thousand|million|billion|euros?|pounds?|percent)\b"
    r"| and (?:an?|1) (?:half|quarter)|(?: and)? \d+\s*(?:[.,?!]|$)",
    re.IGNORECASE,
)
"""What stands beside a figure that is not the whole amount: "-$5", "half a dollar", "5 to 10 dollars", "$12.475"."""
_WRITTEN = re.compile(r"(?<![\w.,$/:-])((?:\d{1,3}(?:,\d{3})+|\d+)\.\d\d)(?![\w%]|[.,]\d)")
_ALONE = re.compile(
    rf"\W*(?:(?:yes|yeah|um|uh|well|about|around|it's|it was|it is|that's|that was|just|for|the|amount|charge|total|was"
    rf"|is|i think|exactly|only)\b\W*)*(?<!\$)({_WHOLE})\W*(?:(?:i think|exactly|please|thanks|thank you)\b\W*)*",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    rf"(?<![\w$.,:/])(minus |negative |-)?((?:{_WHOLE})(?:\.\d+)?)(?![\w%]|[:/]\d|[.,]\d)", re.IGNORECASE
)


def money(text: str) -> list[Found]:
    """Find amounts of dollars and cents; a bare number only where nothing else is said."""
    found = [Found(*match.span(), _amount(match)) for match in _whole(_DOLLARS, text)]
    if not found and not _DOLLARS.search(text):
        found = [Found(*match.span(), float(match[1].replace(",", ""))) for match in _whole(_WRITTEN, text)]
    alone = None if found else _ALONE.fullmatch(text)
    if alone and _is_whole(text, *alone.span(1)):
        found = [Found(*alone.span(1), float(alone[1].replace(",", "")))]
    return found


def _whole(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    return [match for match in pattern.finditer(text) if _is_whole(text, *match.span())]


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether what stands there is a whole amount, and not a part of something else."""
    return not _PART_BEFORE.search(text[:start]) and not _PART_BEHIND.match(text, end)


def _amount(match: re.Match[str]) -> float:
    if match["only"]:
        return int(match["only"]) / 100
    dollars = float((match["signed"] or match["said"]).replace(",", ""))
    scale = match["times"] or match["said_times"]
    cents = int(match["point"] or match["cents"] or match["bare"] or 0)
    return round(dollars * (_SCALES[scale.lower()] if scale else 1) + cents / 100, 2)


def numbers(text: str) -> list[Found]:
    """Find plain numbers; whole ones as int."""
    return [Found(match.start(), match.end(), _number(match)) for match in _NUMBER.finditer(text)]


def _number(match: re.Match[str]) -> int | float:
    value = float(match[2].replace(",", "")) * (-1 if match[1] else 1)
    return int(value) if value == int(value) else value
