"""What an expected value accepts.

A dict is a matcher only as a whole argument or a whole cell, and only when ``any_of`` or ``free`` is its single key.
The options of an ``any_of`` are literals. What the agent sent is never read as a matcher, whatever it looks like.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Literal

from voicebench.task import Json
from voicebench.values.kinds import equal, same_json

__all__ = ["ABSENT", "Absent", "Same", "accepts", "literally_equal", "matcher_of", "same_as"]

Same = Callable[[Json, Json], bool]


class Absent(Enum):
    """The type of ``ABSENT``."""

    ABSENT = "absent"


ABSENT = Absent.ABSENT
"""Stands for an argument or a column that is not there, which is not the same as null."""


def matcher_of(expected: Json) -> Literal["any_of", "free"] | None:
    """The matcher that an expected value is; None for a literal."""
    if isinstance(expected, Mapping) and len(expected) == 1:
        if "any_of" in expected:
            return "any_of"
        if "free" in expected:
            return "free"
    return None


def same_as(kind: str | None) -> Same:
    """The comparison for a kind; without one, values are compared as JSON."""
    return same_json if kind is None else lambda a, b: equal(kind, a, b)


def accepts(expected: Json, actual: Json | Absent, same: Same) -> bool:
    """Whether an expected value accepts an actual one."""
    matcher = matcher_of(expected)
    if matcher == "free":
        return True
    if actual is ABSENT:
        return False
    if matcher == "any_of":
        return any(same(option, actual) for option in expected["any_of"])
    return same(expected, actual)


def literally_equal(expected: Json, actual: Json | Absent) -> bool:
    """Whether an actual value is as written: what tells a hit from a mismatch."""
    matcher = matcher_of(expected)
    if actual is ABSENT or matcher == "any_of":
        return False
    return same_json(expected["free"] if matcher == "free" else expected, actual)
