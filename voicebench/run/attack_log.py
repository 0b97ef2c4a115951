"""The attack on one task's right log, graded without a conversation."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

import numpy as np

from voicebench.record import Log
from voicebench.run.harmless import harmless_changes
from voicebench.run.spoil import Altered, spoilings
from voicebench.task import Excuse, Expectation, Pack
from voicebench.verdict import Verdict
from voicebench.verify import grade

__all__ = ["AttackedLog", "attack_log"]


@dataclass(frozen=True)
class AttackedLog:
    """What came of it.

    Args:
        spoilings: Number of spoilings tried.
        uncaught: Names of those that passed without an excuse.
        excused: Names of those that passed with one.
        needless: Excuses for what does not pass.
        harmless: Number of harmless changes tried.
        moved: Those that moved the verdict: name and reason.
    """

    spoilings: int
    uncaught: tuple[str, ...]
    excused: tuple[str, ...]
    needless: tuple[str, ...]
    harmless: int
    moved: tuple[str, ...]

    def faults(self) -> Iterator[str]:
        """Yield one line for each thing that is not as it must be."""
        yield from (f"this spoiling passes: {name}" for name in self.uncaught)
        yield from (f"this harmless change moves the verdict: {change}" for change in self.moved)
        yield from (f"nothing that passes needs the excuse for {name}; drop it" for name in self.needless)


def attack_log(
    pack: Pack,
    key: Expectation,
    log: Log,
    excuses: Sequence[Excuse] = (),
    *,
    sample: int | None = None,
    dice: np.random.Generator | None = None,
) -> AttackedLog:
    """Spoil a right log in every way, and write it otherwise in every way.

    Args:
        pack: The firm.
        key: What the log is graded by.
        log: The log of a call that passes.
        excuses: Spoilings that leave a right call.
        sample: How many spoilings to try at most; None for all.
        dice: Draws them.
    """
    wrong = list(spoilings(pack, key, log))
    if sample is not None and dice is not None and sample < len(wrong):
        wrong = [wrong[index] for index in sorted(dice.choice(len(wrong), sample, replace=False))]
    passing = [spoiling.name for spoiling in wrong if grade(key, spoiling.log).outcome == "passed"]
    excused = tuple(name for name in passing if any(_covers(excuse, name) for excuse in excuses))
    used = [excuse for excuse in excuses if any(_covers(excuse, name) for name in passing)]
    changes = list(harmless_changes(pack, key, log))
    return AttackedLog(
        spoilings=len(wrong),
        uncaught=tuple(name for name in passing if name not in excused),
        excused=excused,
        needless=tuple(excuse.spoiling for excuse in excuses if excuse not in used) if sample is None else (),
        harmless=len(changes),
        moved=tuple(_moved(key, grade(key, log), changes)),
    )


def _covers(excuse: Excuse, name: str) -> bool:
    return fnmatchcase(name, excuse.spoiling)


def _moved(key: Expectation, before: Verdict, changes: Iterable[Altered]) -> Iterator[str]:
    """Yield the changes after which the outcome or a gate is another; labels explain a verdict and may change."""
    for change in changes:
        after = grade(key, change.log)
        if _outcomes(after) != _outcomes(before):
            yield f"{change.name}: {after.reason}"


def _outcomes(verdict: Verdict) -> list[str]:
    gates = verdict.gates
    return [verdict.outcome, gates.tools.outcome, gates.handoffs.outcome, gates.database.outcome]
