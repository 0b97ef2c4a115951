"""``voicebench run --resume``: what is missing is made, nothing else is, and only by what the run began with."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import yaml

from voicebench import packs
from voicebench.record import Ending
from voicebench.run import crew
from voicebench.run.grading import grade_record
from voicebench.run.manifest import manifest
from voicebench.run.select import Selection, plan_calls
from voicebench.run.store import RunFolder
from voicebench.run.stored import StoredCall
from voicebench.stack import load_stack, stack_file
from voicebench.testing.records import make_record

Command = Callable[..., Any]
Begun = Callable[..., RunFolder]
BAKERY = Path(__file__).parents[1] / "packs" / "data" / "corner_bakery"
TASK = "corner_bakery/CAKE-1"
BROKEN = Ending(None, "error", "provider", "llm: 429")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a pack and a stack of the user's; calls are made at once."""
    monkeypatch.setattr(crew.local_crew.__wrapped__, "__defaults__", ("voicebench.testing.calls:quick_calls",))  # type: ignore[attr-defined]
    shutil.copytree(BAKERY, tmp_path / BAKERY.name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(stack_file("text"), tmp_path / "mine.yaml")
    return tmp_path


@pytest.fixture
def begun(home: Path) -> Begun:
    """``begun("pe")``: a run of four trials, of which two were made: one that was graded and one that broke."""

    def run(made: str = "p", **choice: Any) -> RunFolder:
        file = home / "mine.yaml"
        facts = {"packs": [str(home / BAKERY.name)], "trials": range(4), "trusted": True, "stack_file": file} | choice
        selection = Selection(load_stack(str(file)), **facts)
        plans = plan_calls(selection)
        folder = RunFolder.create(home / "first", manifest(selection, plans, "2026-01-01T00:00:00+00:00"))
        for plan, outcome in zip(plans, made, strict=False):
            ending = BROKEN if outcome == "e" else None
            record = make_record(TASK, trial=plan.trial, seed=plan.seed, stack="text", ending=ending)
            key = packs.expectation(plan.pack, plan.task.id)
            folder.save(StoredCall(record, key, grade_record(record, key), {"wall_s": 1.5}))
        return folder

    return run


def started(err: str) -> list[int]:
    return [int(line.split()[3].rstrip(":")) for line in err.splitlines() if line.endswith("started")]


def test_what_is_missing_is_made_and_nothing_else(command: Command, begun: Begun) -> None:
    folder = begun("ppp")
    before = [(folder.path / "calls" / TASK / str(trial) / "record.json").stat().st_mtime_ns for trial in range(3)]
    done = command("run", "--resume", "first", "--trust", "--json")
    assert started(done.err) == [3]
    told = json.loads(done.out)
    assert ([call["trial"] for call in told["calls"]], told["missing"]) == ([0, 1, 2, 3], 0)
    after = [(folder.path / "calls" / TASK / str(trial) / "record.json").stat().st_mtime_ns for trial in range(3)]
    assert before == after
    again = command("run", "--resume", "first", "--json")  # it is finished, so nobody's code runs
    assert (json.loads(again.out), again.code, again.err) == (told, done.code, "")
    assert json.loads(command("report", "first", "--json").out)["calls"] == told["calls"]


def test_a_resumed_call_is_the_call_that_it_would_have_been(command: Command, begun: Begun, home: Path) -> None:
    begun("")
    resumed = json.loads(command("run", "--resume", "first", "--trust", "--json").out)
    flags = ("--stack", "mine.yaml", "--pack", BAKERY.name, "--trials", 4, "--trust", "--out", "second", "--json")
    whole = json.loads(command("run", *flags).out)
    assert [call["record_sha256"] for call in resumed["calls"]] == [call["record_sha256"] for call in whole["calls"]]
    ours, theirs = (json.loads((home / name / "run.json").read_text()) for name in ("first", "second"))
    assert {name for name in ours if ours[name] != theirs[name]} <= {"created", "machine"}


def test_calls_that_errored_are_made_again_when_asked_and_the_old_attempts_stay(command: Command, begun: Begun) -> None:
    folder = begun("pepe")
    assert command("run", "--resume", "first", "--trust").code == 3
    assert not (folder.path / "attempts").exists()
    done = command("run", "--resume", "first", "--trust", "--retry-errors", "--json")
    assert sorted(started(done.err)) == [1, 3]
    assert json.loads(done.out)["outcomes"] == {"passed": 0, "failed": 4, "errored": 0, "unscored": 0}
    old = folder.path / "attempts" / TASK / "1" / "0" / "verdict.json"
    assert json.loads(old.read_text())["outcome"] == "errored"
    assert "--retry-errors goes with --resume" in command("run", "--retry-errors").err


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("stack", "the stack has changed (llm.first_token_ms in "),
        ("unreadable", "the stack's file cannot be read any more (mine.yaml:1: not YAML"),
        ("pack", "the pack corner_bakery has changed"),
        ("version", "pipecat-ai went from 0.9 to 1.14"),
        ("code", "the code of voicebench has changed"),
    ],
)
def test_a_run_is_not_finished_by_something_else(
    command: Command, begun: Begun, home: Path, change: str, why: str
) -> None:
    folder = begun()
    facts = json.loads((folder.path / "run.json").read_text())
    match change:
        case "stack":
            stack = yaml.safe_load((home / "mine.yaml").read_text())
            stack["llm"]["first_token_ms"] = 7
            (home / "mine.yaml").write_text(yaml.safe_dump(stack))
        case "unreadable":
            (home / "mine.yaml").write_text("{")
        case "pack":
            with (home / BAKERY.name / "seed.sql").open("a") as file:
                file.write("-- changed\n")
        case "version":
            facts["packages"]["pipecat-ai"] = "0.9"
        case "code":
            facts["code_sha256"] = "0"
    (folder.path / "run.json").write_text(json.dumps(facts))
    done = command("run", "--resume", "first", "--trust")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert why in done.err.replace(f"{home}/", "")
    assert done.err.endswith("; undo that, or start a new run\n")
    assert folder.made() == [(TASK, 0)]


def test_a_comment_in_the_stack_and_a_stack_that_is_gone_change_nothing(
    command: Command, begun: Begun, home: Path
) -> None:
    begun("ppp")
    with (home / "mine.yaml").open("a") as file:
        file.write("# a comment\n")
    assert command("run", "--resume", "first", "--trust").code == 1
    shutil.rmtree(home / "first")
    begun("ppp")
    (home / "mine.yaml").unlink()
    assert command("run", "--resume", "first", "--trust").code == 1


def test_costs_and_line_are_those_of_the_run(command: Command, begun: Begun, home: Path) -> None:
    stages = "stages: {stt: 1ms, llm.first_token: 'lognormal(400ms, 1.4)'}\n"
    (home / "costs.yaml").write_text("format: voicebench-profile/1\nname: costs\n" + stages)
    folder = begun("ppp", costs=f"profile:{home / 'costs.yaml'}")
    (home / "costs.yaml").unlink()
    assert command("run", "--resume", "first", "--trust").code == 1
    assert folder.made()[-1] == (TASK, 3)


@pytest.mark.parametrize("flag", [("--seed", "2"), ("--stack", "text"), ("--out", "x"), ("--task", "a"), ("--all",)])
def test_a_run_goes_on_as_it_began(command: Command, begun: Begun, flag: tuple[str, ...]) -> None:
    begun()
    done = command("run", "--resume", "first", "--trust", *flag)
    assert done.err == f"voicebench: {flag[0]}: a run is resumed with what it began with; leave it out\n"
    assert (done.code, done.out) == (2, "")


def test_a_pack_from_elsewhere_wants_trust_again(command: Command, begun: Begun) -> None:
    begun()
    assert "add --trust to run it" in command("run", "--resume", "first").err


@pytest.mark.parametrize(
    ("run", "why"),
    [
        (None, "not a run (no run.json)"),
        ("{", "not readable as JSON"),
        ('{"format": "voicebench-run/1"}', "names no calls"),
        ('{"format": "voicebench-run/1", "calls": [["a/b", 0, "clean"]]}', "does not hold what a run is resumed by"),
        ('{"format": "voicebench-run/1", "calls": [["a/b"]]}', "run.json: calls.0.1 is missing"),
    ],
)
def test_a_folder_that_holds_no_run(command: Command, tmp_path: Path, run: str | None, why: str) -> None:
    (tmp_path / "first" / "calls").mkdir(parents=True)
    if run:
        (tmp_path / "first" / "run.json").write_text(run)
    done = command("run", "--resume", "first")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert why in done.err


@pytest.mark.parametrize("file", ["record.json", "verdict.json", "machine.json", "log.json", "expected.json"])
def test_a_call_that_lacks_a_file_is_damaged_and_not_missing(
    command: Command, begun: Begun, home: Path, file: str
) -> None:
    folder = begun("ppp")
    call = Path("first", "calls", TASK, "1")
    (home / call / file).unlink()
    for words in (("run", "--resume", "first", "--trust", "--retry-errors"), ("report", "first")):
        done = command(*words)
        assert (done.code, done.out, started(done.err)) == (2, "", [])
        assert f"{call / file}: cannot be read: No such file" in done.err
        assert done.err.endswith(f"; take {call} away, and the call is made again by: voicebench run --resume first\n")
    shutil.rmtree(home / call)
    assert started(command("run", "--resume", "first", "--trust").err) == [1, 3]
    assert len(folder.made()) == 4


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("calls", 5, "calls must be a list, not 5"),
        ("calls", [[{}, 0, "clean"]], "calls.0.0 must be text"),
        ("packs", 5, "packs must be a mapping"),
        ("packs", {"corner_bakery": 5}, "packs.corner_bakery must be a mapping"),
        ("categories", [TASK], "categories must be a mapping"),
        ("stack", "x", "stack must be a mapping"),
        ("stack", {"llm": 5}, "stack.llm must be a mapping"),
        ("prices", 5, "prices must be a mapping"),
        ("record_cassette", "x", "record_cassette must be a mapping"),
        ("cassette", {}, "cassette.path is missing"),
    ],
)
def test_a_run_json_of_another_shape(command: Command, begun: Begun, name: str, value: object, words: str) -> None:
    file = begun("pppp").path / "run.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {name: value}))
    for line in (("run", "--resume", "first"), ("report", "first"), ("compare", "first", "first")):
        done = command(*line)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert f"run.json: {words}" in done.err


@pytest.mark.parametrize(
    ("file", "facts", "words"),
    [
        ("machine.json", {"wall_s": [1]}, "machine.json: wall_s must be a number, not a list"),
        ("machine.json", {"from_cache": 3}, "machine.json: from_cache must be a list, not 3"),
        ("verdict.json", {"outcome": "great"}, "verdict.json: not a verdict: it lacks 'task'"),
    ],
)
def test_a_file_of_a_call_of_another_shape(
    command: Command, begun: Begun, file: str, facts: dict[str, Any], words: str
) -> None:
    folder = begun("p")
    (folder.path / "calls" / TASK / "0" / file).write_text(json.dumps(facts))
    done = command("report", "first")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert words in done.err


def test_half_a_call_of_a_process_that_was_killed_is_taken_away(command: Command, begun: Begun) -> None:
    folder = begun("ppp")
    half = folder.path / "calls" / TASK / ".3.partial-77"
    half.mkdir()
    (half / "record.json").write_text("{")
    command("run", "--resume", "first", "--trust")
    assert sorted(path.name for path in half.parent.iterdir()) == ["0", "1", "2", "3"]


def test_a_folder_that_may_not_be_written(command: Command, begun: Begun, home: Path) -> None:
    begun()
    mounted = ["mount", "--bind", "-o", "ro", str(home / "first"), str(home / "first")]
    if subprocess.run(mounted, capture_output=True, check=False).returncode:
        pytest.skip("needs the right to mount")
    try:
        done = command("run", "--resume", "first", "--trust")
    finally:
        subprocess.run(["umount", str(home / "first")], check=True)  # noqa: S607
    assert done.err == "voicebench: first: cannot be written: it is read-only, or somebody else's\n"
    assert done.code == 2


def test_what_is_missing_is_told_and_clears_no_bar(command: Command, begun: Begun, tmp_path: Path) -> None:
    begun("pp")
    lack = "2 of 4 calls are missing; go on with: voicebench run --resume first"
    assert lack in command("report", "first").out
    told = command("report", "first", "--json", "--fail-under", "pass@1=0", "--junit", "calls.xml")
    assert (told.code, told.err) == (3, f"voicebench: --fail-under: {lack}\n")
    assert json.loads(told.out)["missing"] == 2
    suite = ET.parse(tmp_path / "calls.xml").getroot()  # noqa: S314 - we wrote it
    assert (suite.get("tests"), suite.get("errors")) == ("4", "2")
    assert [case.get("name") for case in suite.iter("testcase") if case.find("error") is not None] == [
        "CAKE-1#2",
        "CAKE-1#3",
    ]
    assert f"first: {lack}" in command("compare", "first", "first").out
    done = command("report", "first", "--ceiling", "first")
    assert (done.code, done.err) == (2, f"voicebench: --ceiling first: {lack}\n")
