"""What every caller has, whoever decides its words: patience, a temper of its own, and the moment to hang up."""

import numpy as np

from voicebench.caller.moves import HangUp, Say
from voicebench.record import Ending
from voicebench.stack import Limits
from voicebench.values.spoken import speakable

__all__ = ["UNHELPED", "Patience"]

_NUDGE = "Hello? Are you still there?"
_SILENCES = 2
UNHELPED = 3
"""After so many answers that are beside the point a caller gives up."""


class Patience:
    """How long a caller puts up with an agent; running into a limit is the agent's doing.

    Args:
        limits: Turns, silence and length of a call.
        dice: The generator of its reaction times, and of nothing else.
    """

    def __init__(self, limits: Limits, dice: np.random.Generator):
        self._limits, self._dice = limits, dice
        self._turns = self._silences = 0

    def silence(self) -> Say | HangUp:
        """Return what the caller does after the agent has said nothing for ``limits.silence_s``."""
        self._silences += 1
        if self._silences >= _SILENCES:
            return HangUp(None, Ending(by="caller", why="silence"))
        return Say(_NUDGE, speakable(_NUDGE), "nudge")

    def overdue(self) -> HangUp:
        """Return the hang-up for a call that has lasted ``limits.length_s``."""
        return HangUp(None, Ending(by="caller", why="length"))

    def reaction_ms(self) -> float:
        """Draw the gap between the agent's last sound and the caller's first, in milliseconds."""
        return float(np.clip(self._dice.lognormal(mean=np.log(480.0), sigma=0.35), 250.0, 900.0))

    def _heard_something(self) -> None:
        self._silences = 0

    def _out_of_turns(self) -> HangUp | None:
        """Count a turn, and return the hang-up when the caller has spoken often enough."""
        self._turns += 1
        return HangUp(None, Ending(by="caller", why="turns")) if self._turns > self._limits.turns else None
