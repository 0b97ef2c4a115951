"""``voicebench doctor``: whether all that a call needs is on this machine, and what to do where it is not."""

import contextlib
import platform
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module, metadata
from pathlib import Path

from loguru import logger
from rich.text import Text

from voicebench import models
from voicebench.cli.screen import BROKEN, PASSED, show
from voicebench.errors import FixtureError, VoicebenchError
from voicebench.joined import WHISPER_BASE
from voicebench.report.words import words
from voicebench.run.check import check_stack
from voicebench.stack import load_stack, stack_names

__all__ = ["EXAMPLE", "doctor"]

EXAMPLE = "Example: voicebench doctor"
_DISTRIBUTION = "voicebench-sim"
_EXTRAS = {"otel": "--otel", "prices": "--prices genai-prices", "ray": "--executor ray"}
"""What each extra is for; those for working on voicebench itself are none of a user's."""


@dataclass(frozen=True)
class _Finding:
    """One thing that was looked at.

    Args:
        what: What it is.
        detail: Its version or place, or what is wrong with it.
        ok: Whether it is there.
        remedy: What to do where it is not.
        required: Whether calls need it.
    """

    what: str
    detail: str
    ok: bool = True
    remedy: str = ""
    required: bool = True


def doctor() -> int:
    """Look for all that a call needs. What is missing comes with the command that installs it."""
    findings = [*_python(), *_packages(), *_models(), *_cuda(), *_cache(), *_extras(), *_stacks()]
    width = max(len(one.what) for one in findings)
    for one in findings:
        show(_line(one, width), wrap=False)
    return PASSED if all(one.ok for one in findings if one.required) else BROKEN


def _line(one: _Finding, width: int) -> Text:
    lacking = Text("missing", "bold red") if one.required else Text("optional", "yellow")
    state = Text("ok", "green") if one.ok else lacking
    state.pad_right(9 - len(state))
    return Text.assemble(
        state, words(f"{one.what:{width}}  "), words("; ".join(filter(None, (one.detail, one.remedy))))
    )


def _python() -> Iterator[_Finding]:
    fits = (3, 11) <= sys.version_info[:2] < (3, 14)
    yield _Finding("Python", platform.python_version(), fits, "" if fits else "install Python 3.11, 3.12 or 3.13")


def _packages() -> Iterator[_Finding]:
    try:
        wanted = _wanted()
    except metadata.PackageNotFoundError:
        yield _Finding(_DISTRIBUTION, "not installed", ok=False, remedy="pip install .")
        return
    for requirement in (one for one in wanted if "extra ==" not in one):
        name = _name(requirement)
        if version := _version(name):
            yield _Finding(name, version)
        else:
            yield _Finding(name, "not installed", ok=False, remedy=f'pip install "{requirement}"')


def _wanted() -> Sequence[str]:
    return metadata.requires(_DISTRIBUTION) or []


def _name(requirement: str) -> str:
    return re.split(r"[\s\[<>=!~;(]", requirement, maxsplit=1)[0]


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _models() -> Iterator[_Finding]:
    for name, package in models.PACKAGES.items():
        try:
            package.locate()
        except FixtureError as error:
            yield _Finding(name, str(error), ok=False)
        else:
            yield _Finding(name, "sha256 as it should be")
    found = WHISPER_BASE.is_found(models.cache_folder())
    detail = "installed" if found else "not installed; for the stack local-base"
    yield _Finding("Whisper base", detail, found, "" if found else WHISPER_BASE.install, required=False)


def _cuda() -> Iterator[_Finding]:
    devices = 0
    with contextlib.suppress(ImportError, RuntimeError):
        devices = import_module("ctranslate2").get_cuda_device_count()
    yield _Finding("CUDA", f"{devices} device{'s' * (devices > 1)}" if devices else "none; not needed")


def _cache() -> Iterator[_Finding]:
    folder: Path = models.cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        remedy = "set VOICEBENCH_CACHE to a folder that you may write"
        yield _Finding("cache", f"{folder}: {error.strerror or error}", ok=False, remedy=remedy)
    else:
        yield _Finding("cache", str(folder))


def _extras() -> Iterator[_Finding]:
    with contextlib.suppress(metadata.PackageNotFoundError):
        for extra, use in _EXTRAS.items():
            names = [_name(one) for one in _wanted() if re.search(rf"extra == ['\"]{extra}['\"]", one)]
            found = [f"{name} {version}" for name in names if (version := _version(name))]
            if names and len(found) == len(names):
                yield _Finding(use, ", ".join(found))
            else:
                remedy = f'pip install "{_DISTRIBUTION}[{extra}]"'
                yield _Finding(use, "not installed", ok=False, remedy=remedy, required=False)


def _stacks() -> Iterator[_Finding]:
    """Yield what the shipped stacks of other people's services lack; nobody is asked."""
    logger.remove()  # Pipecat greets on stderr
    for stack in map(load_stack, stack_names()):
        if not stack.services and stack.llm.engine != "openai":
            continue
        try:
            check_stack(stack)
        except VoicebenchError as error:
            yield _Finding(stack.name, str(error), ok=False, required=False)
        else:
            yield _Finding(stack.name, "its packages and keys are there")
