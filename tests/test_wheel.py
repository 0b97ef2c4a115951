"""The wheel carries packs, stacks, lines and profiles, and works from an empty folder."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel and unpack it, which is what an installer does to it."""
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = out.glob("voicebench_sim-*.whl")
    site = out / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return site


def _run(site: Path, folder: Path, *arguments: str) -> str:
    code = "import sys; from voicebench.cli.main import main; sys.exit(main())"
    # -P leaves the current folder out of the path, and PYTHONPATH comes before an editable install.
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_finds_its_data_from_an_empty_folder(site: Path, tmp_path: Path) -> None:
    assert "customer_support" in _run(site, tmp_path, "packs")
    assert "text" in _run(site, tmp_path, "stacks")


def test_it_makes_a_call_from_an_empty_folder(site: Path, tmp_path: Path) -> None:
    assert '"passed"' in _run(site, tmp_path, "run", "--stack", "text", "--task", "healthcare/C5-H1", "--json")


def test_it_carries_the_pack_to_begin_with(site: Path, tmp_path: Path) -> None:
    _run(site, tmp_path, "pack", "new", "my_firm")
    assert "nothing wrong" in _run(site, tmp_path, "pack", "check", "./my_firm")


def test_what_is_imported_is_the_wheel(site: Path, tmp_path: Path) -> None:
    code = "import voicebench, voicebench.datafiles as d; print(voicebench.__file__, d.folder('packs'))"
    env = {**os.environ, "PYTHONPATH": str(site)}
    command = [sys.executable, "-P", "-c", code]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
    assert done.stdout.count(str(site)) == 2
