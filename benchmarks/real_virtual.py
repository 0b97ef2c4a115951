"""Compares calls in real time with the same calls in virtual time at measured costs, turn by turn.

    python benchmarks/real_virtual.py            # about six minutes: the real calls take as long as calls do

Needs an otherwise idle machine. Turns are paired by task and by what the caller said; the bar is that the medians of
voice-to-voice agree within 15 % or 150 ms over at least 12 pairs. Ends 1 when they do not.
"""

import argparse
import json
import os
import platform
import statistics
import sys
from importlib.metadata import version

from loguru import logger

from voicebench import packs
from voicebench.line import load as load_line
from voicebench.record import CallRecord
from voicebench.run.kit import Kit
from voicebench.run.live import run_call
from voicebench.run.plan import CallPlan, ClockKind
from voicebench.seeds import call_seed
from voicebench.stack import load_stack
from voicebench.timing import turns

_TASKS = ("customer_support/R-H4", "healthcare/C5-H1")
_LEAST_PAIRS = 12


def _call(kit: Kit, task: str, trial: int, clock: ClockKind) -> CallRecord:
    pack_id, _, task_id = task.partition("/")
    pack = packs.load(pack_id)
    seed = call_seed(1, task, trial)
    plan = CallPlan(
        pack, pack.tasks[task_id], trial, seed, load_stack("local"), load_line("clean"), clock=clock, costs="measured"
    )
    return run_call(plan, kit)


def _waits_ms(record: CallRecord) -> dict[tuple[int, str], float]:
    """Return voice-to-voice by what the caller had said, and how often before."""
    said = [event.data["text"] for event in record.events if event.kind == "said" and event.side == "caller"]
    waits: dict[tuple[int, str], float] = {}
    for turn, text in zip(turns(record.events), said, strict=False):
        if turn.voice_to_voice_ns is not None:
            count = sum(known == text for _, known in waits)
            waits[count, text] = turn.voice_to_voice_ns / 1e6
    return waits


def main() -> int:
    """Make the calls, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    logger.remove()
    load = os.getloadavg()[0]
    if load > 0.5:
        print(f"the machine is busy (load {load:.2f}): the comparison means little", file=sys.stderr)
    kit = Kit(None)
    pairs: list[tuple[float, float]] = []
    for task in _TASKS:
        for trial in range(options.trials):
            _call(kit, task, trial, "virtual")  # warm: the first inference of a model takes longer
            real, virtual = (_waits_ms(_call(kit, task, trial, clock)) for clock in ("real", "virtual"))
            pairs += [(real[key], virtual[key]) for key in real if key in virtual]
    kit.close()
    return _report(pairs, load, as_json=options.json)


def _report(pairs: list[tuple[float, float]], load: float, *, as_json: bool) -> int:
    real_ms, virtual_ms = (statistics.median(column) for column in zip(*pairs, strict=True))
    differences = sorted(virtual - real for real, virtual in pairs)
    apart_ms = abs(virtual_ms - real_ms)
    holds = len(pairs) >= _LEAST_PAIRS and (apart_ms <= 150 or apart_ms <= 0.15 * real_ms)
    figures = {
        "pairs": len(pairs),
        "real_median_ms": round(real_ms, 1),
        "virtual_median_ms": round(virtual_ms, 1),
        "difference_ms": {
            "median": round(statistics.median(differences), 1),
            "least": round(differences[0], 1),
            "greatest": round(differences[-1], 1),
        },
        "holds": holds,
        "machine": {"cores": os.cpu_count(), "python": platform.python_version(), "load_before": round(load, 2)},
        "versions": {name: version(name) for name in ("pipecat-ai", "faster-whisper", "piper-tts")},
    }
    print(json.dumps(figures) if as_json else "\n".join(f"{key:18} {value}" for key, value in figures.items()))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
