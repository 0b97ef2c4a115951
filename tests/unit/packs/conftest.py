import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

TINY = Path(__file__).parent / "data" / "corner_bakery"

Edit = Callable[..., Path]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the tiny pack."""
    return shutil.copytree(TINY, tmp_path / "bakery", ignore=shutil.ignore_patterns("__pycache__"))


@pytest.fixture
def edit(folder: Path) -> Edit:
    """Replaces text that stands once in a file of the copy."""

    def replace(file: str, old: str, new: str) -> Path:
        text = (folder / file).read_text()
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
        (folder / file).write_text(text.replace(old, new))
        return folder

    return replace
