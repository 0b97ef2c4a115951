"""The utterances that ship: ``audio_fixtures/utterances.jsonl``, one a line, the first line saying what they are.

They are what ``draw_utterance`` draws with the seed in that first line, kept so that figures of different days are of
the same utterances, whatever becomes of the dice. A few lie there as sound too.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from voicebench.datafiles import folder
from voicebench.errors import FixtureError
from voicebench.run.hear.utterances import KINDS, Utterance
from voicebench.task import Json

__all__ = ["FORMAT", "MANIFEST", "first_of_each", "head_line", "manifest_lines", "shipped_sounds", "shipped_utterances"]

FORMAT = "voicebench-utterances/1"
MANIFEST = "utterances.jsonl"


def manifest_lines(utterances: Sequence[Utterance], head: Mapping[str, Json]) -> str:
    """Return the manifest's text.

    Args:
        utterances: In order.
        head: What the first line says beside the format.
    """
    rows = [{"format": FORMAT, **head}, *map(asdict, utterances)]
    return "".join(json.dumps(row) + "\n" for row in rows)


def head_line() -> Mapping[str, Json]:
    """Return the manifest's first line: its seed, and the utterances that lie there as sound.

    Raises:
        FixtureError: It cannot be read.
    """
    head: Mapping[str, Json] = next(_rows())
    if head.get("format") != FORMAT:
        raise FixtureError(f"{_path()}: format: expected {FORMAT!r}")
    return head


def shipped_utterances() -> list[Utterance]:
    """Return the utterances that ship, in order.

    Raises:
        FixtureError: They cannot be read.
    """
    head_line()
    rows = _rows()
    next(rows)
    try:
        return [Utterance(**row) for row in rows]
    except TypeError as error:
        raise FixtureError(f"{_path()}: not an utterance: {error}") from error


def shipped_sounds() -> dict[str, Path]:
    """Return the sound files that ship, by utterance: 8 kHz, -26 dBov, before any line."""
    return {name: _path().parent / str(file) for name, file in head_line()["sounds"].items()}


def first_of_each(utterances: Sequence[Utterance], n: int) -> list[Utterance]:
    """Return the first ``n`` utterances of each kind."""
    counts: Counter[str] = Counter()
    chosen = []
    for utterance in utterances:
        counts[utterance.kind] += 1
        if counts[utterance.kind] <= n:
            chosen.append(utterance)
    return sorted(chosen, key=lambda utterance: KINDS.index(utterance.kind))


def _rows() -> Iterator[dict[str, Json]]:
    try:
        yield from map(json.loads, _path().read_text(encoding="utf-8").splitlines())
    except (OSError, ValueError) as error:
        raise FixtureError(f"{_path()}: cannot be read: {error}") from error


def _path() -> Path:
    return folder("audio_fixtures") / MANIFEST
