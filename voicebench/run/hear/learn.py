"""Learns a text channel from a hearing that was kept (``voicebench hear --out DIR``).

python -m voicebench.run.hear.learn LINE FILE DIR [DIR ...]
"""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from voicebench.complaints import first_fault
from voicebench.errors import ConfigError, VoicebenchError
from voicebench.filecache import write_whole
from voicebench.stt.channel_learning import learn
from voicebench.stt.channel_model import ChannelModel
from voicebench.task import Json

__all__ = ["HeardRow", "learn_from", "main", "read_results"]

_USAGE = "usage: python -m voicebench.run.hear.learn LINE FILE DIR [DIR ...]"


class _Kept(BaseModel):
    """What is read of a hearing; there is more."""

    model_config = ConfigDict(frozen=True)


class _Errors(_Kept):
    reference_words: int = Field(ge=0)


class HeardRow(_Kept):
    """One utterance over one line.

    Args:
        line: Over which line.
        meant: The words as the voice got them.
        heard: The transcript.
        errors: The word errors.
    """

    line: str
    meant: str
    heard: str
    errors: _Errors


class _Recogniser(BaseModel):
    model_config = ConfigDict(frozen=True, extra="allow")

    engine: str


class _Facts(_Kept):
    recogniser: _Recogniser
    seed: int
    fresh: int | None = None
    voices: tuple[str, ...]
    versions: Mapping[str, Json]


_Shape = TypeVar("_Shape", bound=_Kept)


def read_results(folder: Path, line: str) -> list[HeardRow]:
    """Return what was heard over one line of a hearing, utterance by utterance.

    Raises:
        ConfigError: No hearing lies there, or not of this line.
    """
    lines = _read(folder, "utterances.jsonl").splitlines()
    rows = [_shaped(HeardRow, f"{folder}/utterances.jsonl:{number}", text) for number, text in enumerate(lines, 1)]
    found = [row for row in rows if row.line == line]
    if not found:
        raise ConfigError(f"{folder}: nothing was heard over the line {line!r} there")
    return found


def learn_from(folders: Sequence[Path], line: str) -> ChannelModel:
    """Return the channel that hearings teach.

    Args:
        folders: Where they were kept.
        line: Which of their lines.

    Raises:
        ConfigError: No hearing lies there, or not of this line, or they are of several recognisers.
    """
    rows = [row for folder in folders for row in read_results(folder, line)]
    facts = [_shaped(_Facts, f"{folder}/hearing.json", _read(folder, "hearing.json")) for folder in folders]
    settings = facts[0].recogniser.model_dump()
    if any(one.recogniser != facts[0].recogniser for one in facts):
        raise ConfigError(f"{folders[-1]}: heard by another recogniser than {folders[0]}; learn one channel of each")
    name = str(settings.get("model", settings["engine"]))
    learned_from = {
        "hear": [_command(one, line, name) for one in facts],
        "learn": f"python -m voicebench.run.hear.learn {line} FILE DIR ...",
        "utterances": len(rows),
        "words": sum(row.errors.reference_words for row in rows),
        "voices": sorted({voice for one in facts for voice in one.voices}),
        "recogniser": settings,
        "versions": dict(facts[0].versions),
    }
    return learn([(row.meant, row.heard) for row in rows], line, name, learned_from)


def _read(folder: Path, name: str) -> bytes:
    try:
        return (folder / name).read_bytes()
    except OSError as error:
        why = f"{name}: {error.strerror or error}"
        raise ConfigError(f"{folder}: not what `voicebench hear --out` keeps: {why}") from error


def _shaped(shape: type[_Shape], where: str, text: bytes) -> _Shape:
    try:
        return shape.model_validate_json(text)
    except ValidationError as error:
        why = first_fault(error, "it")
        raise ConfigError(f"{where}: not what `voicebench hear --out` keeps: {why}") from error


def _command(facts: _Facts, line: str, name: str) -> str:
    fresh = f" --fresh --seed {facts.seed} --n {facts.fresh}" if facts.fresh else ""
    return f"voicebench hear --line {line} --model {name}{fresh} --out DIR"


def main(arguments: Sequence[str]) -> int:
    """Learn and write."""
    if len(arguments) < 3:
        sys.stderr.write(f"{_USAGE}\n")
        return 2
    line, target, *folders = arguments
    try:
        text = learn_from([Path(folder) for folder in folders], line).model_dump_json()
        write_whole(Path(target), f"{text}\n".encode())
    except (VoicebenchError, OSError) as error:
        sys.stderr.write(f"learn: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
