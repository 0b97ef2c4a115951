"""From what was heard, utterance by utterance, to the figures of a line."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np
import numpy.typing as npt

from voicebench.report.hearing import Condition, Hits, WordCounts
from voicebench.report.statistics import RESAMPLES, Interval, middle
from voicebench.run.hear.utterances import VALUE_KINDS
from voicebench.seeds import generator
from voicebench.stt.entities import heard_right
from voicebench.stt.wer import WordErrors, score
from voicebench.task import Json
from voicebench.units import NS_PER_MS

__all__ = ["FIGURES", "Result", "judge", "made_up", "tally"]

FIGURES = ("phone", "zip", "card_digits", "date", "money", "order_code", "yes_no")
"""The kinds of utterance that a call most often turns on, told together too."""
_AS_FIGURES = frozenset(FIGURES) | {VALUE_KINDS[kind] for kind in FIGURES}
"""A person's own recordings go by the kinds of their values."""
_SEED = 1
"""The intervals are the same whenever they are asked for."""
_MADE_UP = 3
_Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Result:
    """What was heard of one utterance over one line.

    Args:
        id: Of the utterance.
        kind: Of the utterance.
        value_kind: Kind of its value; None without one.
        value: What had to be heard right.
        voice: Who spoke.
        line: Over which line.
        meant: The words as the voice got them.
        heard: The transcript.
        flags: What the recogniser did to its model's answer.
        right: Whether the value was heard right; None where there was none.
        errors: The word errors.
        audio_s: Length of the sound.
        took_ns: What it took to hear it first; None where nobody measured it.
    """

    id: str
    kind: str
    value_kind: str | None
    value: Json
    voice: str
    line: str
    meant: str
    heard: str
    flags: tuple[str, ...]
    right: bool | None
    errors: WordErrors
    audio_s: float
    took_ns: int | None

    def to_json(self) -> Mapping[str, Json]:
        """Return it as one line of ``utterances.jsonl``."""
        return asdict(self)


def judge(value_kind: str | None, value: Json, meant: str, heard: str) -> tuple[bool | None, WordErrors]:
    """Return whether a value was heard right, and the word errors."""
    return heard_right(value_kind, value, heard), score(meant, heard)


def made_up(result: Result) -> bool:
    """Whether a transcript holds words that cannot be misheard ones.

    A loop, or three words too many and more than half as many as were said.
    """
    extra = result.errors.insertions
    return "repetition" in result.flags or (extra >= _MADE_UP and 2 * extra > result.errors.reference_words)


def tally(name: str, results: Sequence[Result]) -> Condition:
    """Return the figures of one line.

    Args:
        name: The line.
        results: What was heard over it.
    """
    kinds = dict.fromkeys(result.kind for result in results if result.right is not None)
    times = [result.took_ns / NS_PER_MS for result in results if result.took_ns is not None]
    return Condition(
        name=name,
        utterances=len(results),
        words=_words(results),
        exact=sum(result.errors.rate == 0 for result in results),
        entities={kind: _hits([one for one in results if one.kind == kind]) for kind in kinds},
        figures=_hits([one for one in results if one.kind in _AS_FIGURES]),
        empty=sum(not result.heard for result in results),
        hallucinated=sum(map(made_up, results)),
        ms={f"p{p}": round(float(np.percentile(times, p)), 1) for p in (50, 95)} if times else {},
    )


def _words(results: Sequence[Result]) -> WordCounts:
    total = sum((result.errors for result in results), WordErrors())
    wrong = np.array([r.errors.substitutions + r.errors.insertions + r.errors.deletions for r in results], np.float64)
    said = np.array([r.errors.reference_words for r in results], np.float64)
    return WordCounts(
        total.substitutions, total.insertions, total.deletions, total.reference_words, _interval(wrong, said)
    )


def _hits(results: Sequence[Result]) -> Hits:
    marks = np.array([result.right for result in results if result.right is not None], np.float64)
    return Hits(len(marks), int(marks.sum()), _interval(marks, np.ones(len(marks))))


def _interval(parts: _Floats, wholes: _Floats) -> Interval | None:
    """Bootstrap the ratio of two sums over utterances; None for fewer than two, or where all are alike."""
    if len(parts) < 2 or np.ptp(parts) == 0 or not wholes.sum():
        return None
    draws = generator(_SEED, "hearing").integers(len(parts), size=(RESAMPLES, len(parts)))
    sums = wholes[draws].sum(axis=1)
    return middle(parts[draws].sum(axis=1)[sums > 0] / sums[sums > 0])
