"""The words of a transcript in one form, whether a number or a name was written out, dictated or spelt.

Whisper's own normaliser is unfit for phone calls: it makes "133" of "0133", and a zero of a dictated "O".
"""

import re
import unicodedata

from voicebench.stt.numerals import digits_for_words
from voicebench.values.numerals import DIGIT_WORDS

__all__ = ["comparable_words", "without_accents"]

_FILLERS = frozenset({"ah", "eh", "er", "erm", "hm", "hmm", "mhm", "mm", "oh", "uh", "uhm", "um"})
_UNITS = frozenset({"cent", "cents", "dollar", "dollars"})
_DIGIT = rf"(?:{'|'.join(DIGIT_WORDS)}|\d)"
_TIMES = {"double": 2, "triple": 3}
_SAME = {"alright": "all right", "okay": "ok", "yeah": "yes", "yep": "yes", "nope": "no"} | {
    "apt": "apartment",
    "ave": "avenue",
    "blvd": "boulevard",
    "dr": "doctor",
    "ln": "lane",
    "mr": "mister",
    "rd": "road",
}
_CENTS = re.compile(r"\b(?:(\d+) dollars? (?:and )?)?(?:(\d\d?) cents?\b|(?<=dollars )(\d\d)(?= [^\d]|$))")
_STREETS = {"Ct": "Court", "Dr": "Drive", "St": "Street"}
_UNIT_OR_END = r"(?=\s*(?:[,.;?!#]|$|\d|(?:Apartment|Apt|Suite|Unit)\b"
_STREET = re.compile(
    rf"\b([A-Z][a-z]+|\d+(?:st|nd|rd|th)) (?:(Ct|St)\b\.?+{_UNIT_OR_END}|[a-z]))|(Dr)\b\.?+{_UNIT_OR_END})))"
)
"""Behind a name it is a street: "12 Elm Dr.", and not "Dr. Elm"."""
_STRESSED = frozenset({"no", "not", "ok", "yes"})
"""Not spelt, though they stand in capitals."""
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_REWRITES: tuple[tuple[str, str], ...] = (
    (r"[’‘]", "'"),
    (r"\b([AaPp])\.[Mm]\b\.?", r"\1 m"),
    (r"(\d)\s?([AaPp])[Mm]\b", r"\1 \2 m"),
    (r"(?<=\b[A-Za-z])\.(?=[A-Za-z]\b)", " "),  # U.S.
    (r"(?<=\d),(?=\d{3}\b)", ""),  # 1,247
    (r"(?<=\d)\.00\b(?!\.\d)", ""),
    (r"(?<![\d.])(\d+)\.(\d+)(?!\d|\.\d)", r"\1 point \2"),  # 12.47, and not 541.555.0133
    (r"(?<![^a-z,.] )(?:^|(?<=\s))-(?=\$?\d)", "minus "),  # -5, and not 5-5
    (rf"(?i)\boh (?={_DIGIT}(?:\s*(?:[.,;?!]|$)|[\s-]{_DIGIT}\b))", "0 "),
    (rf"(?i)\b({_DIGIT}) oh(?=\s*(?:[.?!]|$))", r"\1 0"),
    (r"(\d)(?:st|nd|rd|th)\b", r"\1"),
    (r"(?<=\w)\.(?=[a-z])", " dot "),  # an address; a new sentence has a capital
    (r"@", " at "),
    (r"&", " and "),
    (r"%", " percent "),
    (r"_", " underscore "),
    (r"(?<=\d)(?=[A-Za-z])|(?<=[A-Za-z])(?=\d)", " "),
    (r"-", " "),
)
_TOKEN = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*|[0-9]+")


def comparable_words(text: str, *, units: bool = False) -> list[str]:
    """Return the words of ``text`` for comparison with another wording of the same.

    Lower case, without punctuation and fillers; numbers digit by digit however they were said; money without its
    units, cents behind a point; spelt letters and acronyms letter by letter; e-mail addresses with "at" and "dot".

    Args:
        text: Any.
        units: Keep the units of money.
    """
    text = without_accents(text)
    text = re.sub(r"\b(\d{4})-(\d\d)-(\d\d)\b", _iso_date, text)
    text = re.sub(r"\b(\d\d?)/(\d\d?)/(\d{4})\b", lambda m: _date(m[3], m[1], m[2]), text)
    text = _STREET.sub(lambda m: f"{m[1]} {_STREETS[m[2] or m[3]]} ", text)
    for pattern, replacement in _REWRITES:
        text = re.sub(pattern, replacement, text)
    words: list[str] = []
    for token in _TOKEN.findall(text):
        words += _same(token)
    words = _multiplied(digits_for_words(words))
    words = words if units else _without_units(words)
    return _without_fillers([character for word in words for character in (word if word.isdigit() else [word])])


def without_accents(text: str) -> str:
    """Return ``text`` with "José" as "Jose": nobody hears how a name is written."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def _same(token: str) -> list[str]:
    word = token.lower()
    if word in _SAME or word in _FILLERS or word in _STRESSED:
        return _SAME.get(word, word).split()
    return list(word) if token.isupper() and token.isalpha() else [word]


def _multiplied(words: list[str]) -> list[str]:
    out: list[str] = []
    for word in words:
        if out and out[-1] in _TIMES and word.isdigit() and len(word) == 1:
            out[-1] = word * _TIMES[out[-1]]
        else:
            out.append(word)
    return out


def _without_units(words: list[str]) -> list[str]:
    """Say an amount as it is written: "twelve dollars and five cents" is 12 point 05, and "five cents" 0 point 05."""
    text = " ".join(words)
    text = _CENTS.sub(lambda m: f"{m[1] or 0} point {m[2] or m[3]:0>2}", text)
    return [word for word in text.split() if word not in _UNITS]


def _without_fillers(words: list[str]) -> list[str]:
    """Drop what is not said on purpose, and "and" between digits; an "oh" there is 0."""
    out: list[str] = []
    for at, word in enumerate(words):
        between = bool(out) and out[-1].isdigit() and at + 1 < len(words) and words[at + 1].isdigit()
        if word in {"oh", "o"} and between:
            out.append("0")
        elif word not in _FILLERS and not (word == "and" and between):
            out.append(word)
    return out


def _iso_date(match: re.Match[str]) -> str:
    return _date(match[1], match[2], match[3])


def _date(year: str, month: str, day: str) -> str:
    if not 1 <= int(month) <= len(_MONTHS):
        return f"{year} {month} {day}"
    return f"{_MONTHS[int(month) - 1]} {int(day)} {year}"
