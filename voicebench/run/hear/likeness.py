"""How like the sound a text channel is: the same utterances heard by a recogniser and by the channel.

The channel is drawn many times for each utterance, so that what is left of chance is that of the sound. Differences are
paired by utterance, and their intervals are bootstraps over utterances.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from voicebench.report.statistics import RESAMPLES, Interval, middle
from voicebench.run.hear.tally import Result, judge
from voicebench.seeds import generator
from voicebench.stt.channel_model import ChannelModel
from voicebench.stt.text_channel import TextChannel
from voicebench.stt.wer import WordErrors
from voicebench.task import Json

__all__ = ["Difference", "Likeness", "compare_channel"]

_DRAWS = 16
_Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Difference:
    """One figure of the sound and of the channel.

    Args:
        sound: Of the recogniser.
        channel: Of the channel.
        interval: Of channel less sound.
    """

    sound: float
    channel: float
    interval: Interval

    def within(self, bound: float) -> bool:
        """Whether the whole interval lies within a bound on both sides."""
        return -bound <= self.interval.low and self.interval.high <= bound

    def to_json(self) -> Mapping[str, Json]:
        """Return it."""
        shown = {"sound": self.sound, "channel": self.channel, "difference": self.channel - self.sound}
        return {**{name: round(value, 4) for name, value in shown.items()}, "interval": self.interval.to_json()}


@dataclass(frozen=True)
class Likeness:
    """A channel beside the sound.

    Args:
        utterances: How many.
        words: Words said in them.
        wer: Word errors by word said.
        entities: Values heard right.
        kinds: By kind of utterance, values heard right of the sound and of the channel.
    """

    utterances: int
    words: int
    wer: Difference
    entities: Difference
    kinds: Mapping[str, tuple[float, float]]


def compare_channel(results: Sequence[Result], model: ChannelModel, seed: int) -> Likeness:
    """Return how the channel differs from the sound on utterances that it did not learn from.

    Args:
        results: What the recogniser heard.
        model: What the channel learned.
        seed: Of the channel's dice.
    """
    drawn = [_drawn(result, model, seed) for result in results]
    said = np.array([result.errors.reference_words for result in results], np.float64)
    wer = _difference([_wrong(result.errors) for result in results], [one.wrong for one in drawn], said)
    valued = [(result, one) for result, one in zip(results, drawn, strict=True) if result.right is not None]
    rights, likely = [float(bool(result.right)) for result, _ in valued], [one.right for _, one in valued]
    entities = _difference(rights, likely, np.ones(len(valued)))
    kinds = {}
    for kind in dict.fromkeys(result.kind for result, _ in valued):
        at = [number for number, (result, _) in enumerate(valued) if result.kind == kind]
        kinds[kind] = (float(np.mean([rights[n] for n in at])), float(np.mean([likely[n] for n in at])))
    return Likeness(len(results), int(said.sum()), wer, entities, kinds)


@dataclass(frozen=True)
class _Drawn:
    """The means over the draws of one utterance."""

    wrong: float
    right: float


def _drawn(result: Result, model: ChannelModel, seed: int) -> _Drawn:
    channel = TextChannel(model, generator(seed, f"likeness/{result.id}"))
    judged = [
        judge(result.value_kind, result.value, result.meant, channel.hear(result.meant).text) for _ in range(_DRAWS)
    ]
    return _Drawn(
        float(np.mean([_wrong(errors) for _, errors in judged])), float(np.mean([bool(right) for right, _ in judged]))
    )


def _wrong(errors: WordErrors) -> float:
    return float(errors.substitutions + errors.insertions + errors.deletions)


def _difference(sound: Sequence[float], channel: Sequence[float], wholes: _Floats) -> Difference:
    ours, theirs = np.array(channel), np.array(sound)
    draws = generator(1, "likeness").integers(len(wholes), size=(RESAMPLES, len(wholes)))
    gaps = (ours - theirs)[draws].sum(axis=1) / wholes[draws].sum(axis=1)
    total = float(wholes.sum())
    return Difference(float(theirs.sum()) / total, float(ours.sum()) / total, middle(gaps))
