"""API keys: read from the environment by name, and kept out of all that is shown or written."""

import os
import re

from pydantic import SecretStr

from voicebench.errors import StackError

__all__ = ["NAME_WANTED", "NO_KEY", "is_variable", "key_from_environment", "without_key"]

NO_KEY = "none"
"""Stands for a key where the endpoint wants none: the SDK wants one always."""
NAME_WANTED = "give the name of an environment variable, never the key itself"


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
    key = os.environ.get(variable, "").strip()
    if not key:
        raise StackError(f"the stack wants an API key in the environment variable {variable}, which is not set")
    return SecretStr(key)


def without_key(words: str, key: SecretStr) -> str:
    """Return a provider's words without the key, which some of them repeat."""
    secret = key.get_secret_value()
    return words if secret == NO_KEY else words.replace(secret, "***")
