"""What every effect of the line is made of: settings, drawn parameters, and a running effect.

Choose, then apply: settings are what a person wrote; parameters are what the dice made of them for one call and one
direction, and are recorded; a running effect only carries them out, a packet at a time, and notes what happened.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Protocol, runtime_checkable

import numpy as np
from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationInfo

from voicebench.audio import Samples
from voicebench.units import LINE_RATE_HZ, PACKET_SAMPLES

__all__ = [
    "MISSING",
    "SLOT_SAMPLES",
    "DataFile",
    "Effect",
    "EffectParams",
    "EffectSettings",
    "Frozen",
    "HearsFar",
    "LineEvent",
    "is_missing",
]

MISSING = np.float32(np.nan)
"""Stands for each sample that the network did not deliver, from the network to the concealment."""
SLOT_SAMPLES = PACKET_SAMPLES // 2
"""10 ms: network packets of 10, 20 and 30 ms all begin and end at a slot."""


class Frozen(BaseModel):
    """A model that cannot be changed and knows every key it is given."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class LineEvent(Frozen):
    """Something that befell the sound.

    Args:
        what: ``lost``, ``late``, ``burst``, ``gain``, ``clipped``, ``comfort``.
        at_sample: Where it began. An effect counts in the sound that it is given, a channel in what arrives.
        samples: How long it lasted, at 8 kHz.
        facts: Figures, each with its unit in its name.
    """

    what: str
    at_sample: int
    samples: int
    facts: Mapping[str, float] = {}

    @property
    def at_ms(self) -> float:
        """Where it began, in milliseconds."""
        return self.at_sample * 1_000 / LINE_RATE_HZ


class Effect:
    """One effect at work in one direction of one call; packets come in order, from number 0.

    Attributes:
        latency_samples: By how much the effect delays the sound.
        clipped_samples: How many samples exceeded a limit and were cut, so far.
        events: What happened so far, in order.
    """

    def __init__(self) -> None:
        self.latency_samples = 0
        self.clipped_samples = 0
        self.events: list[LineEvent] = []

    def push(self, packet: Samples, number: int) -> Samples:
        """Return what becomes of a packet of shape (160,); the packet itself stays as it is."""
        raise NotImplementedError

    def note(self, what: str, at_sample: int, samples: int, *, joined: bool = False, **facts: float) -> None:
        """Keep an event; with ``joined``, one that follows on its like prolongs it, and its figures add up."""
        last = self.events[-1] if self.events and joined else None
        if last is None or last.at_sample + last.samples != at_sample:
            self.events.append(LineEvent(what=what, at_sample=at_sample, samples=samples, facts=facts))
            return
        sums = {name: last.facts[name] + value for name, value in facts.items()}
        self.events[-1] = last.model_copy(update={"samples": last.samples + samples, "facts": sums})


@runtime_checkable
class HearsFar(Protocol):
    """An effect that hears the other direction too."""

    def hear(self, far: Samples) -> None:
        """Take what arrived here from the other side one packet ago, shape (160,)."""
        ...


class EffectParams(Frozen):
    """Drawn parameters of one effect; JSON keeps them whole."""

    def start(self) -> Effect:
        """Return the effect, at packet 0."""
        raise NotImplementedError


class EffectSettings(Frozen):
    """What is asked of one effect."""

    def draw(self, seed: int) -> EffectParams:
        """Return the parameters for one direction of one call; the seed belongs to this effect alone."""
        raise NotImplementedError


def is_missing(slot: Samples) -> bool:
    """Return whether a slot was not delivered; it is missing as a whole or not at all."""
    return bool(slot[0] != slot[0])  # only NaN differs from itself


def _found(path: Path, info: ValidationInfo) -> Path:
    folder = (info.context or {}).get("folder")
    path = (Path(folder) / path if folder else path).absolute()
    if not path.is_file():
        raise ValueError(f"{path}: no such file")
    return path


DataFile = Annotated[Path, AfterValidator(_found)]
"""A file that a line names: beside the line's own file, or from the current folder where the line has none."""
