import numpy as np
import pytest

from voicebench.audio import resample
from voicebench.line.wav import write_wav
from voicebench.run.hear.sounds import levelled
from voicebench.stack import EngineSpec
from voicebench.testing.tts import ToneSynthesiser


@pytest.fixture
def tones(tmp_path):
    """A folder with a recording in tones for each text."""

    def record(*texts):
        for number, text in enumerate(texts):
            sound = levelled(resample(ToneSynthesiser({}).synthesise(text), 8_000))
            assert np.abs(sound.samples).max() < 1
            write_wav(tmp_path / f"{number}.wav", sound)
        return tmp_path

    return record


@pytest.fixture
def echo():
    return EngineSpec(engine="echo")
