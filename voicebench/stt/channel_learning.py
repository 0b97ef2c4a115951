"""Learns a text channel from what a recogniser made of a line."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from voicebench.stt.channel_model import CHANNEL_FORMAT, ChannelModel, RunErrors, errors_of
from voicebench.stt.channel_words import HeardRun, heard_runs, length_of, runs_of
from voicebench.task import Json

__all__ = ["learn"]

_MOST_KEPT = 200
"""Words kept of one kind; more of them add nothing but size."""


def learn(
    pairs: Iterable[tuple[str, str]], line: str, recogniser: str, learned_from: Mapping[str, Json]
) -> ChannelModel:
    """Return what spoken words and their transcripts teach.

    Args:
        pairs: What was said, in spoken form, and what was heard.
        line: Over which line.
        recogniser: By which recogniser.
        learned_from: Where the pairs come from.
    """
    empty: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    utterances: list[list[HeardRun]] = []
    for spoken, text in pairs:
        count = sum(len(run.pieces) for run in runs_of(spoken))
        empty[length_of(count)][0] += 1
        if text:
            utterances.append(heard_runs(spoken, text))
        else:
            empty[length_of(count)][1] += 1
    heard = [run for utterance in utterances for run in utterance]
    runs = _runs(heard)
    return ChannelModel.model_validate(
        {
            "format": CHANNEL_FORMAT,
            "line": line,
            "recogniser": recogniser,
            "learned_from": dict(learned_from),
            "empty": empty,
            "together": round(_together(utterances, runs), 4),
            "runs": runs,
            "slips": _slips(heard),
            "confusions": _confusions(heard),
            "inserted": _inserted(heard),
        }
    )


def _runs(heard: Iterable[HeardRun]) -> dict[str, dict[str, RunErrors]]:
    found: dict[str, dict[str, list[tuple[int, int, int]]]] = defaultdict(lambda: defaultdict(list))
    for one in heard:
        found[one.run.kind][length_of(len(one.run.pieces))].append(one.errors)
    return {
        kind: {
            length: RunErrors(n=len(errors), wrong=tuple(sorted(each for each in errors if any(each))))
            for length, errors in lengths.items()
        }
        for kind, lengths in found.items()
    }


def _together(utterances: Iterable[Sequence[HeardRun]], runs: Mapping[str, Mapping[str, RunErrors]]) -> float:
    """Return in what share of the utterances all runs must go alike for as many to be without error as there were.

    Hit each by itself, an utterance is spared as often as the product of its runs; all together, as often as its worst.
    """
    apart = together = spared = 0.0
    for utterance in utterances:
        known = [errors_of(runs[one.run.kind], length_of(len(one.run.pieces))) for one in utterance]
        kept = [1 - one.rate for one in known if one is not None]
        apart += math.prod(kept)
        together += min(kept, default=1.0)
        spared += all(one.errors == (0, 0, 0) for one in utterance)
    return min(1.0, max(0.0, (spared - apart) / (together - apart))) if together > apart else 0.0


def _slips(heard: Iterable[HeardRun]) -> dict[str, dict[str, tuple[int, int]]]:
    found: dict[str, Counter[str]] = defaultdict(Counter)
    lost: dict[str, Counter[str]] = defaultdict(Counter)
    for one in heard:
        for said, got in one.pairs:
            found[one.run.kind][said] += 1
            lost[one.run.kind][said] += said != got
    # A word that was said once tells nothing of words like it.
    return {
        kind: {word: (count, lost[kind][word]) for word, count in sorted(words.items()) if count > 1}
        for kind, words in found.items()
    }


def _confusions(heard: Iterable[HeardRun]) -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for one in heard:
        for said, got in one.pairs:
            if got and got != said:
                found[one.run.kind][said].append(got)
                found[one.run.kind]["*"].append(got)
    return {
        kind: {word: _thinned(got) for word, got in sorted(words.items()) if word == "*" or len(got) > 1}
        for kind, words in found.items()
    }


def _inserted(heard: Iterable[HeardRun]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for one in heard:
        found[one.run.kind] += one.inserted
    return {kind: _thinned(words) for kind, words in sorted(found.items()) if words}


def _thinned(words: list[str]) -> list[str]:
    """Return words in order, evenly fewer where there are too many."""
    return sorted(words)[:: -(-len(words) // _MOST_KEPT)]
