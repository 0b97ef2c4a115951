"""A service of Pipecat's by its class path, and what to do where it is not there."""

import re
import warnings
from collections.abc import Mapping
from importlib import import_module, metadata
from typing import Any

from pipecat.services.llm_service import LLMService
from pipecat.services.stt_service import STTService
from pipecat.services.tts_service import TTSService

from voicebench.errors import MissingExtraError, StackError
from voicebench.service import Part

__all__ = ["BASES", "find_service"]

BASES: Mapping[Part, type[Any]] = {"stt": STTService, "llm": LLMService, "tts": TTSService}
"""What a service has to be, by its place in the stack."""


def find_service(part: Part, path: str) -> type[Any]:
    """Return a service's class.

    Args:
        part: Its place in the stack.
        path: ``MODULE:CLASS``.

    Raises:
        StackError: There is no such module or class, or the class is no service of this kind.
        MissingExtraError: A package that the service needs is not installed.
    """
    module, _, name = path.partition(":")
    if not re.fullmatch(r"\w+(\.\w+)*:\w+", path):
        raise StackError(
            f"{part}: service {path!r}: write MODULE:CLASS, such as pipecat.services.openai.stt:OpenAISTTService"
        )
    try:
        with warnings.catch_warnings(action="ignore"):  # of a module that Pipecat will drop one day
            names = vars(import_module(module))
    except ImportError as error:
        raise _not_importable(part, path, module, error) from error
    found = names.get(name)
    if not (isinstance(found, type) and issubclass(found, BASES[part])):
        raise StackError(
            f"{part}: service {path}: {name} is no {part.upper()} service of Pipecat's; {_others(part, names)}"
        )
    return found


def _others(part: Part, names: Mapping[str, Any]) -> str:
    others = sorted(
        name
        for name, one in names.items()
        if isinstance(one, type) and issubclass(one, BASES[part]) and one.__module__ == names["__name__"]
    )
    return f"the module has {', '.join(others)}" if others else "the module has none"


def _not_importable(part: Part, path: str, module: str, error: ImportError) -> StackError | MissingExtraError:
    if isinstance(error, ModuleNotFoundError) and error.name and f"{module}.".startswith(f"{error.name}."):
        return StackError(f"{part}: service {path}: there is no module {error.name}")
    inside = re.match(r"pipecat\.services\.(\w+)", module)
    if inside and inside[1] in _extras():
        return MissingExtraError(f"{part}: what {path} needs", f'pip install "pipecat-ai[{inside[1]}]"')
    return StackError(f"{part}: service {path} cannot be imported: {error}; install what it needs")


def _extras() -> frozenset[str]:
    """The extras of the installed Pipecat; most are named as the folder of their service."""
    named = metadata.metadata("pipecat-ai").get_all("Provides-Extra") or ()
    return frozenset(name.replace("-", "_") for name in named)
