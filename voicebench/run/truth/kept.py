"""The error of the harness as last measured on this machine, kept for the header of every run."""

import json
from collections.abc import Mapping
from pathlib import Path

from voicebench.filecache import write_whole
from voicebench.task import Json

__all__ = ["keep", "last_kept"]

_FILE = "harness_error.json"


def keep(figures: Mapping[str, Json], folder: Path) -> None:
    """Keep what was measured.

    Args:
        figures: The error, and when and on how busy a machine it was measured.
        folder: The machine's cache folder.

    Raises:
        OSError: The folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / _FILE, f"{json.dumps(dict(figures), indent=1)}\n".encode())  # runs read it meanwhile


def last_kept(folder: Path) -> Mapping[str, Json] | None:
    """Return what was kept last; None when nothing was, or it cannot be read."""
    try:
        figures = json.loads((folder / _FILE).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
    return figures if isinstance(figures, dict) else None
