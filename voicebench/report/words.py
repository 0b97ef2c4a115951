"""Words on a terminal: what a model or a caller said is shown as it is, and can neither colour nor move anything."""

import json
import unicodedata
from collections.abc import Mapping

from rich.console import Console, ConsoleOptions, Group, JustifyMethod, RenderableType, RenderResult
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from voicebench.task import Json

__all__ = [
    "arguments",
    "cell",
    "grid",
    "milliseconds",
    "ratio",
    "seconds",
    "section",
    "styled_outcome",
    "whole_seconds",
    "words",
]

_STYLES = {
    "passed": "green",
    "failed": "bold red",
    "errored": "bold yellow",
    "unscored": "yellow",
    "hit": "green",
    "mismatch": "yellow",
    "missing": "bold red",
    "extra": "cyan",
}
_NO_DATA = "-"
_INDENT = "  "
_NARROWEST = 24
"""Characters of a column of words; a longer one is folded before a table outgrows the screen."""
_WIDEST = 10_000
"""More than any cell has."""


def words(text: str, style: str = "") -> Text:
    """Return text as it is: control characters are written out, and no markup is read."""
    return Text("".join(map(_visible, text.encode("utf-8", "backslashreplace").decode("utf-8"))), style)


def _visible(character: str) -> str:
    if character.isspace():
        return " "
    # Cc moves the cursor and starts escape sequences; Cf turns the direction of writing.
    return repr(character)[1:-1] if unicodedata.category(character) in {"Cc", "Cf"} else character


def styled_outcome(outcome: str) -> Text:
    """Return an outcome or a label in its colour."""
    return Text(outcome, _STYLES.get(outcome, ""))


def cell(value: Json) -> Text:
    """Return a value, or a matcher of values, in one line; nothing at all for None."""
    return words("" if value is None else _shown(value))


def arguments(value: Json) -> Text:
    """Return the arguments of a tool call, or the cells of a row, as they would be written in code."""
    if not isinstance(value, Mapping):
        return cell(value)
    return words(", ".join(f"{name}={_shown(one)}" for name, one in value.items()))


def _shown(value: Json) -> str:
    match value:
        case {"any_of": [*options], **rest} if not rest:
            return " or ".join(map(_shown, options))
        case {"free": example, **rest} if not rest:
            return f"anything (as {_shown(example)})"
    return json.dumps(value, ensure_ascii=False, default=str)


class _Grid(Table):
    """A table that would rather be wider than the screen than lose a figure: the terminal breaks its lines then."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        needed = 0
        for column in self.columns:
            cells = [column.header, *column.cells]
            full = max(console.measure(one, options=options.update(width=_WIDEST)).maximum for one in cells)
            column.min_width = full if column.no_wrap else min(full, _NARROWEST)
            needed += column.min_width + 1
        yield from super().__rich_console__(console, options.update(width=max(options.max_width, needed)))


class _Indented:
    """Content a little to the right. Unlike rich's own padding it cuts nothing off."""

    def __init__(self, content: RenderableType):
        self._content = content

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        inner = options.update(width=max(1, options.max_width - len(_INDENT)))
        for line in Segment.split_lines(console.render(self._content, inner)):
            yield Segment(_INDENT)
            yield from line
            yield Segment.line()


def grid(*columns: str) -> Table:
    """Return a table without frame.

    Args:
        columns: Headings; one that begins with ``>`` is a column of numbers, one with ``!`` is never wrapped.
    """
    table = _Grid(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
    titles = [heading.lstrip(">!") for heading in columns]
    table.show_header = any(titles)
    for heading, title in zip(columns, titles, strict=True):
        justify: JustifyMethod = "right" if heading.startswith(">") else "left"
        table.add_column(title, justify=justify, overflow="fold", no_wrap=title != heading)
    return table


def section(title: str, *content: RenderableType) -> RenderableType:
    """Return content under a title."""
    return Group("", Text(title, "bold"), *map(_Indented, content))


def seconds(value: float | None) -> str:
    """Return seconds to a tenth; a dash without data."""
    return _NO_DATA if value is None else f"{value:.1f}"


def whole_seconds(value: float | None) -> str:
    """Return whole seconds; a dash without data."""
    return _NO_DATA if value is None else f"{value:.0f}"


def milliseconds(value: float | None) -> str:
    """Return whole milliseconds; a dash without data."""
    return _NO_DATA if value is None else f"{value:.0f}"


def ratio(value: float | None) -> str:
    """Return a share in percent; a dash without data, since none is not 0 %."""
    return _NO_DATA if value is None else f"{100 * value:.1f}%"
