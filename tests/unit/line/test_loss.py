from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from pydantic import ValidationError

from voicebench.audio import Waveform
from voicebench.line import Channel, LineSettings, apply, carry, draw
from voicebench.line.clicks import CLICK_RATIO, packet_edge_clicks
from voicebench.line.conceal import Concealer
from voicebench.line.loss import LossParams, LossPattern, LossSettings, TraceParams, TracePattern
from voicebench.line.measure import count_losses
from voicebench.seeds import generator


def lost(rate: float, burst: float, packets: int, seed: int = 3) -> np.ndarray:
    params = LossSettings(rate=rate, mean_burst_packets=burst).draw(seed)
    assert isinstance(params, LossParams)
    return LossPattern(params).take(packets)


@pytest.mark.parametrize(("rate", "burst"), [(0.03, 2.0), (0.02, 1.0), (0.1, 4.0)])
def test_rate_and_bursts_are_those_asked_for_over_five_million_packets(rate: float, burst: float) -> None:
    found = count_losses(lost(rate, burst, 5_000_000))
    assert found.rate == pytest.approx(rate, abs=0.002)
    assert found.mean_burst_packets == pytest.approx(burst, rel=0.02)


@pytest.mark.parametrize(("rate", "burst"), [(0.03, 2.0), (0.3, 1.0), (0.6, 3.0), (0.0, 1.0)])
def test_run_lengths_lose_the_packets_that_dice_thrown_for_each_would(rate: float, burst: float) -> None:
    params = LossSettings(rate=rate, mean_burst_packets=burst).draw(9)
    assert isinstance(params, LossParams)
    dice, bad, expected = generator(9, "packets"), False, []
    for roll in dice.random(20_000).tolist():
        bad = roll >= params.turn_good if bad else roll < params.turn_bad
        expected.append(bad)
    assert lost(rate, burst, 20_000, seed=9).tolist() == expected
    pieces = LossPattern(params)
    assert [bool(each) for size in (1, 7, 19_000, 992) for each in pieces.take(size)] == expected


def test_no_loss_is_no_loss_and_the_same_seed_the_same_packets() -> None:
    assert not lost(0.0, 2.0, 1_000).any()
    assert lost(0.05, 2.0, 5_000).tolist() == lost(0.05, 2.0, 5_000).tolist()
    assert lost(0.05, 2.0, 5_000).tolist() != lost(0.05, 2.0, 5_000, seed=4).tolist()


def test_states_may_lose_by_chances_of_their_own() -> None:
    settings = LossSettings(rate=0.04, mean_burst_packets=20, loss_in_good=0.01, loss_in_bad=0.5)
    params = settings.draw(2)
    assert isinstance(params, LossParams)
    flags = LossPattern(params).take(2_000_000)
    assert flags.mean() == pytest.approx(0.04, abs=0.002)
    assert (params.rate, params.mean_burst_packets) == (pytest.approx(0.04), None)
    after_loss = flags[1:][flags[:-1]].mean()
    assert 0.2 < after_loss < 0.5  # neither independent nor whole bursts


def test_a_trace_loses_its_packets_again_and_again(tmp_path: Path) -> None:
    file = tmp_path / "trace.txt"
    file.write_text("# recorded somewhere\n1 1 0 0 0\n00100 # a line\n")
    params = LossSettings(trace=file).draw(5)
    assert isinstance(params, TraceParams)
    assert params.runs == (0, 2, 5, 1, 2)
    assert (params.rate, params.mean_burst_packets) == (0.3, 1.5)
    expected = [sign == "1" for sign in "1100000100" * 3]
    assert TracePattern(params).take(30).tolist() == expected
    line = LineSettings.model_validate({"name": "trace", "loss": {"trace": str(file)}, "conceal": {"kind": "silence"}})
    heard = apply(draw(line, 1, "to_agent"), Waveform(np.full(4_800, 0.1, np.float32), 8_000)).samples
    assert [not packet.any() for packet in heard.reshape(-1, 160)] == expected


@pytest.mark.parametrize("text", ["", "0 1 2", "111", "0,1"])
def test_no_trace_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "trace.txt"
    file.write_text(text)
    with pytest.raises(ValidationError, match="want 0 for a packet that came"):
        LossSettings(trace=file)
    with pytest.raises(ValidationError, match="no such file"):
        LossSettings(trace=tmp_path / "none.txt")


@pytest.mark.parametrize("packet_ms", [10, 20, 30])
def test_packets_of_each_length_are_lost_whole_and_noted(packet_ms: int) -> None:
    line = {"name": "x", "loss": {"rate": 0.2, "packet_ms": packet_ms}, "conceal": {"kind": "silence"}}
    channel = Channel(draw(LineSettings.model_validate(line), 4, "to_agent"))
    heard = carry(channel, Waveform(np.full(48_000, 0.1, np.float32), 8_000)).samples
    size = packet_ms * 8
    flags = [not packet.any() for packet in heard.reshape(-1, size)]
    assert all(packet.any() == packet.all() for packet in heard.reshape(-1, size))
    assert np.mean(flags) == pytest.approx(0.2, abs=0.1)
    noted = np.zeros(len(flags), bool)
    for event in channel.timeline():
        assert (event.what, event.facts) == ("lost", {"packets": event.samples // size})
        noted[event.at_sample // size :][: event.samples // size] = True
    assert noted.tolist() == flags


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({}, "either rate or trace"),
        ({"rate": 0.5, "loss_in_bad": 0.4, "mean_burst_packets": 9}, "below loss_in_bad"),
        ({"rate": 0.01, "loss_in_good": 0.02}, "from loss_in_good"),
        ({"rate": 0.1, "packet_ms": 15}, "packet_ms"),
    ],
)
def test_what_cannot_be_is_refused(settings: dict[str, float], words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        LossSettings.model_validate(settings)


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
