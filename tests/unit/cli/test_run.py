import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from voicebench.cli import run as verb

Command = Callable[..., Any]

SCRIPT = """
import sys
from voicebench.cli import main
from voicebench.run import crew

crew.local_crew.__wrapped__.__defaults__ = (sys.argv.pop(1),)
sys.exit(main.main())
"""


def start(tmp_path: Path, calls: str, *arguments: str) -> subprocess.Popen[str]:
    """Start ``voicebench run`` with calls that nobody makes, in a process group of its own."""
    script = tmp_path / "command.py"
    script.write_text(SCRIPT)
    return subprocess.Popen(
        [sys.executable, str(script), f"voicebench.testing.calls:{calls}", "run", "--stack", "text", *arguments],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def workers_of(group: int) -> list[int]:
    """The worker processes of a process group that still run, where the system tells."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state = (process / "stat").read_text().rpartition(")")[2].split()
            if int(state[2]) == group and state[0] != "Z" and b"run.work" in (process / "cmdline").read_bytes():
                found.append(int(process.name))
    return found


def test_a_run_prints_a_table_and_keeps_its_calls(tmp_path: Path) -> None:
    process = start(tmp_path, "quick_calls", "--out", "first", "--jobs", "2")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1, err
    assert "customer_support/R-H4 failed" in out
    assert "healthcare/C5-H1      failed" in out
    assert "record: first/calls/healthcare/C5-H1/0" in out
    assert sorted(err.splitlines()[-2:])[1].startswith("[2/2] ")
    assert json.loads((tmp_path / "first" / "run.json").read_text())["stack"]["name"] == "text"


def test_on_the_real_clock_calls_are_made_one_by_one(tmp_path: Path) -> None:
    process = start(tmp_path, "quick_calls", "--clock", "real")
    _, err = process.communicate(timeout=60)
    assert [line.split()[0] for line in err.splitlines() if line.endswith("started")] == ["[0/2]", "[1/2]"], err


def test_json_is_all_that_stands_on_stdout(tmp_path: Path) -> None:
    process = start(tmp_path, "fated_calls", "--task", "R-H4", "--trials", "4", "--json")
    out, err = process.communicate(timeout=60)
    figures = json.loads(out)
    assert process.returncode == 3, err
    assert figures["outcomes"] == {"passed": 0, "failed": 1, "errored": 3, "unscored": 0}
    assert figures["pass_at_1"] == 0.0
    assert figures["run"].startswith("runs/")
    assert figures["run"].endswith("Z-text")
    assert (tmp_path / figures["run"] / "calls" / "customer_support" / "R-H4" / "3" / "verdict.json").is_file()


def test_what_the_user_must_mend_leaves_no_run_behind(tmp_path: Path) -> None:
    process = start(tmp_path, "refused_calls", "--out", "first")
    _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert err.splitlines()[-1] == "voicebench: stack text: the variable SOME_KEY is not set"
    assert not (tmp_path / "first").exists()


def test_ctrl_c_ends_all_processes_and_keeps_what_was_done(tmp_path: Path) -> None:
    process = start(tmp_path, "endless_calls", "--task", "R-H4", "--trials", "3", "--jobs", "2", "--out", "first")
    assert process.stderr is not None
    seen = ""
    while "trial 2: started" not in seen:  # the first call is kept by then, and both workers hold endless ones
        line = process.stderr.readline()
        assert line, seen
        seen += line
    assert not Path("/proc").exists() or len(workers_of(process.pid)) == 2
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert err == "voicebench: interrupted\n"
    assert [path.name for path in (tmp_path / "first" / "calls" / "customer_support" / "R-H4").iterdir()] == ["0"]
    assert workers_of(process.pid) == []


def test_an_existing_run_is_refused_before_any_call(command: Command, tmp_path: Path) -> None:
    (tmp_path / "first").mkdir()
    (tmp_path / "first" / "run.json").write_text("{}")
    done = command("run", "--stack", "text", "--out", "first")
    assert done.code == 2
    assert (
        done.err
        == "voicebench: --out first: a run is there already; go on with it by --resume first, or name another folder\n"
    )


def test_the_demo_set_is_one_task_a_pack() -> None:
    assert len({task.partition("/")[0] for task in verb.DEMO}) == len(verb.DEMO)
