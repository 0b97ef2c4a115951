"""Any OpenAI-compatible ``/audio/transcriptions`` endpoint as a recogniser."""

import io
import json
import wave
import weakref
from collections.abc import Mapping

import openai
from pydantic import Field

from voicebench.audio import Waveform, to_pcm16
from voicebench.engines import Settings
from voicebench.errors import SttError
from voicebench.keys import key_from_environment, without_key
from voicebench.service import Address
from voicebench.stt.base import Transcript
from voicebench.stt.presence import may_hold_a_word
from voicebench.task import Json
from voicebench.trouble import trouble_of

__all__ = ["OpenAiRecogniser", "OpenAiSettings"]

_MESSAGE_LENGTH = 500
"""Enough of a provider's words; some send a whole page."""


class OpenAiSettings(Settings):
    """Settings of an endpoint.

    Args:
        model: The model's name there.
        base_url: Address up to and including the version.
        key_env: The environment variable that holds the key; None where none is needed.
        language: Of what is said, as ISO 639-1 has it; None leaves it to the model.
        prompt: Words that lead the model on to style and names.
        temperature: Sampling temperature; None leaves it to the provider.
        timeout_s: Seconds to wait for one answer.
        retries: How often a request that failed in passing (408, 409, 429, 500 and above, a broken connection) is sent
            again, after the pause that the provider asks for.
    """

    model: str = Field(min_length=1)
    base_url: Address
    key_env: str | None = None
    language: str | None = "en"
    prompt: str | None = None
    temperature: float | None = Field(None, ge=0)
    timeout_s: float = Field(10.0, gt=0)
    retries: int = Field(2, ge=0)


class OpenAiRecogniser:
    """Sends each utterance as a WAV file at its own rate. What it takes is the network's time and the provider's.

    An answer that took more than one request is marked ``retried``; its time has the failed ones in it.
    """

    name = "openai"

    def __init__(self, settings: Mapping[str, Json]):
        self._settings = chosen = OpenAiSettings.read(settings, "stt openai")
        self._key = key_from_environment(chosen.key_env)
        decides = chosen.model_dump(exclude={"key_env", "timeout_s", "retries"})
        self.fingerprint = json.dumps(["openai", decides])
        own = ("127.0.0.1", "[::1]", "localhost")
        self._sdk = openai.OpenAI(
            base_url=chosen.base_url,
            api_key=self._key.get_secret_value(),
            timeout=chosen.timeout_s,
            max_retries=chosen.retries,
            # This machine is asked itself, whatever proxy the environment names for others.
            http_client=openai.DefaultHttpxClient(mounts={f"all://{host}": None for host in own}),
        )
        weakref.finalize(self, self._sdk.close)

    @staticmethod
    def check(settings: Mapping[str, Json]) -> None:
        """Raise unless the settings and the key are as they must be; nobody is asked."""
        key_from_environment(OpenAiSettings.read(settings, "stt openai").key_env)

    def transcribe(self, sound: Waveform) -> Transcript:
        """Return what the endpoint hears in ``sound``.

        Raises:
            SttError: It cannot be reached, or refuses; the message holds its own words.
        """
        if not may_hold_a_word(sound):
            return Transcript("")
        chosen = self._settings
        asked = {"language": chosen.language, "prompt": chosen.prompt, "temperature": chosen.temperature}
        try:
            answer = self._sdk.audio.transcriptions.with_raw_response.create(
                file=("utterance.wav", _wav(sound), "audio/wav"),
                model=chosen.model,
                response_format="json",
                extra_body={name: value for name, value in asked.items() if value is not None},
            )
            text = _words(json.loads(answer.content)["text"])
        except openai.APITimeoutError:
            raise self._error("did not answer in time; a slow one needs a larger timeout_s") from None
        except openai.OpenAIError as error:
            trouble = trouble_of(error)
            raise self._error(trouble.words, is_users=trouble.is_users) from None
        except (ValueError, KeyError, TypeError):
            raise self._error(f"answered with something that is no transcript: {answer.text}") from None
        return Transcript(text, ("retried",) if answer.retries_taken else ())

    def _error(self, words: str, *, is_users: bool = False) -> SttError:
        words = " ".join(without_key(words, self._key).split())[:_MESSAGE_LENGTH]
        return SttError(
            f"the recogniser's endpoint {self._settings.base_url} {words}", fault="provider", is_users=is_users
        )


def _words(text: Json) -> str:
    """Return what was sent as the words; TypeError when it is no text."""
    if not isinstance(text, str):
        raise TypeError
    # Half of a surrogate pair is JSON, but no file takes it.
    return text.encode(errors="replace").decode().strip()


def _wav(sound: Waveform) -> bytes:
    data = io.BytesIO()
    with wave.open(data, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(sound.rate_hz)
        file.writeframes(to_pcm16(sound.samples).tobytes())
    return data.getvalue()
