"""Cost profiles: what the stages of a stack cost, measured or imagined.

A profile is YAML, written by ``voicebench calibrate`` or by hand::

    format: voicebench-profile/1
    name: mine
    stages:
      stt: 250ms                            # in words; see voicebench.vtime.expressions
      tts: 50ms + 120ms/s
      llm.first_token: lognormal(400ms, 1.4)
      turn:                                 # or as measured, by size
        - {size: 0, n: 40, ms: [11.0, 12.1, 13.0, 21.8]}    # equally spaced quantiles, from the least to the greatest

Stages:

* ``stt``: one transcription, from the VAD's stop; its size is the seconds of sound
* ``tts``: one sentence, until its sound is there; its size is the seconds of that sound
* ``turn``: one run of the model that says whether a turn has ended; without a size
* ``llm.first_token``: from the request to the answer's first token
* ``llm.token``: from one token to the next

What a profile says of ``llm`` stands in place of what the endpoint did, or of what the stack's reference model is set
to; a profile that does not name it leaves that as it is. Any other stage that it does not name costs nothing.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol, get_args

import numpy as np
import yaml
from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, RootModel, ValidationError, field_validator
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from voicebench.complaints import did_you_mean, first_fault
from voicebench.datafiles import folder
from voicebench.errors import ConfigError
from voicebench.task import Json
from voicebench.vtime.expressions import Expression, parse
from voicebench.yaml_text import parse_yaml

__all__ = ["STAGES", "Cost", "Profile", "Quantiles", "Stage", "Table", "load_profile", "profile_names", "read_cost"]

Stage = Literal["stt", "tts", "turn", "llm.first_token", "llm.token"]
STAGES: tuple[Stage, ...] = get_args(Stage)
_SIZED = ("stt", "tts")


class Cost(Protocol):
    """What jobs of one stage cost."""

    def at_ms(self, share: float, size: float) -> float:
        """Return the cost that a share of the jobs of this size stays under."""
        ...

    def facts(self) -> Json:
        """Return the cost as it is written in a profile."""
        ...


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


class Table(RootModel[Annotated[tuple[Quantiles, ...], Field(min_length=1)]]):
    """Measured costs by size."""

    model_config = ConfigDict(frozen=True)

    @field_validator("root")
    @classmethod
    def _smallest_first(cls, rows: tuple[Quantiles, ...]) -> tuple[Quantiles, ...]:
        sizes = [row.size for row in rows]
        if sizes != sorted(set(sizes)):
            raise ValueError("the rows go from the smallest size to the largest, each once")
        return rows

    def at_ms(self, share: float, size: float) -> float:
        """Return a quantile, interpolated between the two nearest of its row and the two nearest sizes."""
        at_share = [float(np.interp(share, np.linspace(0.0, 1.0, len(row.ms)), row.ms)) for row in self.root]
        return float(np.interp(size, [row.size for row in self.root], at_share))

    def facts(self) -> Json:
        """Return the rows as they are written in a profile."""
        return self.model_dump(mode="json")

    def __str__(self) -> str:
        """Return the cost in a few words."""
        return f"measured, {sum(row.n for row in self.root)} jobs"


class _Readable:
    """Has pydantic take a cost in words for an ``Expression`` and anything else for a ``Table``."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_wrap_validator_function(_table_or_words, handler.generate_schema(Table))


def _table_or_words(value: Any, read_table: core_schema.ValidatorFunctionWrapHandler) -> Any:
    if not isinstance(value, str | int | float):
        return read_table(value)
    try:
        return parse(str(value))
    except ValueError as error:
        raise PydanticCustomError("cost", "{why}", {"why": str(error)}) from None


class Profile(BaseModel):
    """Costs of a stack's stages.

    Args:
        machine: Where, when and with what they were measured; empty for a profile by hand.
        stages: What is charged.
        beside: What was measured too and is charged nowhere.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal["voicebench-profile/1"]
    name: str
    machine: Mapping[str, Json] = Field(default_factory=dict)
    stages: Mapping[Stage, Annotated[Cost, _Readable()]]
    beside: Mapping[str, Table] = Field(default_factory=dict)

    @field_validator("stages")
    @classmethod
    def _rates_have_a_size(cls, stages: Mapping[Stage, Cost]) -> Mapping[Stage, Cost]:
        for stage, cost in stages.items():
            _check_rate(stage, cost)
        return stages


def _check_rate(stage: str, cost: Cost) -> None:
    if stage not in _SIZED and isinstance(cost, Expression) and cost.per_second_ms:
        raise ValueError(f"{stage} has no seconds of sound to charge {cost.text} by")


def read_cost(stage: str, text: str) -> tuple[Stage, Cost]:
    """Return a stage and its cost from words.

    Raises:
        ValueError: There is no such stage, or the words are no cost.
    """
    for known in STAGES:
        if known == stage:
            cost = parse(text)
            _check_rate(stage, cost)
            return known, cost
    raise ValueError(f"no stage {stage!r}; there are: {', '.join(STAGES)}{did_you_mean(stage, STAGES)}")


def profile_names() -> tuple[str, ...]:
    """Return the names of the profiles that ship with voicebench."""
    return tuple(sorted(path.stem for path in (folder("pipelines") / "profiles").glob("*.yaml")))


def load_profile(name_or_path: str) -> Profile:
    """Read a profile that ships with voicebench, by name, or one of the user's, by path.

    Raises:
        ConfigError: There is none, or it cannot be read.
    """
    path = Path(name_or_path)
    if path.suffix not in {".yaml", ".yml"}:
        path = folder("pipelines") / "profiles" / f"{name_or_path}.yaml"
    try:
        return Profile.model_validate(parse_yaml(path.read_text(encoding="utf-8")))
    except OSError:
        known = ", ".join(profile_names())
        near = did_you_mean(name_or_path, profile_names())
        raise ConfigError(f"no cost profile {name_or_path!r}; there are: {known}, or give a YAML file{near}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: not YAML: {' '.join(str(error).split())}") from None
    except ValidationError as error:
        raise ConfigError(f"{path}: {first_fault(error)}") from None
