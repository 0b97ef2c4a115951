"""Whatever is wrong with what a run is given: one line, the right exit code, and nothing half-written."""

import json
import re
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from voicebench import packs
from voicebench.testing.llm_server import ScriptedLlm
from voicebench.testing.llm_steps import Answer, Drop, Hang, Send, Status, content

Command = Callable[..., Any]
TASK = ("--task", "R-H4")
TOOL = "def check_outbound_contact("
STACKS = Path(__file__).parents[3] / "pipelines"


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where workers put temporary files."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


@pytest.fixture
def bad_run(command: Command, tmp_path: Path, temporary: Path) -> Command:
    """``bad_run("--stack", "text", *TASK)``: a run into the folder ``out``, looked through for left-overs."""

    def run(*arguments: object) -> Any:
        done = command("run", "--out", "out", "--json", "--no-preflight", *arguments)
        assert "Traceback" not in done.err + done.out
        assert [path for path in tmp_path.rglob("*") if "partial" in path.name] == []
        assert list(temporary.iterdir()) == []
        return done

    return run


def refused(done: Any, tmp_path: Path) -> str:
    """The one line of a run that was refused, and left nothing."""
    lines = [line for line in done.err.splitlines() if not line.endswith(": started")]
    assert (done.code, done.out, len(lines)) == (2, "", 1)
    assert not (tmp_path / "out").exists()
    assert lines[0].startswith("voicebench: ")
    return str(lines[0])


def broken(done: Any, fault: str, tmp_path: Path) -> str:
    """The one-line reason of a run's one call, which broke and is kept."""
    figures = json.loads(done.out)
    assert (done.code, figures["outcomes"]["errored"], figures["pass_at_1"]) == (3, 1, None)
    (call,) = figures["calls"]
    (verdict,) = (json.loads(path.read_text()) for path in (tmp_path / "out").rglob("verdict.json"))
    assert (verdict["outcome"], verdict["fault"], verdict["reason"]) == ("errored", fault, call["reason"])
    assert "\n" not in call["reason"]
    return str(call["reason"])


def a_stack(tmp_path: Path, base: str = "text", **changes: Any) -> Path:
    """A stack of the user's own."""
    settings = yaml.safe_load((STACKS / f"{base}.yaml").read_text(encoding="utf-8"))
    file = tmp_path / "mine.yaml"
    file.write_text(yaml.safe_dump(settings | {"name": "mine"} | changes))
    return file


def asks(base_url: str, **more: Any) -> dict[str, Any]:
    """The model's part of a stack."""
    return {"engine": "openai", "model": "m", "base_url": base_url, **more}


def a_pack(tmp_path: Path) -> Path:
    """A pack of the user's own."""
    shipped = packs.find("customer_support")
    return Path(shutil.copytree(shipped, tmp_path / "my_pack", ignore=shutil.ignore_patterns("__pycache__")))


def the_tool_of(pack: Path) -> Path:
    """The file of the tool that will be spoiled."""
    (file,) = (path for path in pack.rglob("*.py") if TOOL in path.read_text(encoding="utf-8"))
    return file


def test_an_unknown_task(bad_run: Command, tmp_path: Path) -> None:
    line = refused(bad_run("--stack", "text", *TASK, "--task", "R-H5000"), tmp_path)
    assert line.endswith("--task R-H5000: no such task; `voicebench packs NAME` lists them; did you mean 'R-H5'?")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("--line", "clean"), "--line clean: the stack text has no sound; leave it out"),
        (
            ("--clock", "real", "--costs", "measured"),
            "--costs measured: on the real clock work takes what it takes; leave it out",
        ),
        (("--temperature", "warm"), "--temperature warm: give a number, or none"),
        (("--extra-body", "[1]"), '--extra-body [1]: give an object, such as {"seed": 4}'),
        (("--extra-body", "{"), "--extra-body {: not JSON: Expecting property name enclosed in double quotes"),
        (("--model", "m"), "--model: the stack text names no endpoint of yours; add --base-url"),
    ],
)
def test_a_flag_that_would_do_nothing(bad_run: Command, tmp_path: Path, arguments: Any, line: str) -> None:
    assert refused(bad_run("--stack", "text", *TASK, *arguments), tmp_path).startswith(f"voicebench: {line}")


def test_a_profile_of_nothing(command: Command) -> None:
    done = command("calibrate", "--stack", "text")
    assert (done.code, done.out) == (2, "")
    assert "nothing that the stack text does has a cost" in done.err


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a file system on which nobody can write")
def test_a_run_where_nobody_can_write(command: Command) -> None:
    done = command("run", "--stack", "text", *TASK, "--out", "/proc/first")
    assert done.code == 2
    assert "--out /proc/first: cannot be written" in done.err


def test_flags_put_a_model_of_ones_own_into_a_stack(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VB_TEST_KEY", "canary-4711")
    with ScriptedLlm([Send(content("Goodbye."))]) as server:
        asked = ("--model", "m1", "--base-url", server.base_url, "--api-key-env", "VB_TEST_KEY", "--temperature", "0.3")
        more = ("--reasoning-effort", "low", "--extra-body", '{"seed": 4}')
        done = command("run", "--stack", "text", *TASK, "--out", "out", *asked, *more)
    assert done.code == 1, done.err
    body = server.asked[-1].body
    assert {name: body[name] for name in ("model", "temperature", "reasoning_effort", "seed")} == {
        "model": "m1",
        "temperature": 0.3,
        "reasoning_effort": "low",
        "seed": 4,
    }
    assert server.asked[-1].headers["authorization"] == "Bearer canary-4711"
    kept = json.loads((tmp_path / "out" / "run.json").read_text())["stack"]
    assert (kept["name"], kept["llm"]["model"], kept["llm"]["key_env"]) == ("text-m1", "m1", "VB_TEST_KEY")
    everything = [path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert not any(b"canary-4711" in data for data in everything)


def test_a_pack_with_a_broken_line(bad_run: Command, tmp_path: Path) -> None:
    pack = a_pack(tmp_path)
    task = pack / "tasks" / "R-H4.yaml"
    lines = task.read_text(encoding="utf-8").splitlines()
    lines[1] = "title: one: two"
    task.write_text("\n".join(lines), encoding="utf-8")
    line = refused(bad_run("--stack", "text", "--pack", pack, "--trust", *TASK), tmp_path)
    assert "my_pack/tasks/R-H4.yaml:2" in line


def test_a_pack_that_nobody_vouches_for(bad_run: Command, tmp_path: Path) -> None:
    pack = a_pack(tmp_path)
    with the_tool_of(pack).open("a") as code:
        code.write("Path('was_run').touch()\n")
    assert "add --trust" in refused(bad_run("--stack", "text", "--pack", pack), tmp_path)
    assert not (tmp_path / "was_run").exists()


def test_a_tool_that_raises(bad_run: Command, tmp_path: Path) -> None:
    pack = a_pack(tmp_path)
    code = the_tool_of(pack)
    head, tool, rest = code.read_text(encoding="utf-8").partition(TOOL)
    opening, quotes, body = rest.partition('    """\n')
    code.write_text(f"{head}{tool}{opening}{quotes}    raise ValueError('lost [the] index')\n{body}", encoding="utf-8")
    reason = broken(bad_run("--stack", "text", "--pack", pack, "--trust", *TASK), "harness", tmp_path)
    assert "check_outbound_contact" in reason
    assert "ValueError: lost [the] index" in reason
    (log,) = (json.loads(path.read_text()) for path in (tmp_path / "out").rglob("log.json"))
    assert log["tools"][-1]["name"] == "check_outbound_contact"


@pytest.mark.models
def test_a_model_that_is_not_there(bad_run: Command, tmp_path: Path) -> None:
    stack = a_stack(tmp_path, "local", stt={"engine": "whisper", "settings": {"model": "no-such-folder"}})
    assert "no model 'no-such-folder'" in refused(bad_run("--stack", stack, *TASK), tmp_path)


def test_an_engine_that_is_not_there(bad_run: Command, tmp_path: Path) -> None:
    stack = a_stack(tmp_path, "local", stt={"engine": "wisper"})
    assert "stt: no engine 'wisper'; choose one of " in refused(bad_run("--stack", stack, *TASK), tmp_path)


def test_a_key_that_is_not_set(bad_run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VB_TEST_KEY", raising=False)
    stack = a_stack(tmp_path, llm=asks("http://127.0.0.1:9/v1", key_env="VB_TEST_KEY"))
    told = refused(bad_run("--stack", stack, *TASK), tmp_path)
    assert "environment variable VB_TEST_KEY, which should hold an API key, is not set" in told


def test_a_stack_that_is_no_text(bad_run: Command, tmp_path: Path) -> None:
    stack = tmp_path / "mine.yaml"
    stack.write_bytes(b"name: caf\xe9\n")
    assert f"{stack}: not YAML: " in refused(bad_run("--stack", stack, *TASK), tmp_path)


def test_an_endpoint_that_is_not_named(bad_run: Command, tmp_path: Path) -> None:
    stack = a_stack(tmp_path, llm={"engine": "openai", "model": "m"})
    assert f"{stack}: llm: a base_url goes" in (line := refused(bad_run("--stack", stack, *TASK), tmp_path))
    assert "base_url" in line


def test_an_endpoint_where_nobody_listens(bad_run: Command, tmp_path: Path) -> None:
    with socket.socket() as taken:  # bound and never listening: nobody else gets the port meanwhile
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        reason = broken(bad_run("--stack", a_stack(tmp_path, llm=asks(url)), *TASK), "provider", tmp_path)
    assert reason.startswith(f"llm: the model's endpoint {url} cannot be reached")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ([Status(500, '{"error": {"message": "the cat sat on it"}}')], "the cat sat on it"),
        ([Status(500, "<h1>Sorry</h1>\n\n<p>down</p>", "text/html")], "answered 500"),
        ([Send(content("Let me")), Drop()], "broke off"),
    ],
    ids=["500", "500 in HTML", "breaks off"],
)
def test_a_provider_that_breaks(bad_run: Command, tmp_path: Path, answer: Answer, words: str) -> None:
    with ScriptedLlm(answer) as server:
        done = bad_run("--stack", a_stack(tmp_path, llm=asks(server.base_url)), *TASK)
    assert words in broken(done, "provider", tmp_path)


@pytest.mark.parametrize(
    ("answer", "limit"),
    [([Hang()], "first_token_limit_s"), ([Send(content("Let me")), Hang()], "stall_limit_s")],
    ids=["hangs", "stalls"],
)
def test_a_provider_that_is_waited_for_in_vain(bad_run: Command, tmp_path: Path, answer: Answer, limit: str) -> None:
    with ScriptedLlm(answer) as server:
        done = bad_run("--stack", a_stack(tmp_path, llm=asks(server.base_url, **{limit: 0.5})), *TASK)
    waited = re.search(r"seconds to wait for the model: (\S+) used, 0.5 allowed", broken(done, "provider", tmp_path))
    assert waited
    assert float(waited[1]) >= 0.5


def test_a_key_is_in_no_file_and_no_line(bad_run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VB_TEST_KEY", "sk-very-secret")
    with ScriptedLlm([Status(401, '{"error": {"message": "wrong key sk-very-secret"}}')]) as server:
        done = bad_run("--stack", a_stack(tmp_path, llm=asks(server.base_url, key_env="VB_TEST_KEY")), *TASK)
    assert "wrong key ***" in broken(done, "provider", tmp_path)
    assert server.asked[0].headers["authorization"] == "Bearer sk-very-secret"
    written = [path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert not any(b"very-secret" in data for data in [*written, done.out.encode(), done.err.encode()])


def test_a_run_that_is_there_already(command: Command, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "run.json").write_text("{}")
    done = command("run", "--stack", "text", "--out", "out")
    assert (done.code, done.err) == (
        2,
        "voicebench: --out out: a run is there already; go on with it by --resume out, or name another folder\n",
    )
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["run.json"]


@pytest.mark.parametrize("text", ["day: 2025-13-45", "n: " + "9" * 5_000, "[" * 5_000], ids=["day", "digits", "deep"])
@pytest.mark.parametrize("flag", ["--stack", "--line", "--prices", "--costs"])
def test_a_file_that_is_yaml_only_nearly(bad_run: Command, tmp_path: Path, flag: str, text: str) -> None:
    (tmp_path / "odd.yaml").write_text(text)
    value = "profile:odd.yaml" if flag == "--costs" else "odd.yaml"
    line = refused(bad_run(*TASK, flag, value), tmp_path)
    assert "odd.yaml: not YAML: " in line
