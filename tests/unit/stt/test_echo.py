import numpy as np
import pytest

from voicebench.audio import Waveform, resample
from voicebench.seeds import generator
from voicebench.stt import make
from voicebench.stt.base import Transcript
from voicebench.tts import make as make_voice

TEXT = "My number is five-five, OK? Ask me at 10:15!"


@pytest.mark.parametrize("rate_hz", [8_000, 16_000, 24_000, 22_050])
def test_tones_are_read_through_a_noisy_line(rate_hz: int) -> None:
    said = resample(make_voice("tone", {}).synthesise(TEXT), rate_hz)
    padded = np.pad(said.samples, (1_234, 3_456))
    noisy = padded + 0.01 * generator(1, "noise").standard_normal(len(padded)).astype(np.float32)
    assert make("echo", {}).transcribe(Waveform(noisy.astype(np.float32), rate_hz)) == Transcript(TEXT)


def test_a_lost_stretch_is_lost() -> None:
    said = make_voice("tone", {}).synthesise("Yes, please.")
    cut = said.samples.copy()
    cut[16 * 60 * 4 : 16 * 60 * 5] = 0
    assert make("echo", {}).transcribe(Waveform(cut, said.rate_hz)).text == "Yes,please."


def test_noise_holds_no_words() -> None:
    noise = (0.1 * generator(1, "noise").standard_normal(16_000)).astype(np.float32)
    assert make("echo", {}).transcribe(Waveform(noise, 16_000)) == Transcript("")
