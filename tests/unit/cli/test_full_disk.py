"""A disk that runs full: what is there stays whole, and the one line says what to do."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
UNSHARE = shutil.which("unshare") or ""
FULL_DISK = """
mount -t tmpfs -o size=1m tmpfs disk || exit 77
head -c $(($2 * 1024)) /dev/zero > disk/fill
"$1" -c "import sys; from voicebench.cli.main import main; sys.exit(main())" \
    run --stack text --task R-H4 --trials 4 --jobs 1 --out disk/out
code=$?
rm disk/fill
find disk -type f
find disk -name '.*'
exit $code
"""
"""A disk of 1 MB in a name space of its own, of which the run gets what is left."""


@pytest.mark.skipif(not UNSHARE, reason="a small disk wants Linux name spaces")
@pytest.mark.parametrize(
    ("filled_kb", "kept"), [(1020, False), (996, False), (900, True)], ids=["at once", "then", "later"]
)
def test_a_disk_that_is_full(tmp_path: Path, filled_kb: int, *, kept: bool) -> None:
    (tmp_path / "disk").mkdir()
    done = subprocess.run(
        [UNSHARE, "-rm", "sh", "-c", FULL_DISK, "sh", sys.executable, str(filled_kb)],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 77 or "unshare" in done.stderr:
        pytest.skip("no name spaces here")
    files = done.stdout.split()
    assert done.returncode == 3, done.stderr
    last = done.stderr.splitlines()[-1]
    assert last.startswith("voicebench: disk/out")
    assert "cannot be written: No space left on device" in last
    assert last.endswith("--resume disk/out") == kept
    assert "Traceback" not in done.stderr
    assert not any("/." in file for file in files)
    calls = {Path(file).parent for file in files if file.endswith("record.json")}
    assert (bool(calls), bool(files)) == (kept, kept)
    for call in calls:
        names = {Path(file).name for file in files if Path(file).parent == call}
        assert names == {"record.json", "log.json", "expected.json", "machine.json", "verdict.json"}
