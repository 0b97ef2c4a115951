"""A steady bed of noise under the call, at a fixed distance below the talker's level.

Voices enter the line at -26 dBov, so a signal-to-noise ratio is a level, and the bed can be streamed without knowing
the speech. It is a seeded loop, read by packet number: packet i sounds the same wherever the stream began.
"""

from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
import numpy.typing as npt
from pydantic import AfterValidator, Field, model_validator

from voicebench.audio import Samples, resample
from voicebench.errors import ConfigError, FixtureError
from voicebench.line.babble import babble, talk
from voicebench.line.beds import RECIPES, in_band
from voicebench.line.effect import DataFile, Effect, EffectParams, EffectSettings
from voicebench.line.level import SPEECH_LEVEL_DBOV
from voicebench.line.wav import read_wav
from voicebench.models import sha256_of
from voicebench.seeds import generator
from voicebench.units import LINE_RATE_HZ, PACKET_SAMPLES, db_to_ratio

__all__ = ["NoiseKind", "NoiseParams", "NoiseSettings"]

NoiseKind = Literal["white", "pink", "hum", "hum50", "street", "car", "cafe", "office", "babble", "file"]
"""``white``: noise of the circuit, flat from 0 to 4 kHz. ``pink``: noise of the room, equal power in each octave of
300 to 3400 Hz, since it comes in through the same telephone. ``hum``, ``hum50``: mains hum of the circuit, of 60 and
50 Hz. Places: see ``beds``; ``babble``: see there. ``file``: a sound of the user's, through the telephone band, again
and again."""

_Floats = npt.NDArray[np.float64]

_LOOP_PACKETS = 1_600
"""32 s: longer than any utterance, so that no recogniser hears the loop come round."""
_SEAM_SAMPLES = LINE_RATE_HZ // 20
"""Where a file's end fades into its beginning: 50 ms."""


class NoiseParams(EffectParams):
    """The bed of one direction."""

    effect: Literal["noise"] = "noise"
    kind: NoiseKind
    level_dbov: float
    seed: int
    file: str | None = None
    sha256: str | None = None
    """Digest of the file, or of the babble's talk."""

    def start(self) -> "_Noise":
        """Return the bed.

        Raises:
            FixtureError: It is made of a file or of talk that has changed since it was drawn.
        """
        return _Noise(self)


def _usable(path: Path) -> Path:
    try:
        if not _file_loop(path).any():
            raise ValueError(f"{path}: is silent within the telephone band")
    except ConfigError as error:
        raise ValueError(str(error)) from error
    return path


class NoiseSettings(EffectSettings):
    """A bed of noise."""

    kind: NoiseKind = "pink"
    snr_db: float = Field(ge=-20.0, le=60.0)
    file: Annotated[DataFile, AfterValidator(_usable)] | None = None

    @model_validator(mode="before")
    @classmethod
    def _of_a_file(cls, data: object) -> object:
        return {"kind": "file", **data} if isinstance(data, dict) and data.get("file") else data

    @model_validator(mode="after")
    def _together(self) -> "NoiseSettings":
        if (self.kind == "file") != (self.file is not None):
            raise ValueError("kind file and a file go together")
        return self

    def draw(self, seed: int) -> NoiseParams:
        """Return the bed's level and its seed.

        Raises:
            FixtureError: Babble's voice cannot be made.
        """
        digest = sha256_of(self.file) if self.file else talk()[1] if self.kind == "babble" else None
        return NoiseParams(
            kind=self.kind,
            level_dbov=SPEECH_LEVEL_DBOV - self.snr_db,
            seed=seed,
            file=str(self.file) if self.file else None,
            sha256=digest,
        )


class _Noise(Effect):
    def __init__(self, params: NoiseParams):
        super().__init__()
        self._packets = _loop(params).reshape(-1, PACKET_SAMPLES)

    def push(self, packet: Samples, number: int) -> Samples:
        return np.asarray(packet + self._packets[number % len(self._packets)], np.float32)


@lru_cache(maxsize=8)
def _loop(params: NoiseParams) -> Samples:
    """Return the bed, whole packets of shape (n * 160,), at its level."""
    noise = _made(params)
    rms = np.sqrt(np.mean(noise**2))
    return np.asarray(noise * (db_to_ratio(params.level_dbov) / rms), np.float32)


def _made(params: NoiseParams) -> _Floats:
    count = _LOOP_PACKETS * PACKET_SAMPLES
    dice = generator(params.seed, params.kind)
    if params.kind == "file":
        path = Path(params.file or "")
        if not path.is_file() or sha256_of(path) != params.sha256:
            raise FixtureError(f"noise: {path} is gone, or not the file that was drawn; draw the line anew")
        loop = _file_loop(path)
        return np.roll(loop, -int(dice.integers(len(loop))))
    if params.kind == "babble":
        return babble(dice, count, params.sha256 or "")
    if params.kind in RECIPES:
        return RECIPES[params.kind](dice, count)
    # Made in the spectrum, so that its end meets its beginning.
    spectrum = np.fft.rfft(dice.standard_normal(count))
    spectrum *= _shape(params.kind, np.linspace(0.0, LINE_RATE_HZ / 2, len(spectrum)))
    return np.fft.irfft(spectrum, count)


def _shape(kind: NoiseKind, hz: _Floats) -> _Floats:
    if kind == "white":
        return np.ones_like(hz)
    in_the_band = (hz >= 300.0) & (hz <= 3400.0)
    return np.where(in_the_band, 1 / np.sqrt(np.maximum(hz, 1.0)), 0.0)


@lru_cache(maxsize=4)
def _file_loop(path: Path) -> _Floats:
    """Return a file's sound as a loop, whole packets.

    Raises:
        ConfigError: It cannot be read, or is shorter than a second.
    """
    sound = resample(read_wav(path), LINE_RATE_HZ).samples.astype(np.float64)
    if len(sound) < LINE_RATE_HZ:
        raise ConfigError(f"{path}: a bed of noise wants at least a second of sound")
    count = (len(sound) - _SEAM_SAMPLES) // PACKET_SAMPLES * PACKET_SAMPLES
    rise = np.sqrt(np.arange(1, _SEAM_SAMPLES + 1) / (_SEAM_SAMPLES + 1))
    tail = sound[count : count + _SEAM_SAMPLES]
    sound[:_SEAM_SAMPLES] = sound[:_SEAM_SAMPLES] * rise + tail * rise[::-1]
    return in_band(sound[:count])
