"""Learns a text channel from a hearing that was kept (``voicebench hear --out DIR``).

python -m voicebench.run.hear.learn DIR LINE FILE
"""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from voicebench.errors import ConfigError, VoicebenchError
from voicebench.stt.channel_learning import learn
from voicebench.stt.channel_model import ChannelModel
from voicebench.task import Json

__all__ = ["learn_from", "main", "read_results"]

_USAGE = "usage: python -m voicebench.run.hear.learn DIR LINE FILE"


def read_results(folder: Path, line: str) -> list[Mapping[str, Json]]:
    """Return what was heard over one line of a hearing, utterance by utterance.

    Raises:
        ConfigError: No hearing lies there, or not of this line.
    """
    try:
        lines = (folder / "utterances.jsonl").read_text(encoding="utf-8").splitlines()
        found = [row for row in map(json.loads, lines) if row["line"] == line]
    except (OSError, ValueError, KeyError) as error:
        raise ConfigError(f"{folder}: not what `voicebench hear --out` keeps: {error}") from error
    if not found:
        raise ConfigError(f"{folder}: nothing was heard over the line {line!r} there")
    return found


def learn_from(folder: Path, line: str) -> ChannelModel:
    """Return the channel that a hearing teaches.

    Args:
        folder: Where it was kept.
        line: Which of its lines.

    Raises:
        ConfigError: No hearing lies there, or not of this line.
    """
    rows = read_results(folder, line)
    facts = json.loads((folder / "hearing.json").read_text(encoding="utf-8"))
    settings = facts["recogniser"]
    name = str(settings.get("model", settings["engine"]))
    learned_from = {
        "hear": f"voicebench hear --line {line} --model {name} --out DIR",
        "learn": f"python -m voicebench.run.hear.learn DIR {line} FILE",
        "utterances": len(rows),
        "words": sum(row["errors"]["reference_words"] for row in rows),
        "voices": facts["voices"],
        "seed": facts["seed"],
        "recogniser": settings,
        "versions": facts["versions"],
    }
    return learn([(row["meant"], row["heard"]) for row in rows], line, name, learned_from)


def main(arguments: Sequence[str]) -> int:
    """Learn and write."""
    if len(arguments) != 3:
        sys.stderr.write(f"{_USAGE}\n")
        return 2
    folder, line, target = arguments
    try:
        text = learn_from(Path(folder), line).model_dump_json()
        Path(target).write_text(text + "\n", encoding="utf-8")
    except (VoicebenchError, OSError) as error:
        sys.stderr.write(f"learn: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
