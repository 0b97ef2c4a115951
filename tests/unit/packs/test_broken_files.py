"""Files that are missing, endless, or hardly files."""

import os
from pathlib import Path

import pytest

from voicebench import packs
from voicebench.errors import PackError

TASK = "tasks/CAKE-1.yaml"
FOREVER = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT "
FILL = "zeroblob(900000) FROM c;"


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("pack.yaml", "", r"pack\.yaml: is empty"),
        ("pack.yaml", "- one", r"pack\.yaml:1: the file must be a mapping"),
        ("pack.yaml", "[" * 50_000, r"pack\.yaml(:1)?: is n"),
        ("pack.yaml", "firm: \x00", r"pack\.yaml: is no YAML"),
        ("pack.yaml", "firm: !!python/name:os.system x", r"pack\.yaml:1: the tag .* is not allowed"),
        ("pack.yaml", "firm: !!int abc", r"pack\.yaml:1: the tag .* is not allowed"),
        ("pack.yaml", "firm: !!float abc", r"pack\.yaml:1: the tag .* is not allowed"),
        ("pack.yaml", "#" * 1_000_001, r"pack\.yaml: has more than 1,000,000 bytes"),
        ("seed.sql", "x\x00y", r"seed\.sql(:1)?: does not run in SQLite"),
        ("seed.sql", f"{FOREVER}max(x) FROM c;", r"seed\.sql:1: .*it takes too long"),
        ("seed.sql", f"CREATE TABLE q (x); INSERT INTO q {FOREVER}{FILL}", "is full|takes too long"),
        ("seed.sql", "SELECT zeroblob(2000000);", r"seed\.sql:1: does not run in SQLite"),
        ("tools.py", f"x = {'-' * 100_000}1", r"tools\.py: is no Python: "),
        ("tools.py", "x = '\x00'", r"tools\.py(:1)?: is no Python"),
        ("tasks/CAKE-1.yaml", "? [a]\n: b", r"tasks/CAKE-1\.yaml:1: a key must be one word"),
    ],
)
def test_a_file_that_is_hardly_one_is_named(folder: Path, file: str, text: str, words: str) -> None:
    (folder / file).write_text(text)
    with pytest.raises(PackError, match=words):
        packs.load(folder)


def test_a_file_that_is_no_text_is_named(folder: Path) -> None:
    (folder / "seed.sql").write_bytes(b"\xff")
    with pytest.raises(PackError, match=r"seed\.sql: cannot be read as UTF-8 text"):
        packs.load(folder)


@pytest.mark.parametrize("file", ["pack.yaml", "schema.sql", "tools.py", "roles/counter.md"])
def test_what_has_no_end_is_not_read(folder: Path, file: str) -> None:
    (folder / file).unlink()
    (folder / file).symlink_to("/dev/zero")
    with pytest.raises(PackError, match=f"{file}"):
        packs.load(folder)
    (folder / file).unlink()
    os.mkfifo(folder / file)
    with pytest.raises(PackError, match=f"{file}"):
        packs.load(folder)


def test_a_task_cannot_lead_out_of_the_runs_folder(folder: Path) -> None:
    text = (folder / TASK).read_text().replace("id: CAKE-1", 'id: ".."')
    (folder / TASK).unlink()
    (folder / "tasks" / "...yaml").write_text(text)
    with pytest.raises(PackError, match=r"id '\.\.' is no name"):
        packs.load(folder)


def test_a_name_too_long_for_the_disk_is_no_pack() -> None:
    with pytest.raises(PackError, match="cannot be looked into"):
        packs.find("a" * 300)


@pytest.mark.parametrize("file", ["pack.yaml", "schema.sql", "seed.sql", "tools.py", "roles/counter.md"])
def test_a_missing_file_is_named(folder: Path, file: str) -> None:
    (folder / file).unlink()
    with pytest.raises(PackError, match=f"{file}"):
        packs.load(folder)
