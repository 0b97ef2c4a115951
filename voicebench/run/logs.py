"""What libraries say while calls are made, as much of it as is wanted, and never a key."""

import logging
import os
import sys
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

from loguru import logger

from voicebench.keys import variables_of
from voicebench.run.plan import CallPlan
from voicebench.task import Json

__all__ = ["LEVELS", "hidden", "keys_of", "listen"]

LEVELS = ("ERROR", "INFO", "DEBUG")
"""What is kept by how often ``-v`` was given."""
_SHORTEST_KEY = 6
"""What is shorter is no key, and may stand anywhere by chance."""


def keys_of(plan: CallPlan) -> frozenset[str]:
    """Return the keys that a call's stack and its caller's model name by their variables, as far as these are set."""
    named = [plan.stack, *([plan.caller] if plan.caller else [])]
    variables = (name for one in named for name in _variables(one.model_dump(mode="json")))
    found = (os.environ.get(name, "").strip() for name in variables)
    return frozenset(key for key in found if len(key) >= _SHORTEST_KEY)


def _variables(facts: Json) -> Iterator[str]:
    for name, value in facts.items() if isinstance(facts, Mapping) else ():
        yield from variables_of(value) if name == "key_env" else _variables(value)


def hidden(text: str, keys: frozenset[str]) -> str:
    """Return a text without keys."""
    for key in sorted(keys, key=len, reverse=True):  # one may begin with another
        text = text.replace(key, "***")
    return text


def listen(level: str, keys: frozenset[str] = frozenset()) -> None:
    """Have libraries say on stderr what is of a level or above; the calls before it no longer count.

    Args:
        level: One of ``LEVELS``.
        keys: What is never written.
    """

    def write(message: Any) -> None:
        sys.stderr.write(hidden(str(message), keys))

    logger.remove()
    # Neither the values of variables nor the lines around an error: keys are among them.
    logger.add(write, level=level, backtrace=False, diagnose=False)
    logging.root.handlers[:] = [_ToLoguru()] if level == "DEBUG" else []
    logging.root.setLevel(level)
    warnings.simplefilter("ignore")


class _ToLoguru(logging.Handler):
    """Hands what the standard library's loggers say to the one that Pipecat uses."""

    def emit(self, record: logging.LogRecord) -> None:
        """Hand it over."""
        logger.opt(depth=6).log(record.levelname, "{}: {}", record.name, record.getMessage())
