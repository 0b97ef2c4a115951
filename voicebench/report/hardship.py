"""What calls had to put up with, side by side: how long they took, and how often a value was misheard."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from voicebench.report.pairing import Pair
from voicebench.report.rows import CallSummary
from voicebench.task import Json

__all__ = ["Means", "hardships"]

_OF: Mapping[str, Callable[[CallSummary], float | None]] = {
    "call_s": lambda call: call.call_s,
    "misheard": lambda call: call.misheard,
}


@dataclass(frozen=True)
class Means:
    """A figure by the call in two runs, over the pairs that have it in both.

    Args:
        a: Mean of the first.
        b: Mean of the second.
        calls: How many pairs entered.
    """

    a: float
    b: float
    calls: int

    def to_json(self) -> Mapping[str, Json]:
        """Return it as an object."""
        return {"a": round(self.a, 3), "b": round(self.b, 3), "pairs": self.calls}


def hardships(pairs: Sequence[Pair]) -> Mapping[str, Means]:
    """Return seconds and misheard values by the call; a figure that no pair has is left out.

    Args:
        pairs: Scored in both runs: a call that broke is short for another reason.
    """
    found = {}
    for name, of in _OF.items():
        both = [(a, b) for one in pairs if (a := of(one.a)) is not None and (b := of(one.b)) is not None]
        if both:
            a, b = (sum(side) / len(both) for side in zip(*both, strict=True))
            found[name] = Means(a, b, len(both))
    return found
