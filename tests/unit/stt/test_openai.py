"""The recogniser that is an endpoint, against a server of ours on loopback."""

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from voicebench import stt, tts
from voicebench.audio import Waveform, silence
from voicebench.errors import StackError, SttError
from voicebench.stt import Transcript
from voicebench.testing.openai_server import Fault, OpenAiServer

SOUND = tts.make("tone", {}).synthesise("My zip code is 97401.")
KEY = "canary-4711"


@pytest.fixture
def server() -> Iterator[OpenAiServer]:
    with OpenAiServer(stt.make("echo", {}), tts.make("tone", {}), key=KEY) as server:
        yield server


@pytest.fixture
def make(server: OpenAiServer, monkeypatch: pytest.MonkeyPatch) -> Any:
    """``make(timeout_s=1)``: the recogniser, at the server."""
    monkeypatch.setenv("VB_TEST_KEY", KEY)

    def make(**more: Any) -> stt.Recogniser:
        return stt.make("openai", {"model": "m", "base_url": server.base_url, "key_env": "VB_TEST_KEY"} | more)

    return make


def failure(recogniser: stt.Recogniser) -> SttError:
    with pytest.raises(SttError) as raised:
        recogniser.transcribe(SOUND)
    assert (raised.value.stage, raised.value.fault) == ("stt", "provider")
    assert "\n" not in str(raised.value)
    return raised.value


def test_words_come_back_and_the_settings_go_along(make: Any, server: OpenAiServer) -> None:
    assert make(prompt="Kestrel", temperature=0).transcribe(SOUND) == Transcript("My zip code is 97401.")
    assert make(language=None).transcribe(SOUND).text
    first, second = (fields for _, fields in server.asked)
    assert first == {
        "model": "m",
        "response_format": "json",
        "language": "en",
        "prompt": "Kestrel",
        "temperature": "0.0",
    }
    assert not {"language", "prompt", "temperature"} & set(second)


def test_of_silence_nobody_is_asked(make: Any, server: OpenAiServer) -> None:
    assert make().transcribe(silence(2_000, 8_000)) == Transcript("")
    assert server.asked == []


def test_what_passes_is_asked_again(make: Any, server: OpenAiServer) -> None:
    server.faults.extend([Fault(429, "slow down", {"retry-after-ms": "1"}), Fault(503, "", {"retry-after-ms": "1"})])
    assert make().transcribe(SOUND) == Transcript("My zip code is 97401.", ("retried",))
    assert not server.faults


def test_what_does_not_pass_has_the_providers_words(make: Any, server: OpenAiServer) -> None:
    server.faults.extend([Fault(429, "slow down", {"retry-after-ms": "1"})] * 2)
    assert "answered 429: " in str(error := failure(make(retries=1)))
    assert "slow down" in str(error)


def test_a_key_that_is_refused_is_not_repeated(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VB_TEST_KEY", "wrong-key-1234")
    error = failure(make())
    assert "answered 401: " in str(error)
    assert "Incorrect API key provided: ***" in str(error)
    assert "wrong-key-1234" not in str(error) + repr(error)


def test_a_model_that_is_not_there(make: Any) -> None:
    assert "The model 'no-such-model' does not exist" in str(failure(make(model="no-such-model")))


def test_a_socket_that_closes(make: Any, server: OpenAiServer) -> None:
    server.faults.append(Fault(0))
    assert "cannot be reached or broke off" in str(failure(make(retries=0)))


def test_a_server_that_never_answers(make: Any, server: OpenAiServer) -> None:
    server.faults.append(Fault(-1))
    assert "did not answer in time; a slow one needs a larger timeout_s" in str(failure(make(retries=0, timeout_s=0.2)))


def test_an_answer_that_is_no_transcript(make: Any, server: OpenAiServer) -> None:
    server.faults.append(Fault(200, "hello"))
    assert "something that is no transcript" in str(failure(make()))


class Sends:
    """Answers with what a broken provider puts in the place of the words."""

    name = fingerprint = "sends"

    def __init__(self, words: Any):
        self._words = words

    def transcribe(self, _: Waveform) -> Transcript:
        return Transcript(self._words)


@pytest.mark.parametrize("words", [None, ["My", "zip"], 97401, 0.5, True, {"text": "My zip"}])
def test_words_that_are_no_text_are_no_transcript(words: Any) -> None:
    with OpenAiServer(Sends(words), tts.make("tone", {})) as server:
        error = failure(stt.make("openai", {"model": "m", "base_url": server.base_url}))
    assert "something that is no transcript" in str(error)


@pytest.mark.parametrize(
    ("words", "heard"), [("My zip \ud83d is", "My zip ? is"), ("\udc80", "?"), ("\U0001f44d", "\U0001f44d")]
)
def test_half_a_character_of_a_provider_breaks_no_file(words: str, heard: str) -> None:
    with OpenAiServer(Sends(words), tts.make("tone", {})) as server:
        found = stt.make("openai", {"model": "m", "base_url": server.base_url}).transcribe(SOUND)
    assert found.text == heard
    found.text.encode()


def test_nobody_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    error = failure(stt.make("openai", {"model": "m", "base_url": f"http://127.0.0.1:{port}/v1", "retries": 0}))
    assert f"127.0.0.1:{port}/v1 cannot be reached" in str(error)
    assert "is it running?" in str(error)


def test_the_fingerprint_is_of_what_decides(make: Any) -> None:
    assert make().fingerprint == make(timeout_s=3, retries=0).fingerprint != make(prompt="Kestrel").fingerprint
    assert KEY not in make().fingerprint
    assert "VB_TEST_KEY" not in json.dumps(make().fingerprint)


def test_a_setting_that_is_not_there(make: Any) -> None:
    with pytest.raises(StackError, match="stt openai: no setting 'beam'; choose among base_url, key_env, language"):
        make(beam=1)


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"timeout_s": float("inf")}, "timeout_s must be finite number, not inf"),
        ({"timeout_s": float("nan")}, "timeout_s must be "),
        ({"temperature": float("inf")}, "temperature must be finite number, not inf"),
        ({"model": ""}, "model: String should have at least 1 character"),
        ({"prompt": "Kestrel \ud800"}, "prompt holds half of a surrogate pair"),
        ({"language": "\udcff"}, "language holds half of a surrogate pair"),
    ],
)
def test_a_setting_that_cannot_be(make: Any, settings: dict[str, Any], why: str) -> None:
    with pytest.raises(StackError, match=f"stt openai: {why}"):
        make(**settings)


def test_what_must_be_named() -> None:
    with pytest.raises(StackError, match="stt openai: model is "):
        stt.make("openai", {"base_url": "http://127.0.0.1:9/v1"})
