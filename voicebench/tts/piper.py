"""Piper voices. The only module that imports ``piper`` (GPL-3.0)."""

import functools
import json
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path

import numpy as np
import onnxruntime
from piper import PiperVoice, SynthesisConfig
from piper.config import PiperConfig
from pydantic import Field

from voicebench import models
from voicebench.audio import Waveform
from voicebench.engines import Settings
from voicebench.errors import FixtureError, StackError
from voicebench.task import Json
from voicebench.tts.base import has_words, spoken
from voicebench.tts.breaths import in_breaths
from voicebench.tts.session import LeanSession

__all__ = ["PiperSettings", "PiperSynthesiser"]

_JOE = "en_US-joe-medium"
_BREATH = 120
"""Signs, seven seconds or so: each second takes 11 MB, and an address in the telephone alphabet has 25 of them."""
_LONG = 200
"""Piper's signs, two to a sound: five seconds or so."""


class PiperSettings(Settings):
    """Settings of a Piper voice.

    Args:
        voice: ``en_US-joe-medium``, which is packaged, or the path of a voice's ``.onnx`` file, with its
            ``.onnx.json`` beside it.
        length_scale: How long each sound lasts: above 1 is slower.
    """

    voice: str = _JOE
    length_scale: float = Field(1.0, ge=0.5, le=2.0)


class PiperSynthesiser:
    """A Piper voice that repeats to the bit: no noise, one thread.

    Piper draws noise for timbre and for rhythm, and no seed fixes it beyond a session's first utterance; two threads
    differ from one in the last bit of some samples.
    """

    name = "piper"

    def __init__(self, settings: Mapping[str, Json]):
        chosen = PiperSettings.read(settings, "tts piper")
        path = _find(chosen.voice)
        self._voice = _load(path)
        self._style = SynthesisConfig(length_scale=chosen.length_scale, noise_scale=0.0, noise_w_scale=0.0)
        made_by = ("piper", version("piper-tts"), onnxruntime.__version__)
        parts = (*made_by, models.sha256_of(path), chosen.length_scale, _BREATH)
        self.fingerprint = json.dumps(parts)

    @staticmethod
    def check(settings: Mapping[str, Json]) -> None:
        """Raise unless the settings are right and the voice is here; it is not loaded."""
        _find(PiperSettings.read(settings, "tts piper").voice)

    def synthesise(self, text: str) -> Waveform:
        """Return ``text`` spoken, at the voice's rate (22.05 kHz for the packaged one)."""
        breaths = in_breaths(text, _BREATH) if has_words(text) else ()
        sounds = [part.audio_float_array for breath in breaths for part in self._voice.synthesize(breath, self._style)]
        return spoken(np.concatenate([np.zeros(0, np.float32), *sounds]), self._voice.config.sample_rate)


def _find(voice: str) -> Path:
    if voice == _JOE:
        return models.piper_joe()
    path = Path(voice)
    if path.suffix != ".onnx":
        raise StackError(f"tts piper: no voice {voice!r}; choose {_JOE} or the path of an .onnx file")
    for file in (path, Path(f"{path}.json")):
        if not file.is_file():
            raise FixtureError(f"tts piper: {file} is missing; a Piper voice is an .onnx file with its .onnx.json")
    return path


@functools.cache
def _load(path: Path) -> PiperVoice:
    # PiperVoice.load offers no thread count and takes every core, which would starve the audio clock of a call.
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    # A plan of memory is kept for each length of input, and no two sentences have the same: hundreds of MB for nothing.
    options.enable_mem_pattern = False
    session = LeanSession(onnxruntime.InferenceSession(str(path), options, ["CPUExecutionProvider"]), _LONG)
    config = PiperConfig.from_dict(json.loads(Path(f"{path}.json").read_text(encoding="utf-8")))
    return PiperVoice(config=config, session=session)
