"""Does the text channel err like the sound? Utterances and voices that it did not learn from, heard both ways.

    python benchmarks/text_channel.py --json

Bar: the 95 % intervals of channel less sound, in WER and in values heard right, lie within 5 points, over at least
1,000 words. Exits 1 when it is missed.
"""

import argparse
import json
import platform
import sys

from voicebench import models
from voicebench.run.hear.likeness import Likeness, compare_channel
from voicebench.run.hear.session import HearingPlan, hold_hearing
from voicebench.run.hear.utterances import KINDS, draw_utterances
from voicebench.run.manifest import versions
from voicebench.stack import EngineSpec
from voicebench.stt.channel_model import channel_path, load_channel

_BOUND = 0.05
_FEWEST_WORDS = 1_000
_HELD_OUT_SEED = 2
"""The channels that ship learned from the seed of the manifest, 1."""
_HELD_OUT_VOICES = ("joe-quick", "heart-high")
"""In none of the utterances that ship."""


def _missed(found: Likeness) -> list[str]:
    missed = [name for name in ("wer", "entities") if not getattr(found, name).within(_BOUND)]
    return missed + (["words"] if found.words < _FEWEST_WORDS else [])


def _measure(line: str, model: str, n: int, jobs: int) -> dict[str, object]:
    utterances = draw_utterances(dict.fromkeys(KINDS, n), _HELD_OUT_SEED, _HELD_OUT_VOICES)
    spec = EngineSpec(engine="whisper", settings={"model": model, "beam": 1})
    heard = hold_hearing(HearingPlan(utterances, [line], spec, _HELD_OUT_SEED), jobs, models.cache_folder())
    found = compare_channel(heard.results, load_channel(channel_path(line, model)), seed=1)
    return {
        "line": line,
        "recogniser": model,
        "utterances": found.utterances,
        "words": found.words,
        "voices": _HELD_OUT_VOICES,
        "wer": found.wer.to_json(),
        "entities": found.entities.to_json(),
        "kinds": {kind: {"sound": round(a, 3), "channel": round(b, 3)} for kind, (a, b) in found.kinds.items()},
        "missed": _missed(found),
    }


def main() -> int:
    """Measure, print, and say by the exit code whether the bar was met."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--line", action="append", help="lines; default clean and background_noise")
    parser.add_argument("--model", default="tiny.en")
    parser.add_argument("--n", type=int, default=88, help="utterances of each kind")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args()
    lines = options.line or ["clean", "background_noise"]
    found = {line: _measure(line, options.model, options.n, options.jobs) for line in lines}
    if options.json:
        print(json.dumps({"lines": found, "machine": platform.machine(), "versions": versions()}))
    else:
        for line, figures in found.items():
            print(line)
            for name, value in figures.items():
                print(f"  {name:>12}  {value}")
    return 1 if any(figures["missed"] for figures in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
