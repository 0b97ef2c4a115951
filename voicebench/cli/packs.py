"""``voicebench packs``: the firms, and one of them as a graph of roles with its tasks."""

from typing import Annotated

import typer

from voicebench import packs as all_packs
from voicebench.cli.screen import PASSED, show
from voicebench.report.pack_view import pack_view, packs_view

__all__ = ["EXAMPLE", "packs"]

EXAMPLE = "Example: voicebench packs customer_support"


def packs(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="A pack's name or folder.")] = None,
) -> int:
    """List the packs, or show one. Of one: its roles, how they hand over, and its tasks."""
    if name is None:
        show(packs_view([all_packs.load(one) for one in all_packs.names()]))
    else:
        show(pack_view(all_packs.load(name)))
    return PASSED
