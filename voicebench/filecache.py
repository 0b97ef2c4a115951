"""Results of costly work, kept on disk under a hash of all that decides them.

A cache must never be why a call fails: an entry that cannot be read, or does not match its own checksum, is a miss, and
a disk that is full or read-only keeps nothing.
"""

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

__all__ = ["FileCache", "whole_file", "write_whole"]

_DIGEST_BYTES = hashlib.sha256().digest_size


class FileCache:
    """Bytes by key. Any number of processes may share a folder.

    Args:
        folder: Made when the first entry is written.
        suffix: Ending of the files' names.
    """

    def __init__(self, folder: Path, suffix: str):
        self._folder = folder
        self._suffix = suffix

    def read(self, *key: str) -> bytes | None:
        """Return what was kept under ``key``, or None."""
        try:
            entry = self._path(key).read_bytes()
        except OSError:
            return None
        checksum, data = entry[:_DIGEST_BYTES], entry[_DIGEST_BYTES:]
        return data if hashlib.sha256(data).digest() == checksum else None

    def write(self, data: bytes, *key: str) -> None:
        """Keep ``data`` under ``key``, whole or not at all."""
        path = self._path(key)
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, hashlib.sha256(data).digest() + data)

    def _path(self, key: tuple[str, ...]) -> Path:
        name = hashlib.sha256(json.dumps(key).encode()).hexdigest()
        return self._folder / name[:2] / f"{name}{self._suffix}"


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that is there whole or not at all, in place of an older one.

    Raises:
        OSError: The disk is full or broken.
    """
    with whole_file(path) as file:
        file.write(data)


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Lend a file to write, which takes its place once it is whole and on the disk; else nothing of it is left.

    Raises:
        OSError: The disk is full or broken.
    """
    handle, partial = tempfile.mkstemp(dir=path.parent, prefix=".partial-")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        Path(partial).replace(path)
    finally:
        Path(partial).unlink(missing_ok=True)
