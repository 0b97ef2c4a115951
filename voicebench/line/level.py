"""How loud speech is, and from where to where it goes.

Levels are in dBov: 0 dBov is the rms of a square wave at full scale (ITU-T G.100.1), so a full-scale sine has -3 dBov.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from voicebench.audio import Samples
from voicebench.units import db_to_ratio

__all__ = [
    "SPEECH_LEVEL_DBOV",
    "SPEECH_THRESHOLD_DBOV",
    "LevelReading",
    "SpeechBounds",
    "active_level_dbov",
    "rms_dbov",
    "speech_bounds",
]

SPEECH_LEVEL_DBOV = -26.0
"""Active level at which every voice enters the line, usual in ITU-T's tests of codecs (P.800 series)."""
SPEECH_THRESHOLD_DBOV = -50.0
"""A frame above this is speech."""
_FRAME_MS = 5

# ITU-T P.56, method B.
_TIME_CONSTANT_S = 0.03
_HANGOVER_S = 0.2
_MARGIN_DB = 15.9
_THRESHOLDS = 2.0 ** np.arange(-15, 0)
"""Steps of 6 dB up to half of full scale."""

_BLOCK = 256
_Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class LevelReading:
    """What the voltmeter shows.

    Args:
        active_level_dbov: Level of the speech without its pauses; minus infinity where there is none.
        activity_factor: Share of the time that is speech, 0 to 1.
    """

    active_level_dbov: float
    activity_factor: float

    def gain_to(self, target_dbov: float = SPEECH_LEVEL_DBOV) -> float:
        """Return the factor that brings the sound to a level.

        Raises:
            ValueError: There is no speech to level.
        """
        if not math.isfinite(self.active_level_dbov):
            raise ValueError("no speech to level: the sound is silent, or too quiet for P.56 (below about -74 dBov)")
        return db_to_ratio(target_dbov - self.active_level_dbov)


@dataclass(frozen=True)
class SpeechBounds:
    """Where speech starts, and the first sample after it."""

    start_sample: int
    end_sample: int


def rms_dbov(samples: Samples) -> float:
    """Return the plain level, pauses included; minus infinity for digital silence."""
    power = float(np.mean(np.square(samples, dtype=np.float64))) if len(samples) else 0.0
    return 10 * math.log10(power) if power > 0 else -math.inf


def active_level_dbov(samples: Samples, rate_hz: int) -> LevelReading:
    """Measure active speech level by ITU-T P.56, method B.

    The speech counts as active while its envelope lies above a threshold, and 0.2 s longer; of all thresholds the one
    is right that lies 15.9 dB below the level that it yields.

    Args:
        samples: Shape (n,), full scale 1.0.
        rate_hz: Samples per second.
    """
    energy = float(np.sum(np.square(samples, dtype=np.float64)))
    if not energy:
        return LevelReading(-math.inf, 0.0)
    active = _active_counts(_envelope(np.abs(samples.astype(np.float64)), rate_hz), round(_HANGOVER_S * rate_hz))
    level_dbov = _crossing(energy, active)
    if level_dbov is None:
        return LevelReading(-math.inf, 0.0)
    # Rounded, since the last bits of a matrix product may depend on the number of threads, and gains get recorded.
    return LevelReading(round(level_dbov, 6), min(1.0, energy / len(samples) / 10 ** (level_dbov / 10)))


def speech_bounds(samples: Samples, rate_hz: int, threshold_dbov: float = SPEECH_THRESHOLD_DBOV) -> SpeechBounds | None:
    """Return where the first frame above the threshold starts and the last one ends; None without any.

    Args:
        samples: Shape (n,), the clean levelled sound, before the line's effects.
        rate_hz: Samples per second.
        threshold_dbov: A frame counts when its rms is above this.
    """
    size = max(1, round(rate_hz * _FRAME_MS / 1_000))
    starts = np.arange(0, len(samples), size)
    if not len(starts):
        return None
    energies = np.add.reduceat(np.square(samples, dtype=np.float64), starts)
    lengths = np.minimum(starts + size, len(samples)) - starts
    loud = np.flatnonzero(energies / lengths > db_to_ratio(threshold_dbov) ** 2)
    if not len(loud):
        return None
    return SpeechBounds(int(starts[loud[0]]), int(starts[loud[-1]] + lengths[loud[-1]]))


def _envelope(magnitudes: _Floats, rate_hz: int) -> _Floats:
    """Return the rectified signal after two equal exponential averages, same shape."""
    keep = math.exp(-1 / (rate_hz * _TIME_CONSTANT_S))
    return _average(_average(magnitudes, keep), keep)


def _average(values: _Floats, keep: float) -> _Floats:
    """Return y[n] = keep y[n-1] + (1 - keep) x[n] from rest.

    A block is one matrix product, and only the last value of each is carried by a loop: numpy has no recursive filter.
    """
    blocks = np.pad(values, (0, -len(values) % _BLOCK)).reshape(-1, _BLOCK)
    lag = np.subtract.outer(np.arange(_BLOCK), np.arange(_BLOCK))
    averaged = blocks @ np.where(lag >= 0, (1 - keep) * keep ** np.maximum(lag, 0), 0.0).T
    fading, carried = keep ** np.arange(1, _BLOCK + 1), 0.0
    for number in range(len(averaged)):
        averaged[number] += carried * fading
        carried = averaged[number, -1]
    return np.asarray(averaged.reshape(-1)[: len(values)])


def _active_counts(envelope: _Floats, hangover: int) -> list[int]:
    """Return for each threshold how many samples are above it, or at most ``hangover`` samples after one that is."""
    counts = []
    for threshold in _THRESHOLDS:
        above = np.flatnonzero(envelope >= threshold)
        gaps = np.diff(above, append=len(envelope)) if len(above) else above
        counts.append(int(np.minimum(gaps, hangover + 1).sum()))
    return counts


def _crossing(energy: float, active: list[int]) -> float | None:
    """Return the level that lies the margin above its threshold, between two thresholds by a straight line in dB."""
    before: tuple[float, float] | None = None
    for threshold, count in zip(_THRESHOLDS, active, strict=True):
        if not count:
            return None if before is None else before[0]
        level = 10 * math.log10(energy / count)
        excess = level - 20 * math.log10(threshold) - _MARGIN_DB
        if excess <= 0:
            if before is None:
                return None if excess < 0 else level
            share = before[1] / (before[1] - excess)
            return before[0] + share * (level - before[0])
        before = (level, excess)
    return level
