"""Words for what is wrong with something that a user wrote: what he may have meant, and what a value must be."""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError

__all__ = ["did_you_mean", "first_fault", "place", "say"]

_LONGEST = 40
"""Of a wrong value; more would hide the words beside it."""
_MUST_BE = re.compile(r"^Input should be (?:an? )?(?:valid )?")
_PLAIN: Mapping[str, str] = {
    "missing": "is missing; add it",
    "extra_forbidden": "is not a key known here; correct its spelling or drop it",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "string_type": "must be text",
    "sequence_str": "must be a list",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "model_type": "must be a mapping of keys to values",
    "model_attributes_type": "must be a mapping of keys to values",
    "dict_type": "must be a mapping of keys to values",
    "mapping_type": "must be a mapping of keys to values",
}
"""By pydantic's name of the fault."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return ``; did you mean 'x'?`` where a name is nearly one that is known; nothing otherwise.

    Args:
        name: What was written.
        known: What could have been.
    """
    by_small = {one.lower(): one for one in known}
    near = get_close_matches(name.lower(), by_small, n=1)
    return f"; did you mean {by_small[near[0]]!r}?" if near else ""


def first_fault(error: ValidationError, whole: str = "the file") -> str:
    """Return what is wrong first, and where, in one line.

    Args:
        error: Pydantic's.
        whole: What to call the place where the fault is in no one part.
    """
    one = error.errors(include_url=False, include_context=False)[0]
    return f"{place(one['loc']) or whole}{say(one)}"


def place(where: Iterable[int | str]) -> str:
    """Return where in a file something stands, with dots between the keys."""
    return ".".join(map(str, where))


def say(fault: Mapping[str, Any]) -> str:
    """Return one of pydantic's faults in plain words that go on where the name of the place ends.

    Args:
        fault: As ``ValidationError.errors`` lists it.
    """
    kind, message = str(fault["type"]), str(fault["msg"])
    if kind in {"missing", "extra_forbidden"}:
        return f" {_PLAIN[kind]}"
    if kind in _PLAIN:
        return f" {_PLAIN[kind]}, not {_shown(fault['input'])}"
    if _MUST_BE.match(message):
        return f"{_MUST_BE.sub(' must be ', message)}, not {_shown(fault['input'])}"
    return f": {message.removeprefix('Value error, ')}"


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
