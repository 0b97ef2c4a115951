"""Word errors: how far what was heard is from what was meant."""

from dataclasses import dataclass

import jiwer

from voicebench.stt.words import comparable_words

__all__ = ["WordErrors", "score"]


@dataclass(frozen=True)
class WordErrors:
    """Errors of one utterance, or the sum of many.

    Args:
        substitutions: Words heard as others.
        insertions: Words heard that were not said.
        deletions: Words said that were not heard.
        reference_words: Words said.
    """

    substitutions: int = 0
    insertions: int = 0
    deletions: int = 0
    reference_words: int = 0

    @property
    def rate(self) -> float | None:
        """Errors by word said; above 1 where much was invented, and None where nothing was said."""
        if not self.reference_words:
            return None
        return (self.substitutions + self.insertions + self.deletions) / self.reference_words

    @property
    def rounded_rate(self) -> float | None:
        """The rate as it is kept, to four places."""
        return None if self.rate is None else round(self.rate, 4)

    def __add__(self, other: "WordErrors") -> "WordErrors":
        return WordErrors(
            self.substitutions + other.substitutions,
            self.insertions + other.insertions,
            self.deletions + other.deletions,
            self.reference_words + other.reference_words,
        )


def score(meant: str, heard: str) -> WordErrors:
    """Return the word errors of ``heard``, both sides brought to one form first (``comparable_words``)."""
    said, got = comparable_words(meant), comparable_words(heard)
    if not said or not got:
        return WordErrors(insertions=len(got), deletions=len(said), reference_words=len(said))
    aligned = jiwer.process_words(" ".join(said), " ".join(got))
    return WordErrors(aligned.substitutions, aligned.insertions, aligned.deletions, len(said))
