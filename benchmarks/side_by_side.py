"""How well calls in real time keep their pace when several run at once, each in a worker of its own.

    python benchmarks/side_by_side.py            # about two and a half minutes: the calls take as long as calls do

Needs an otherwise idle machine with a core a call. The bar: in each call the p99 of the packets' lateness is under
10 ms, and its timing is valid. Ends 1 when it is missed.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

_P99_MS = 10.0
_TASK = "healthcare/C5-H1"


def _make_calls(folder: Path, calls: int) -> None:
    command = [str(Path(sys.executable).parent / "voicebench"), "run", "--clock", "real", "--task", _TASK]
    options = ["--trials", str(calls), "--jobs", str(calls), "--out", str(folder / "run")]
    # A cache of its own: every word is spoken and heard anew, as on a machine that never made these calls.
    env = {**os.environ, "VOICEBENCH_CACHE": str(folder / "cache")}
    done = subprocess.run([*command, *options], env=env, check=False, stdout=subprocess.DEVNULL)
    if done.returncode not in {0, 1}:
        sys.exit(f"the calls could not be made: exit {done.returncode}")


def _pacing(folder: Path) -> list[dict[str, Any]]:
    kept = sorted((folder / "run" / "calls" / _TASK).glob("*/machine.json"))
    return [json.loads(path.read_text(encoding="utf-8")) for path in kept]


def main() -> int:
    """Make the calls, read how they kept their pace, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--calls", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        _make_calls(Path(folder), options.calls)
        machines = _pacing(Path(folder))
    late_ms = [machine["packets_late_ms"] for machine in machines]
    valid = ["timing_fault" not in machine for machine in machines]
    holds = len(machines) == options.calls and all(valid) and all(late["p99"] < _P99_MS for late in late_ms)
    figures = {
        "packets_late_ms": late_ms,
        "loop_lag_ms": [machine["loop_lag_ms"] for machine in machines],
        "timing_valid": valid,
        "holds": holds,
        "machine": {"cores": os.cpu_count(), "python": platform.python_version(), "load_before": round(load, 2)},
        "versions": {name: version(name) for name in ("pipecat-ai", "faster-whisper", "piper-tts")},
    }
    print(json.dumps(figures) if options.json else "\n".join(f"{key:18} {value}" for key, value in figures.items()))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
