"""Engines that a stack names: found in a table by short name, imported when asked for, their settings checked."""

import json
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, ValidationError

from voicebench.complaints import did_you_mean, say
from voicebench.errors import StackError
from voicebench.task import Json

__all__ = ["Settings", "find_engine"]


def find_engine(part: str, engines: Mapping[str, str], name: str) -> Any:
    """Return the engine's class.

    Args:
        part: What it is for, for the error: ``tts``, ``stt``.
        engines: ``module:Class`` by short name. Heavy modules are imported only here.
        name: The short name.

    Raises:
        StackError: No engine has this name.
    """
    if name not in engines:
        raise StackError(
            f"{part}: no engine {name!r}; choose one of {', '.join(sorted(engines))}{did_you_mean(name, engines)}"
        )
    module, _, attribute = engines[name].partition(":")
    return getattr(import_module(module), attribute)


class Settings(BaseModel):
    """Base of an engine's settings: frozen, with defaults, finite, and nothing unknown among them."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, protected_namespaces=())

    @classmethod
    def read(cls, settings: Mapping[str, Json], what: str) -> Self:
        """Return the settings, checked.

        Args:
            settings: As they stand in the stack.
            what: Whose they are, for the error.

        Raises:
            StackError: One is unknown or has a value that it cannot have.
        """
        unknown = [name for name in settings if name not in cls.model_fields]
        if unknown:
            choice = f"choose among {', '.join(sorted(cls.model_fields))}{did_you_mean(unknown[0], cls.model_fields)}"
            raise StackError(f"{what}: no setting {unknown[0]!r}; {choice}")
        for name, value in settings.items():
            if not _is_writable(value):
                raise StackError(f"{what}: {name} holds half of a surrogate pair, which is no character; drop it")
        try:
            return cls.model_validate(dict(settings))
        except ValidationError as error:
            first = error.errors()[0]
            raise StackError(f"{what}: {first['loc'][0]}{say(first)}") from None


def _is_writable(value: Json) -> bool:
    """Whether no text in it holds half of a surrogate pair: YAML takes it, but no request, file or model does."""
    try:
        json.dumps(value, ensure_ascii=False, default=str).encode()
    except UnicodeEncodeError:
        return False
    return True
