import itertools
import math
from collections.abc import Callable

import numpy as np
import pytest

from voicebench.line.level import SpeechBounds, active_level_dbov, rms_dbov, speech_bounds


def noise(seconds: float, level_dbov: float, rate_hz: int = 8_000) -> np.ndarray:
    dice = np.random.Generator(np.random.PCG64(5))
    return (dice.standard_normal(int(seconds * rate_hz)) * 10 ** (level_dbov / 20)).astype(np.float32)


def p56_sample_by_sample(samples: np.ndarray, rate_hz: int) -> float:
    """The standard's procedure written out, a sample at a time, then the margin met by halving."""
    keep, hangover = math.exp(-1 / (rate_hz * 0.03)), round(0.2 * rate_hz)
    thresholds = [2.0**power for power in range(-15, 0)]
    active, since = [0] * 15, [hangover] * 15
    once = twice = energy = 0.0
    for sample in samples.tolist():
        energy += sample * sample
        once = keep * once + (1 - keep) * abs(sample)
        twice = keep * twice + (1 - keep) * once
        for number, threshold in enumerate(thresholds):
            if twice >= threshold:
                active[number], since[number] = active[number] + 1, 0
            elif since[number] < hangover:
                active[number], since[number] = active[number] + 1, since[number] + 1
    levels = [
        (10 * math.log10(energy / count), 20 * math.log10(c))
        for count, c in zip(active, thresholds, strict=True)
        if count
    ]
    for (low, low_c), (high, high_c) in itertools.pairwise(levels):
        if high - high_c <= 15.9:
            below, above = 0.0, 1.0
            for _ in range(60):
                share = (below + above) / 2
                margin = low + share * (high - low) - low_c - share * (high_c - low_c)
                below, above = (share, above) if margin > 15.9 else (below, share)
            return low + below * (high - low)
    raise AssertionError("no threshold meets the margin")


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("gain", [1.0, 0.05])
def test_the_reading_is_that_of_the_standard_written_out(
    voice: Callable[[int], np.ndarray], seed: int, gain: float
) -> None:
    speech = (voice(seed) * gain).astype(np.float32)
    assert active_level_dbov(speech, 8_000).active_level_dbov == pytest.approx(
        p56_sample_by_sample(speech, 8_000), abs=2e-6
    )


def test_a_full_scale_square_wave_has_0_dbov_and_a_sine_3_less() -> None:
    at = np.arange(16_000)
    square = np.where(at % 16 < 8, 1.0, -1.0).astype(np.float32)
    sine = np.sin(2 * np.pi * at / 16).astype(np.float32)
    assert rms_dbov(square) == pytest.approx(0.0, abs=1e-6)
    assert active_level_dbov(square, 8_000).active_level_dbov == pytest.approx(0.0, abs=0.1)
    assert active_level_dbov(sine, 8_000).active_level_dbov == pytest.approx(-3.01, abs=0.1)


@pytest.mark.parametrize("rate_hz", [8_000, 16_000, 22_050])
def test_pauses_do_not_count(rate_hz: int) -> None:
    on, off = noise(8, -20, rate_hz), np.zeros(8 * rate_hz, np.float32)
    reading = active_level_dbov(np.concatenate((off, on, off)), rate_hz)
    assert reading.active_level_dbov == pytest.approx(-20, abs=0.3)
    assert reading.activity_factor == pytest.approx(1 / 3, abs=0.02)
    assert rms_dbov(np.concatenate((off, on, off))) == pytest.approx(-24.8, abs=0.1)


@pytest.mark.parametrize("gain", [0.02, 0.3, 3.0])
def test_levelled_speech_has_the_level_asked_for(voice: Callable[[int], np.ndarray], gain: float) -> None:
    speech = (voice(4) * gain).astype(np.float32)
    levelled = (speech * active_level_dbov(speech, 8_000).gain_to(-26)).astype(np.float32)
    assert active_level_dbov(levelled, 8_000).active_level_dbov == pytest.approx(-26, abs=0.3)


@pytest.mark.parametrize("sound", [np.zeros(8_000, np.float32), noise(1, -90), np.zeros(0, np.float32)])
def test_silence_has_no_level_to_bring_up(sound: np.ndarray) -> None:
    reading = active_level_dbov(sound, 8_000)
    assert (reading.active_level_dbov, reading.activity_factor) == (-math.inf, 0.0)
    with pytest.raises(ValueError, match="no speech"):
        reading.gain_to()


def test_speech_goes_from_its_first_loud_frame_to_the_end_of_its_last() -> None:
    sound = np.zeros(8_000, np.float32)
    sound[1_001:1_003] = 0.5  # inside the frame of samples 1000 to 1039
    sound[4_000:4_100] = 0.5  # ends inside that of 4080 to 4119
    assert speech_bounds(sound, 8_000) == SpeechBounds(1_000, 4_120)


def test_bounds_end_with_the_sound_and_know_silence_and_threshold() -> None:
    loud = np.full(100, 0.5, np.float32)
    assert speech_bounds(loud, 8_000) == SpeechBounds(0, 100)
    assert speech_bounds(np.zeros(100, np.float32), 8_000) is None
    assert speech_bounds(np.zeros(0, np.float32), 8_000) is None
    quiet = np.full(80, 10 ** (-51 / 20), np.float32)
    assert speech_bounds(quiet, 8_000) is None
    assert speech_bounds(quiet, 8_000, threshold_dbov=-52) == SpeechBounds(0, 80)
