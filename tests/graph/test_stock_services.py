"""Services of Pipecat's by their class paths, and a stack's settings of them."""

import sys
from pathlib import Path
from typing import Any

import pytest

from voicebench.errors import MissingExtraError, StackError
from voicebench.graph.stock.find import find_service
from voicebench.graph.stock.make import stt_service, tts_service
from voicebench.graph.stock.settings import arguments, make_service
from voicebench.service import ServiceSpec
from voicebench.stack import load_stack, stack_names

STT = "pipecat.services.openai.stt:OpenAISTTService"
TTS = "pipecat.services.openai.tts:OpenAITTSService"
LLM = "pipecat.services.openai.llm:OpenAILLMService"
TEMPLATES = [name for name in stack_names() if load_stack(name).services]


def spec(path: str, key: str | None = None, **settings: Any) -> ServiceSpec:
    return ServiceSpec(path, settings, {"api_key": key} if key else {})


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("OpenAISTTService", "write MODULE:CLASS, such as "),
        ("os.path:join; rm", "write MODULE:CLASS, such as "),
        ("pipecat.services.opena.stt:OpenAISTTService", "there is no module pipecat.services.opena"),
        ("pipecat.services.openai.stt:OpenAISST", "OpenAISST is no STT service of Pipecat's; the module has OpenAIR"),
        (TTS, "OpenAITTSService is no STT service of Pipecat's; the module has none"),
        ("pathlib:Path", "Path is no STT service of Pipecat's; the module has none"),
    ],
)
def test_what_is_no_service_is_named(path: str, words: str) -> None:
    with pytest.raises(StackError) as raised:
        find_service("stt", path)
    assert words in str(raised.value)
    assert str(raised.value).startswith("stt: service ")


def test_a_missing_extra_comes_with_its_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "deepgram", None)
    monkeypatch.delitem(sys.modules, "pipecat.services.deepgram.stt", raising=False)
    with pytest.raises(
        MissingExtraError, match=r'is not installed; install it with: pip install "pipecat-ai\[deepgram\]"'
    ):
        find_service("stt", "pipecat.services.deepgram.stt:DeepgramSTTService")
    (tmp_path / "vb_needy.py").write_text("import vb_not_there\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(StackError, match="vb_needy:Ear cannot be imported: No module named 'vb_not_there'"):
        find_service("stt", "vb_needy:Ear")


def test_settings_go_where_they_belong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VB_TEST_KEY", "canary-4711")
    found = arguments(
        "stt", find_service("stt", STT), spec(STT, "VB_TEST_KEY", model="m", base_url="http://x", temperature=0)
    )
    assert set(found) == {"settings", "base_url", "api_key"}
    assert (found["settings"].model, found["settings"].temperature, found["api_key"]) == ("m", 0, "canary-4711")


def test_a_key_of_the_environments_never_goes_to_another_endpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "canary-4711")
    service = make_service("llm", spec(LLM, base_url="http://127.0.0.1:9/v1"))
    assert service._client.api_key == "none"


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"modle": "m"}, "no setting 'modle'; choose among "),
        ({"temperature": "warm"}, "temperature is 'warm': "),
        ({"base_url": 5}, "base_url is 5: "),
        ({"api_key": "sk-1"}, "the setting api_key would be kept with each run; put it through key_env"),
        ({"settings": {}}, "the setting settings is not the stack's: its fields stand beside the other settings"),
        ({"sample_rate": 16_000}, "sample_rate is 16000, and the phone line has 8000 Hz"),
    ],
)
def test_a_setting_that_cannot_be(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(StackError) as raised:
        stt_service(spec(STT, **settings), 1.0)
    assert words in str(raised.value)
    assert "sk-1" not in str(raised.value)


def test_the_desk_has_the_prompt() -> None:
    with pytest.raises(StackError, match="system_instruction is not the stack's: the role at the desk has the prompt"):
        make_service("llm", spec(LLM, system_instruction="You are."))


def test_a_constructor_that_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VB_TEST_KEY", "k")
    with pytest.raises(StackError, match="its constructor takes no token; write key_env: "):
        make_service("tts", ServiceSpec(TTS, {}, {"token": "VB_TEST_KEY"}))
    with pytest.raises(StackError, match="which should hold an API key, is not set"):
        make_service("tts", ServiceSpec(TTS, {}, {"api_key": "VB_NO_SUCH_KEY"}))


def test_the_place_gives_what_the_stack_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert stt_service(spec(STT), 1.3)._ttfs_p99_latency == 1.3
    assert tts_service(spec(TTS))._init_sample_rate == 24_000
    assert tts_service(spec(TTS, sample_rate=16_000))._init_sample_rate == 16_000


def test_templates_are_marked() -> None:
    assert len(TEMPLATES) >= 4
    assert all(load_stack(name).title.endswith("(template, not run here)") for name in TEMPLATES)


@pytest.mark.parametrize("name", TEMPLATES)
def test_the_services_of_a_template_are_there(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As far as the installed Pipecat allows: what needs an extra says so."""
    for part, service in load_stack(name).services.items():
        for variable in service.keys.values():
            monkeypatch.setenv(variable, "k")
        found, missing = None, None
        try:
            found = find_service(part, service.path)
        except MissingExtraError as error:
            missing = error.command
        assert "api_key" in arguments(part, found, service) if found else "pipecat-ai[" in str(missing)
