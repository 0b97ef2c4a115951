"""API keys: read from the environment by name, and kept out of all that is shown or written."""

import os
import re
from collections.abc import Iterable, Mapping

from pydantic import SecretStr

from voicebench.errors import StackError

__all__ = ["NAME_WANTED", "NO_KEY", "check_keys", "is_variable", "key_from_environment", "variables_of", "without_key"]

NO_KEY = "none"
"""Stands for a key where the endpoint wants none: the SDK wants one always."""
_SENDABLE = re.compile(r"[ -~]+")
"""What a header takes; clients repeat one that they refuse, the key in it, as they see fit."""
NAME_WANTED = "give the name of an environment variable, never the key itself"


def variables_of(key_env: str | Mapping[str, str] | None) -> tuple[str, ...]:
    """Return the environment variables that a ``key_env`` names: one, or one for each argument that takes a key."""
    if isinstance(key_env, Mapping):
        return tuple(key_env.values())
    return () if key_env is None else (key_env,)


def is_variable(name: str) -> bool:
    """Return whether this can be the name of a variable; the commonest mistake is the key itself."""
    return re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) is not None


def key_from_environment(variable: str | None) -> SecretStr:
    """Return the API key that an environment variable holds.

    Args:
        variable: Its name; None for an endpoint that wants no key.

    Raises:
        StackError: The variable is not set, or that is no name of one.
    """
    if variable is None:
        return SecretStr(NO_KEY)
    if not is_variable(variable):
        raise StackError(f"key_env: {NAME_WANTED}")
    check_keys([variable])
    return SecretStr(_value(variable))


def check_keys(variables: Iterable[str]) -> None:
    """Raise unless each environment variable holds a key; all that do not are named at once.

    Raises:
        StackError: Some are not set, or what one holds cannot be sent.
    """
    wanted = dict.fromkeys(variables)
    match [name for name in wanted if not _value(name)]:
        case []:
            _check_sendable(wanted)
        case [name]:
            raise StackError(f"the environment variable {name}, which should hold an API key, is not set")
        case [*names, last]:
            both = f"{', '.join(names)} and {last}"
            raise StackError(f"the environment variables {both}, which should hold API keys, are not set")


def _check_sendable(variables: Iterable[str]) -> None:
    for name in variables:
        if not _SENDABLE.fullmatch(_value(name)):
            raise StackError(f"the API key in {name} has a line break in it, or another character that cannot be sent")


def _value(variable: str) -> str:
    return os.environ.get(variable, "").strip()


def without_key(words: str, key: SecretStr) -> str:
    """Return a provider's words without the key, which some of them repeat."""
    secret = key.get_secret_value()
    return words if secret == NO_KEY else words.replace(secret, "***")
