import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from voicebench import packs
from voicebench.cli import run as verb

Command = Callable[..., Any]
Start = Callable[..., subprocess.Popen[str]]


def test_a_run_prints_a_table_and_keeps_its_calls(tmp_path: Path, start: Start) -> None:
    process = start("quick_calls", "--stack", "text", "--out", "first", "--jobs", "2")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1, err
    assert "customer_support/R-H4 failed" in out
    assert "healthcare/C5-H1      failed" in out
    assert "record: first/calls/healthcare/C5-H1/0" in out
    assert "legal/L2-E1           failed" in out
    assert max(err.splitlines()[-3:]).startswith("[3/3] ")
    assert json.loads((tmp_path / "first" / "run.json").read_text())["stack"]["name"] == "text"


def test_on_the_real_clock_calls_are_made_one_by_one(start: Start) -> None:
    process = start("quick_calls", "--stack", "text", "--clock", "real")
    _, err = process.communicate(timeout=60)
    done = [int(line[1]) for line in err.splitlines() if line.endswith("started")]
    # A worker is handed the next call before the last one is kept, and makes one at a time.
    assert len(done) == 3, err
    assert all(kept >= number - 1 for number, kept in enumerate(done)), err


def test_json_is_all_that_stands_on_stdout(tmp_path: Path, start: Start) -> None:
    process = start("fated_calls", "--stack", "text", "--task", "R-H4", "--trials", "4", "--json")
    out, err = process.communicate(timeout=60)
    figures = json.loads(out)
    assert process.returncode == 3, err
    assert figures["outcomes"] == {"passed": 0, "failed": 1, "errored": 3, "unscored": 0}
    assert figures["pass_at_1"] == 0.0
    assert figures["run"].startswith("runs/")
    assert figures["run"].endswith("Z-text")
    assert (tmp_path / figures["run"] / "calls" / "customer_support" / "R-H4" / "3" / "verdict.json").is_file()


def test_what_the_user_must_mend_leaves_no_run_behind(tmp_path: Path, start: Start) -> None:
    process = start("refused_calls", "--stack", "text", "--out", "first")
    _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert err.splitlines()[-1] == "voicebench: stack text: the variable SOME_KEY is not set"
    assert not (tmp_path / "first").exists()


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
    assert sorted(task.partition("/")[0] for task in verb.DEMO) == sorted(packs.names())
