import json
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from voicebench import models
from voicebench.cli import calibrate, compare, doctor, grade, hear, line, pack, packs, report, run, stacks
from voicebench.cli.screen import exit_code
from voicebench.record import Ending
from voicebench.run.grading import grade_record
from voicebench.run.store import RunFolder
from voicebench.run.stored import StoredCall
from voicebench.stack import load_stack
from voicebench.testing.records import make_expectation, make_record

Command = Callable[..., Any]
GOLDEN = Path(__file__).parents[2] / "golden"
BAKERY = Path(__file__).parents[1] / "packs" / "data" / "corner_bakery"
VERBS = {
    "run": run.EXAMPLE,
    "grade": grade.EXAMPLE,
    "report": report.EXAMPLE,
    "compare": compare.EXAMPLE,
    "packs": packs.EXAMPLE,
    "pack check": pack.CHECK_EXAMPLE,
    "pack attack": pack.ATTACK_EXAMPLE,
    "pack new": pack.NEW_EXAMPLE,
    "stacks": stacks.EXAMPLE,
    "line": line.EXAMPLE,
    "doctor": doctor.EXAMPLE,
    "calibrate": calibrate.EXAMPLE,
    "hear": hear.EXAMPLE,
}


@pytest.fixture
def kept(tmp_path: Path) -> RunFolder:
    """A run of two calls; the second broke."""
    folder = RunFolder.create(tmp_path / "kept", {"packs": {"bakery": {"folder": "/nowhere"}}})
    for record in (make_record(), make_record(trial=1, ending=Ending(None, "error", "provider", "llm: 429"))):
        key = make_expectation()
        folder.save(StoredCall(record, key, grade_record(record, key), {"wall_s": 1.0}))
    return folder


@pytest.mark.parametrize(("verb", "example"), VERBS.items())
def test_every_verb_has_help_with_an_example(command: Command, verb: str, example: str) -> None:
    done = command(*verb.split(), "--help")
    assert done.code == 0
    assert example in " ".join(done.out.split())
    assert "<list[" not in done.out


@pytest.mark.parametrize("arguments", [(), ("--help",), ("pack",)])
def test_a_bare_command_helps(command: Command, arguments: tuple[str, ...]) -> None:
    done = command(*arguments)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Usage: voicebench")
    assert "..." not in done.out.replace("[ARGS]...", "")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("frob", "No such command 'frob'"),
        ("run --sed 1", "--seed"),
        ("run --seed x", "--seed"),
        ("run --trials 0", "--trials"),
        ("run --clock sun", "--clock"),
        ("run --stack nope", "no stack 'nope'; there are: "),
        ("run --stack ./nope.yaml", "nope.yaml"),
        ("run --task nope", "--task nope: no such task"),
        ("run --pack nope", "there is no pack 'nope'"),
        ("run --line nope", "no line 'nope'"),
        ("run --costs nope", "--costs nope"),
        ("run --cost stt=fast", "--cost stt=fast: 'fast' is no cost: write 250ms"),
        (f"run --pack {BAKERY}", "add --trust"),
        ("grade", "grade wants"),
        ("grade nope", "grade nope: no folder of a call"),
        ("hear --kind phne", "did you mean 'phone'?"),
        ("hear --voice jo", "did you mean 'joe'?"),
        ("grade nope --log x.json", "'nope' is neither PACK/TASK nor the folder of a call"),
        ("grade customer_support/nope --log x.json", "no task 'nope'"),
        ("grade customer_support/R-H4 --log x.json", "x.json: cannot be read"),
        ("grade customer_support/R-H4 --pack", "--pack goes with a call's folder"),
        ("grade --expected x.json --log y.json", "x.json: cannot be read"),
        ("report nope", "nope: neither a run"),
        ("packs nope", "there is no pack 'nope'"),
        ("pack check nope", "there is no pack 'nope'"),
    ],
)
def test_what_the_user_got_wrong_is_one_line(command: Command, line: str, message: str) -> None:
    done = command(*shlex.split(line))
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err


@pytest.mark.parametrize("name", ["r-h4", "c5-h1"])
def test_grade_prints_the_verdict_of_the_reference(command: Command, name: str) -> None:
    expected = GOLDEN / f"{name}.expected.json"
    done = command("grade", "--expected", expected, "--log", GOLDEN / f"{name}.log.json", "--json")
    assert (done.code, done.err) == (1, "")
    verdict = json.loads(done.out)
    assert verdict.pop("reason")
    assert verdict == json.loads(expected.read_text())["verdict"]
    done = command("grade", "--expected", expected, "--log", GOLDEN / f"{name}.log.json")
    assert (done.code, done.err) == (1, "")
    assert "Reason" in done.out


def test_grade_a_log_by_a_pack(command: Command) -> None:
    assert command("grade", "healthcare/C5-H1", "--log", GOLDEN / "c5-h1.log.json").code == 1
    assert "customer_support" in command("grade", "healthcare/C5-H1", "--log", GOLDEN / "r-h4.log.json").err


def test_grade_a_log_without_a_dump(command: Command, tmp_path: Path) -> None:
    log = {"format": "voicebench-log/1", "task": "bakery/CAKE-1", "tools": [make_record().log.tools[0].model_dump()]}
    (tmp_path / "log.json").write_text(json.dumps(log))
    (tmp_path / "key.json").write_text(make_expectation().model_dump_json())
    assert command("grade", "--expected", "key.json", "--log", "log.json").code == 3


def test_grade_a_call(command: Command, kept: RunFolder) -> None:
    calls = kept.path / "calls" / "bakery" / "CAKE-1"
    done = command("grade", calls / "0", "--json")
    assert (done.code, json.loads(done.out)["outcome"], done.err) == (0, "passed", "")
    done = command("grade", calls / "1")
    assert done.code == 3
    assert "llm: 429" in done.out
    assert "there is no pack 'bakery'" in command("grade", calls / "0", "--pack").err
    assert "leave out --expected" in command("grade", calls / "0", "--log", "x").err


def test_grade_a_call_by_todays_pack(command: Command, tmp_path: Path) -> None:
    home = shutil.copytree(BAKERY, tmp_path / "bakery", ignore=shutil.ignore_patterns("__pycache__"))
    folder = RunFolder.create(tmp_path / "run", {"packs": {"bakery": {"folder": str(home)}}})
    record, key = make_record(), make_expectation()
    call = folder.save(StoredCall(record, key, grade_record(record, key)))
    done = command("grade", call, "--pack")
    assert done.code == 1
    assert done.err == "graded by today's pack, which has changed since the call\n"


def test_report_a_run_and_a_call(command: Command, kept: RunFolder) -> None:
    done = command("report", kept.path)
    assert (done.code, done.err) == (0, "")
    assert "1 passed, 1 errored" in done.out
    figures = json.loads(command("report", kept.path, "--json").out)
    assert [call["outcome"] for call in figures["calls"]] == ["passed", "errored"]
    call = kept.path / "calls" / "bakery" / "CAKE-1" / "0"
    assert "A cake for 541-555-0133." in command("report", call).out
    assert json.loads(command("report", call, "--json").out) == figures["calls"][0] | {"heard": None}


def test_packs_and_stacks(command: Command) -> None:
    assert "Kestrel Electronics" in command("packs").out
    assert "R-H4" in command("packs", "customer_support").out
    assert "text_channel" in command("stacks").out


def test_a_stacks_file_is_printed_to_be_copied(command: Command, tmp_path: Path) -> None:
    (mine := tmp_path / "mine.yaml").write_text(command("stacks", "openai").out)
    assert load_stack(str(mine)) == load_stack("openai")
    assert "did you mean 'local'?" in command("stacks", "locl").err


def test_pack_check(command: Command, tmp_path: Path) -> None:
    home = shutil.copytree(BAKERY, tmp_path / "bakery", ignore=shutil.ignore_patterns("__pycache__"))
    done = command("pack", "check", home)
    assert (done.code, done.out, done.err) == (0, "bakery: 1 roles, 1 tools, 1 tasks, nothing wrong\n", "")
    task = home / "tasks" / "CAKE-1.yaml"
    task.write_text(task.read_text().replace("id: CAKE-1", "id: CAKE-2").replace("line: clean", "lime: clean"))
    done = command("pack", "check", home)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("bakery/tasks/CAKE-1.yaml:")


def test_doctor_says_what_is_missing_and_how_to_get_it(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VOICEBENCH_CACHE", str(tmp_path / "cache"))
    lost = models.Package("vb_no_such_package", "data", "pip install no-such-package", {})
    monkeypatch.setattr(models, "PACKAGES", {"a voice": lost})
    done = command("doctor")
    assert done.code == 3
    lines = done.out.splitlines()
    assert any(line.startswith("missing  a voice") and "pip install no-such-package" in line for line in lines)
    assert any(line.startswith("ok       cache") for line in lines)
    assert any(line.startswith("ok       pipecat-ai") for line in lines)
    assert all(line.startswith(("ok ", "missing ", "optional ")) for line in lines)


def test_doctor_tells_of_each_extra_and_of_each_stack_of_services_what_it_lacks(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def version(name: str) -> str:
        if name == "ray":
            raise metadata.PackageNotFoundError(name)
        return "1.2"

    wanted = [f"{name}>=1; extra == '{extra}'" for extra, name in (("otel", "a-b"), ("otel", "c"), ("ray", "ray"))]
    monkeypatch.setattr(metadata, "requires", lambda _: [*wanted, "d; extra == 'dev'", "e>=2"])
    monkeypatch.setattr(metadata, "version", version)
    monkeypatch.setattr(models, "PACKAGES", {})
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    lines = [" ".join(line.split()) for line in command("doctor").out.splitlines()]
    assert 'optional --executor ray not installed; pip install "voicebench-sim[ray]"' in lines
    assert "ok --otel a-b 1.2, c 1.2" in lines
    assert "ok e 1.2" in lines
    wants = "the environment variable OPENAI_API_KEY, which should hold an API key, is not set"
    assert {f"optional {name} {wants}" for name in ("openai", "cloud-openai")} <= set(lines)
    assert not any(line.split()[1] == "local" for line in lines)


def test_exit_codes() -> None:
    assert exit_code(["passed", "passed"]) == 0
    assert exit_code(["passed", "failed"]) == 1
    assert exit_code(["failed", "errored"]) == 3
    assert exit_code(["unscored"]) == 3
    assert exit_code([]) == 0


def test_the_command_does_not_load_what_only_calls_need() -> None:
    needless = {"pipecat", "openai", "aiohttp", "onnxruntime", "faster_whisper", "piper"}
    script = "import sys; from voicebench.cli.main import main; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert ("typer" in loaded, needless & loaded) == (True, set())
