"""Dates and times in a transcript whose number words are figures already."""

import re
from datetime import date, datetime, time, timedelta

from voicebench.values.figures import Found
from voicebench.values.numerals import MONTHS

__all__ = ["dates", "datetimes"]

_MONTHS = {name[:3].lower(): number for number, name in enumerate(MONTHS, 1)}
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTH = r"\b(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?" + (
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAY = r"(?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)?\b"
_YEAR = (
    r"(?:(?P<whole>(?:19|20)\d\d)|(?P<century>19|20)[ -](?:(?:oh|o|0)[ -](?P<unit>\d)|(?P<rest>\d\d))"
    r"|(?P<one>\d) (?P<two>\d) (?P<three>\d) (?P<four>\d)|'?(?P<short>\d\d))"
    r"\b(?!\s*(?:\d\d? ?)?(?:am|pm)\b|:\d|\d)"
)
_WORDED = (
    re.compile(rf"(?<!\d){_DAY}(?: day)?(?: of)? {_MONTH}(?:(?:,| of| in)? {_YEAR})?", re.IGNORECASE),
    re.compile(rf"{_MONTH},? {_DAY}(?:(?:,| of| in)?(?: the year)? {_YEAR})?", re.IGNORECASE),
)
_ISO = re.compile(r"\b(?P<whole>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)(?=\b|T)")
_SLASHED = re.compile(
    r"(?<![\d/-])(?P<month>\d{1,2})\s?(?P<sign>[/-])\s?(?P<day>\d{1,2})\s?(?P=sign)\s?(?P<whole>\d{4}|\d\d)(?![\d/-])"
)
_SPACED = re.compile(
    r"(?<![\d-])(?:oh |o |0 )?(?P<month>\d{1,2})[\s,.-]{1,2}(?:oh |o |0 )?(?P<day>\d{1,2})(?:st|nd|rd|th)?[\s,.-]{1,2}"
    r"(?:(?P<whole>(?:19|20)\d\d)|(?P<century>19|20)[ -](?:(?:oh|o|0)[ -](?P<unit>\d)|(?P<rest>\d\d)))\b(?![\s-]?\d)",
    re.IGNORECASE,
)
_RELATIVE = re.compile(
    rf"\b(?:(?P<next>next )?(?P<weekday>{'|'.join(_WEEKDAYS)})|(?P<near>today|tomorrow))\b"
    rf"(?!,?\s+(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)?\b(?!\s*(?:[ap]m|:|o'?clock)))|,?\s+{_MONTH})",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"(?<![\d:$.])(?P<hour>\d{1,2})(?:[:. ]?(?P<minute>\d\d)| (?:oh|o|0) (?P<unit>\d))?(?: ?o'?clock)?"
    r"\s?(?:in the |at )?(?P<half>am|pm|morning|afternoon|evening|night)\b"
    r"|(?:\b|T)(?P<hour24>\d\d):(?P<minute24>\d\d)\b|\b(?P<word>noon|midday|midnight)\b",
    re.IGNORECASE,
)


def dates(text: str, near: date | None = None) -> list[Found]:
    """Find days, as ISO dates.

    Args:
        text: The words, numbers as figures.
        near: A day said without its year is the first of that name from here on, and the first on the weekday that
            was named with it, if any was; a weekday alone, "today" and "tomorrow" count from here. Without ``near``
            such days are passed over.
    """
    return [Found(one.start, one.end, one.value.isoformat()) for one in _days(text, near)]


def datetimes(text: str, near: date | None = None) -> list[Found]:
    """Find days with a time of day, as ISO to the minute; a time that may be morning or evening is passed over."""
    days = _days(text, near)
    rest = text
    for one in days:
        rest = rest[: one.start] + "\0" * (one.end - one.start) + rest[one.end :]
    times = [Found(*match.span(), value) for match in _TIME.finditer(rest) if (value := _time(match)) is not None]
    found = []
    for one in days:
        if not times:
            break
        nearest = min(times, key=lambda moment: max(moment.start - one.end, one.start - moment.end))
        times.remove(nearest)
        moment = datetime.combine(one.value, nearest.value).isoformat(timespec="minutes")
        found.append(Found(min(one.start, nearest.start), max(one.end, nearest.end), moment))
    return found


def _days(text: str, near: date | None) -> list[Found]:
    found: list[Found] = []
    for pattern in (*_WORDED, _ISO, _SLASHED, _SPACED):
        for match in pattern.finditer(text):
            free = all(match.end() <= one.start or match.start() >= one.end for one in found)
            if free and (day := _day(match, near)):
                found.append(Found(match.start(), match.end(), day))
    if near is not None:
        named = [one.end for one in found]  # "the 28th of August, a Friday"
        found += [
            Found(*match.span(), _relative(match, near))
            for match in _RELATIVE.finditer(text)
            if not any(0 <= match.start() - end <= len(", on a ") for end in named)
        ]
    return sorted(found, key=lambda one: one.start)


def _relative(match: re.Match[str], near: date) -> date:
    """Return the day that a weekday means: the first of that name after today, and with "next" that of next week."""
    if match["near"]:
        return near + timedelta(days=match["near"].lower() == "tomorrow")
    weekday = _WEEKDAYS.index(match["weekday"].lower())
    if match["next"]:
        return near + timedelta(days=7 - near.weekday() + weekday)
    return near + timedelta(days=(weekday - near.weekday() - 1) % 7 + 1)


def _day(match: re.Match[str], near: date | None) -> date | None:
    written = match["month"].lower()
    month = int(written) if written.isdigit() else _MONTHS[written[:3]]
    year = _year(match.groupdict())
    try:
        return date(year, month, int(match["day"])) if year else _next(match, month, near)
    except ValueError:
        return None


def _year(parts: dict[str, str | None]) -> int | None:
    if parts.get("century"):
        return int(f"{parts['century']}{parts.get('rest') or '0' + (parts.get('unit') or '')}")
    if parts.get("one"):
        return int("".join(parts[name] or "" for name in ("one", "two", "three", "four")))
    written = parts.get("whole") or parts.get("short")
    if written is None:
        return None
    return int(written) + (0 if len(written) == 4 else 2000 if int(written) <= 30 else 1900)


def _next(match: re.Match[str], month: int, near: date | None) -> date | None:
    if near is None:
        return None
    before = re.search(r"([a-z]+day),?\s+(?:the )?$", match.string[: match.start()], re.IGNORECASE)
    weekday = before[1].lower() if before and before[1].lower() in _WEEKDAYS else None
    day = int(match["day"])
    for year in range(near.year, near.year + 9):
        if month == 2 and day == 29 and year % 4:
            continue
        candidate = date(year, month, day)
        # A day just gone is still this year's: "delivered on July thirtieth".
        if candidate >= near - timedelta(days=120) and weekday in {None, _WEEKDAYS[candidate.weekday()]}:
            return candidate
    return None


def _time(match: re.Match[str]) -> time | None:
    if match["word"]:
        return time(0 if match["word"].lower() == "midnight" else 12)
    if match["hour24"]:
        hour, minute = int(match["hour24"]), int(match["minute24"])
    else:
        hour, minute = int(match["hour"]), int(match["minute"] or match["unit"] or 0)
        if hour > 12:
            return None
        hour = hour % 12 + (0 if match["half"].lower() in {"am", "morning"} else 12)
    return time(hour, minute) if hour < 24 and minute < 60 else None
