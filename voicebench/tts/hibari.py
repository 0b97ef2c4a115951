"""The hibari voice. The only module that imports ``hibari``."""

import functools
import json
from collections.abc import Mapping
from importlib.metadata import version

import onnxruntime
from hibari import SAMPLE_RATE, Hibari
from pydantic import Field

from voicebench import models
from voicebench.audio import Waveform, resample, silence
from voicebench.engines import Settings
from voicebench.task import Json
from voicebench.tts.base import has_words, spoken
from voicebench.tts.session import LeanSession

__all__ = ["HibariSettings", "HibariSynthesiser"]


class HibariSettings(Settings):
    """Settings of the hibari voice.

    Args:
        speed: Above 1 is faster.
        pitch: Factor on every frequency of the voice, at the same pace: below 1 sounds like a larger person.
        seed: Fixes the noise in the voice.
    """

    speed: float = Field(1.0, ge=0.5, le=2.0)
    pitch: float = Field(1.0, ge=0.7, le=1.4)
    seed: int = Field(1, ge=0)


class HibariSynthesiser:
    """hibari's packaged voice, at a pitch of one's own so that callers differ.

    The other voices that hibari knows would be downloaded, so none can be named here.
    """

    name = "hibari"

    def __init__(self, settings: Mapping[str, Json]):
        self._settings = HibariSettings.read(settings, "tts hibari")
        model = models.hibari_heart()
        self._voice = _load()
        parts = ("hibari", version("hibari-tts"), onnxruntime.__version__, models.sha256_of(model))
        self.fingerprint = json.dumps([*parts, self._settings.model_dump()])

    @staticmethod
    def check(settings: Mapping[str, Json]) -> None:
        """Raise unless the settings are right and the voice is here; it is not loaded."""
        HibariSettings.read(settings, "tts hibari")
        models.hibari_heart()

    def synthesise(self, text: str) -> Waveform:
        """Return ``text`` spoken, at 24 kHz."""
        if not has_words(text):
            return silence(0, SAMPLE_RATE)
        style = self._settings
        # Played back PITCH times as fast, every frequency is PITCH times as high; so speak that much slower first.
        samples = self._voice(text, speed=style.speed / style.pitch, seed=style.seed)
        sound = resample(Waveform(samples, round(SAMPLE_RATE * style.pitch)), SAMPLE_RATE)
        return spoken(sound.samples, SAMPLE_RATE)


@functools.cache
def _load() -> Hibari:
    voice = Hibari(threads=1)
    voice.sess = LeanSession(voice.sess)
    return voice
