"""The long counts: what the reference model reaches in sound, and that no control passes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

CEILING = Path(__file__).parents[2] / "benchmarks" / "ceiling.py"


@pytest.mark.soak
@pytest.mark.models
def test_eight_of_ten_pass_and_every_control_fails() -> None:
    command = [sys.executable, str(CEILING), "--trials", "5", "--controls", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    figures = json.loads(done.stdout)
    sys.stdout.write(json.dumps(figures, indent=1) + "\n")
    assert figures["calls"] == 15, "five of each demo task"
    assert figures["passed"] >= 12
    assert figures["failures_not_by_hearing"] == 0
    assert all(outcome == "failed" for outcomes in figures["controls"].values() for outcome in outcomes)
    assert done.returncode == 0
