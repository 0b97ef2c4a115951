import itertools

import numpy as np
import pytest
from pydantic import ValidationError

from voicebench.audio import Waveform
from voicebench.line import Channel, LineSettings, carry, draw
from voicebench.line.jitter import JitterParams, JitterSettings


def channel_with(seed: int = 1, **jitter: object) -> Channel:
    settings = {"name": "x", "jitter": jitter, "conceal": {"kind": "silence"}}
    return Channel(draw(LineSettings.model_validate(settings), seed, "to_agent"))


@pytest.mark.parametrize("packet_ms", [10, 20, 30])
@pytest.mark.parametrize("buffer_ms", [10, 30, 60])
def test_sound_is_late_by_the_buffer_and_late_packets_are_missing_and_noted(packet_ms: int, buffer_ms: int) -> None:
    sound = np.linspace(0.1, 0.2, 48_000, dtype=np.float32)
    channel = channel_with(mean_ms=12, buffer_ms=buffer_ms, packet_ms=packet_ms)
    heard = carry(channel, Waveform(sound, 8_000)).samples
    late, size = buffer_ms * 8, packet_ms * 8
    assert channel.latency_samples == late
    assert not heard[:late].any()
    expected = sound.copy()
    for event in channel.timeline():
        assert event.facts["packets"] * size == event.samples
        expected[event.at_sample - late :][: event.samples] = 0
    np.testing.assert_array_equal(heard[late:], expected)


def test_as_many_are_late_as_the_distribution_says() -> None:
    params = JitterSettings(mean_ms=10, buffer_ms=30).draw(3)
    delays = list(itertools.islice(params.delays_ms(), 200_000))
    assert np.mean(delays) == pytest.approx(10, rel=0.02)
    assert np.mean(np.array(delays) > 30) == pytest.approx(np.exp(-3), abs=0.002)


def test_a_spike_runs_the_buffer_dry_for_as_long_as_it_lasts() -> None:
    params = JitterParams(mean_ms=0, spikes_per_min=6, spike_ms=200, buffer_ms=60, packet_ms=20, seed=5)
    delays = np.array(list(itertools.islice(params.delays_ms(), 30_000)))
    starts = np.flatnonzero(delays == 200)
    assert 30 < len(starts) < 90
    lone = [at for at in starts if not (delays[at + 1 : at + 11] == 200).any() and at < 29_980]
    for at in lone:
        assert delays[at : at + 11].tolist() == [200, 180, 160, 140, 120, 100, 80, 60, 40, 20, 0]
    channel = channel_with(mean_ms=0, spikes_per_min=6, spike_ms=200, buffer_ms=60)
    carry(channel, Waveform(np.full(480_000, 0.1, np.float32), 8_000))
    assert channel.timeline()
    assert all(event.facts["packets"] >= 7 for event in channel.timeline())


def test_loss_and_jitter_are_concealed_as_one_gap() -> None:
    tone = (0.3 * np.sin(2 * np.pi * 125 * np.arange(80_000) / 8_000)).astype(np.float32)
    settings = {"name": "x", "loss": {"rate": 0.1}, "jitter": {"mean_ms": 20, "buffer_ms": 40}}
    channel = Channel(draw(LineSettings.model_validate(settings), 1, "to_agent"))
    heard = carry(channel, Waveform(tone, 8_000)).samples
    missing = np.zeros(len(heard) // 160 + 1, bool)
    for event in channel.timeline():
        missing[event.at_sample // 160 :][: event.samples // 160] = True
    assert {event.what for event in channel.timeline()} == {"lost", "late"}
    for at in np.flatnonzero(missing[1:-4] & missing[2:-3] & missing[3:-2] & ~missing[:-5]) + 1:
        power = [float(np.sum(heard[k * 160 :][:160] ** 2)) for k in range(at, at + 3)]
        assert power == sorted(power, reverse=True)  # fades on, whether a packet was lost or late


@pytest.mark.parametrize("jitter", [{"buffer_ms": 25}, {"packet_ms": 40}, {"mean_ms": -1}])
def test_what_cannot_be_is_refused(jitter: dict[str, float]) -> None:
    with pytest.raises(ValidationError):
        JitterSettings.model_validate(jitter)


def test_a_line_has_packets_of_one_length() -> None:
    line = {"name": "x", "loss": {"rate": 0.1, "packet_ms": 10}, "jitter": {}}
    with pytest.raises(ValidationError, match="packet_ms is 10 for loss and 20 for jitter"):
        LineSettings.model_validate(line)
