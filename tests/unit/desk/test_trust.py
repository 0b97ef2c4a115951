import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from voicebench import packs
from voicebench.desk import Desk
from voicebench.desk.trust import functions, is_shipped
from voicebench.errors import ConfigError, PackError

LOOK = {"sql": "say"}


def test_a_pack_from_elsewhere_runs_only_when_trusted(folder: Path, make: Callable[[], Desk]) -> None:
    tools = folder / "tools.py"
    tools.write_text(f"{tools.read_text()}\nraise RuntimeError('it ran')\n")
    pack = packs.load(folder)
    assert not is_shipped(pack)
    with pytest.raises(ConfigError, match="add --trust"):
        Desk(pack)
    with pytest.raises(PackError, match="RuntimeError: it ran"):
        make()


def test_a_shipped_pack_runs_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("voicebench.desk.trust.folder", lambda _kind: folder.parent)
    with closing(Desk(packs.load(folder))) as desk:
        assert desk.call("look", LOOK)["ok"]


def test_a_link_among_the_shipped_packs_is_not_shipped(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shipped").mkdir()
    (tmp_path / "shipped" / "bakery").symlink_to(folder)
    monkeypatch.setattr("voicebench.desk.trust.folder", lambda _kind: tmp_path / "shipped")
    assert not is_shipped(packs.load(tmp_path / "shipped" / "bakery"))


def test_running_a_pack_leaves_no_trace_in_its_folder_or_the_path(make: Callable[[], Desk], folder: Path) -> None:
    before, files = list(sys.path), sorted(folder.rglob("*"))
    assert make().call("look", LOOK)["ok"]
    assert sys.path == before
    assert "tools" not in sys.modules
    assert sorted(folder.rglob("*")) == files


def test_two_packs_stand_side_by_side(folder: Path, tmp_path: Path, make: Callable[[Path], Desk]) -> None:
    other = tmp_path / "other"
    other.mkdir()
    for path in folder.rglob("*"):
        if path.is_file():
            (other / path.relative_to(folder)).parent.mkdir(exist_ok=True)
            (other / path.relative_to(folder)).write_text(path.read_text().replace("shelf three", "shelf four"))
    first, second = make(folder), make(other)
    assert first.call("look", LOOK)["caller_safe_message"] == "It is on shelf three."
    assert second.call("look", LOOK)["caller_safe_message"] == "It is on shelf four."


def test_a_pack_is_imported_once_and_again_when_it_was_edited(folder: Path) -> None:
    pack = packs.load(folder)
    once = functions(pack, trusted=True)["look"]
    assert functions(pack, trusted=True)["look"] is once
    (folder / "tools.py").write_text((folder / "tools.py").read_text().replace("shelf three", "shelf five"))
    assert functions(pack, trusted=True)["look"] is not once


def test_a_pack_that_cannot_be_imported_is_named(folder: Path) -> None:
    tools = folder / "tools.py"
    tools.write_text(f"{tools.read_text()}\nBROKEN = 1 / 0\n")
    modules = set(sys.modules)
    with pytest.raises(PackError, match=r"tools\.py: importing it raised ZeroDivisionError"):
        Desk(packs.load(folder), trusted=True)
    assert set(sys.modules) == modules


HELPER = '"""Words."""\n\n\nSHELF = "three"\n\n\ndef place(desk: object) -> str:\n    return f"shelf {SHELF}"\n'


@pytest.fixture
def split(folder: Path) -> Path:
    """The pack with its tools in a folder, and a helper of two."""
    inside = folder / "tools"
    inside.mkdir()
    (folder / "tools.py").rename(inside / "orders.py")
    (inside / "_words.py").write_text(HELPER)
    orders = inside / "orders.py"
    orders.write_text(f'{orders.read_text()}\nfrom ._words import place\n\nassert place(None) == "shelf three"\n')
    return folder


def test_tools_may_stand_in_a_folder_with_helpers(split: Path, make: Callable[[Path], Desk]) -> None:
    assert make(split).call("look", LOOK)["ok"]
    assert not list(split.rglob("__pycache__"))


def test_an_edited_helper_is_imported_again(split: Path, make: Callable[[Path], Desk]) -> None:
    make(split)
    helper = split / "tools" / "_words.py"
    helper.write_text(helper.read_text().replace("three", "four"))
    modules = set(sys.modules)
    with pytest.raises(PackError, match=r"tools/orders\.py: importing it raised AssertionError"):
        make(split)
    assert set(sys.modules) == modules
