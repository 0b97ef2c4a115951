from collections.abc import Callable

import numpy as np
import pytest

from voicebench.audio import Waveform
from voicebench.line import apply, draw, load, names
from voicebench.line.clicks import CLICK_RATIO, packet_edge_clicks

SEEDS = range(8)


def loud_packets(sound: np.ndarray) -> list[int]:
    power = [float(np.mean(sound[(k - 1) * 160 : (k + 2) * 160] ** 2)) for k in range(5, len(sound) // 160 - 3)]
    return [5 + k for k, each in enumerate(power) if each > 0.03**2]


@pytest.mark.parametrize("seed", SEEDS[:3])
@pytest.mark.parametrize("line", [None, *names()])
def test_speech_has_none_with_or_without_a_line(
    voice: Callable[[int], np.ndarray], seed: int, line: str | None
) -> None:
    sound = Waveform(voice(seed), 8_000)
    heard = apply(draw(load(line), seed, "to_agent"), sound) if line else sound
    assert packet_edge_clicks(heard.samples) < CLICK_RATIO


@pytest.mark.parametrize("seed", SEEDS)
def test_dropped_packets_are_heard(voice: Callable[[int], np.ndarray], seed: int) -> None:
    sound = voice(seed)
    dice = np.random.Generator(np.random.PCG64(seed))
    for packet in dice.choice(loud_packets(sound), 3, replace=False):
        sound[packet * 160 : (packet + 1) * 160] = 0
    assert packet_edge_clicks(sound) > CLICK_RATIO


@pytest.mark.parametrize("seed", SEEDS)
def test_repeated_packets_are_heard(voice: Callable[[int], np.ndarray], seed: int) -> None:
    sound = voice(seed)
    dice = np.random.Generator(np.random.PCG64(seed))
    for packet in dice.choice(loud_packets(sound), 10, replace=False):
        sound[packet * 160 : (packet + 1) * 160] = sound[(packet - 1) * 160 : packet * 160]
    assert packet_edge_clicks(sound) > CLICK_RATIO


def test_a_single_displaced_sample_at_an_edge_is_heard_and_elsewhere_is_not(voice: Callable[[int], np.ndarray]) -> None:
    at_edge, inside = voice(1), voice(1)
    at_edge[loud_packets(at_edge)[3] * 160] += 0.3
    inside[loud_packets(inside)[3] * 160 + 70] += 0.3
    assert packet_edge_clicks(at_edge) > CLICK_RATIO > packet_edge_clicks(inside)


def test_silence_and_noise_have_none() -> None:
    assert packet_edge_clicks(np.zeros(8_000, np.float32)) < 1
    dice = np.random.Generator(np.random.PCG64(1))
    assert packet_edge_clicks((dice.standard_normal(80_000) * 0.02).astype(np.float32)) < CLICK_RATIO


def test_a_sound_too_short_to_say_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 4 packets"):
        packet_edge_clicks(np.zeros(500, np.float32))
