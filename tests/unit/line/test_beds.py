from pathlib import Path

import numpy as np
import pytest
import soundfile

from voicebench.audio import silence
from voicebench.errors import ConfigError, FixtureError
from voicebench.line import LineSettings, apply, draw, load
from voicebench.line.level import rms_dbov
from voicebench.line.noise import NoiseParams

PLACES = ["street", "car", "cafe", "office"]


def bed(kind: str, seconds: float = 32, seed: int = 1) -> np.ndarray:
    settings = LineSettings.model_validate({"name": "noise", "noise": {"kind": kind, "snr_db": 10}})
    return apply(draw(settings, seed, "to_agent"), silence(seconds * 1_000, 8_000)).samples


def share_above(sound: np.ndarray, hz: float) -> float:
    power = np.abs(np.fft.rfft(sound)) ** 2
    return float(power[np.fft.rfftfreq(len(sound), 1 / 8_000) > hz].sum() / power.sum())


@pytest.mark.parametrize("kind", [*PLACES, "hum", "hum50"])
def test_the_level_is_the_one_asked_for_in_any_three_seconds(kind: str) -> None:
    sound = bed(kind)
    assert rms_dbov(sound) == pytest.approx(-36, abs=0.01)
    levels = [rms_dbov(sound[at : at + 24_000]) for at in range(0, len(sound) - 24_000, 8_000)]
    assert levels == pytest.approx([-36] * len(levels), abs=0.3)


@pytest.mark.parametrize("kind", PLACES)
def test_a_place_is_heard_through_the_telephone_and_its_loop_has_no_seam(kind: str) -> None:
    sound = bed(kind, 64)
    assert share_above(sound, 3_450) < 1e-3
    assert 1 - share_above(sound, 250) < 1e-3
    np.testing.assert_array_equal(sound[: 32 * 8_000], sound[32 * 8_000 :])
    steps = np.abs(np.diff(sound))
    assert steps[32 * 8_000 - 1] < steps.max()


def test_places_differ_in_colour_and_seeds_in_detail() -> None:
    shares = {kind: share_above(bed(kind), 1_000) for kind in PLACES}
    assert shares["car"] < 0.1 < shares["cafe"]
    assert shares["car"] < shares["street"]
    assert bed("cafe", 1).tobytes() != bed("cafe", 1, seed=2).tobytes()


@pytest.mark.parametrize(("kind", "mains_hz"), [("hum50", 50), ("hum", 60)])
def test_hum_is_at_the_mains_and_its_harmonics(kind: str, mains_hz: int) -> None:
    power = np.abs(np.fft.rfft(bed(kind, 2))) ** 2
    harmonics = power[:: 2 * mains_hz]  # two bins a hertz
    assert harmonics.sum() / power.sum() > 0.9999
    assert np.argmax(power) == 2 * mains_hz


def write(path: Path, samples: np.ndarray, rate_hz: int = 16_000) -> Path:
    soundfile.write(path, samples, rate_hz, subtype="FLOAT")
    return path


def test_a_sound_of_ones_own_is_a_bed(tmp_path: Path) -> None:
    dice = np.random.Generator(np.random.PCG64(1))
    write(tmp_path / "rain.wav", dice.standard_normal(48_000) * 0.1)
    (tmp_path / "rain.yaml").write_text("name: rain\nnoise: {snr_db: 12, file: rain.wav}\n")
    params = draw(load(tmp_path / "rain.yaml"), 3, "to_agent")
    assert isinstance(params.effects[0], NoiseParams)
    assert (params.effects[0].kind, params.effects[0].file) == ("file", str(tmp_path / "rain.wav"))
    sound = apply(params, silence(20_000, 8_000)).samples
    assert rms_dbov(sound) == pytest.approx(-38, abs=0.3)
    assert share_above(sound, 3_450) < 1e-3


def test_the_file_that_was_drawn_is_the_one_that_is_heard(tmp_path: Path) -> None:
    dice = np.random.Generator(np.random.PCG64(1))
    path = write(tmp_path / "rain.wav", dice.standard_normal(48_000) * 0.1)
    params = draw(load(f"snr=12,noise={path}"), 3, "to_agent")
    write(path, dice.standard_normal(40_000) * 0.1)
    with pytest.raises(FixtureError, match="not the file that was drawn"):
        apply(params, silence(20, 8_000))


@pytest.mark.parametrize(
    ("samples", "words"),
    [
        (np.zeros(16_000), "is silent within the telephone band"),
        (np.ones(1_000), "at least a second"),
        (np.ones((16_000, 2)), "has 2 channels"),
        (np.full(16_000, np.nan), "holds NaN"),
        (np.zeros(0), "holds no samples"),
    ],
)
def test_a_sound_that_makes_no_bed_is_refused(tmp_path: Path, samples: np.ndarray, words: str) -> None:
    path = write(tmp_path / "bad.wav", samples)
    with pytest.raises(ConfigError, match=words):
        load(f"snr=10,noise={path}")


def test_a_bed_that_is_no_sound_or_not_there_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.wav").write_text("no sound")
    with pytest.raises(ConfigError, match="cannot be read as sound"):
        load(f"snr=10,noise={tmp_path / 'text.wav'}")
    with pytest.raises(ConfigError, match="no such file"):
        load(f"snr=10,noise={tmp_path / 'none.wav'}")
    with pytest.raises(ConfigError, match="kind file and a file go together"):
        load("snr=10,noise=file")
