"""What a run looks at before its first call: what failed and what to do, before anything is spent."""

import socket
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from voicebench import tts
from voicebench.audio import Waveform
from voicebench.stt import Transcript
from voicebench.testing.llm_server import ScriptedLlm
from voicebench.testing.llm_steps import Answer, Send, Status, call_piece, content, finish
from voicebench.testing.openai_server import Fault, OpenAiServer

Command = Callable[..., Any]
HELLO: Answer = [Send(content("Hello.")), Send(finish("stop"))]
CALLS: Answer = [Send(call_piece(index=0, id="a", name="find_order", arguments="{}")), Send(finish("tool_calls"))]
STOCK = "pipecat.services.openai"


class Deaf:
    name = "deaf"
    fingerprint = "deaf/1"

    def __init__(self, words: str):
        self.words = words

    def transcribe(self, sound: Waveform) -> Transcript:
        del sound
        return Transcript(self.words)


@pytest.fixture
def model() -> Iterator[ScriptedLlm]:
    with ScriptedLlm(HELLO) as server:
        yield server


@pytest.fixture
def server(model: ScriptedLlm) -> Iterator[OpenAiServer]:
    with OpenAiServer(Deaf("hello"), tts.make("tone", {}), model.base_url) as server:
        yield server


@pytest.fixture
def look(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """``look(llm={...})``: a run of a stack of the user's whose calls are never made; its one line, and its code."""
    monkeypatch.setattr("voicebench.cli.make.execute", lambda *_: defaultdict(list))

    def look(*flags: str, base: str = "text", **parts: Any) -> tuple[int, str]:
        empty = {"engine": "text_channel"}
        sound = {"stt": empty, "tts": empty} if base == "text" else {}
        (file := tmp_path / "mine.yaml").write_text(yaml.safe_dump({"name": "mine", **sound, **parts}))
        done = command("run", "--stack", file, "--task", "R-H4", "--out", "out", *flags)
        lines = [line for line in done.err.splitlines() if line.startswith("voicebench: ")]
        assert "Traceback" not in done.err
        assert len(lines) <= 1
        assert not (tmp_path / "out").exists() or done.code == 0
        return done.code, "".join(lines).removeprefix("voicebench: ")

    return look


def asks(base_url: str, **more: Any) -> dict[str, Any]:
    return {"engine": "openai", "model": "m", "base_url": base_url, "retries": 0, **more}


def three(server: OpenAiServer, **llm: Any) -> dict[str, Any]:
    """A stack of three stock services."""
    settings = {"base_url": server.base_url}
    return {
        "stt": {"service": f"{STOCK}.stt:OpenAISTTService", "settings": settings},
        "llm": {"service": f"{STOCK}.llm:OpenAILLMService", "settings": {**settings, "model": "m", **llm}},
        "tts": {"service": f"{STOCK}.tts:OpenAITTSService", "settings": settings},
    }


@pytest.mark.parametrize("answer", [HELLO, CALLS])
def test_a_model_is_asked_once_with_a_tool(look: Command, answer: Answer) -> None:
    with ScriptedLlm(answer) as server:
        code, line = look(llm=asks(server.base_url))
    assert (code, len(server.asked)) == (0, 1)
    assert line.startswith("pre-flight of mine: llm answered in ")
    assert server.asked[0].body["tools"][0]["function"]["name"] == "find_order"


def test_nobody_is_asked_when_told_so(look: Command, model: ScriptedLlm) -> None:
    assert look("--no-preflight", llm=asks(model.base_url)) == (0, "")
    assert model.asked == []


def test_a_stack_of_ours_asks_nobody(look: Command) -> None:
    assert look() == (0, "")


def test_the_callers_model_is_asked_too_and_offered_no_tool(look: Command, model: ScriptedLlm) -> None:
    code, line = look("--caller", "llm", "--caller-model", "people", "--caller-base-url", model.base_url)
    assert (code, len(model.asked)) == (0, 1)
    assert line.startswith("pre-flight of the caller: its model answered in ")
    assert model.asked[0].body["model"] == "people"
    assert "tools" not in model.asked[0].body


def test_a_callers_model_that_refuses_its_key_ends_the_run_before_it_begins(
    look: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = ("--caller-api-key-env", "VB_CALLER_KEY")
    with ScriptedLlm([Status(401, '{"error": {"message": "who are you?"}}')]) as server:
        flags = ("--caller", "llm", "--caller-model", "people", "--caller-base-url", server.base_url, *key)
        assert look(*flags) == (2, "the environment variable VB_CALLER_KEY, which should hold an API key, is not set")
        monkeypatch.setenv("VB_CALLER_KEY", "canary-4711")
        code, line = look(*flags)
    assert code == 2
    assert line.startswith(f"pre-flight of the caller: its model: the model's endpoint {server.base_url} answered 401")
    assert "the key in VB_CALLER_KEY of --caller-..." in line


def test_all_keys_that_are_not_set_are_named_at_once(look: Command, server: OpenAiServer) -> None:
    parts = {part: {**spec, "key_env": f"VB_{part.upper()}"} for part, spec in three(server).items()}
    code, line = look("--clock", "real", base="sound", **parts)
    words = "the environment variables VB_STT, VB_LLM and VB_TTS, which should hold API keys, are not set"
    assert (code, line) == (2, words)


@pytest.mark.parametrize(
    ("status", "code"), [(401, 2), (403, 2), (404, 2), (400, 2), (402, 2), (429, 3), (500, 3), (503, 3)]
)
def test_whose_doing_it_is_decides_the_exit_code(look: Command, status: int, code: int) -> None:
    with ScriptedLlm([Status(status, '{"error": {"message": "the cat sat on it"}}')]) as server:
        found, line = look(llm=asks(server.base_url))
    assert found == code
    assert f"pre-flight of mine: llm: the model's endpoint {server.base_url} answered {status}" in line
    assert "the cat sat on it" in line
    advice = "look at the model, the address and the key of llm" if code == 2 else "leave this out by --no-preflight"
    assert advice in line


def test_the_variable_of_a_refused_key_is_named_and_the_key_is_not(
    look: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VB_TEST_KEY", "canary-4711")
    with ScriptedLlm([Status(401, '{"error": {"message": "bad key canary-4711"}}')]) as server:
        code, line = look(llm=asks(server.base_url, key_env="VB_TEST_KEY"))
    assert code == 2
    assert "the key in VB_TEST_KEY of llm" in line
    assert "canary-4711" not in line


def test_an_address_where_nobody_listens(look: Command) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    code, line = look(llm=asks(f"http://127.0.0.1:{port}/v1"))
    assert code == 2
    assert "cannot be reached" in line
    assert "is it running?" in line


def test_an_answer_of_nothing(look: Command) -> None:
    with ScriptedLlm([Send(finish("stop"))]) as server:
        code, line = look(llm=asks(server.base_url))
    assert code == 3
    assert "answered with neither words nor a tool call" in line


def test_a_recogniser_is_asked_with_speech(look: Command, server: OpenAiServer, model: ScriptedLlm) -> None:
    hears = {"engine": "openai", "settings": {"model": "m", "base_url": server.base_url}}
    code, line = look(base="sound", stt=hears, tts={"engine": "tone"}, llm=asks(model.base_url))
    assert code == 0
    assert "llm answered in " in line
    assert "stt answered in " in line
    assert [path for path, _ in server.asked] == ["transcriptions"]


def test_a_recogniser_that_is_deaf(look: Command) -> None:
    with OpenAiServer(Deaf(""), tts.make("tone", {})) as server:
        hears = {"engine": "openai", "settings": {"model": "m", "base_url": server.base_url}}
        code, line = look(base="sound", stt=hears, tts={"engine": "tone"})
    assert code == 3
    assert "heard nothing in a sentence of clear speech" in line


def test_services_of_pipecats_are_asked_each_once(look: Command, server: OpenAiServer) -> None:
    code, line = look("--clock", "real", base="sound", **three(server))
    assert code == 0, line
    assert sorted(path for path, _ in server.asked) == ["chat", "speech", "transcriptions"]
    assert next(body for path, body in server.asked if path == "chat")["tools"]


def test_a_model_of_a_service_that_is_not_there(look: Command, server: OpenAiServer) -> None:
    code, line = look("--clock", "real", base="sound", **three(server, model="no-such-model"))
    assert code == 2
    assert "llm: the service OpenAILLMService: " in line
    assert "does not exist" in line


@pytest.mark.parametrize("part", ["llm", "stt", "tts"])
def test_a_key_that_a_service_repeats_is_not_shown(
    look: Command, model: ScriptedLlm, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    monkeypatch.setenv("VB_TEST_KEY", "canary-4711")
    with OpenAiServer(Deaf("hello"), tts.make("tone", {}), model.base_url, key="none") as server:
        parts = three(server)
        parts[part]["key_env"] = "VB_TEST_KEY"
        code, line = look("--clock", "real", base="sound", **parts)
    assert code == 2
    assert f"{part}: the service " in line
    assert "Incorrect API key provided: ***" in line
    assert "canary-4711" not in line


def test_all_that_failed_is_said_at_once(look: Command, server: OpenAiServer) -> None:
    server.faults.extend([Fault(401, "no")] * 3)
    code, line = look("--clock", "real", base="sound", **three(server))
    assert code == 2
    assert [part in line for part in (" llm: ", " stt: ", " tts: ")] == [True] * 3


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"stt": {"engine": "wisper"}, "tts": {"engine": "tone"}}, "stt: no engine 'wisper'"),
        (
            {"stt": {"engine": "echo"}, "tts": {"engine": "tone", "settings": {"pitch": 1}}},
            "tts tone: no setting 'pitch'",
        ),
        (
            {"stt": {"engine": "whisper", "settings": {"beam": 0}}, "tts": {"engine": "tone"}},
            "stt whisper: beam must be",
        ),
        (
            {"stt": {"engine": "echo"}, "tts": {"engine": "piper", "settings": {"voice": "x"}}},
            "tts piper: no voice 'x'",
        ),
        ({"stt": {"engine": "openai"}, "tts": {"engine": "tone"}}, "stt openai: "),
    ],
)
def test_a_stack_that_cannot_work_is_refused_before_any_call(look: Command, parts: dict[str, Any], words: str) -> None:
    code, line = look("--no-preflight", base="sound", **parts)
    assert code == 2
    assert words in line
