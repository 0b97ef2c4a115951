"""Writing a folder of files whole or not at all: under another name first, synced, then renamed."""

import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from voicebench.errors import RecordError

__all__ = ["WriteFile", "write_folder", "write_synced"]

WriteFile = Callable[[Path, bytes], None]


def write_synced(path: Path, data: bytes) -> None:
    """Write a new file and wait until it is on the disk."""
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def write_folder(folder: Path, files: Mapping[str, bytes], write: WriteFile = write_synced) -> None:
    """Write a folder that is there whole or not at all.

    Args:
        folder: Where it shall lie; nothing but an empty folder may be there.
        files: What goes into it, by name; a name that ends in ``/`` is an empty folder.
        write: Writes one file.

    Raises:
        FileExistsError: Something is there already.
        RecordError: The disk is full, read-only or broken; one line, and nothing is left behind.
    """
    try:
        taken = folder.exists() and (not folder.is_dir() or any(folder.iterdir()))
    except OSError as error:
        raise RecordError(f"{folder}: cannot be written: {error.strerror or error}") from error
    if taken:
        raise FileExistsError(folder)
    # Named after the process: two that write the same folder do not meet before the rename, which only one survives.
    partial = folder.parent / f".{folder.name}.partial-{os.getpid()}"
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(partial, ignore_errors=True)
        _fill(partial, files, write)
        partial.rename(folder)
        _sync(folder.parent)
    except OSError as error:
        raise RecordError(f"{folder}: cannot be written: {error.strerror or error}") from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _fill(folder: Path, files: Mapping[str, bytes], write: WriteFile) -> None:
    folder.mkdir()
    for name, data in files.items():
        if name.endswith("/"):
            (folder / name).mkdir()
        else:
            write(folder / name, data)
    _sync(folder)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
