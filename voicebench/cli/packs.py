"""``voicebench packs`` and ``voicebench pack check``."""

from typing import Annotated

import typer

from voicebench import packs as all_packs
from voicebench.cli.screen import BAD_INPUT, PASSED, show, stderr
from voicebench.errors import PackError
from voicebench.report.pack_view import pack_view, packs_view
from voicebench.report.words import words

__all__ = ["CHECK_EXAMPLE", "EXAMPLE", "check", "packs"]

EXAMPLE = "Example: voicebench packs customer_support"
CHECK_EXAMPLE = "Example: voicebench pack check packs/customer_support"


def packs(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="A pack's name or folder.")] = None,
) -> int:
    """List the packs, or show one: its roles, how they hand over, and its tasks."""
    if name is None:
        show(packs_view([all_packs.load(one) for one in all_packs.names()]))
    else:
        show(pack_view(all_packs.load(name)))
    return PASSED


def check(
    path: Annotated[str, typer.Argument(metavar="PATH", help="A pack's folder, or the name of a shipped one.")],
) -> int:
    """Read a pack and say all that is wrong with it, by file and line; none of its code is run."""
    try:
        pack = all_packs.load(path)
    except PackError as error:
        for problem in error.problems:
            stderr().print(words(problem), soft_wrap=True)
        return BAD_INPUT
    tools = len(pack.tools) - len(pack.handoffs)
    show(words(f"{pack.id}: {len(pack.roles)} roles, {tools} tools, {len(pack.tasks)} tasks, nothing wrong"))
    return PASSED
