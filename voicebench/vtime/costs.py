"""What a piece of work costs on the virtual clock: as measured here, or drawn from a stored profile.

A profile is YAML::

    format: voicebench-profile/1
    name: local
    machine: {...}            # where, when and with what it was measured
    stages:
      stt:                    # size: seconds of sound
        - {size: 2.0, n: 40, ms: [210.0, ..., 320.0]}   # equally spaced quantiles, from the least to the greatest
      tts: [...]              # size: seconds of speech that came out
      turn: [...]             # one run of the turn model; size 0

A cost is drawn by inverting the quantiles at a seeded uniform number, interpolated between the two nearest sizes, so it
depends on the seed, the stage and the count of its jobs alone.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, Protocol

import numpy as np
import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from voicebench.datafiles import folder
from voicebench.errors import ConfigError
from voicebench.seeds import generator
from voicebench.task import Json
from voicebench.units import ms_to_ns

__all__ = ["Costs", "Measured", "NoCosts", "Profile", "ProfileCosts", "Quantiles", "load_profile"]


class Costs(Protocol):
    """Says what work costs.

    Attributes:
        are_measured: Whether the costs are those of this machine and run.
    """

    are_measured: bool

    def charge_ns(self, stage: str, size: float, measured_ns: int) -> int:
        """Return the cost of one job in nanoseconds.

        Args:
            stage: ``stt``, ``tts`` or ``turn``.
            size: How much work it was, in the unit of the stage.
            measured_ns: What it took here, or took first where the result came from a cache.
        """
        ...


class Measured:
    """Charges what the work took here."""

    are_measured = True

    def charge_ns(self, stage: str, size: float, measured_ns: int) -> int:  # noqa: ARG002 - see Costs
        """Return ``measured_ns``."""
        return measured_ns


class NoCosts:
    """Charges nothing."""

    are_measured = False

    def charge_ns(self, stage: str, size: float, measured_ns: int) -> int:  # noqa: ARG002 - see Costs
        """Return 0."""
        return 0


class Quantiles(BaseModel):
    """The cost of jobs of one size."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    size: float = Field(ge=0)
    n: int = Field(ge=1)
    ms: tuple[float, ...] = Field(min_length=1)

    @field_validator("ms")
    @classmethod
    def _least_first(cls, ms: tuple[float, ...]) -> tuple[float, ...]:
        if list(ms) != sorted(ms) or ms[0] < 0:
            raise ValueError("quantiles go from the least to the greatest, and none is negative")
        return ms


class Profile(BaseModel):
    """Stored costs of a stack's stages."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal["voicebench-profile/1"]
    name: str
    machine: Mapping[str, Json] = Field(default_factory=dict)
    stages: Mapping[str, tuple[Quantiles, ...]]

    @field_validator("stages")
    @classmethod
    def _smallest_first(cls, stages: Mapping[str, tuple[Quantiles, ...]]) -> Mapping[str, tuple[Quantiles, ...]]:
        for stage, rows in stages.items():
            sizes = [row.size for row in rows]
            if sizes != sorted(set(sizes)):
                raise ValueError(f"the rows of {stage} go from the smallest size to the largest, each once")
        return stages


class ProfileCosts:
    """Draws costs from a profile.

    Args:
        profile: The stored costs.
        seed: The call's seed.
    """

    are_measured = False

    def __init__(self, profile: Profile, seed: int):
        self._profile = profile
        self._seed = seed
        self._dice: dict[str, np.random.Generator] = {}

    def charge_ns(self, stage: str, size: float, measured_ns: int) -> int:  # noqa: ARG002 - see Costs
        """Return a drawn cost; a stage that the profile does not name costs nothing."""
        table = self._profile.stages.get(stage)
        if not table:
            return 0
        dice = self._dice.setdefault(stage, generator(self._seed, f"costs/{stage}"))
        share = dice.random()
        at_share = [float(np.interp(share, np.linspace(0.0, 1.0, len(row.ms)), row.ms)) for row in table]
        return ms_to_ns(float(np.interp(size, [row.size for row in table], at_share)))


def load_profile(name_or_path: str) -> Profile:
    """Read a profile that ships with voicebench, by name, or one of the user's, by path.

    Raises:
        ConfigError: There is none, or it cannot be read.
    """
    path = Path(name_or_path)
    if path.suffix not in {".yaml", ".yml"}:
        path = folder("pipelines") / "profiles" / f"{name_or_path}.yaml"
    try:
        return Profile.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except OSError:
        known = ", ".join(sorted(p.stem for p in (folder("pipelines") / "profiles").glob("*.yaml")))
        raise ConfigError(f"no cost profile {name_or_path!r}; there are: {known}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: not YAML: {' '.join(str(error).split())}") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise ConfigError(f"{path}: {where}: {first['msg']}") from None
