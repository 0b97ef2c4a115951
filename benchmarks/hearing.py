"""What Whisper tiny.en and base make of the lines: word errors, values heard right, and words made of silence.

    python benchmarks/hearing.py --json

Clean and background_noise are heard by tiny.en over all utterances that ship, the other conditions over the first of
each kind. Speech and transcripts come from the caches where they are there. Exits 1 when a bar is missed.
"""

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from voicebench import models
from voicebench.report.hearing import Condition
from voicebench.run.hear.manifest import first_of_each, shipped_utterances
from voicebench.run.hear.session import Hearing, HearingPlan, hold_hearing, read_sweep
from voicebench.run.hear.silence import words_in_silence
from voicebench.run.hear.tally import FIGURES
from voicebench.run.kit import Kit
from voicebench.run.manifest import versions
from voicebench.stack import EngineSpec

_MODELS = ("tiny.en", "base")
_SWEEP = "snr=30:0:5"
_TOGETHER, _EACH = 0.85, 0.70
"""Of the figures on the clean line by tiny.en."""


def _recogniser(model: str) -> EngineSpec:
    return EngineSpec(engine="whisper", settings={"model": model, "beam": 1})


def _hear(model: str, n: int, lines: Sequence[str], jobs: int, sweep: str | None = None) -> Hearing:
    print(f"{model}: {', '.join(lines) or sweep}", file=sys.stderr)
    sources = first_of_each(shipped_utterances(), n)
    plan = HearingPlan(sources, lines, _recogniser(model), 1, read_sweep(sweep) if sweep else None)
    return hold_hearing(plan, jobs, models.cache_folder())


def _rises(conditions: Sequence[Condition]) -> Iterator[str]:
    """Yield where a better line was heard worse than one that is noisier, by more than the intervals allow."""
    for better, noisier in pairwise(conditions):
        ours, theirs = better.words.interval, noisier.words.interval
        if ours and theirs and ours.low > theirs.high:
            yield f"WER of {better.name} over that of {noisier.name}"
        ours, theirs = better.figures.interval, noisier.figures.interval
        if ours and theirs and ours.high < theirs.low:
            yield f"figures of {better.name} under those of {noisier.name}"


def _silence(model: str) -> Mapping[str, int]:
    print(f"{model}: silence", file=sys.stderr)
    kit = Kit(models.cache_folder())
    try:
        return words_in_silence(_recogniser(model), kit)
    finally:
        kit.close()


def _missed(clean: Condition, silence: Mapping[str, Mapping[str, int]], rises: Sequence[str]) -> list[str]:
    together = {"figures together": clean.figures} if (clean.figures.share or 0) < _TOGETHER else {}
    kinds = {kind: clean.entities[kind] for kind in FIGURES if (clean.entities[kind].share or 0) < _EACH}
    low = [f"{name}: {hits.right} of {hits.n}" for name, hits in (together | kinds).items()]
    return [
        *rises,
        *low,
        *(f"{model}: words from {name}" for model, by in silence.items() for name, n in by.items() if n),
    ]


def _measure(options: argparse.Namespace) -> dict[str, object]:
    conditions: dict[str, Condition] = {}
    sweeps, rises = {}, []
    started = time.monotonic()
    for model in options.model or _MODELS:
        all_n = options.all if model == _MODELS[0] else options.n
        heard = [
            _hear(model, all_n, ["clean", "background_noise"], options.jobs),
            _hear(model, options.n, ["bad_signal"], options.jobs),
            _hear(model, options.sweep_n, [], options.jobs, _SWEEP),
        ]
        conditions |= {f"{model}/{one.name}": one for hearing in heard for one in hearing.conditions}
        sweep = heard[-1].sweep
        if sweep:
            sweeps[model] = sweep.to_json()
            rises += [f"{model}: {rise}" for rise in _rises(sweep.conditions)]
    silence = {model: _silence(model) for model in options.model or _MODELS}
    clean = conditions.get(f"{_MODELS[0]}/clean")
    return {
        "conditions": {name: condition.to_json() for name, condition in conditions.items()},
        "silence_words": sum(sum(by.values()) for by in silence.values()),
        "silence": silence,
        "sweeps": sweeps,
        "missed": _missed(clean, silence, rises) if clean else rises,
        "took_s": round(time.monotonic() - started, 1),
        "machine": {
            "cores": os.cpu_count(),
            "processor": platform.machine(),
            "load_1min": round(os.getloadavg()[0], 2),
        },
        "versions": versions(),
    }


def main() -> int:
    """Measure, print, and say by the exit code whether every bar was met."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--model", action="append", help="models; default tiny.en and base")
    parser.add_argument(
        "--all", type=int, default=40, help="utterances of each kind for tiny.en on clean and with noise"
    )
    parser.add_argument("--n", type=int, default=12, help="of each kind on the other lines, and for base")
    parser.add_argument("--sweep-n", type=int, default=8, help="of each kind at each step of the sweep")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args()
    found = _measure(options)
    if options.json:
        print(json.dumps(found))
    else:
        _show(found)
    return 1 if found["missed"] else 0


def _show(found: Mapping[str, object]) -> None:
    conditions: Mapping[str, Mapping[str, Mapping[str, Mapping[str, int]]]] = found["conditions"]  # type: ignore[assignment]
    for name, one in conditions.items():
        kinds = "  ".join(f"{kind} {hits['right']}/{hits['n']}" for kind, hits in one["entities"].items())
        print(f"{name:>26}  WER {one['wer']}  figures {one['figures']['right']}/{one['figures']['n']}  {kinds}")
    for name in ("sweeps", "silence_words", "silence", "missed", "took_s"):
        print(f"{name:>26}  {found[name]}")


if __name__ == "__main__":
    sys.exit(main())
