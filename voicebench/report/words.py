"""Words on a terminal: what a model or a caller said is shown as it is, and can neither colour nor move anything."""

import json
import unicodedata
from collections.abc import Mapping

from rich.console import Group, JustifyMethod, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from voicebench.task import Json

__all__ = ["arguments", "cell", "grid", "milliseconds", "ratio", "seconds", "section", "styled_outcome", "words"]

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


def grid(*columns: str) -> Table:
    """Return a table without frame.

    Args:
        columns: Headings; one that begins with ``>`` is a column of numbers, one with ``!`` is never wrapped.
    """
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
    titles = [heading.lstrip(">!") for heading in columns]
    table.show_header = any(titles)
    for heading, title in zip(columns, titles, strict=True):
        justify: JustifyMethod = "right" if heading.startswith(">") else "left"
        table.add_column(title, justify=justify, overflow="fold", no_wrap=title != heading)
    return table


def section(title: str, *content: RenderableType) -> RenderableType:
    """Return content under a title."""
    return Group("", Text(title, "bold"), *(Padding(one, (0, 0, 0, 2), expand=False) for one in content))


def seconds(value: float | None) -> str:
    """Return seconds to a tenth; a dash without data."""
    return _NO_DATA if value is None else f"{value:.1f}"


def milliseconds(value: float | None) -> str:
    """Return whole milliseconds; a dash without data."""
    return _NO_DATA if value is None else f"{value:.0f}"


def ratio(value: float | None) -> str:
    """Return a share in percent; a dash without data, since none is not 0 %."""
    return _NO_DATA if value is None else f"{100 * value:.1f}%"
