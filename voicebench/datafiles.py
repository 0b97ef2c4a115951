"""Where the files that travel with voicebench lie: packs, stacks, lines, profiles and clips."""

from pathlib import Path
from typing import Literal

from voicebench.errors import FixtureError

__all__ = ["folder"]

_PACKAGE = Path(__file__).parent


def folder(kind: Literal["packs", "pipelines", "audio_fixtures"]) -> Path:
    """Return the folder of one kind of data file.

    In a checkout it is the one beside the package, so that an edited file counts at once; in an installed wheel it is
    the copy inside the package. The current folder plays no part.

    Raises:
        FixtureError: Neither is there.
    """
    checkout, wheel = _PACKAGE.parent / kind, _PACKAGE / "_data" / kind
    # The folder above an installed package belongs to everybody, so a name alone proves nothing there.
    if checkout.is_dir() and (_PACKAGE.parent / "pyproject.toml").is_file():
        return checkout
    if wheel.is_dir():
        return wheel
    raise FixtureError(f"no folder {kind!r} with voicebench (looked at {checkout} and {wheel}); install it again")
