from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest

Voice = Callable[[int], npt.NDArray[np.float32]]

FORMANTS = ((550.0, 90.0, 1.0), (1500.0, 120.0, 0.5), (2500.0, 160.0, 0.25))


@pytest.fixture(scope="session")
def voice() -> Voice:
    """Makes four seconds of something like speech at 8 kHz: gliding pitch and formants, syllables, breath."""

    def make(seed: int) -> npt.NDArray[np.float32]:
        dice = np.random.Generator(np.random.PCG64(seed))
        at_s = np.arange(32_000) / 8_000
        pitch_hz = dice.uniform(90, 220) * (1 + 0.1 * np.sin(2 * np.pi * 1.3 * at_s + dice.uniform(0, 6)))
        turns = np.cumsum(pitch_hz) / 8_000
        sound = np.zeros(len(at_s))
        for harmonic in range(1, 40):
            hz = harmonic * pitch_hz
            gain = np.zeros(len(at_s))
            for number, (centre_hz, width_hz, peak) in enumerate(FORMANTS):
                moved_hz = centre_hz * (1 + 0.15 * np.sin(2 * np.pi * 0.9 * at_s + number))
                gain += peak / (1 + ((hz - moved_hz) / width_hz) ** 2)
            sound += gain * np.sin(2 * np.pi * harmonic * turns) * (hz < 3_800)
        syllables = np.sin(2 * np.pi * 2.1 * at_s + dice.uniform(0, 6))
        sound = sound * np.clip(1.4 * syllables, 0, 1) + dice.standard_normal(len(at_s)) * 0.02 * np.clip(
            -syllables, 0, 1
        )
        return np.asarray(sound / np.abs(sound).max() * 0.3, np.float32)

    return make
