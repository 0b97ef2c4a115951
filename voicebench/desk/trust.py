"""Run a pack's ``tools.py``: at once where it ships with voicebench, else only when the user trusts it."""

import hashlib
import importlib.util
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from voicebench.datafiles import folder
from voicebench.errors import ConfigError, FixtureError, PackError
from voicebench.task import Pack

__all__ = ["ToolFunction", "functions", "is_shipped"]

ToolFunction = Callable[..., Any]
"""A tool: the toolkit's ``Desk``, then its arguments by name."""


def is_shipped(pack: Pack) -> bool:
    """Whether a pack lies in the folder of the packs that ship with voicebench."""
    try:
        return pack.folder.resolve().is_relative_to(folder("packs").resolve())
    except FixtureError:
        return False


def functions(pack: Pack, *, trusted: bool) -> Mapping[str, ToolFunction]:
    """Return the functions of a pack's tools, by name; this runs the pack's code.

    Args:
        pack: The pack.
        trusted: Whether the user said that packs from elsewhere may run.

    Raises:
        ConfigError: The pack does not ship with voicebench, and is not trusted.
        PackError: Its ``tools.py`` cannot be imported.
    """
    if not trusted and not is_shipped(pack):
        what = f"pack {pack.id} ({pack.folder}) does not ship with voicebench, and its tools.py is code"
        raise ConfigError(f"{what}; read it, then add --trust to run it")
    path = pack.folder.resolve() / "tools.py"
    module = _module(path, hashlib.sha256(path.read_bytes()).hexdigest())
    names = (name for name, tool in pack.tools.items() if tool.effect != "handoff")
    return {name: getattr(module, name) for name in names}


class _Loader(SourceFileLoader):
    """Compiles the source each time: a pack's folder is data, and gets no ``__pycache__``."""

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - the protocol's signature
        return self.source_to_code(self.get_data(self.path), self.path)


@lru_cache(maxsize=64)
def _module(path: Path, digest: str) -> ModuleType:
    """Return the module, under a name that no other path and no other state of this file has."""
    name = "voicebench_pack_" + hashlib.sha256(f"{path}:{digest}".encode()).hexdigest()[:16]
    spec = importlib.util.spec_from_file_location(name, path, loader=_Loader(name, str(path)))
    if spec is None or spec.loader is None:
        raise PackError(f"{path}: cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise PackError(f"{path}: importing it raised {type(error).__name__}: {error}; mend the pack") from error
    return module
