"""Ends that come too early: Ctrl-C, once and twice, and kill -9."""

import json
import os
import select
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Start = Callable[..., subprocess.Popen[str]]
Workers = Callable[[int], list[int]]
GO_ON = "go on with: voicebench run --resume first"
RUN = ("--stack", "text", "--task", "R-H4", "--trials", "4", "--jobs", "2", "--out", "first")


def told(process: subprocess.Popen[str], word: str) -> str:
    """Wait until the command says a word."""
    assert process.stderr is not None
    seen = ""
    while word not in seen:
        line = process.stderr.readline()
        assert line, seen
        seen += line
    return seen


def trials(tmp_path: Path) -> list[str]:
    return sorted(path.name for path in (tmp_path / "first" / "calls" / "customer_support" / "R-H4").iterdir())


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GATE", str(tmp_path / "gate"))
    return tmp_path / "gate"


def test_ctrl_c_lets_calls_be_finished_and_the_run_is_gone_on_with(start: Start, tmp_path: Path, gate: Path) -> None:
    process = start("gated_calls", *RUN)
    told(process, "trial 0: failed")  # it is kept, and both workers hold a call that waits
    os.killpg(process.pid, signal.SIGINT)
    told(process, "finishing the calls in progress; Ctrl-C again drops them")
    gate.touch()
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert err.splitlines()[-1] == f"voicebench: interrupted; 3 of 4 calls are there, {GO_ON}"
    assert trials(tmp_path) == ["0", "1", "2"]
    resumed = start("gated_calls", "--resume", "first", "--json")
    out, err = resumed.communicate(timeout=60)
    assert resumed.returncode == 1, err
    assert [line.split("] ")[1] for line in err.splitlines() if "started" in line] == [
        "customer_support/R-H4 trial 3: started"
    ]
    assert [call["trial"] for call in json.loads(out)["calls"]] == [0, 1, 2, 3]


def test_ctrl_c_twice_ends_all_processes_and_keeps_what_was_done(
    start: Start, tmp_path: Path, gate: Path, workers_of: Workers
) -> None:
    process = start("gated_calls", *RUN)
    told(process, "trial 0: failed")
    assert not Path("/proc").exists() or len(workers_of(process.pid)) == 2
    os.killpg(process.pid, signal.SIGINT)
    told(process, "finishing")
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert err == f"voicebench: interrupted; 1 of 4 calls are there, {GO_ON}\n"
    assert trials(tmp_path) == ["0"]
    assert workers_of(process.pid) == []
    assert not gate.exists()


@pytest.mark.usefixtures("gate")
def test_sigterm_ends_all_processes_at_once_and_says_how_to_go_on(
    start: Start, tmp_path: Path, workers_of: Workers
) -> None:
    process = start("gated_calls", *RUN)
    told(process, "trial 0: failed")
    os.kill(process.pid, signal.SIGTERM)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert err.splitlines()[-1] == f"voicebench: interrupted; 1 of 4 calls are there, {GO_ON}"
    assert trials(tmp_path) == ["0"]
    assert workers_of(process.pid) == []


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="waits for processes of other parents, as Linux can")
@pytest.mark.usefixtures("gate")
def test_workers_end_when_their_parent_is_killed(start: Start, tmp_path: Path, workers_of: Workers) -> None:
    process = start("gated_calls", *RUN)
    told(process, "trial 0: failed")
    workers = [os.pidfd_open(worker) for worker in workers_of(process.pid)]
    os.kill(process.pid, signal.SIGKILL)
    assert len(workers) == 2
    for worker in workers:
        assert select.select([worker], [], [], 30)[0], "it goes on without its parent"
        os.close(worker)
    assert trials(tmp_path) == ["0"]


@pytest.mark.usefixtures("gate")
def test_nobody_else_may_work_on_a_run(start: Start, tmp_path: Path) -> None:
    process = start("gated_calls", *RUN)
    told(process, "trial 0: failed")
    second = start("gated_calls", "--resume", "first")
    out, err = second.communicate(timeout=60)
    assert (second.returncode, out) == (2, "")
    assert err == "voicebench: first: another process is at work on this run; wait until it has ended\n"
    assert process.poll() is None
    assert trials(tmp_path) == ["0"]
