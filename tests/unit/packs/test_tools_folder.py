"""Tools in a folder instead of one file: read in order, and one clear line for each fault."""

from pathlib import Path

import pytest

from voicebench import packs
from voicebench.errors import PackError
from voicebench.packs.tool_files import tool_files

PIE = '''"""Pies."""

from voicebench.toolkit import Desk, read


@read
def find_pie(desk: Desk) -> dict[str, str]:
    """Find a pie."""
    return {"at": str(desk.now)}
'''


@pytest.fixture
def split(folder: Path) -> Path:
    """The tiny pack with its tools in a folder."""
    (folder / "tools").mkdir()
    (folder / "tools.py").rename(folder / "tools" / "cakes.py")
    (folder / "tools" / "pies.py").write_text(PIE)
    pack = folder / "pack.yaml"
    pack.write_text(pack.read_text().replace("[order_cake]", "[order_cake, find_pie]"))
    return folder


def problems(folder: Path) -> str:
    with pytest.raises(PackError) as error:
        packs.load(folder)
    return "\n".join(error.value.problems)


def test_a_pack_is_the_same_with_its_tools_in_a_folder(split: Path) -> None:
    assert set(packs.load(split).tools) == {"order_cake", "find_pie"}


def test_helpers_come_first_and_each_group_by_name(split: Path) -> None:
    for name in ("_b.py", "_a.py", "Zoo.py"):
        (split / "tools" / name).write_text("")
    files = ("tools/_a.py", "tools/_b.py", "tools/Zoo.py", "tools/cakes.py", "tools/pies.py")
    assert tool_files(split) == files
    assert tool_files(split / "tools") == ("tools.py",)


def test_both_forms_at_once_are_refused(split: Path) -> None:
    (split / "tools.py").write_text("")
    assert problems(split) == "bakery/tools.py: stands beside tools/; keep the one or the other"


FAULTS = {
    "python": ("pies.py", "def (", "bakery/tools/pies.py:1: is no Python"),
    "twice": ("tarts.py", PIE, "bakery/tools/tarts.py:7: find_pie: is declared twice"),
    "tool of nobody": ("tarts.py", PIE.replace("find_pie", "find_tart"), "bakery/tools/tarts.py:7: tool find_tart"),
    "tool in a helper": ("_tarts.py", PIE, "bakery/tools/_tarts.py:7: find_pie: is a tool in a file of helpers"),
    "clock": ("_when.py", "import time\n", "bakery/tools/_when.py:1: time is not allowed"),
    "sibling": ("tarts.py", "from .pies import find_pie\n", "bakery/tools/tarts.py:1: cannot import from .pies"),
    "later helper": ("_a.py", "from ._b import x\n", "bakery/tools/_a.py:1: cannot import from ._b"),
    "above": ("tarts.py", "from ..roles import x\n", "bakery/tools/tarts.py:1: cannot import from ..roles"),
    "never read": ("notes.txt", "Later.", "bakery/tools/notes.txt: is not read; tools stand in NAME.py"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_folder_is_named(split: Path, fault: str) -> None:
    file, text, words = FAULTS[fault]
    (split / "tools" / file).write_text(text)
    assert words in problems(split)


def test_a_tool_that_is_missing_is_looked_for_in_the_folder(split: Path) -> None:
    (split / "tools" / "pies.py").unlink()
    assert "tool find_pie is not in tools/; write it there" in problems(split)
