"""What a run tells: its log, its JSON lines, its spans; and that none of it ever holds a key."""

import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from voicebench import packs
from voicebench.cli.otel import spans_to
from voicebench.line import load as load_line
from voicebench.run.facts import json_text, record_facts
from voicebench.run.grading import grade_record
from voicebench.run.logs import hidden, keys_of
from voicebench.run.plan import CallerModel, CallPlan
from voicebench.run.stored import StoredCall
from voicebench.run.summary import summarise
from voicebench.stack import LlmSpec, Stack, load_stack
from voicebench.testing.llm_server import ScriptedLlm
from voicebench.testing.llm_steps import Answer, Send, Status, content, finish, role, usage
from voicebench.testing.records import make_expectation, make_record

Command = Callable[..., Any]
CANARY = "sk-canary-0123456789"
ANSWER: Answer = [Send(role()), Send(content("Which number is that?")), Send(finish("stop")), Send(usage(1_000, 100))]
REPEATS: Answer = [Status(401, json.dumps({"error": {"message": f"Incorrect API key provided: {CANARY}"}}))]
RECORD, KEY = make_record(), make_expectation()


def run(command: Command, *answers: Answer) -> tuple[Any, list[str]]:
    """Make two calls that say all that can be said, and return what was printed and the keys that the server got."""
    stack = {"name": "short", "stt": {"engine": "text_channel"}, "tts": {"engine": "text_channel"}}
    Path("short.yaml").write_text(yaml.safe_dump({**stack, "limits": {"turns": 2}}))
    with ScriptedLlm(*answers) as server:
        done = command(
            *("run", "--stack", "short.yaml", "--task", "C6-H*", "--out", "r", "--jobs", 2, "-vv", "--json"),
            *("--model", "m", "--base-url", server.base_url, "--api-key-env", "CANARY_KEY", "--no-preflight"),
            *("--log-json", "log.jsonl", "--otel", "console", "--record-cassette", "one.cassette"),
        )
        return done, [asked.headers.get("authorization", "") for asked in server.asked]


def written(folder: Path) -> Iterator[tuple[str, bytes]]:
    """All that lies in a folder, and what is packed in it."""
    for path in folder.rglob("*"):
        if path.is_file():
            yield str(path), path.read_bytes()
        if path.suffix == ".cassette":
            with zipfile.ZipFile(path) as file:
                yield from ((name, file.read(name)) for name in file.namelist())


@pytest.mark.parametrize("answers", [(ANSWER,), (REPEATS,)])
def test_a_key_is_in_nothing_that_is_printed_or_written(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, answers: tuple[Answer, ...]
) -> None:
    monkeypatch.setenv("CANARY_KEY", CANARY)
    done, keys = run(command, *answers)
    assert done.code in {1, 3}, done.err
    assert f"Bearer {CANARY}" in keys, "the key was used"
    assert "DEBUG" in Path("r/workers.log").read_text(), "the log says all"
    found = dict(written(tmp_path))
    assert {"log.jsonl", "one.cassette", "run.json", "record.json"} <= {Path(name).name for name in found}
    assert [name for name, data in found.items() if CANARY.encode() in data] == []
    assert CANARY not in done.out + done.err


def test_a_run_is_quiet_unless_it_is_asked(command: Command) -> None:
    with ScriptedLlm(ANSWER) as server:
        one = (
            "run",
            "--stack",
            "text",
            "--model",
            "m",
            "--base-url",
            server.base_url,
            "--task",
            "C6-H1",
            "--no-preflight",
        )
        done = command(*one, "--out", "r")
    assert [line.split()[0] for line in done.err.splitlines()] == ["[0/1]", "[1/1]"]
    assert not Path("r/workers.log").exists()


def test_the_json_log_has_a_line_an_event(command: Command) -> None:
    done = command("run", "--stack", "text", "--task", "C6-H1", "--out", "r", "-v", "--log-json", "log.jsonl", "--json")
    lines = [json.loads(line) for line in Path("log.jsonl").read_text().splitlines()]
    record = json.loads(Path("r/calls/healthcare/C6-H1/0/record.json").read_text())
    kinds = [line["event"] for line in lines]
    assert kinds == ["call_started", *(event["kind"] for event in record["events"]), "call_finished"]
    (call,) = json.loads(done.out)["calls"]
    assert lines[-1]["record_sha256"] == call["record_sha256"]
    assert {(line["stack"], line["line"], line["task"], line["trial"]) for line in lines} == {
        ("text", "none", "healthcare/C6-H1", 0)
    }
    turns = [event for event in record["events"] if event["kind"] == "said"]
    assert done.err.count(": turn ") == len(turns)
    assert not Path("r/workers.log").exists(), "with -v alone, libraries have nothing to say of a call that goes well"


def test_a_log_that_cannot_be_written_is_told_before_a_call_is_made(command: Command) -> None:
    done = command("run", "--stack", "text", "--out", "r", "--log-json", "no/folder/log")
    assert (done.code, done.out) == (2, "")
    assert "--log-json no/folder/log: cannot be written: No such file" in done.err
    assert not Path("r").exists()


def a_plan() -> CallPlan:
    pack = packs.load("healthcare")
    return CallPlan(pack, pack.tasks["C6-H1"], 0, 1, load_stack("text"), load_line("clean"), None)


def test_spans_are_exported_with_their_places_and_times(tmp_path: Path) -> None:
    (tmp_path / "record.json").write_bytes(json_text(record_facts(RECORD)))
    quiet = SimpleNamespace(started=lambda _: None, moved=lambda *_: None, finished=lambda *_: None)
    exporter = InMemorySpanExporter()
    with spans_to(quiet, exporter) as progress:  # type: ignore[arg-type]
        progress.started(a_plan())
        progress.finished(
            a_plan(), summarise(replace(StoredCall(RECORD, KEY, grade_record(RECORD, KEY)), folder=tmp_path))
        )
    found = {span.name: span for span in exporter.get_finished_spans()}
    root, tool = found["call bakery/CAKE-1"], found["execute_tool order_cake"]
    assert root.parent is None
    assert tool.parent is not None
    assert tool.parent.span_id == root.context.span_id
    assert root.end_time - root.start_time == 8_000_000_000
    assert tool.start_time - root.start_time == 5_000_000_000
    assert dict(tool.attributes or {}) == {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "order_cake"}
    assert root.resource.attributes["service.name"] == "voicebench"


def test_spans_that_go_nowhere_are_told_in_one_line(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "1")
    done = command("run", "--stack", "text", "--task", "C6-H1", "--out", "r", "--otel", "otlp")
    assert done.code == 0, "that the traces are lost is no fault of the calls"
    assert done.err.splitlines()[-1].startswith("voicebench: --otel otlp: ")
    assert "spans could not be exported; is a collector where OTEL_EXPORTER_OTLP_ENDPOINT says?" in done.err
    assert len(done.err.splitlines()) == 3


def test_keys_are_found_by_the_variables_of_stack_and_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = {"MY_KEY": CANARY, "LONGER": f"{CANARY}-2", "CALLERS": "people-key", "SHORT": "no"}
    for name, key in keys.items():
        monkeypatch.setenv(name, key)
    stack = load_stack("openai").model_dump(mode="json")
    stack["llm"]["key_env"], stack["tts"]["key_env"] = "SHORT", "MY_KEY"
    service = {"service": "a.b:C", "key_env": {"api_key": "LONGER", "region_key": "UNSET"}}
    pack = packs.load("customer_support")
    plan = CallPlan(
        pack, pack.tasks["R-H4"], 0, 1, Stack.model_validate(stack | {"stt": service}), load_line("clean"), costs=None,
        caller=CallerModel(llm=LlmSpec.model_validate(stack["llm"] | {"key_env": "CALLERS"})),
    )  # fmt: skip
    found = keys_of(plan)
    assert found == {CANARY, f"{CANARY}-2", "people-key"}
    assert hidden(f"no key {CANARY}-2 {CANARY} people-key!", found) == "no key *** *** ***!"
