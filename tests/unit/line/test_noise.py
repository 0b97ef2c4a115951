import numpy as np
import pytest

from voicebench.audio import silence
from voicebench.line import LineSettings, apply, draw
from voicebench.line.level import SPEECH_LEVEL_DBOV, rms_dbov
from voicebench.line.noise import NoiseParams


def bed(seconds: float = 10, seed: int = 1, **asked: object) -> np.ndarray:
    settings = LineSettings.model_validate({"name": "noise", **asked})
    return apply(draw(settings, seed, "to_agent"), silence(seconds * 1_000, 8_000)).samples


def band_dbov(sound: np.ndarray, low_hz: float, high_hz: float) -> float:
    spectrum = np.fft.rfft(sound)
    hz = np.fft.rfftfreq(len(sound), 1 / 8_000)
    spectrum[(hz < low_hz) | (hz >= high_hz)] = 0
    return rms_dbov(np.fft.irfft(spectrum, len(sound)).astype(np.float32))


@pytest.mark.parametrize("kind", ["white", "pink"])
@pytest.mark.parametrize("snr_db", [0, 10, 15, 30])
@pytest.mark.parametrize("codec", [None, {"law": "mu"}])
def test_the_bed_has_the_level_asked_for(kind: str, snr_db: float, codec: object) -> None:
    sound = bed(noise={"kind": kind, "snr_db": snr_db}, codec=codec)
    assert SPEECH_LEVEL_DBOV - rms_dbov(sound) == pytest.approx(snr_db, abs=0.3)


def test_white_is_flat() -> None:
    sound = bed(30, noise={"kind": "white", "snr_db": 10})
    assert band_dbov(sound, 0, 1_000) == pytest.approx(band_dbov(sound, 3_000, 4_000), abs=0.2)


def test_pink_has_the_same_power_in_each_octave_of_the_band_and_none_outside() -> None:
    sound = bed(32, noise={"kind": "pink", "snr_db": 10})
    octaves = [band_dbov(sound, low, 2 * low) for low in (400, 800, 1_600)]
    assert octaves == pytest.approx([octaves[0]] * 3, abs=0.3)
    assert band_dbov(sound, 0, 290) < -80


@pytest.mark.parametrize("kind", ["white", "pink"])
def test_a_packet_sounds_the_same_wherever_the_stream_began(kind: str) -> None:
    params = NoiseParams(kind=kind, level_dbov=-40, seed=9)
    quiet = np.zeros(160, np.float32)
    running = params.start()
    stream = [running.push(quiet, number) for number in range(20)]
    assert params.start().push(quiet, 13).tobytes() == stream[13].tobytes()
    assert stream[13].tobytes() != stream[14].tobytes()


def test_the_loop_comes_round_without_a_step() -> None:
    params = NoiseParams(kind="pink", level_dbov=-40, seed=9)
    running, quiet = params.start(), np.zeros(160, np.float32)
    joint = np.concatenate([running.push(quiet, number) for number in (1_599, 1_600)])
    assert np.abs(np.diff(joint))[159] < np.abs(np.diff(joint)).max() * 1.01
    assert running.push(quiet, 1_600).tobytes() == running.push(quiet, 0).tobytes()


def test_another_seed_is_another_noise() -> None:
    noise = {"kind": "white", "snr_db": 10}
    assert bed(1, seed=1, noise=noise).tobytes() == bed(1, seed=1, noise=noise).tobytes()
    assert bed(1, seed=1, noise=noise).tobytes() != bed(1, seed=2, noise=noise).tobytes()
