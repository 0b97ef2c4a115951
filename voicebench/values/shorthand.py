"""Abbreviations and signs as the words they stand for."""

import re

from voicebench.values.numerals import MONTHS
from voicebench.values.saying import spell

__all__ = ["MONTH", "expand"]

_SHORT_MONTHS = {name[:3]: name for name in MONTHS if name != "May"} | {"Sept": "September"}
MONTH = "|".join(MONTHS)

_WEEKDAYS = {"Mon": "Monday", "Tue": "Tuesday", "Tues": "Tuesday", "Wed": "Wednesday", "Thu": "Thursday"}
_WEEKDAYS |= {"Thur": "Thursday", "Thurs": "Thursday", "Fri": "Friday", "Sat": "Saturday", "Sun": "Sunday"}
_TITLES = {"Dr": "Doctor", "Mr": "Mister", "Mrs": "Missus", "Ms": "Miz", "Prof": "Professor"}
_TITLES |= {"approx": "approximately", "vs": "versus", "Ext": "extension", "ext": "extension", "Apt": "Apartment"}
_TITLES |= {"Ste": "Suite"}
_ENDINGS = {"Ave": "Avenue", "Blvd": "Boulevard", "Rd": "Road", "Ln": "Lane", "Hwy": "Highway", "Pkwy": "Parkway"}
_ENDINGS |= {"Inc": "Incorporated", "Corp": "Corporation", "Dept": "Department", "Jr": "Junior", "etc": "et cetera"}
_DIRECTIONS = {"N": "North", "S": "South", "E": "East", "W": "West"}
_SPELLED = "SKU|FAQ|ETA|DOB|SSN|FTC|URL|CVV|IVR"
"""Initials that a voice would read as words."""


def expand(text: str) -> str:
    """Return ``text`` with abbreviations written out; values keep their digits."""
    for pattern, replacement in _RULES:
        text = pattern.sub(replacement, text)
    return text


def _names(table: dict[str, str]) -> str:
    return "|".join(sorted(table, key=len, reverse=True))


def _full(match: re.Match[str]) -> str:
    return (_TITLES | _ENDINGS | _WEEKDAYS | _SHORT_MONTHS | _DIRECTIONS)[match[1]]


def _spelled(match: re.Match[str]) -> str:
    # The pause keeps initials that follow one another apart.
    return spell(match[1]) + ("," if match.string[match.end() :].startswith(" ") else "")


# Where an abbreviation may also end a sentence, its stop stays before a capital.
_RULES = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\b[Ee]\.\s?g\.,?", "for example,"),
        (r"\b[Ii]\.\s?e\.,?", "that is,"),
        (r"(?<=[a-z] )Dr\.(?=,|$|\s\d)", "Drive"),
        (rf"\b({_names(_TITLES)})\.", _full),
        (rf"\b({_names(_ENDINGS)})\.(?=\s+[A-Z]|\s*$)", lambda m: f"{_full(m)}."),
        (rf"\b({_names(_ENDINGS)})\.", _full),
        (r"((?:\b[A-Z][a-z]+|\d(?:st|nd|rd|th)) )St\b\.(?=\s+[A-Z]|\s*$)", r"\1Street."),
        (r"((?:\b[A-Z][a-z]+|\d(?:st|nd|rd|th)) )St\b\.?", r"\1Street"),
        (r"\bSt\.? (?=[A-Z])", "Saint "),
        (r"\bNo\. ?(?=\d)|#\s?(?=\w)", "number "),
        (rf"\b({_names(_WEEKDAYS)})(?=\.?\s?[-/,]|\.?\s+(?:{MONTH}|{_names(_SHORT_MONTHS)})\b)\.?", _full),
        (rf"(?<=Monday-)({_names(_WEEKDAYS)})\b\.?", _full),
        (rf"\b({_names(_SHORT_MONTHS)})\b\.?(?= \d)", _full),
        (r"(?<=day)\s?-\s?(?=[A-Z][a-z]+day\b)", " to "),
        (r"(?<=\d )([NSEW])\.? (?=[A-Z0-9])", lambda m: f"{_full(m)} "),
        (r"\b((?:[A-Z]\.){2,})(?=\s+[A-Z]|\s*$)", lambda m: f"{spell(m[1])}."),
        (r"\b((?:[A-Z]\.){2,})", _spelled),
        (r"\b([A-Z](?: [A-Z])+)\b", _spelled),
        (rf"\b({_SPELLED})\b(?!-)", _spelled),
        (r"\s?&\s?", " and "),
        (r"(?<=\d)\s?°\s?F?\b|(?<=\d)°", " degrees"),
        (r"(?<=\d)\s?%", " percent"),
        (r"(?<=\w)\s=\s(?=\w)", " equals "),
        (r"(?<=\d)\s?\+\s?(?=\d)", " plus "),
    )
)
