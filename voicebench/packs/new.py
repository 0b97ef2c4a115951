"""A pack to begin with: a small firm that works, copied under a name of one's own."""

import re
import shutil
import tempfile
from pathlib import Path

from voicebench import packs
from voicebench.errors import ConfigError

__all__ = ["write_template"]

_TEMPLATE = Path(__file__).parent / "template"
_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")


def write_template(name: str, out: Path) -> Path:
    """Write the template as a new folder, whole or not at all, and return that.

    Args:
        name: The pack's name.
        out: The folder that it is put into.

    Raises:
        ConfigError: The name is none or is taken, or the folder cannot be written.
    """
    if not _NAME.fullmatch(name):
        raise ConfigError(f"pack new {name}: a name has small letters, digits and _, and begins with a letter")
    if name in packs.names():
        raise ConfigError(f"pack new {name}: a pack of this name ships with voicebench; choose another")
    folder = out / name
    if folder.exists():
        raise ConfigError(f"pack new {name}: {folder} is there already; choose another name, or another --out")
    try:
        out.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{name}-", dir=out) as partial:
            whole = Path(partial) / name
            shutil.copytree(_TEMPLATE, whole, ignore=shutil.ignore_patterns("__pycache__"))
            whole.rename(folder)
    except OSError as error:
        raise ConfigError(f"pack new {name}: {folder} cannot be written: {error.strerror or error}") from error
    return folder
