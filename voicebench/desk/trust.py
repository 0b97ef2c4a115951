"""Run a pack's tools: at once where it ships with voicebench, else only when the user trusts it."""

import hashlib
import importlib.util
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from voicebench.datafiles import folder
from voicebench.errors import ConfigError, FixtureError, PackError
from voicebench.packs.tool_files import tool_files
from voicebench.task import Pack

__all__ = ["ToolFunction", "check_trust", "functions", "is_shipped"]

ToolFunction = Callable[..., Any]
"""A tool: the toolkit's ``Desk``, then its arguments by name."""


def is_shipped(pack: Pack) -> bool:
    """Whether a pack lies in the folder of the packs that ship with voicebench."""
    try:
        return pack.folder.resolve().is_relative_to(folder("packs").resolve())
    except FixtureError:
        return False


def check_trust(pack: Pack, *, trusted: bool) -> None:
    """Raise unless a pack's code may run.

    Args:
        pack: The pack.
        trusted: Whether the user said that packs from elsewhere may run.

    Raises:
        ConfigError: The pack does not ship with voicebench, and is not trusted.
    """
    if not trusted and not is_shipped(pack):
        what = f"pack {pack.id} ({pack.folder}) does not ship with voicebench, and its tools are code"
        raise ConfigError(f"{what}; read it, then add --trust to run it")


def functions(pack: Pack, *, trusted: bool) -> Mapping[str, ToolFunction]:
    """Return the functions of a pack's tools, by name; this runs the pack's code.

    Args:
        pack: The pack.
        trusted: Whether the user said that packs from elsewhere may run.

    Raises:
        ConfigError: The pack does not ship with voicebench, and is not trusted.
        PackError: Its tools cannot be imported.
    """
    check_trust(pack, trusted=trusted)
    home, files = pack.folder.resolve(), tool_files(pack.folder)
    digest = hashlib.sha256(b"".join(hashlib.sha256((home / file).read_bytes()).digest() for file in files))
    found = _functions(home, files, digest.hexdigest())
    return {name: found[name] for name, tool in pack.tools.items() if tool.effect != "handoff"}


class _Loader(SourceFileLoader):
    """Compiles the source each time: a pack's folder is data, and gets no ``__pycache__``."""

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - the protocol's signature
        return self.source_to_code(self.get_data(self.path), self.path)


@lru_cache(maxsize=64)
def _functions(home: Path, files: tuple[str, ...], digest: str) -> Mapping[str, ToolFunction]:
    """Return what the files define, from modules whose names no other path and no other state of these files has.

    The package around them has no path: a file finds the modules that ran before it, and no other file.
    """
    package = "voicebench_pack_" + hashlib.sha256(f"{home}:{digest}".encode()).hexdigest()[:16]
    sys.modules[package] = ModuleType(package)
    sys.modules[package].__path__ = []
    try:
        modules = [_module(home / file, f"{package}.{Path(file).stem}") for file in files]
    except PackError:
        for name in [name for name in sys.modules if name.partition(".")[0] == package]:
            del sys.modules[name]
        raise
    own = (item for module in modules for item in vars(module).items() if item[1].__class__ is FunctionType)
    return {name: value for name, value in own if value.__module__.startswith(f"{package}.")}


def _module(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path, loader=_Loader(name, str(path)))
    if spec is None or spec.loader is None:
        raise PackError(f"{path}: cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up, and files after this one import from it
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise PackError(f"{path}: importing it raised {type(error).__name__}: {error}; mend the pack") from error
    return module
