from pathlib import Path

import pytest

from voicebench import datafiles
from voicebench.errors import FixtureError


@pytest.mark.parametrize("kind", ["packs", "pipelines"])
def test_a_checkout_uses_its_own_folder_from_anywhere(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert datafiles.folder(kind) == Path(datafiles.__file__).parent.parent / kind  # type: ignore[arg-type]


def test_a_wheel_uses_its_copy_even_when_a_stranger_has_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site-packages" / "voicebench"
    (package / "_data" / "packs").mkdir(parents=True)
    (package.parent / "packs").mkdir()
    monkeypatch.setattr(datafiles, "_PACKAGE", package)
    assert datafiles.folder("packs") == package / "_data" / "packs"


def test_a_broken_install_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datafiles, "_PACKAGE", tmp_path / "voicebench")
    with pytest.raises(FixtureError, match="install it again"):
        datafiles.folder("packs")
