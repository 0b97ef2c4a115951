"""A model in parts: joined whole or not at all, checked, by one process at a time. The parts are made up here."""

import dataclasses
import fcntl
import hashlib
import importlib
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from voicebench.errors import FixtureError, MissingExtraError
from voicebench.joined import JoinedModel, Part

FIRST, SECOND, CONFIG = b"one" * 1_000, b"two" * 1_000, b"{}"
PARTS = (Part("vb_part_one", "data/w.part1"), Part("vb_part_two", "data/w.part2"))
WHOLE = {"w.bin": hashlib.sha256(FIRST + SECOND).hexdigest(), "config.json": hashlib.sha256(CONFIG).hexdigest()}
MODEL = JoinedModel("Some model", "some-model", PARTS, "w.bin", "pip install some-parts", WHOLE)

JOIN = """
import sys
from pathlib import Path
from tests_joined import MODEL

print(MODEL.locate(Path(sys.argv[1])))
"""


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with both packages, which Python finds."""
    site = tmp_path / "site"
    for name, file, data in (("vb_part_one", "w.part1", FIRST), ("vb_part_two", "w.part2", SECOND)):
        (site / name / "data").mkdir(parents=True)
        (site / name / "__init__.py").write_text("raise AssertionError('a package of weights is never imported')")
        (site / name / "data" / file).write_bytes(data)
    (site / "vb_part_one" / "data" / "config.json").write_bytes(CONFIG)
    monkeypatch.syspath_prepend(str(site))
    importlib.invalidate_caches()
    return site


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def left_over(cache: Path) -> list[str]:
    """What lies in the cache beside the model and the lock."""
    return sorted(path.name for path in cache.iterdir() if path.name not in {"some-model", ".some-model.lock"})


@pytest.mark.usefixtures("packages")
def test_the_parts_are_joined_on_first_use_and_then_left_alone(cache: Path) -> None:
    assert MODEL.is_found(cache)
    folder = MODEL.locate(cache)
    assert folder == cache / "some-model"
    assert files(folder) == {"w.bin": FIRST + SECOND, "config.json": CONFIG}
    assert left_over(cache) == []
    before = (folder / "w.bin").stat()
    assert MODEL.locate(cache) == folder
    assert (folder / "w.bin").stat().st_ino == before.st_ino


def test_once_joined_the_packages_are_not_needed(packages: Path, cache: Path) -> None:
    folder = MODEL.locate(cache)
    for part in ("vb_part_one", "vb_part_two"):
        (packages / part).rename(packages / f"gone_{part}")
    importlib.invalidate_caches()
    assert MODEL.is_found(cache)
    assert MODEL.locate(cache) == folder


@pytest.mark.parametrize(
    "part", ["vb_part_one/data/w.part1", "vb_part_two/data/w.part2", "vb_part_one/data/config.json"]
)
def test_an_altered_part_leaves_nothing(packages: Path, cache: Path, part: str) -> None:
    (packages / part).write_bytes(b"other")
    with pytest.raises(FixtureError, match="parts of Some model are altered; install them again with: pip install"):
        MODEL.locate(cache)
    assert not (cache / "some-model").exists()
    assert left_over(cache) == []


def test_a_part_that_lacks_its_file_says_so(packages: Path, cache: Path) -> None:
    (packages / "vb_part_two" / "data" / "w.part2").unlink()
    with pytest.raises(FixtureError, match=r"w\.part2 is missing; install it again with: pip install some-parts"):
        MODEL.locate(cache)
    assert not cache.exists()


def test_a_package_that_is_not_installed_is_named(cache: Path) -> None:
    model = dataclasses.replace(MODEL, parts=(PARTS[0], Part("vb_no_such_part", "data/w.part2")))
    assert not model.is_found(cache)
    with pytest.raises(MissingExtraError, match="Some model is not installed; install it with: pip install some-parts"):
        model.locate(cache)
    assert not cache.exists()


@pytest.mark.usefixtures("packages")
def test_what_was_altered_in_the_cache_is_joined_again(cache: Path) -> None:
    folder = MODEL.locate(cache)
    (folder / "w.bin").write_bytes(b"half of it")
    assert files(MODEL.locate(cache))["w.bin"] == FIRST + SECOND


@pytest.mark.usefixtures("packages")
def test_what_a_killed_process_left_is_cleared_away(cache: Path) -> None:
    (cache / ".some-model.partial").mkdir(parents=True)
    (cache / ".some-model.partial" / "w.bin").write_bytes(b"half of it")
    assert files(MODEL.locate(cache))["w.bin"] == FIRST + SECOND
    assert left_over(cache) == []


@pytest.mark.usefixtures("packages")
def test_a_cache_that_cannot_be_written_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file is in the way")
    with pytest.raises(
        FixtureError, match=r"cannot be joined in .*; set VOICEBENCH_CACHE to a folder with room for it"
    ):
        MODEL.locate(tmp_path / "cache")


@pytest.mark.usefixtures("packages")
def test_who_waited_takes_what_another_joined(cache: Path) -> None:
    cache.mkdir()
    with (cache / ".some-model.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found: list[Path] = []
        waiting = threading.Thread(target=lambda: found.append(MODEL.locate(cache)))
        waiting.start()
        (cache / "some-model").mkdir()
        (cache / "some-model" / "config.json").write_bytes(CONFIG)
        (cache / "some-model" / "w.bin").write_bytes(FIRST + SECOND)
        made = (cache / "some-model" / "w.bin").stat().st_ino
    waiting.join()
    assert found == [cache / "some-model"]
    assert (cache / "some-model" / "w.bin").stat().st_ino == made


def test_two_processes_at_once(packages: Path, cache: Path, tmp_path: Path) -> None:
    (packages / "tests_joined.py").write_text(Path(__file__).read_text(encoding="utf-8"), encoding="utf-8")
    (script := tmp_path / "join.py").write_text(JOIN)
    root = Path(__file__).parents[2]
    command = [sys.executable, str(script), str(cache)]
    env = {"PYTHONPATH": f"{packages}:{root}"}
    both = [subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = [process.communicate(timeout=60)[0].strip() for process in both]
    assert said == [str(cache / "some-model")] * 2
    assert files(cache / "some-model") == {"w.bin": FIRST + SECOND, "config.json": CONFIG}
    assert left_over(cache) == []
