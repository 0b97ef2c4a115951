"""YAML that remembers its lines, and shapes laid over it, so that every problem names its place."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from voicebench.complaints import say
from voicebench.task import Json

__all__ = ["Faults", "Keys", "Problem", "Sheet", "read_sheet", "read_text", "shape"]

Keys = tuple[str | int, ...]
"""Where a value stands: keys and numbers of items, from the top of the file."""

_Model = TypeVar("_Model", bound=BaseModel)
_BASE: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_LARGEST = 1_000_000
"""Bytes of one file of a pack; the longest that ship with voicebench have a tenth of it."""

_SCALARS = {
    "null": re.compile(r"^(?:~|null|)$"),
    "bool": re.compile(r"^(?:true|false)$"),
    "int": re.compile(r"^-?(?:0|[1-9][0-9]{0,17})$"),
    "float": re.compile(r"^-?(?:0|[1-9][0-9]{0,17})\.[0-9]+(?:[eE][-+]?[0-9]{1,2})?$"),
}


_READ: Mapping[str, Callable[[str], Json]] = {
    "null": lambda _text: None,
    "bool": lambda text: text == "true",
    "int": int,
    "float": float,
}


class _Loader(_BASE):  # type: ignore[misc]
    """YAML without its surprises: 2026-08-01, 12:00, no, 01234 and twenty digits stay the text that they are."""

    yaml_implicit_resolvers: Mapping[str, Any] = {}


for _tag, _pattern in _SCALARS.items():
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", _pattern, None)


@dataclass(frozen=True, order=True)
class Problem:
    """One thing that is wrong with a pack.

    Args:
        file: The file, from the pack's folder on.
        line: Its line, from 1; 0 where it is not known.
        text: What is wrong, and what to do.
    """

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {' '.join(self.text.split())}"


class Faults(Exception):  # noqa: N818 - carries problems up to the loader, and never leaves the package
    """A file could not be read.

    Args:
        problems: Why.
    """

    def __init__(self, problems: Sequence[Problem]):
        self.problems = tuple(problems)
        super().__init__("; ".join(map(str, problems)))


@dataclass(frozen=True)
class Sheet:
    """A YAML file: its value, and the line on which each part of it begins.

    Args:
        file: The file, from the pack's folder on.
        value: What it holds.
        lines: Line of each part.
    """

    file: str
    value: Json
    lines: Mapping[Keys, int] = field(default_factory=dict)

    def problem(self, keys: Keys, text: str) -> Problem:
        """Return a problem at ``keys``, or at the nearest part around it whose line is known."""
        known = (keys[:size] for size in range(len(keys), -1, -1) if keys[:size] in self.lines)
        return Problem(self.file, next((self.lines[at] for at in known), 0), text)


def read_text(path: Path, file: str) -> str:
    """Return a file's text.

    Raises:
        Faults: It is not there, is no UTF-8, or is such that reading it might never end.
    """
    try:
        # A pipe blocks, and a device has no end; a folder is left to the reading, which names it.
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise Faults([Problem(file, 0, "is no plain file; put one there")])
        if path.stat().st_size > _LARGEST:
            raise Faults([Problem(file, 0, f"has more than {_LARGEST:,} bytes; make it smaller")])
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Faults([Problem(file, 0, "is missing; add it")]) from None
    except (OSError, UnicodeDecodeError) as error:
        raise Faults([Problem(file, 0, f"cannot be read as UTF-8 text: {error}")]) from error
    return text


def read_sheet(path: Path, file: str) -> Sheet:
    """Return a YAML file with its lines.

    Raises:
        Faults: It cannot be read, is no YAML, uses an alias, or has a key twice.
    """
    text = read_text(path, file)
    reader = _Reader(file)
    try:
        root = yaml.compose(text, Loader=_Loader)
        value = None if root is None else reader.value(root, ())
    except RecursionError:
        raise Faults([Problem(file, 0, "is nested too deeply")]) from None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise Faults([Problem(file, line, f"is no YAML: {error.problem or error.context}")]) from error
    except yaml.YAMLError as error:
        raise Faults([Problem(file, 0, f"is no YAML: {error}")]) from error
    if root is None:
        raise Faults([Problem(file, 0, "is empty")])
    if reader.problems:
        raise Faults(reader.problems)
    return Sheet(file, value, reader.lines)


class _Reader:
    """Turns YAML's nodes into values, and notes their lines."""

    def __init__(self, file: str):
        self._file = file
        self._seen: set[int] = set()
        self.lines: dict[Keys, int] = {}
        self.problems: list[Problem] = []

    def value(self, node: yaml.Node, keys: Keys) -> Json:
        self.lines.setdefault(keys, node.start_mark.line + 1)
        if id(node) in self._seen:
            return self._fault(node, "an alias (*name) is not allowed in a pack; write the value out")
        self._seen.add(id(node))
        if isinstance(node, yaml.MappingNode):
            return dict(self._items(node, keys))
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, (*keys, number)) for number, item in enumerate(node.value)]
        return self._scalar(node)

    def _items(self, node: yaml.MappingNode, keys: Keys) -> Iterator[tuple[str, Json]]:
        met: set[str] = set()
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                self._fault(key_node, "a key must be one word")
                continue
            key = str(key_node.value)
            if key in met:
                self._fault(key_node, f"{key!r} stands here twice; drop one")
            met.add(key)
            self.lines[(*keys, key)] = key_node.start_mark.line + 1
            yield key, self.value(value_node, (*keys, key))

    def _scalar(self, node: yaml.Node) -> Json:
        kind, text = node.tag.rpartition(":")[2], node.value
        if kind == "str":
            return text
        if kind not in _SCALARS or not _SCALARS[kind].match(text):
            return self._fault(node, f"the tag {node.tag!r} is not allowed in a pack; drop it")
        return _READ[kind](text)

    def _fault(self, node: yaml.Node, text: str) -> None:
        self.problems.append(Problem(self._file, node.start_mark.line + 1, text))


def shape(model: type[_Model], sheet: Sheet, keys: Keys = (), value: Json = None) -> _Model:
    """Return the part of a sheet at ``keys`` as a model.

    Args:
        model: The shape that it must have.
        sheet: The file that it is from.
        keys: Where it stands there.
        value: The part itself; the whole sheet when None.

    Raises:
        Faults: It has another shape.
    """
    try:
        return model.model_validate(sheet.value if value is None else value)
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False)
        raise Faults(
            [sheet.problem((*keys, *one["loc"]), _words((*keys, *one["loc"]), one)) for one in found]
        ) from None


def _words(keys: Keys, error: Any) -> str:
    name = ".".join(str(key) for key in keys) or "the file"
    return f"{name}{say(error)}"
