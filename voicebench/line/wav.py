"""Sound files in and out, for people's own recordings."""

from pathlib import Path

import numpy as np
import soundfile

from voicebench.audio import Waveform, to_pcm16
from voicebench.errors import ConfigError

__all__ = ["read_wav", "write_wav"]


def read_wav(path: Path) -> Waveform:
    """Return a mono sound at its own rate.

    Args:
        path: Anything that libsndfile reads: WAV, FLAC, Ogg ...

    Raises:
        ConfigError: It cannot be read, has more than one channel, no samples, or samples that are no numbers.
    """
    if not path.exists():
        raise ConfigError(f"{path}: there is no such file")
    try:
        samples, rate_hz = soundfile.read(path, dtype="float32", always_2d=True)
    except (OSError, soundfile.LibsndfileError) as error:
        raise ConfigError(f"{path}: cannot be read as sound ({str(error).splitlines()[0]})") from error
    if samples.shape[1] != 1:
        raise ConfigError(f"{path}: has {samples.shape[1]} channels; the line carries one, so mix it down first")
    if not len(samples):
        raise ConfigError(f"{path}: holds no samples")
    if not np.isfinite(samples).all():
        raise ConfigError(f"{path}: holds NaN or infinity")
    return Waveform(np.ascontiguousarray(samples[:, 0]), int(rate_hz))


def write_wav(path: Path, sound: Waveform) -> None:
    """Write 16-bit mono WAV.

    Raises:
        ConfigError: It cannot be written.
    """
    try:
        soundfile.write(path, to_pcm16(sound.samples), sound.rate_hz, format="WAV", subtype="PCM_16")
    except (OSError, soundfile.LibsndfileError) as error:
        raise ConfigError(f"{path}: cannot be written ({str(error).splitlines()[0]})") from error
