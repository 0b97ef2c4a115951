"""A run that is killed again and again ends with the records of one that was left alone."""

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from voicebench.run.digest import record_sha256
from voicebench.run.store import RunFolder
from voicebench.seeds import generator

VOICEBENCH = [sys.executable, "-c", "import sys; from voicebench.cli.main import main; sys.exit(main())"]
WAYS = {"at once": 2.0, "started": 4.0, "passed": 0.5}
"""A kill comes up to so many seconds after the command began, or after it said that a call began or ended."""


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*VOICEBENCH, "run", *arguments, "--jobs", "2"],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def finish(process: subprocess.Popen[str]) -> str:
    _, err = process.communicate()
    assert process.returncode == 0, err
    return err


def kill(process: subprocess.Popen[str], dice: np.random.Generator) -> None:
    """Kill a command at a random moment, with or without its workers."""
    way, whole = str(dice.choice(list(WAYS))), bool(dice.integers(2))
    delay_s = dice.uniform(0.0, WAYS[way])
    assert process.stderr is not None
    if way != "at once":
        assert any(way in line for line in process.stderr), "the run has ended; it needs more calls"
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(delay_s)
    assert process.returncode is None, "the run has ended; it needs more calls"
    (os.killpg if whole else os.kill)(process.pid, signal.SIGKILL)
    process.communicate()


def digests(folder: Path) -> dict[tuple[str, int], str]:
    return {(call.record.task, call.record.trial): record_sha256(call.record) for call in RunFolder(folder).calls()}


@pytest.mark.parametrize(
    ("kills", "calls"),
    [(3, ("--task", "customer_support/*-[EM]*")), pytest.param(30, ("--all", "--trials", "2"), marks=pytest.mark.soak)],
    ids=["some", "many"],
)
def test_a_run_that_is_killed_loses_no_call_and_changes_none(
    tmp_path: Path, kills: int, calls: tuple[str, ...]
) -> None:
    chosen = ("--stack", "text", *calls)
    finish(start(tmp_path, *chosen, "--out", "whole"))
    dice = generator(kills, "kills")
    kept: dict[tuple[str, int], str] = {}
    for _ in range(kills):
        begun = (tmp_path / "killed" / "run.json").is_file()
        kill(start(tmp_path, *(("--resume", "killed") if begun else (*chosen, "--out", "killed"))), dice)
        found = digests(tmp_path / "killed")
        assert found.items() >= kept.items()
        kept = found
    err = finish(start(tmp_path, "--resume", "killed"))
    assert err.count(": started") == len(digests(tmp_path / "whole")) - len(kept)
    assert digests(tmp_path / "killed") == digests(tmp_path / "whole")
    assert not list((tmp_path / "killed").rglob("*partial*"))
    assert not (tmp_path / "killed" / "attempts").exists()
