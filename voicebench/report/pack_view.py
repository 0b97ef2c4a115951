"""Packs on the terminal: a list, and one firm's graph of roles with its tasks."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text
from rich.tree import Tree

from voicebench.report.words import grid, section, words
from voicebench.task import Pack, Role

__all__ = ["pack_view", "packs_view"]


def packs_view(packs: Sequence[Pack]) -> RenderableType:
    """Return a list of packs."""
    table = grid("pack", "firm", ">roles", ">tools", ">tasks")
    for pack in packs:
        counts = (pack.roles, pack.tools.keys() - pack.handoffs.keys(), pack.tasks)
        table.add_row(words(pack.id, "bold"), words(pack.firm), *(str(len(part)) for part in counts))
    return table


def pack_view(pack: Pack) -> RenderableType:
    """Return one pack: its roles with their tools, as they hand over to one another, and its tasks."""
    return Group(
        Text.assemble(words(pack.firm, "bold"), f" ({pack.id}), today is {pack.now:%A, %d %B %Y, %H:%M}"),
        section("Roles", _graph(pack)),
        section("Tasks", _tasks(pack)),
    )


def _graph(pack: Pack) -> Tree:
    """The roles as a tree from the first on; each is drawn out where a caller can first get to it."""
    first = pack.roles[pack.first_role]
    tree = Tree(_role(first), guide_style="dim")
    drawn = {first.name}
    level = [(first, tree)]
    while level:
        below: list[tuple[Role, Tree]] = []
        for role, branch in level:
            below += _branches(pack, role, branch, drawn)
        level = below
    return tree


def _branches(pack: Pack, role: Role, branch: Tree, drawn: set[str]) -> list[tuple[Role, Tree]]:
    found: list[tuple[Role, Tree]] = []
    back: list[str] = []
    for handoff in role.handoffs:
        target = pack.roles[pack.handoffs[handoff]]
        if target.name in drawn:
            back.append(target.name)
            continue
        drawn.add(target.name)
        found.append((target, branch.add(_role(target))))
    if back:
        branch.add(words(f"also to {', '.join(back)}", "dim"))
    return found


def _role(role: Role) -> Text:
    what = "(outline)" if role.outline else ", ".join(role.tools) or "no tools"
    return Text.assemble(words(role.name, "bold"), "  ", words(what, "dim"))


def _tasks(pack: Pack) -> RenderableType:
    table = grid("task", "difficulty", "line", "category", "title")
    for task in pack.tasks.values():
        table.add_row(*map(words, (task.id, task.difficulty, task.line, task.category, task.title)))
    return table
