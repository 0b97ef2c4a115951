"""More than one ``--stack`` or ``--line``: a grid of runs."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from voicebench.run import crew

Command = Callable[..., Any]
FLAGS = ("--stack", "local", "--stack", "silent", "--line", "clean", "--line", "snr=5", "--task", "R-H4")
RUNS = ["grid/local/clean", "grid/local/snr=5", "grid/silent/clean", "grid/silent/snr=5"]


@pytest.fixture
def grid(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What a grid said of itself as JSON; calls were made at once."""
    monkeypatch.setattr(crew.local_crew.__wrapped__, "__defaults__", ("voicebench.testing.calls:quick_calls",))  # type: ignore[attr-defined]
    told: dict[str, Any] = json.loads(command("run", *FLAGS, "--out", "grid", "--json").out)
    assert not (tmp_path / "grid" / "workers.log").exists()
    return told


def test_each_run_of_a_grid_is_a_run(command: Command, grid: dict[str, Any]) -> None:
    assert [run["run"] for run in grid["runs"]] == RUNS
    assert (grid["run"], grid["outcomes"]["failed"], grid["missing"]) == ("grid", 4, 0)
    assert [(call["run"], call["stack"]) for call in grid["calls"]] == [(run, run.split("/")[1]) for run in RUNS]
    one = json.loads(command("report", RUNS[1], "--json").out)
    assert one["calls"] == [{name: value for name, value in grid["calls"][1].items() if name != "run"}]
    assert command("compare", RUNS[0], RUNS[2]).code == 0
    assert len({call["seed"] for call in grid["calls"]}) == 1
    assert json.loads(command("report", "grid", "--json").out) == grid


def test_a_grid_is_shown_and_held_against_bars(command: Command, grid: dict[str, Any], tmp_path: Path) -> None:
    done = command("report", "grid", "--fail-under", "pass@1=0.5", "--csv", "calls.csv", "--junit", "calls.xml")
    assert (done.code, done.err.count("missed, found")) == (1, len(grid["runs"]))
    assert all(run.removeprefix("grid/") in done.out for run in RUNS)
    assert len((tmp_path / "calls.csv").read_text().splitlines()) == 5
    assert 'testsuite name="silent/snr=5/customer_support"' in (tmp_path / "calls.xml").read_text()


def test_a_grid_is_resumed(command: Command, grid: dict[str, Any], tmp_path: Path) -> None:
    call = tmp_path / RUNS[2] / "calls" / "customer_support" / "R-H4" / "0"
    shutil.rmtree(call)
    assert json.loads(command("report", "grid", "--json").out)["missing"] == 1
    done = command("run", "--resume", "grid", "--json")
    assert [line for line in done.err.splitlines() if "started" in line] == [
        "[0/1] silent, clean: customer_support/R-H4 trial 0: started"
    ]
    digests = [[call["record_sha256"] for call in told["calls"]] for told in (grid, json.loads(done.out))]
    assert digests[0] == digests[1]
    assert call.is_dir()


@pytest.mark.usefixtures("grid")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        (("compare", "grid", "grid"), "grid: a grid of runs; name one of them, such as grid/local/clean"),
        (("report", "grid", "--ceiling", "grid/local/clean"), "grid is a grid; name one of its runs"),
        (("run", "--stack", "local", "--stack", "text", "--line", "cafe"), "--line cafe: the stack text has no sound"),
        (("run", "--trials", "2", "--trial", "1"), "--trial says which trials and --trials how many"),
        (("run", *FLAGS, "--out", "grid"), "--out grid: a run is there already; go on with it by --resume grid"),
    ],
)
def test_what_does_not_go_with_a_grid(command: Command, line: tuple[str, ...], why: str) -> None:
    done = command(*line)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert why in done.err
