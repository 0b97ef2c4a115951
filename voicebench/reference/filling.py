"""Fills what a plan leaves open: ``heard.SLOT`` and ``result.TOOL.PATH``."""

import contextlib
import re
from collections.abc import Mapping

from voicebench.task import Json
from voicebench.values.spoken import say_value

__all__ = ["Known", "NotKnownError"]

_REFERENCE = re.compile(r"(heard|result)\.([A-Za-z0-9_.]+)")
_IN_TEXT = re.compile(r"\{((?:heard|result)\.[A-Za-z0-9_.]+)\}")

_ISO = {
    "date": re.compile(r"\d{4}-\d\d-\d\d"),
    "datetime": re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:\d\d)?"),
}


class NotKnownError(LookupError):
    """A plan names something that was not heard or not answered."""


class Known:
    """What the model has heard and what its tools have answered, in this call."""

    def __init__(self) -> None:
        self.heard: dict[str, Json] = {}
        self.results: dict[str, Json] = {}

    def argument(self, value: Json) -> Json:
        """Return an argument with its references filled; a literal is an enum value and stays."""
        if isinstance(value, list | tuple):
            return [self.argument(item) for item in value]
        whole = _REFERENCE.fullmatch(value) if isinstance(value, str) else None
        return self._look_up(whole[1], whole[2]) if whole else value

    def arguments(self, values: Mapping[str, Json]) -> dict[str, Json]:
        """Return a call's arguments; one whose value could not be heard is left out."""
        filled = {name: self.argument(value) for name, value in values.items()}
        return {name: value for name, value in filled.items() if value is not None}

    def text(self, template: str) -> str:
        """Return words with their references filled, as a person would say the values."""
        return _IN_TEXT.sub(lambda found: _in_words(found[1], self.argument(found[1])), template)

    def _look_up(self, kind: str, path: str) -> Json:
        name, *steps = path.split(".")
        known = self.heard if kind == "heard" else self.results
        if name not in known:
            raise NotKnownError(f"{kind}.{name}")
        value = known[name]
        if kind == "heard" and steps and isinstance(value, str):
            return _part_of_name(value, steps[0])
        for step in steps:
            value = _step(value, step, f"{kind}.{path}")
        return value


def _in_words(path: str, value: Json) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return say_value("bool", value)
    if path.endswith("_cents") and isinstance(value, int):
        return say_value("money", value / 100)
    kind = next((kind for kind, form in _ISO.items() if form.fullmatch(str(value))), None)
    with contextlib.suppress(ValueError):  # it only looked like a date
        return say_value(kind, value) if kind else str(value)
    return str(value)


def _step(value: Json, step: str, path: str) -> Json:
    try:
        return value[int(step)] if isinstance(value, list) else value[step]
    except (LookupError, TypeError, ValueError):
        raise NotKnownError(path) from None


def _part_of_name(name: str, part: str) -> str:
    first, _, last = name.partition(" ")
    return {"first": first, "last": last or first}[part]
