"""Writing a folder of files whole or not at all: under another name first, synced, then renamed."""

import contextlib
import fcntl
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from voicebench.errors import ConfigError, RecordError

__all__ = ["WriteFile", "check_new_folder", "drop_partial", "locked", "write_folder", "write_synced"]

WriteFile = Callable[[Path, bytes], None]


def write_synced(path: Path, data: bytes) -> None:
    """Write a new file and wait until it is on the disk."""
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def write_folder(
    folder: Path, files: Mapping[str, bytes], write: WriteFile = write_synced, aside: Path | None = None
) -> None:
    """Write a folder that is there whole or not at all.

    Args:
        folder: Where it shall lie; nothing but an empty folder may be there.
        files: What goes into it, by name, with ``/`` between folders; a name that ends in ``/`` is an empty folder.
        write: Writes one file.
        aside: Where a folder that lies there already is moved, once the new one is written.

    Raises:
        FileExistsError: Something is there already.
        RecordError: The disk is full, read-only or broken; one line, and nothing is left behind.
    """
    try:
        taken = folder.exists() and (not folder.is_dir() or any(folder.iterdir()))
    except OSError as error:
        raise RecordError(f"{folder}: cannot be written: {error.strerror or error}") from error
    if taken and aside is None:
        raise FileExistsError(folder)
    partial = _partial(folder)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(partial, ignore_errors=True)
        _fill(partial, files, write)
        if taken and aside:
            aside.parent.mkdir(parents=True, exist_ok=True)
            folder.rename(aside)
            _sync(aside.parent)
        partial.rename(folder)
        _sync(folder.parent)
    except OSError as error:
        raise RecordError(f"{folder}: cannot be written: {error.strerror or error}") from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def check_new_folder(folder: Path) -> None:
    """Raise unless ``write_folder`` can write a folder, before the work whose results go there; nothing is left.

    Raises:
        RecordError: Its place is read-only, somebody else's or no folder, or its name is too long.
    """
    made: list[Path] = []
    try:
        for each in (*reversed(folder.parents), _partial(folder)):
            if not each.exists():
                each.mkdir()
                made.append(each)
    except OSError as error:
        raise RecordError(f"{folder}: cannot be written: {error.strerror or error}") from error
    finally:
        for each in reversed(made):
            with contextlib.suppress(OSError):  # somebody else may have put something there meanwhile
                each.rmdir()


def _partial(folder: Path) -> Path:
    # Named after the process: two that write the same folder do not meet before the rename, which only one survives.
    return folder.parent / f".{folder.name}.partial-{os.getpid()}"


def _fill(folder: Path, files: Mapping[str, bytes], write: WriteFile) -> None:
    folder.mkdir()
    for name, data in files.items():
        parent, _, file = name.rpartition("/")
        (folder / parent).mkdir(parents=True, exist_ok=True)
        if file:
            write(folder / name, data)
    for inner in (folder, *(path for path in folder.rglob("*") if path.is_dir())):
        _sync(inner)


def drop_partial(folder: Path) -> None:
    """Take away what a process that was killed left half written, anywhere under a folder."""
    for partial in folder.rglob(".*.partial-*"):
        shutil.rmtree(partial, ignore_errors=True)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other processes from working on a folder; the system lets go of the lock when this one ends in any way.

    Raises:
        ConfigError: Another process holds it, or the folder cannot be written.
    """
    if not os.access(folder, os.W_OK):
        raise ConfigError(f"{folder}: cannot be written: it is read-only, or somebody else's")
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        raise ConfigError(f"{folder}: another process is at work on this run; wait until it has ended") from None
    except OSError as error:
        os.close(handle)
        raise ConfigError(f"{folder}: cannot be locked: {error.strerror or error}; its disk must know locks") from error
    try:
        yield
    finally:
        os.close(handle)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
