"""What the commands say of a run's scores: bars, files, ceilings and comparisons."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from voicebench.record import Ending
from voicebench.run.grading import grade_record
from voicebench.run.store import RunFolder
from voicebench.run.stored import StoredCall
from voicebench.testing.records import make_expectation, make_record

Command = Callable[..., Any]
Make = Callable[..., Path]
BROKEN = Ending(None, "error", "provider", "llm: 429")


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """``make("a", "ppf", seed=1)``: a run of trials that passed, failed or broke."""

    def run(name: str, trials: str, seed: int = 1, engine: str = "openai") -> Path:
        stack = {"name": name, "llm": {"engine": engine}}
        folder = RunFolder.create(tmp_path / name, {"stack": stack, "categories": {"bakery/CAKE-1": "cakes"}})
        key = make_expectation()
        for trial, outcome in enumerate(trials):
            tools = () if outcome == "f" else None
            ending = BROKEN if outcome == "e" else None
            record = make_record(trial=trial, seed=seed + trial, tools=tools, ending=ending)
            folder.save(StoredCall(record, key, grade_record(record, key), {"wall_s": 1.0}))
        return folder.path

    return run


@pytest.mark.parametrize(
    ("trials", "bars", "code"),
    [
        ("pppf", "pass@1=0.75", 0),
        ("pppf", "pass@1=0.8", 1),
        ("pppf", "pass@1=0.5,pass^2=0.9", 1),
        ("pppp", "ttft_p50=1s", 1),  # no data
        ("pppe", "pass@1=0.75", 3),
        ("pffe", "pass@1=0.75", 3),
    ],
)
def test_bars_set_the_exit_code(command: Command, make: Make, trials: str, bars: str, code: int) -> None:
    done = command("report", make("a", trials), "--json", "--fail-under", bars)
    assert done.code == code
    assert (": missed, " in done.err) == (code == 1 or trials == "pffe")
    assert done.err.count("\n") <= 1
    assert json.loads(done.out)["outcomes"]["passed"] == trials.count("p")


def test_without_bars_a_report_is_a_report(command: Command, make: Make) -> None:
    assert command("report", make("a", "ff")).code == 0


def test_the_statistics_of_a_run_in_json(command: Command, make: Make) -> None:
    told = json.loads(command("report", make("a", "ppfe"), "--json").out)["statistics"]
    assert told["run"]["pass_hat"]["2"] == {
        "value": pytest.approx(1 / 3),
        "interval": None,
        "tasks": 1,
        "tasks_left_out": 0,
    }
    assert told["run"]["pass_hat"]["4"]["value"] is None
    assert told["run"]["outcomes"] == {"passed": 2, "failed": 1, "errored": 1, "unscored": 0}
    assert told["categories"].keys() == {"bakery/cakes"}
    assert told["voice_to_voice_ms"]["n"] >= 0


def test_files_for_other_programs(command: Command, make: Make, tmp_path: Path) -> None:
    done = command("report", make("a", "pfe"), "--junit", "out.xml", "--csv", "out.csv")
    assert (done.code, done.err) == (0, "")
    assert ET.parse(tmp_path / "out.xml").getroot().get("errors") == "1"  # noqa: S314 - we wrote it
    assert len((tmp_path / "out.csv").read_text().splitlines()) == 4


def test_the_ceiling_of_a_run(command: Command, make: Make) -> None:
    run, reference = make("a", "pf"), make("ref", "pp", engine="reference")
    assert "hearing ceiling 1.00   2 passed" in command("report", run, "--ceiling", reference).out
    told = json.loads(command("report", run, "--ceiling", reference, "--json").out)["ceiling"]
    assert (told["folder"], told["run"]["pass_at_1"]["value"]) == (str(reference), 1.0)
    done = command("report", reference, "--ceiling", run)
    assert (done.code, done.out) == (2, "")
    assert "the stack a is not one of the reference model" in done.err


def test_two_runs_are_compared(command: Command, make: Make) -> None:
    a, b = make("a", "ppf"), make("b", "pfe")
    done = command("compare", a, b)
    assert (done.code, done.err) == (0, "")
    assert "not separable with this many calls" in done.out
    told = json.loads(command("compare", a, b, "--json", "--ceiling", make("ref", "ppp", engine="reference")).out)
    assert told["difference"]["value"] == -0.5
    assert told["flips"] == [
        {"task": "bakery/CAKE-1", "trials": 2, "passed_a": 2, "passed_b": 1, "gained": 0, "lost": 1}
    ]
    assert told["pairs"]["left_out_errored_or_unscored"] == 1
    assert told["ceiling"]["pass_at_1"]["value"] == 1.0
    assert (told["a"]["run"], told["a"]["outcomes"]["failed"]) == (str(a), 1)


def test_what_cannot_be_compared_or_written_is_one_line(command: Command, make: Make, tmp_path: Path) -> None:
    a, other, empty = make("a", "p"), make("other", "p", seed=9), make("empty", "")
    call = a / "calls" / "bakery" / "CAKE-1" / "0"
    for line, why in (
        (("compare", a, other), "bakery/CAKE-1 trial 0 has seed 1 in the first and 9 in the second; make both with"),
        (("compare", a, empty), "no task and trial in common"),
        (("compare", a, call), "not a run (no run.json)"),
        (("report", a, "--junit", tmp_path / "no" / "x.xml"), "x.xml: cannot be written: No such file"),
        (("report", a, "--fail-under", "speed=1"), "--fail-under speed=1: expected NAME=VALUE"),
        (("run", "--fail-under", "pass@1=2"), "expected a share from 0 to 1"),
        (("report", call, "--csv", "x.csv"), "go with a run"),
    ):
        done = command(*line)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1), line
        assert why in done.err
