"""Reading ``voicebench-expected/1`` and ``voicebench-log/1``."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from voicebench.complaints import first_fault
from voicebench.errors import GradeError
from voicebench.record import Log
from voicebench.task import Expectation, Json
from voicebench.verify.answer_key import check

__all__ = ["check_log", "read_expectation", "read_log"]


def read_expectation(path: Path | str) -> Expectation:
    """Read what a task expects, and check that it holds together.

    Raises:
        GradeError: One line: file, where in it, what is wrong.
    """
    data = _read(path, "voicebench-expected/1")
    with _named(path):
        # Strict, so that "true" states no ok; and by way of JSON, where strict still lets a list be a tuple.
        expectation = Expectation.model_validate_json(_finite(data), strict=True)
        check(expectation)
    return expectation


def read_log(path: Path | str) -> Log:
    """Read what the agent did.

    Raises:
        GradeError: One line: file, where in it, what is wrong.
    """
    data = _read(path, "voicebench-log/1")
    with _named(path):
        log = Log.model_validate(data)
        check_log(log)
    return log


def check_log(log: Log) -> None:
    """Look for calls that are none.

    Raises:
        GradeError: Where in the log, and what is wrong there.
    """
    for index, call in enumerate(log.tools):
        if not isinstance(call.arguments, Mapping):
            raise GradeError(f"tools.{index}.arguments: not an object")


def _read(path: Path | str, form: str) -> dict[str, Any]:
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8-sig"), object_pairs_hook=_once)
    except OSError as error:
        raise GradeError(f"{path}: cannot be read: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise GradeError(f"{path}: not readable as JSON: {error}") from error
    if not isinstance(data, dict) or data.get("format") != form:
        raise GradeError(f"{path}: format: expected {form!r} in a JSON object")
    return data


def _finite(data: Json) -> str:
    """An answer key is JSON to the letter: what is no number equals nothing, and a verdict could not show it."""
    try:
        return json.dumps(data, allow_nan=False)
    except (ValueError, RecursionError) as error:
        raise GradeError(f"not JSON: {error}") from error


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """A key that stands twice in one object would silently hide its first value."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise ValueError(f"the key {twice!r} stands twice in one object")
    return found


@contextmanager
def _named(path: Path | str) -> Iterator[None]:
    """Say in which file it is."""
    try:
        yield
    except ValidationError as error:
        raise GradeError(f"{path}: {first_fault(error)}") from error
    except GradeError as error:
        raise GradeError(f"{path}: {error}") from error
