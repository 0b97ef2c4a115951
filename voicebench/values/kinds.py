"""How values are compared: each kind of value has one normal form, and two values are equal when their forms are.

Whatever has no normal form (a phone number with an extension, the 30th of February, ``"true"`` as a boolean) equals
nothing. The kinds and their rules are those of ``voicebench-expected/1``; ``zip`` and ``digits`` are text made of
digits, less spaces and hyphens, so that leading zeros count; ``email`` and ``enum`` are compared as ``text``.
"""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from unicodedata import normalize

from voicebench.task import Json

__all__ = ["KINDS", "equal", "is_kind", "normalise", "same_json"]

_DEEPEST = 8
"""Lists of lists; no tool takes more, and an answer key shall not exhaust the stack."""
_HYPHENS = "-\u2010\u2011"
_PHONE = re.compile(r"\+?[0-9().\-\u2010\u2011\s]+")
_AMOUNT = re.compile(
    r"(?P<sign>-?)\s*\$?\s*(?P<amount>(?:[0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,15})(?:\.[0-9]{1,9})?|\.[0-9]{1,9})"
    r"\s*(?:dollars?)?"
)
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DATETIME = re.compile(
    r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})[T ](?P<minute>[0-2][0-9]:[0-5][0-9])"
    r"(?::[0-5][0-9](?:\.[0-9]+)?)?(?P<zone>Z|[+-][0-9]{2}:[0-9]{2})?"
)


def is_kind(kind: str) -> bool:
    """Whether ``kind`` is one of ``KINDS``, or ``list[KIND]``."""
    inner = _item_kind(kind)
    return kind in KINDS if inner is None else kind.count("[") <= _DEEPEST and is_kind(inner)


def normalise(kind: str, value: Json) -> Json:
    """Bring a value into the normal form of its kind, as JSON.

    Args:
        kind: One of ``KINDS``, or ``list[KIND]``.
        value: A JSON value, as a model sent it, a task states it or a database holds it.

    Returns:
        Text, except for ``bool``, ``money`` and ``number`` (an int where the value is whole, else a float), and a list.

    Raises:
        ValueError: The kind is unknown, or the value has no normal form; null never has.
    """
    return _plain(_canonical(kind, value))


def equal(kind: str, a: Json, b: Json) -> bool:
    """Whether two values of a kind are the same; numbers and amounts are compared as decimals, to the last digit.

    Null equals null alone, and a value without a normal form equals nothing, itself included.
    """
    if a is None or b is None:
        return a is None and b is None
    try:
        return bool(_canonical(kind, a) == _canonical(kind, b))
    except ValueError:
        return False


def same_json(a: Json, b: Json) -> bool:
    """Whether two JSON values are literally equal: numbers by value, and a boolean is never a number."""
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(same_json(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same_json, a, b))
    if _is_number(a) and _is_number(b):
        return equal("number", a, b)
    return type(a) is type(b) and bool(a == b)


def _canonical(kind: str, value: Json) -> Json:
    """The normal form, with a ``Decimal`` for every number."""
    inner = _item_kind(kind)
    if inner is None:
        _require(kind in _NORMAL, f"unknown kind {kind!r}")
        return _NORMAL[kind](value)
    _require(isinstance(value, list), "not a list")
    return [_canonical(inner, item) for item in value]


def _item_kind(kind: str) -> str | None:
    return kind[len("list[") : -1] if kind.startswith("list[") and kind.endswith("]") else None


def _plain(value: Json) -> Json:
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value


def _require(holds: bool, problem: str) -> None:  # noqa: FBT001 - reads like an assertion
    if not holds:
        raise ValueError(problem)


def _string(value: Json) -> str:
    _require(isinstance(value, str), "not a text")
    return str(value).strip()


def _text(value: Json) -> str:
    # An accent is the same letter whether it is written as one sign or as two.
    return " ".join(normalize("NFC", _string(value).casefold()).split())


def _code(value: Json) -> str:
    code = "".join(sign for sign in _string(value).casefold() if not sign.isspace() and sign not in _HYPHENS)
    _require(code != "", "no code in it")
    return code


def _digits(value: Json) -> str:
    digits = _code(value)
    _require(digits.isascii() and digits.isdigit(), "not digits alone")
    return digits


def _phone(value: Json) -> str:
    text = _string(value)
    digits = re.sub(r"[^0-9]", "", text)
    _require(digits != "" and _PHONE.fullmatch(text) is not None, "not a phone number alone")
    return digits[1:] if len(digits) == 11 and digits.startswith("1") else digits


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _number(value: Json) -> Decimal:
    _require(_is_number(value), "not a number")
    # The shortest text of a double is the decimal that was written: 399.99 and not 399.990000000000009.
    number = Decimal(float.__repr__(value)) if isinstance(value, float) else Decimal(value)
    _require(number.is_finite(), "not a finite number")
    return number


def _money(value: Json) -> Decimal:
    if not isinstance(value, str):
        return _number(value)
    found = _AMOUNT.fullmatch(_string(value).casefold())
    if not found:
        raise ValueError("not an amount alone")
    return Decimal(found["sign"] + found["amount"].replace(",", ""))


def _bool(value: Json) -> bool:
    _require(isinstance(value, bool), "not a boolean")
    return bool(value)


def _date(value: Json) -> str:
    text = _string(value)
    _require(_DATE.fullmatch(text) is not None, "not an ISO date")
    return date.fromisoformat(text).isoformat()


def _datetime(value: Json) -> str:
    """To the minute; with an offset in UTC, so that it never equals a time of unknown zone."""
    found = _DATETIME.fullmatch(_string(value))
    if not found:
        raise ValueError("not an ISO date and time")
    zone = (found["zone"] or "").replace("Z", "+00:00")
    moment = datetime.fromisoformat(f"{found['day']}T{found['minute']}{zone}")
    try:
        return (moment.astimezone(UTC) if zone else moment).isoformat(timespec="minutes")
    except OverflowError as error:
        raise ValueError("out of the calendar's range") from error


_NORMAL: Mapping[str, Callable[[Json], Json]] = {
    "phone": _phone,
    "money": _money,
    "date": _date,
    "datetime": _datetime,
    "name": _text,
    "email": _text,
    "zip": _digits,
    "digits": _digits,
    "code": _code,
    "text": _text,
    "bool": _bool,
    "number": _number,
    "enum": _text,
}

KINDS = frozenset(_NORMAL)
"""All kinds but lists."""
