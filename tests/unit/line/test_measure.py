from collections.abc import Callable

import numpy as np
import pytest

from voicebench.audio import Waveform, silence
from voicebench.line import Channel, LineSettings, carry, draw, load
from voicebench.line.band import BandParams
from voicebench.line.level import active_level_dbov
from voicebench.line.measure import Reading, band_edges_hz, count_losses, measure


def measured(line: LineSettings, sound: Waveform, seed: int = 3) -> dict[str, Reading]:
    params = draw(line, seed, "to_agent")
    channel = Channel(params)
    arrived = carry(channel, sound)
    return {each.what: each for each in measure(params, sound, arrived, channel.timeline())}


@pytest.mark.parametrize("kind", ["white", "pink", "hum", "street", "car", "cafe", "office"])
@pytest.mark.parametrize("snr_db", [0, 20])
def test_the_snr_is_the_one_asked_for(voice: Callable[[int], np.ndarray], kind: str, snr_db: float) -> None:
    speech = np.concatenate([voice(5), np.zeros(16_000, np.float32), voice(6)])
    speech *= np.float32(active_level_dbov(speech, 8_000).gain_to())
    found = measured(load(f"noise={kind},snr={snr_db}"), Waveform(speech, 8_000))
    assert found["speech_level_dbov"].measured == pytest.approx(-26, abs=0.3)
    assert found["snr_db"].asked == snr_db
    assert found["snr_db"].measured == pytest.approx(snr_db, abs=0.3)


@pytest.mark.parametrize(("low_hz", "high_hz"), [(300, 3_400), (200, 3_600), (500, 2_500)])
def test_the_band_ends_where_it_was_asked_to(low_hz: float, high_hz: float) -> None:
    assert band_edges_hz(BandParams(low_hz=low_hz, high_hz=high_hz)) == pytest.approx((low_hz, high_hz), abs=15)


def test_losses_and_late_packets_are_counted() -> None:
    found = measured(load("voip_loss"), silence(600_000, 8_000))
    assert found["loss_rate"].asked == pytest.approx(0.05)
    assert found["loss_rate"].measured == pytest.approx(0.05, abs=0.01)
    assert found["mean_burst_packets"].measured == pytest.approx(3, abs=0.4)
    assert found["late_rate"].measured == pytest.approx(0.012, abs=0.008)


def test_of_nothing_nothing_is_measured() -> None:
    found = measured(load("bad_signal"), silence(0, 8_000))
    assert [found[what].measured for what in ("speech_level_dbov", "snr_db", "loss_rate")] == [None, None, None]
    assert count_losses([]).mean_burst_packets is None
    assert count_losses([True, True, False, True]).mean_burst_packets == 1.5
