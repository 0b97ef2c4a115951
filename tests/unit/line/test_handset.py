import numpy as np
import pytest

from voicebench.audio import Waveform
from voicebench.line import Channel, LineSettings, apply, draw
from voicebench.line.handset import speech_shape
from voicebench.line.level import rms_dbov


def gain_db(hz: float, **effects: object) -> float:
    tone = (0.1 * np.sin(2 * np.pi * hz * np.arange(16_000) / 8_000)).astype(np.float32)
    line = draw(LineSettings.model_validate({"name": "test", **effects}), 1, "to_agent")
    return rms_dbov(apply(line, Waveform(tone, 8_000)).samples[1_000:15_000]) - rms_dbov(tone[1_000:15_000])


@pytest.mark.parametrize("tilt_db", [-3.0, 0.0, 4.0])
def test_the_microphone_rises_by_its_tilt_over_the_octaves(tilt_db: float) -> None:
    handset = {"tilt_db_per_octave": tilt_db}
    rise_db = [gain_db(2 * hz, handset=handset) - gain_db(hz, handset=handset) for hz in (400, 600, 800, 1_200)]
    assert rise_db == pytest.approx([tilt_db] * 4, abs=0.5)


def test_speech_keeps_its_level_through_the_microphone() -> None:
    dice = np.random.Generator(np.random.PCG64(3))
    spectrum = np.fft.rfft(dice.standard_normal(80_000))
    hz = np.fft.rfftfreq(80_000, 1 / 8_000)
    speech = np.fft.irfft(spectrum * speech_shape(hz) * ((hz > 300) & (hz < 3_400)))
    sound = Waveform((speech * 0.05 / speech.std()).astype(np.float32), 8_000)
    line = draw(LineSettings.model_validate({"name": "test", "handset": {}}), 1, "to_agent")
    assert rms_dbov(apply(line, sound).samples) == pytest.approx(rms_dbov(sound.samples), abs=0.3)


def test_muffling_takes_away_what_lies_above_and_nothing_below() -> None:
    muffle = {"depth_db": 12, "from_hz": 1_000}
    assert [gain_db(hz, muffle=muffle) for hz in (300, 600)] == pytest.approx([0, 0], abs=0.5)
    assert [gain_db(hz, muffle=muffle) for hz in (2_400, 3_400)] == pytest.approx([-12, -12], abs=0.5)
    assert gain_db(1_414, muffle=muffle) == pytest.approx(-6, abs=1)


@pytest.mark.parametrize("effect", ["handset", "muffle"])
def test_the_delay_is_the_one_reported(effect: str) -> None:
    line = draw(LineSettings.model_validate({"name": "test", effect: {}}), 1, "to_agent")
    click = np.zeros(320, np.float32)
    click[10] = 0.1
    heard = apply(line, Waveform(click, 8_000)).samples
    assert int(np.argmax(np.abs(heard))) == 10 + Channel(line).latency_samples
