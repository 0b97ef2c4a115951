"""An attack on a pack's tasks, on the terminal: a table, and one line for each thing that did not hold."""

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from voicebench.report.words import grid, section, words

__all__ = ["attack_view"]


def attack_view(rows: Iterable[Sequence[str]], faults: Sequence[str]) -> RenderableType:
    """Return the table of an attack.

    Args:
        rows: Of each task: its name, what became of the reference call, the controls that passed, spoilings tried,
            caught and excused, harmless changes tried and without effect.
        faults: One line for each thing that is not as it must be.
    """
    table = grid("task", "!reference", "!controls", ">!spoilings", ">!caught", ">!excused", ">!harmless", ">!unmoved")
    for name, *cells in rows:
        table.add_row(words(name, "bold"), *map(words, cells))
    if not faults:
        return Group(table, "", Text("everything held", "green"))
    return Group(table, section("Did not hold", *map(words, faults)))
