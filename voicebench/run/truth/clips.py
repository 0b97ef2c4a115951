"""Sounds whose first and last sample of speech are known beforehand, and not by the rule that is to be tested."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import soundfile
import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from voicebench import models
from voicebench.audio import from_pcm16, to_pcm16
from voicebench.datafiles import folder
from voicebench.errors import FixtureError
from voicebench.line.level import SPEECH_LEVEL_DBOV, active_level_dbov
from voicebench.units import LINE_RATE_HZ, db_to_ratio
from voicebench.yaml_text import parse_yaml

__all__ = ["TruthClip", "load_clips", "tone"]

_MANIFEST = "manifest.yaml"
_TONE_HZ = 440.0
_MARGIN_SAMPLES = LINE_RATE_HZ // 100


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    file: str
    text: str
    first_sample: int
    end_sample: int
    sha256: str


class _Manifest(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    clips: dict[str, _Entry]


@dataclass(frozen=True, eq=False)
class TruthClip:
    """A sound between digital silences, at 8 kHz and at the level of a phone voice.

    Args:
        name: What it is called.
        text: What it says.
        pcm: Shape (n,), 16-bit samples.
        first_sample: Number of the first sample of speech.
        end_sample: Number of the one after the last.
    """

    name: str
    text: str
    pcm: npt.NDArray[np.int16]
    first_sample: int
    end_sample: int

    @property
    def first_sounding(self) -> int:
        """Number of the first sample that is not digital silence."""
        return int(np.flatnonzero(self.pcm)[0])


def load_clips() -> dict[str, TruthClip]:
    """Return the clips of spoken words by name, each brought to -26 dBov by one gain as every voice is.

    Raises:
        FixtureError: The manifest or a clip is missing, or is not what it was.
    """
    home = folder("audio_fixtures")
    try:
        text = (home / _MANIFEST).read_text(encoding="utf-8")
        manifest = _Manifest.model_validate(parse_yaml(text))
    except (OSError, yaml.YAMLError, ValidationError) as error:
        raise FixtureError(f"{home / _MANIFEST}: {' '.join(str(error).split())}") from error
    return {name: _read(home, name, entry) for name, entry in manifest.clips.items()}


def _read(home: Path, name: str, entry: _Entry) -> TruthClip:
    path = home / entry.file
    try:
        if models.sha256_of(path) != entry.sha256:
            raise FixtureError(f"{path}: not the clip that the manifest describes (sha256)")
        pcm, _ = soundfile.read(path, dtype="int16")
    except (OSError, RuntimeError) as error:
        raise FixtureError(f"{path}: {error}") from error
    gain = active_level_dbov(from_pcm16(pcm), LINE_RATE_HZ).gain_to()
    levelled = to_pcm16(from_pcm16(pcm) * np.float32(gain))
    return TruthClip(name, entry.text, levelled, entry.first_sample, entry.end_sample)


def tone(length_samples: int) -> TruthClip:
    """Return a tone of about 440 Hz at the level of speech."""
    # Whole half periods, from crest to crest: its first and last sample are as loud as any.
    half_periods = round(2 * _TONE_HZ * length_samples / LINE_RATE_HZ)
    wave = np.sqrt(2) * db_to_ratio(SPEECH_LEVEL_DBOV) * np.cos(np.linspace(0, np.pi * half_periods, length_samples))
    pcm = to_pcm16(np.pad(wave, _MARGIN_SAMPLES).astype(np.float32))
    return TruthClip("tone", "(tone)", pcm, _MARGIN_SAMPLES, _MARGIN_SAMPLES + length_samples)
