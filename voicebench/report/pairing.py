"""Two runs, call by call: the same task, trial and seed, so that both met the same caller and the same dice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from voicebench.errors import ConfigError
from voicebench.report.rows import CallSummary
from voicebench.task import Json

__all__ = ["Flip", "Pair", "Pairing", "flips", "pair"]

_SCORED = {"passed", "failed"}


@dataclass(frozen=True)
class Pair:
    """One trial of one task in both runs.

    Args:
        a: In the first.
        b: In the second.
    """

    a: CallSummary
    b: CallSummary

    @property
    def is_scored(self) -> bool:
        """Whether both are the agent's own passes or failures."""
        return self.a.outcome in _SCORED and self.b.outcome in _SCORED

    @property
    def gain(self) -> int:
        """1 where the second alone passed, -1 where the first alone did, 0 where both came out alike."""
        return (self.b.outcome == "passed") - (self.a.outcome == "passed")


@dataclass(frozen=True)
class Pairing:
    """What pairs, and what does not.

    Args:
        pairs: All calls that are in both runs, in the order of the first.
        only_a: How many are in the first alone.
        only_b: How many are in the second alone.
    """

    pairs: tuple[Pair, ...]
    only_a: int
    only_b: int

    @property
    def scored(self) -> tuple[Pair, ...]:
        """The pairs with a pass or a failure on both sides."""
        return tuple(one for one in self.pairs if one.is_scored)


@dataclass(frozen=True)
class Flip:
    """A task of which at least one trial came out otherwise.

    Args:
        task: ``PACK/TASK``.
        trials: Scored pairs of it.
        passed_a: How many of them passed in the first run.
        passed_b: How many in the second.
        gained: Trials that the second alone passed.
        lost: Trials that the first alone passed.
    """

    task: str
    trials: int
    passed_a: int
    passed_b: int
    gained: int
    lost: int

    def to_json(self) -> Mapping[str, Json]:
        """Return it as an object."""
        return dict(vars(self))


def pair(a: Sequence[CallSummary], b: Sequence[CallSummary]) -> Pairing:
    """Pair two runs by task and trial.

    Args:
        a: Calls of the first.
        b: Calls of the second.

    Raises:
        ConfigError: They have no call in common, or a call met other dice in the other run.
    """
    others = {(call.task, call.trial): call for call in b}
    pairs = tuple(Pair(call, others[call.task, call.trial]) for call in a if (call.task, call.trial) in others)
    if not pairs:
        raise ConfigError("the runs do not pair: they have no task and trial in common")
    for one in pairs:
        if one.a.seed != one.b.seed:
            what = f"{one.a.task} trial {one.a.trial} has seed {one.a.seed} in the first and {one.b.seed} in the second"
            raise ConfigError(f"the runs do not pair: {what}; make both with the same --seed")
    return Pairing(pairs, len(a) - len(pairs), len(b) - len(pairs))


def flips(pairs: Sequence[Pair]) -> tuple[Flip, ...]:
    """Return the tasks that came out otherwise, those with the largest difference first.

    Args:
        pairs: Scored ones.
    """
    by_task: dict[str, list[Pair]] = {}
    for one in pairs:
        by_task.setdefault(one.a.task, []).append(one)
    found = (_flip(task, some) for task, some in by_task.items() if any(one.gain for one in some))
    return tuple(sorted(found, key=lambda flip: (-abs(flip.gained - flip.lost), flip.task)))


def _flip(task: str, pairs: Sequence[Pair]) -> Flip:
    return Flip(
        task=task,
        trials=len(pairs),
        passed_a=sum(one.a.outcome == "passed" for one in pairs),
        passed_b=sum(one.b.outcome == "passed" for one in pairs),
        gained=sum(one.gain == 1 for one in pairs),
        lost=sum(one.gain == -1 for one in pairs),
    )
