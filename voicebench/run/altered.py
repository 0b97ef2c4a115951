"""A value, a little off or written another way: what the spoilings and the harmless changes are made of."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from voicebench.task import Json
from voicebench.values.kinds import equal, normalise

__all__ = ["WRITTEN_KINDS", "another", "written_otherwise"]

_INSTEAD_OF_NULL: Mapping[str, Json] = {
    "bool": True,
    "number": 1,
    "money": 1,
    "phone": "212-555-0100",
    "date": "2001-01-01",
    "datetime": "2001-01-01T09:00",
    "zip": "10001",
    "digits": "1",
}


def another(kind: str | None, value: Json, right: Sequence[Json], options: Sequence[str] = ()) -> Json:
    """Return a value of a kind that is off by one character or digit, and none of the right ones.

    Args:
        kind: Its kind; None when it has none.
        value: The value as it is.
        right: All values that are right in its place.
        options: For an ``enum``: what it may be; another option is nearer the truth than a misspelt one.
    """
    candidates = list(_candidates(kind, value, options))
    wrong = [one for one in candidates if not any(_same(kind, one, good) for good in (value, *right))]
    # One that is still of its kind is harder to catch than one that is not even a date any more.
    return next((one for one in wrong if _is_of(kind, one)), wrong[0] if wrong else {"spoilt": value})


def _candidates(kind: str | None, value: Json, options: Sequence[str]) -> Iterator[Json]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield from (json.loads(text) for text in _one_off(json.dumps(value)) if _is_number(text))
    elif isinstance(value, str):
        yield from options
        yield from _one_off(value)
        yield f"{value}x"
    elif isinstance(value, list):
        inner = kind[len("list[") : -1] if kind and kind.startswith("list[") else None
        for index, item in enumerate(value):
            yield [*value[:index], another(inner, item, (), options), *value[index + 1 :]]
        yield [*value, _INSTEAD_OF_NULL.get(inner or "", "x")]
    else:
        yield _INSTEAD_OF_NULL.get(kind or "", "x")


def _one_off(text: str) -> Iterator[str]:
    """Yield the text with one digit or letter changed, the last one first: an ending is what a reader skips."""
    for index in reversed(range(len(text))):
        sign = text[index]
        if sign.isdigit():
            changes = [str((int(sign) + step) % 10) for step in (1, 9)]
        elif sign.isalpha():
            changes = ["b" if sign.casefold() == "a" else "a"]
        else:
            continue
        yield from (text[:index] + change + text[index + 1 :] for change in changes)


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?(?:0|[1-9]\d*)(?:\.\d+)?", text) is not None


def _same(kind: str | None, a: Json, b: Json) -> bool:
    return bool(a == b) if kind is None else a == b or equal(kind, a, b)


def _is_of(kind: str | None, value: Json) -> bool:
    try:
        return kind is None or normalise(kind, value) is not None
    except ValueError:
        return False


def written_otherwise(kind: str, value: Json) -> Json:
    """Return the same value in other writing; the value itself where there is no other."""
    if kind.startswith("list[") and isinstance(value, list):
        return [written_otherwise(kind[len("list[") : -1], item) for item in value]
    other = _WRITINGS[kind](value) if kind in _WRITINGS and not isinstance(value, bool) else value
    return other if equal(kind, other, value) else value


def _phone(value: Json) -> Json:
    digits = re.sub(r"\D", "", str(value))[-10:]
    return f"+1 ({digits[:3]}) {digits[3:6]}-{digits[6:]}"


def _money(value: Json) -> Json:
    return f"${value:,.2f}" if isinstance(value, int | float) else f"{str(value).strip().lstrip('$')} dollars"


def _number(value: Json) -> Json:
    if isinstance(value, int):
        return float(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _spaced(value: Json) -> Json:
    return f"{str(value)[:2]} {str(value)[2:]}"


def _words(value: Json) -> Json:
    return f" {str(value).swapcase().replace(' ', '  ')}"


_WRITINGS: Mapping[str, Callable[[Json], Json]] = {
    "phone": _phone,
    "money": _money,
    "number": _number,
    "code": lambda value: str(value).swapcase().replace("-", " "),
    "zip": _spaced,
    "digits": _spaced,
    "datetime": lambda value: str(value).replace("T", " "),
    "name": _words,
    "text": _words,
    "enum": _words,
    "email": _words,
}
"""What has no other writing, or is not of the kind, comes out as something else, and is then left as it is."""

WRITTEN_KINDS = tuple(_WRITINGS)
"""The kinds of value that have another writing."""
