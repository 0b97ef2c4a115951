"""A person's recording as it goes onto a line."""

from pathlib import Path

import numpy as np

from voicebench.audio import Waveform, resample
from voicebench.errors import ConfigError
from voicebench.line.level import active_level_dbov
from voicebench.line.wav import read_wav
from voicebench.units import LINE_RATE_HZ

__all__ = ["levelled", "recorded"]


def recorded(path: Path) -> Waveform:
    """Return a recording, levelled.

    Raises:
        ConfigError: It cannot be read, is not mono, or holds nothing that a line can carry.
    """
    sound = read_wav(path)
    try:
        found = levelled(sound)
    except ValueError as error:
        raise ConfigError(f"{path}: cannot be brought to {LINE_RATE_HZ} Hz: {error}") from None
    if not len(found):
        raise ConfigError(f"{path}: is too short; nothing is left of it at {LINE_RATE_HZ} Hz")
    return found


def levelled(sound: Waveform) -> Waveform:
    """Return a recording at 8 kHz and -26 dBov; one without speech goes as it is."""
    sound = resample(sound, LINE_RATE_HZ)
    level = active_level_dbov(sound.samples, LINE_RATE_HZ)
    if not np.isfinite(level.active_level_dbov):
        return sound
    return Waveform(sound.samples * sound.samples.dtype.type(level.gain_to()), LINE_RATE_HZ)
