"""Prose with values in it as words to say.

The kind of a value is guessed here from its shape and from the words before it; where the kind is known,
``saying.say_value`` does not need to guess.
"""

import re
from collections.abc import Callable
from datetime import date, time
from functools import lru_cache

from voicebench.values.markdown import plain
from voicebench.values.numerals import decimal_words, digit_words, ordinal, year_words
from voicebench.values.saying import one_by_one, say_time, say_value, spell
from voicebench.values.shorthand import MONTH, expand

__all__ = ["speakable"]

_Say = Callable[[re.Match[str]], str]
_SIGNS = {".": "dot", "_": "underscore", "-": "dash", "+": "plus", "@": "at", "/": "slash"}
_MOST_PASSES = 6
"""What stood between two letters may go and leave initials, which are then spelled: rarely more than two passes."""
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]\w*")
_SITE = re.compile(
    r"(?:\bhttps?://)?(?:\bwww\.)?(\b[a-z\d][a-z\d-]*(?:\.[a-z\d-]+)*"
    r"\.(?:com|org|net|gov|edu|io|us|info|biz|ai|dev|app|test|example)\b(?:/[\w./-]*\w)?)/?"
)
_SET_OFF = re.compile(r"[;:()\[\]{}\"]|(?<!\w)-+|-+(?!\w)")
_TIDY = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"(?<![^\W\d_])'|'(?![^\W\d_])", " "),
        (r"[\s,]*([.?!])[\s,.?!]*", r"\1 "),
        (r"\s*,[\s,]*", ", "),
        (r"\s+", " "),
        (r"^[\s,.?!]+|[\s,]+$", ""),
    )
)


@lru_cache(maxsize=1_024)  # what a caller may say is put into words anew at every turn, most of it the same
def speakable(text: str) -> str:
    """Return prose, such as a language model writes, as words and pauses that any voice reads rightly.

    Phones, money, order codes, dates, times, e-mail and web addresses, ZIP codes, abbreviations and numbers become
    words; Markdown, emoji and dashes go. Saying the result again changes nothing.

    Returns:
        Letters, spaces and ``, . ? ! '`` alone; "" when there is nothing to say.
    """
    for _ in range(_MOST_PASSES):
        said = _pass(text)
        if said == text:
            break
        text = said
    return text


def _pass(text: str) -> str:
    text = expand(_addresses(plain(text)))
    for pattern, say in _RULES:
        text = pattern.sub(say, text)
    return _tidy(text)


def _addresses(text: str) -> str:
    text = _MAIL.sub(lambda m: _by_parts(m[0].lower()), text)
    return _SITE.sub(lambda m: _by_parts(m[1]), text)


def _by_parts(address: str) -> str:
    return " ".join(_part(part) for part in re.findall(r"[A-Za-z]+|\d+|[._+/@-]", address))


def _part(part: str) -> str:
    if part in _SIGNS:
        return _SIGNS[part]
    if part.isdigit():
        return digit_words(part)
    return part if re.search(r"[aeiouyAEIOUY]", part) and len(part) > 1 else f"{spell(part)},"


def _tidy(text: str) -> str:
    text = _SET_OFF.sub(", ", text)
    text = "".join(char if char.isalpha() or char in ",.?!'" else " " for char in text)
    for pattern, replacement in _TIDY:
        text = pattern.sub(replacement, text)
    return text if any(char.isalpha() for char in text) else ""


def _money(match: re.Match[str]) -> str:
    amount, scale = match[2].replace(",", ""), match[3]
    if scale:
        return f"{decimal_words(match[1] + amount)} {scale.lower()} dollars"
    return say_value("money", match[1] + amount)


def _iso(match: re.Match[str]) -> str:
    try:
        day = say_value("date", match[1])
        clock = match[2] and say_time(time.fromisoformat(match[2]))
    except ValueError:
        return _one_by_one(match)
    return f"{day}, at {clock}" if clock else day


def _slashed_date(match: re.Match[str]) -> str:
    year = int(match[3]) + (0 if len(match[3]) == 4 else 2000 if int(match[3]) <= 30 else 1900)
    try:
        return say_value("date", date(year, int(match[1]), int(match[2])).isoformat())
    except ValueError:
        return _one_by_one(match)


def _month_day(match: re.Match[str]) -> str:
    year = f", {year_words(int(match[3]))}" if match[3] else ""
    return f"{match[1]} {ordinal(int(match[2]))}{year}"


def _clock(match: re.Match[str]) -> str:
    hour, minute = int(match[1]), int(match[2] or 0)
    half = (match[3] or "").lower()
    if half and hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    if hour > 23 or minute > 59:
        return _one_by_one(match)
    ends_sentence = match[0].endswith(".") and re.match(r"\s+[A-Z]|\s*$", match.string[match.end() :])
    return say_time(time(hour, minute)) + ("." if ends_sentence else "")


def _one_by_one(match: re.Match[str]) -> str:
    return one_by_one("".join(re.findall(r"\d", match[0])))


def _cued(match: re.Match[str]) -> str:
    return f"{match[1]} {one_by_one(re.sub(r'[^0-9]', '', match[2]))}"


def _number(match: re.Match[str]) -> str:
    written = match[0].replace(",", "")
    whole = written.lstrip("-").partition(".")[0]
    if match[0].isdigit() and (len(whole) > 4 or (len(whole) > 1 and whole[0] == "0")):
        return one_by_one(whole)  # no amount is written so: it is an identifier
    return decimal_words(written)


def _to(_: re.Match[str]) -> str:
    return " to "


_AMOUNT = r"(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
_CUES = r"zip(?: codes?)?(?: is)?|end(?:s|ed|ing) (?:in|with)|last (?:four|4)(?: digits)?(?: are| is)?|card|pin(?: is)?"
_RULES: tuple[tuple[re.Pattern[str], _Say], ...] = tuple(
    (re.compile(pattern), say)
    for pattern, say in (
        (r"\b(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?\b", _iso),
        (r"\b(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d\d)\b", _slashed_date),
        (rf"\b({MONTH}) (\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? ((?:19|20)\d\d)\b)?", _month_day),
        (r"(?<=\d)\s?-\s?(?=\$)|(?<=:\d\d)\s?-\s?(?=\d{1,2}:\d\d)|(?<=[AaPp][Mm])\s?-\s?(?=\d)", _to),
        (rf"(?<!\w)(-?)(?:US)?\$ ?{_AMOUNT}(?:\s([tT]housand|[mMbB]illion)\b)?", _money),
        (
            r"(?:\+?1[-. ])?(?<!\d)\(?(?<!\d)\d{3}(?:\)? ?[-.]? ?)\d{3}[-. ]\d{4}(?!\d)|\+1\d{10}\b",
            lambda m: say_value("phone", m[0]),
        ),
        (r"\b\d{3}-\d{4}\b", _one_by_one),
        (r"\b(\d{1,2}):(\d\d)(?::\d\d)?(?:\s?([AaPp])(?:[Mm]\b|\.\s?[Mm]\b\.?))?", _clock),
        (r"\b(\d{1,2})()\s?([AaPp])(?:[Mm]\b|\.\s?[Mm]\b\.?)", _clock),
        (r"\b[A-Z]{1,4}(?:-[A-Z]{1,4})*-?\d{3,}\b", lambda m: say_value("code", m[0])),
        (rf"\b((?i:{_CUES})),?:? (\d[\d -]*\d)\b", _cued),
        (r"\b\d{5}-\d{4}\b", _one_by_one),
        (r"\b(\d+)(?:st|nd|rd|th)\b", lambda m: ordinal(int(m[1]))),
        (r"(?<=\d)\s?-\s?(?=\d)", _to),
        (r"(?<![\w.,$-])(?:19|20)\d\d\b(?![.,]\d)", lambda m: year_words(int(m[0]))),
        (rf"(?<![\w-])-?{_AMOUNT}(?![^\W\d])", _number),
        (r"\d+", lambda m: f" {_number(m)} "),
    )
)
