"""What a recogniser made of a line, in figures: one ``Condition`` a line, and the point where a sweep gets bad."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from voicebench.report.statistics import Interval
from voicebench.task import Json

__all__ = ["BAD_BELOW", "Condition", "Hits", "Sweep", "WordCounts"]

BAD_BELOW = 0.9
"""A sweep names the point where entity accuracy falls below this."""


@dataclass(frozen=True)
class Hits:
    """Values heard right.

    Args:
        n: Utterances with a value.
        right: How many of the values were heard right.
        interval: Of the share; None where all are alike, since a bootstrap learns nothing from them.
    """

    n: int
    right: int
    interval: Interval | None = None

    @property
    def share(self) -> float | None:
        """Right by all; None without any."""
        return self.right / self.n if self.n else None

    def to_json(self) -> Mapping[str, Json]:
        """Return it."""
        return {"n": self.n, "right": self.right, "interval": self.interval and self.interval.to_json()}


@dataclass(frozen=True)
class WordCounts:
    """Word errors of all utterances together.

    Args:
        substitutions: Words heard as others.
        insertions: Words heard that were not said.
        deletions: Words said that were not heard.
        said: Words said.
        interval: Of the rate.
    """

    substitutions: int
    insertions: int
    deletions: int
    said: int
    interval: Interval | None = None

    @property
    def rate(self) -> float | None:
        """Errors by words said; None where nothing was said."""
        return (self.substitutions + self.insertions + self.deletions) / self.said if self.said else None


@dataclass(frozen=True)
class Condition:
    """What was heard over one line.

    Args:
        name: The line.
        utterances: How many were heard.
        words: Word errors.
        exact: Utterances with every word right, of those with words.
        entities: Values heard right, by kind of utterance.
        figures: Phones, ZIPs, card digits, dates, money, order codes, and yes or no together: what decides calls.
        empty: Utterances of which nothing was heard.
        hallucinated: Utterances with words that are not misheard but made up.
        ms: Milliseconds to hear one utterance, p50 and p95, where they were measured.
    """

    name: str
    utterances: int
    words: WordCounts
    exact: int
    entities: Mapping[str, Hits]
    figures: Hits
    empty: int
    hallucinated: int
    ms: Mapping[str, float] = field(default_factory=dict)

    def to_json(self) -> Mapping[str, Json]:
        """Return it as ``hear --json`` has it."""
        words = self.words
        return {
            "utterances": self.utterances,
            "wer": None if words.rate is None else round(words.rate, 4),
            "wer_interval": words.interval and words.interval.to_json(),
            "substitutions": words.substitutions,
            "insertions": words.insertions,
            "deletions": words.deletions,
            "words": words.said,
            "exact": self.exact,
            "entities": {kind: hits.to_json() for kind, hits in self.entities.items()},
            "figures": self.figures.to_json(),
            "empty": self.empty,
            "hallucinated": self.hallucinated,
            "ms_per_utterance": dict(self.ms),
        }


@dataclass(frozen=True)
class Sweep:
    """A setting of the line turned from good to bad.

    Args:
        setting: Its name: ``snr``.
        at: Its values, in the order of the sweep.
        conditions: What was heard at each.
    """

    setting: str
    at: Sequence[float]
    conditions: Sequence[Condition]

    @property
    def bad_from(self) -> float | None:
        """Where entity accuracy first falls below ``BAD_BELOW``, on a straight line between two points.

        The first value where it is below from the start, and None where it never is.
        """
        before: tuple[float, float] | None = None
        for at, condition in zip(self.at, self.conditions, strict=True):
            share = condition.figures.share
            if share is None:
                continue
            if share < BAD_BELOW:
                return at if before is None else _crossing(before, (at, share))
            before = (at, share)
        return None

    def to_json(self) -> Mapping[str, Json]:
        """Return it; the conditions stand elsewhere, by name."""
        bad_from = self.bad_from
        return {
            "setting": self.setting,
            "at": list(self.at),
            "conditions": [condition.name for condition in self.conditions],
            "figures_below_0.9_from": None if bad_from is None else round(bad_from, 2),
        }


def _crossing(before: tuple[float, float], after: tuple[float, float]) -> float:
    (at, share), (next_at, next_share) = before, after
    return at + (share - BAD_BELOW) / (share - next_share) * (next_at - at)
