"""What a piece of work costs on the virtual clock: as measured here, or drawn.

A cost is drawn by inverting its distribution at a seeded uniform number, so it depends on the seed, the stage and the
count of the stage's jobs alone, whatever the machine is busy with.
"""

from collections.abc import Mapping
from typing import Protocol

import numpy as np

from voicebench.seeds import generator
from voicebench.units import ms_to_ns
from voicebench.vtime.profile import Cost

__all__ = ["Costs", "DrawnCosts", "Measured", "NoCosts"]


class Costs(Protocol):
    """Says what work costs."""

    def is_measured(self, stage: str) -> bool:
        """Return whether the costs of a stage are those of this machine and run."""
        ...

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

    def is_measured(self, stage: str) -> bool:  # noqa: ARG002 - see Costs
        """Return True."""
        return True

    def charge_ns(self, stage: str, size: float, measured_ns: int) -> int:  # noqa: ARG002 - see Costs
        """Return ``measured_ns``."""
        return measured_ns


class NoCosts:
    """Charges nothing."""

    def is_measured(self, stage: str) -> bool:  # noqa: ARG002 - see Costs
        """Return False."""
        return False

    def charge_ns(self, stage: str, size: float, measured_ns: int) -> int:  # noqa: ARG002 - see Costs
        """Return 0."""
        return 0


class DrawnCosts:
    """Draws the costs of some stages.

    Args:
        stages: Their costs.
        seed: The call's seed.
        otherwise: Charges the others.
    """

    def __init__(self, stages: Mapping[str, Cost], seed: int, otherwise: Costs):
        self._stages = stages
        self._seed = seed
        self._otherwise = otherwise
        self._dice: dict[str, np.random.Generator] = {}

    def is_measured(self, stage: str) -> bool:
        """Return whether the stage is one of the others, and those are measured."""
        return stage not in self._stages and self._otherwise.is_measured(stage)

    def charge_ns(self, stage: str, size: float, measured_ns: int) -> int:
        """Return a drawn cost, or that of the others."""
        cost = self._stages.get(stage)
        if cost is None:
            return self._otherwise.charge_ns(stage, size, measured_ns)
        dice = self._dice.setdefault(stage, generator(self._seed, f"costs/{stage}"))
        return ms_to_ns(cost.at_ms(dice.random(), size))
