from collections.abc import Callable
from itertools import groupby

import numpy as np
import pytest
from pydantic import ValidationError

from voicebench.audio import Waveform
from voicebench.line import LineSettings, apply, draw
from voicebench.line.clicks import CLICK_RATIO, packet_edge_clicks
from voicebench.line.conceal import Concealer
from voicebench.line.loss import LossPattern, LossSettings


def lost(rate: float, burst: float, packets: int, seed: int = 3) -> list[bool]:
    pattern = LossPattern(LossSettings(rate=rate, mean_burst_packets=burst).draw(seed))
    return [pattern.next_is_lost() for _ in range(packets)]


@pytest.mark.parametrize(("rate", "burst"), [(0.03, 2.0), (0.02, 1.0), (0.1, 4.0)])
def test_rate_and_bursts_are_those_asked_for_in_the_long_run(rate: float, burst: float) -> None:
    drawn = lost(rate, burst, 300_000)
    assert np.mean(drawn) == pytest.approx(rate, rel=0.05)
    bursts = [len(list(run)) for is_lost, run in groupby(drawn) if is_lost]
    assert np.mean(bursts) == pytest.approx(burst, rel=0.05)


def test_no_loss_is_no_loss_and_the_same_seed_the_same_packets() -> None:
    assert not any(lost(0.0, 2.0, 1_000))
    assert lost(0.05, 2.0, 5_000) == lost(0.05, 2.0, 5_000)
    assert lost(0.05, 2.0, 5_000) != lost(0.05, 2.0, 5_000, seed=4)


def test_bursts_too_short_for_the_rate_are_refused() -> None:
    with pytest.raises(ValidationError, match="at most 50%"):
        LossSettings(rate=0.6, mean_burst_packets=1)


def test_a_gap_is_filled_by_the_voices_own_pitch_and_fades_out() -> None:
    tone = (0.3 * np.sin(2 * np.pi * 125 * np.arange(1_600) / 8_000)).astype(np.float32)
    packets = tone.reshape(-1, 160)
    concealer = Concealer()
    for packet in packets[:4]:
        assert concealer.arrived(packet).tobytes() == packet.tobytes()
    first = concealer.lost()
    np.testing.assert_allclose(first[:80], packets[4][:80], atol=1e-6)  # 125 Hz has a whole number of samples
    assert np.abs(first).max() < 0.31
    powers = [float(np.sum(first**2)), *(float(np.sum(concealer.lost() ** 2)) for _ in range(3))]
    assert powers == sorted(powers, reverse=True)
    assert powers[-1] == 0.0
    back = concealer.arrived(packets[8])
    assert np.abs(back[40:] - packets[8][40:]).max() == 0.0


def test_a_call_that_begins_with_a_loss_begins_with_silence() -> None:
    assert not Concealer().lost().any()


@pytest.mark.parametrize("seed", range(6))
def test_concealment_joins_without_clicks(voice: Callable[[int], np.ndarray], seed: int) -> None:
    line = LineSettings.model_validate({"name": "loss", "loss": {"rate": 0.1, "mean_burst_packets": 2}})
    heard = apply(draw(line, seed, "to_agent"), Waveform(voice(seed), 8_000)).samples
    assert heard.tobytes() != voice(seed).tobytes()
    assert packet_edge_clicks(heard) < CLICK_RATIO
