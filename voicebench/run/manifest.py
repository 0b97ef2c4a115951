"""``run.json``: what a run was made of, so that its figures can be understood a year later."""

import hashlib
import os
import platform
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path

import voicebench
from voicebench import models
from voicebench.errors import FixtureError
from voicebench.joined import WHISPER_BASE
from voicebench.run.plan import CallPlan
from voicebench.run.select import Selection
from voicebench.run.truth.kept import last_kept
from voicebench.stack import Stack
from voicebench.task import Json

__all__ = ["code_sha256", "manifest", "model_digests", "pack_sha256", "versions"]

_PACKAGES = (
    "voicebench-sim",
    "pipecat-ai",
    "faster-whisper",
    "ctranslate2",
    "onnxruntime",
    "piper-tts",
    "hibari-tts",
    "numpy",
    "soxr",
    "openai",
)
"""What decides how a call comes out."""


def manifest(selection: Selection, plans: Sequence[CallPlan], created: str) -> dict[str, Json]:
    """Return what ``run.json`` holds beside its format.

    Args:
        selection: What was asked for.
        plans: The calls that it came to.
        created: The day and time, in UTC.
    """
    packs = {plan.pack.id: plan.pack.folder.resolve() for plan in plans}
    return {
        "created": created,
        "seed": selection.seed,
        "trials": list(selection.trials),
        "calls": [[plan.task_id, plan.trial, plan.line.name] for plan in plans],
        "lines": {plan.line.name: plan.line.model_dump(mode="json", exclude_unset=True) for plan in plans},
        "categories": {plan.task_id: plan.task.category for plan in plans},
        "stack": selection.stack.model_dump(mode="json"),
        "stack_file": selection.stack_file
        and {
            "path": str(selection.stack_file.resolve()),
            "sha256": models.sha256_of(selection.stack_file),
        },
        "caller": selection.caller and selection.caller.model_dump(mode="json"),
        "clock": selection.clock,
        "costs": plans[0].costs.facts() if plans[0].costs else {"source": "real clock", "stages": {}},
        "packs": {name: {"sha256": pack_sha256(folder), "folder": str(folder)} for name, folder in packs.items()},
        "packages": versions(),
        "code_sha256": code_sha256(),
        "models": model_digests(selection.stack),
        "git_commit": _commit(Path(voicebench.__file__).parents[1]),
        "machine": _machine(),
        "harness_error": last_kept(models.cache_folder()),
    }


def pack_sha256(folder: Path) -> str:
    """Return the digest over the names and contents of a pack's files."""
    return _folder_sha256(folder, "*")


def code_sha256() -> str:
    """Return the digest over voicebench's own code: a checkout changes without its version."""
    return _folder_sha256(Path(voicebench.__file__).parent, "*.py")


def _folder_sha256(folder: Path, glob: str) -> str:
    """Return the digest over the names and contents of files; a cache of Python's is none of them."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob(glob)):
        name = path.relative_to(folder)
        if path.is_file() and not any(part == "__pycache__" or part.startswith(".") for part in name.parts):
            digest.update(f"{name.as_posix()}\0{models.sha256_of(path)}\n".encode())
    return digest.hexdigest()


def versions() -> dict[str, str | None]:
    """Return the versions of the packages that decide how a call comes out; None for one that is not installed."""
    return {name: _version(name) for name in _PACKAGES}


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def model_digests(stack: Stack) -> Mapping[str, Mapping[str, str]]:
    """Return the weights that a spoken call may load, the caller's voices among them, each checked by its digest."""
    if not stack.has_sound:
        return {}
    found = {name: package.sha256 for name, package in models.PACKAGES.items() if _is_there(package)}
    base = {WHISPER_BASE.name: WHISPER_BASE.sha256} if stack.stt.settings.get("model") == "base" else {}
    return found | base


def _is_there(package: models.Package) -> bool:
    try:
        package.locate()
    except FixtureError:
        return False
    return True


def _commit(checkout: Path) -> str | None:
    """The commit of the checkout, marked ``-dirty`` where files differ from it; None outside a checkout."""
    git = shutil.which("git")
    if git is None or not (checkout / ".git").exists():
        return None
    command = [git, "-C", str(checkout), "describe", "--always", "--abbrev=40", "--exclude=*", "--dirty"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - all of it is ours
    return done.stdout.strip() or None


def _machine() -> dict[str, Json]:
    return {
        "system": platform.platform(),
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
    }
