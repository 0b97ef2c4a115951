"""A channel of words that errs as a line and a recogniser do, for calls without sound.

Errors are drawn run by run, a run being words of one kind: whether it is hit, by its kind and length, at times together
with all others of the utterance; how, from what hits of such runs looked like; where, by how often each word is lost;
and as what, from what was heard for it.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from voicebench.stt.base import Transcript
from voicebench.stt.channel_model import ChannelModel
from voicebench.stt.channel_words import Piece, Run, length_of, runs_of
from voicebench.values.numerals import DIGIT_WORDS, ORDINALS, TEENS, TENS

__all__ = ["TextChannel"]

_CLASSES: Sequence[Sequence[str]] = (DIGIT_WORDS[1:], tuple(TEENS), tuple(TENS), tuple(ORDINALS))
_NUMBERS = frozenset({"number", "amount", "day"})
_UNKNOWN = 0.5
"""The weight of a word that was never heard, beside those that were lost so often of so many times."""


class TextChannel:
    """Words in, words out.

    Args:
        model: What was learned.
        dice: Of this call.
    """

    def __init__(self, model: ChannelModel, dice: np.random.Generator):
        self._model = model
        self._dice = dice

    def hear(self, spoken: str) -> Transcript:
        """Return a spoken form as the recogniser might have heard it."""
        runs = runs_of(spoken)
        heard, empty = self._model.empty.get(length_of(sum(len(run.pieces) for run in runs)), (1, 0))
        if self._dice.random() * heard < empty:
            return Transcript("")
        luck = self._luck(len(runs))
        changes: dict[Piece, str] = {}
        for run, lucky in zip(runs, luck, strict=True):
            changes |= self._changes(run, lucky)
        return Transcript(_rewritten(spoken, [piece for run in runs for piece in run.pieces], changes))

    def _luck(self, count: int) -> list[float]:
        """Return a number from 0 to 1 for each run, the same for all where the utterance goes well or badly at once."""
        if self._dice.random() < self._model.together:
            return [float(self._dice.random())] * count
        return [float(one) for one in self._dice.random(count)]

    def _changes(self, run: Run, luck: float) -> dict[Piece, str]:
        """Return what stands in place of the words that are hit; empty for nothing."""
        known = self._model.errors_of(run.kind, length_of(len(run.pieces)))
        if known is None or luck >= known.rate:
            return {}
        substituted, deleted, inserted = known.wrong[int(self._dice.integers(len(known.wrong)))]
        hit = self._hit(run, substituted + deleted)
        changes = {piece: self._confused(run.kind, piece.word) for piece in hit[:substituted]}
        changes |= dict.fromkeys(hit[substituted:], "")
        if inserted:
            at = run.pieces[int(self._dice.integers(len(run.pieces)))]
            more = [self._draw(self._model.inserted.get(run.kind, ("uh",))) for _ in range(inserted)]
            changes[at] = " ".join([changes.get(at, at.word), *more]).strip()
        return changes

    def _hit(self, run: Run, count: int) -> list[Piece]:
        """Draw words of a run, those that are often lost before others."""
        slips = self._model.slips.get(run.kind, {})
        weights = np.array([_weight(slips.get(_token(run.kind, piece.word))) for piece in run.pieces])
        count = min(count, len(run.pieces))
        chosen = self._dice.choice(len(run.pieces), count, replace=False, p=weights / weights.sum())
        return [run.pieces[int(at)] for at in chosen]

    def _confused(self, kind: str, word: str) -> str:
        if kind in _NUMBERS:
            return self._other_number(word)
        known = self._model.confusions.get(kind, {})
        token = _token(kind, word)
        heard = known.get(token) or tuple(one for one in known.get("*", ()) if one != token)
        return self._draw(heard) if heard else ""

    def _other_number(self, word: str) -> str:
        """Return another number word of the class: a tens is heard as a tens, or as a teen."""
        options = next((words for words in _CLASSES if word.lower() in words), ())
        others = [option for option in options if option != word.lower()]
        return self._draw(others) if others else ""

    def _draw(self, words: Sequence[str]) -> str:
        return words[int(self._dice.integers(len(words)))]


def _token(kind: str, word: str) -> str:
    """Return a word as what was learned has it."""
    lower = word.lower()
    return (
        str(DIGIT_WORDS.index(lower))
        if kind.endswith("digit")
        else f"{lower.rstrip('s')}s"
        if kind == "unit"
        else lower
    )


def _weight(slip: tuple[int, int] | None) -> float:
    said, lost = slip or (0, 0)
    return (lost + _UNKNOWN) / (said + 2 * _UNKNOWN)


def _rewritten(spoken: str, pieces: Sequence[Piece], changes: Mapping[Piece, str]) -> str:
    """Return the text with words changed; the signs between them stay, but for those of a word that is gone."""
    parts, at = [], 0
    nexts = [*(piece.start for piece in pieces), len(spoken)][1:]
    for piece, after in zip(pieces, nexts, strict=True):
        parts.append(spoken[at : piece.start])
        word = changes.get(piece, piece.word)
        at = piece.end if word else after
        parts.append(word)
    return ("".join(parts) + spoken[at:]).strip()
