"""Learns a text channel from a hearing that was kept (``voicebench hear --out DIR``).

python -m voicebench.run.hear.learn LINE FILE DIR [DIR ...]
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

_USAGE = "usage: python -m voicebench.run.hear.learn LINE FILE DIR [DIR ...]"


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


def learn_from(folders: Sequence[Path], line: str) -> ChannelModel:
    """Return the channel that hearings teach.

    Args:
        folders: Where they were kept.
        line: Which of their lines.

    Raises:
        ConfigError: No hearing lies there, or not of this line, or they are of several recognisers.
    """
    rows = [row for folder in folders for row in read_results(folder, line)]
    facts = [_facts(folder) for folder in folders]
    settings = facts[0]["recogniser"]
    if any(one["recogniser"] != settings for one in facts):
        raise ConfigError(f"{folders[-1]}: heard by another recogniser than {folders[0]}; learn one channel of each")
    name = str(settings.get("model", settings["engine"]))
    learned_from = {
        "hear": [_command(one, line, name) for one in facts],
        "learn": f"python -m voicebench.run.hear.learn {line} FILE DIR ...",
        "utterances": len(rows),
        "words": sum(row["errors"]["reference_words"] for row in rows),
        "voices": sorted({voice for one in facts for voice in one["voices"]}),
        "recogniser": settings,
        "versions": facts[0]["versions"],
    }
    return learn([(row["meant"], row["heard"]) for row in rows], line, name, learned_from)


def _facts(folder: Path) -> Mapping[str, Json]:
    try:
        facts: Mapping[str, Json] = json.loads((folder / "hearing.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"{folder}: not what `voicebench hear --out` keeps: {error}") from error
    return facts


def _command(facts: Mapping[str, Json], line: str, name: str) -> str:
    fresh = f" --fresh --seed {facts['seed']} --n {facts['fresh']}" if facts.get("fresh") else ""
    return f"voicebench hear --line {line} --model {name}{fresh} --out DIR"


def main(arguments: Sequence[str]) -> int:
    """Learn and write."""
    if len(arguments) < 3:
        sys.stderr.write(f"{_USAGE}\n")
        return 2
    line, target, *folders = arguments
    try:
        text = learn_from([Path(folder) for folder in folders], line).model_dump_json()
        Path(target).write_text(text + "\n", encoding="utf-8")
    except (VoicebenchError, OSError) as error:
        sys.stderr.write(f"learn: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
