import numpy as np
import pytest

from voicebench.audio import Waveform
from voicebench.line import Channel, LineSettings, carry, draw
from voicebench.line.level import rms_dbov

TONE = (0.05 * np.sin(2 * np.pi * 500 * np.arange(480_000) / 8_000)).astype(np.float32)


def through(sound: np.ndarray, seed: int = 1, **effects: object) -> tuple[np.ndarray, Channel]:
    channel = Channel(draw(LineSettings.model_validate({"name": "test", **effects}), seed, "to_agent"))
    return carry(channel, Waveform(sound.astype(np.float32), 8_000)).samples, channel


def test_steps_come_when_and_as_far_as_the_timeline_says() -> None:
    heard, channel = through(TONE, gain={"steps_per_min": 60, "max_db": 8})
    steps = channel.timeline()
    assert 30 < len(steps) < 90
    ends = [*(step.at_sample for step in steps[1:]), len(TONE)]
    assert not np.any(heard[: steps[0].at_sample] != TONE[: steps[0].at_sample])
    for step, end in zip(steps, ends, strict=True):
        held = slice(step.at_sample + step.samples, end)
        assert rms_dbov(heard[held]) - rms_dbov(TONE[held]) == pytest.approx(step.facts["gain_db"], abs=0.02)
        assert abs(step.facts["gain_db"]) <= 8


def test_a_step_does_not_click() -> None:
    flat = np.full(480_000, 0.1)
    heard, _ = through(flat, gain={"steps_per_min": 60, "max_db": 8})
    assert np.abs(np.diff(heard)).max() < 0.1 * (10 ** (8 / 20) - 10 ** (-8 / 20)) / 40 + 1e-6


@pytest.mark.parametrize("level_db", [-20, 10])
def test_agc_brings_speech_to_its_level_slowly(level_db: float) -> None:
    tone = TONE * 10 ** ((-26 + level_db - rms_dbov(TONE)) / 20)
    heard, _ = through(tone, agc={"max_gain_db": 30, "db_per_s": 6})
    assert rms_dbov(heard[-8_000:]) == pytest.approx(-26, abs=0.3)
    first = rms_dbov(heard[:8_000]) - rms_dbov(tone[:8_000])
    assert abs(first) < 6


def test_agc_goes_no_further_than_it_may_and_rests_in_silence() -> None:
    heard, _ = through(TONE * 0.15, agc={"max_gain_db": 4})
    assert rms_dbov(heard[-8_000:]) - rms_dbov(TONE[-8_000:] * np.float32(0.15)) == pytest.approx(4, abs=0.05)
    hiss = np.random.Generator(np.random.PCG64(1)).standard_normal(80_000) * 10 ** (-60 / 20)
    heard, _ = through(hiss, agc={})
    np.testing.assert_array_equal(heard, hiss.astype(np.float32))


def test_what_is_clipped_is_counted_and_noted() -> None:
    loud = TONE[:1_600] * 10  # peaks of -6 dB
    loud[480:800] = 0
    heard, channel = through(loud, clipping={"limit_db": -12})
    over = int(np.count_nonzero(np.abs(loud) > 10 ** (-12 / 20)))
    assert np.abs(heard).max() == pytest.approx(10 ** (-12 / 20))
    assert channel.clipped_samples == over > 0
    assert [(event.at_sample, event.samples) for event in channel.timeline()] == [(0, 480), (800, 800)]
    assert sum(event.facts["clipped_samples"] for event in channel.timeline()) == over


def test_without_a_codec_full_scale_is_the_limit_and_is_never_silent() -> None:
    heard, channel = through(np.linspace(-2, 2, 320))
    assert np.abs(heard).max() == 1.0
    assert channel.clipped_samples == 160
    assert channel.timeline()[0].what == "clipped"
