"""What every effect of the line is made of: settings, drawn parameters, and a running effect.

Choose, then apply: settings are what a person wrote; parameters are what the dice made of them for one call and one
direction, and are recorded; a running effect only carries them out, a packet at a time.
"""

from typing import Protocol

from pydantic import BaseModel, ConfigDict

from voicebench.audio import Samples

__all__ = ["Effect", "EffectParams", "EffectSettings", "Frozen"]


class Frozen(BaseModel):
    """A model that cannot be changed and knows every key it is given."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Effect(Protocol):
    """One effect at work in one direction of one call; packets come in order, from number 0."""

    latency_samples: int
    """By how much the effect delays the sound."""
    clipped_samples: int
    """How many samples exceeded full scale and were limited, so far."""

    def push(self, packet: Samples, number: int) -> Samples:
        """Return what becomes of a packet of shape (160,); the packet itself stays as it is."""
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
