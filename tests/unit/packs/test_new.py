from pathlib import Path

import pytest

from voicebench import packs
from voicebench.errors import ConfigError
from voicebench.packs.new import write_template


def test_the_template_is_a_whole_pack_of_one_of_each(tmp_path: Path) -> None:
    folder = write_template("my_firm", tmp_path / "deep" / "down")
    pack = packs.load(folder)
    assert (folder.name, pack.id) == ("my_firm", "my_firm")
    assert [len(part) for part in (pack.roles, pack.tools, pack.tasks)] == [1, 1, 1]


def test_nothing_but_the_pack_is_left_behind(tmp_path: Path) -> None:
    folder = write_template("my_firm", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["my_firm"]
    files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert files == {
        "README.md",
        "pack.yaml",
        "roles/counter.md",
        "schema.sql",
        "seed.sql",
        "tasks/REPAIR-E1.yaml",
        "tools.py",
    }


@pytest.mark.parametrize("name", ["", "My-Firm", "../firm", "1st", "a b", "x" * 65])
def test_a_name_is_one(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError, match="a name has small letters"):
        write_template(name, tmp_path)


def test_no_pack_takes_the_name_of_a_shipped_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="ships with voicebench"):
        write_template("healthcare", tmp_path)


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "my_firm").mkdir()
    with pytest.raises(ConfigError, match="is there already"):
        write_template("my_firm", tmp_path)


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="cannot be written"):
        write_template("my_firm", tmp_path / "file" / "below")
