"""A file is there whole or not at all, and a cache is never why something fails."""

from pathlib import Path

import pytest

from voicebench.filecache import FileCache, whole_file, write_whole


def _broken_off(path: Path, by: type[BaseException]) -> None:
    with whole_file(path) as file:
        file.write(b"half")
        raise by


@pytest.mark.parametrize("by", [OSError, KeyboardInterrupt])
def test_what_is_broken_off_leaves_the_older_file_and_nothing_else(tmp_path: Path, by: type[BaseException]) -> None:
    write_whole(tmp_path / "kept", b"older")
    with pytest.raises(by):
        _broken_off(tmp_path / "kept", by)
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert (tmp_path / "kept").read_bytes() == b"older"


def test_a_later_file_takes_the_place_of_an_older_one(tmp_path: Path) -> None:
    for data in (b"older", b"newer"):
        write_whole(tmp_path / "kept", data)
    assert (tmp_path / "kept").read_bytes() == b"newer"


def test_a_damaged_entry_is_a_miss_and_a_full_disk_keeps_nothing(tmp_path: Path) -> None:
    cache = FileCache(tmp_path / "cache", ".x")
    assert cache.read("a") is None
    cache.write(b"sound", "a")
    assert cache.read("a") == b"sound"
    (entry,) = (tmp_path / "cache").rglob("*.x")
    entry.write_bytes(entry.read_bytes() + b"!")
    assert cache.read("a") is None
    (tmp_path / "file").write_bytes(b"")
    nowhere = FileCache(tmp_path / "file", ".x")
    nowhere.write(b"sound", "a")
    assert nowhere.read("a") is None
