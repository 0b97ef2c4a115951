import numpy as np
import pytest

from voicebench.audio import Waveform
from voicebench.line import LineSettings, apply, draw
from voicebench.line.chain import Channel
from voicebench.line.level import rms_dbov

BAND = draw(LineSettings.model_validate({"name": "band", "band": {}}), 1, "to_agent")


def gain_db(hz: float) -> float:
    tone = (0.5 * np.sin(2 * np.pi * hz * np.arange(16_000) / 8_000)).astype(np.float32)
    return rms_dbov(apply(BAND, Waveform(tone, 8_000)).samples[1_000:15_000]) - rms_dbov(tone[1_000:15_000])


@pytest.mark.parametrize("hz", [500, 1_000, 2_000, 3_000])
def test_speech_passes(hz: float) -> None:
    assert gain_db(hz) == pytest.approx(0, abs=0.3)


@pytest.mark.parametrize("hz", [300, 3_400])
def test_the_edges_are_3_db_down(hz: float) -> None:
    assert gain_db(hz) == pytest.approx(-3, abs=0.3)


@pytest.mark.parametrize("hz", [50, 60, 100, 3_700, 3_900])
def test_hum_and_hiss_stay_out(hz: float) -> None:
    assert gain_db(hz) < -40


def test_the_delay_is_the_one_reported_and_the_same_for_every_frequency() -> None:
    click = np.zeros(320, np.float32)
    click[0] = 1.0
    response = apply(BAND, Waveform(click, 8_000)).samples
    late = Channel(BAND).latency_samples
    assert late == 50
    assert int(np.argmax(np.abs(response))) == late
    np.testing.assert_allclose(response[: 2 * late + 1], response[: 2 * late + 1][::-1], atol=1e-7)
    assert not response[2 * late + 1 :].any()


def test_a_filter_at_rest_keeps_digital_silence_and_still_rings_out() -> None:
    channel = Channel(BAND)
    packet = np.zeros(160, np.float32)
    assert not channel.push(packet).any()
    packet = packet.copy()
    packet[-1] = 1.0
    channel.push(packet)
    assert channel.push(np.zeros(160, np.float32)).any()
    assert not channel.push(np.zeros(160, np.float32)).any()
