"""Compares calls in real time with the same calls in virtual time at measured costs, turn by turn.

    python benchmarks/real_virtual.py            # about six minutes: the real calls take as long as calls do

Needs an otherwise idle machine. Turns are paired by task and by what the caller said. Bars: the medians of
voice-to-voice agree within 15 % or 150 ms over at least 12 pairs; on either clock the parts of every turn's waterfall
add up to its voice-to-voice, and what they leave unexplained is at most 20 ms in the median and 40 ms at worst; every
call kept its pace. Ends 1 when one is missed.
"""

import argparse
import json
import os
import platform
import statistics
import sys
from importlib.metadata import version
from typing import Any

from loguru import logger

from voicebench import packs
from voicebench.line import load as load_line
from voicebench.record import CallRecord
from voicebench.run.costs import run_costs
from voicebench.run.kit import Kit
from voicebench.run.live import run_call
from voicebench.run.plan import CallPlan, ClockKind
from voicebench.seeds import call_seed
from voicebench.stack import load_stack
from voicebench.timing import turns

_TASKS = ("customer_support/R-H4", "healthcare/C5-H1")
_LEAST_PAIRS = 12
_MEDIAN_MS, _WORST_MS = 20.0, 40.0


def _call(kit: Kit, task: str, trial: int, clock: ClockKind) -> CallRecord:
    pack_id, _, task_id = task.partition("/")
    pack = packs.load(pack_id)
    seed = call_seed(1, task, trial)
    stack = load_stack("local")
    costs = None if clock == "real" else run_costs("measured", (), stack)
    return run_call(CallPlan(pack, pack.tasks[task_id], trial, seed, stack, load_line("clean"), costs), kit)


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
    records: dict[ClockKind, list[CallRecord]] = {"real": [], "virtual": []}
    for task in _TASKS:
        for trial in range(options.trials):
            _call(kit, task, trial, "virtual")  # warm: the first inference of a model takes longer
            for clock, kept in records.items():
                kept.append(_call(kit, task, trial, clock))
            real, virtual = (_waits_ms(kept[-1]) for kept in records.values())
            pairs += [(real[key], virtual[key]) for key in real if key in virtual]
    kit.close()
    figures = {
        **_clocks(pairs),
        "waterfall": {clock: _waterfalls(made) for clock, made in records.items()},
        "pacing": [record.machine for record in records["real"]],
    }
    return _report(figures, load, as_json=options.json)


def _clocks(pairs: list[tuple[float, float]]) -> dict[str, Any]:
    real_ms, virtual_ms = (statistics.median(column) for column in zip(*pairs, strict=True))
    differences = sorted(virtual - real for real, virtual in pairs)
    apart_ms = abs(virtual_ms - real_ms)
    return {
        "pairs": len(pairs),
        "real_median_ms": round(real_ms, 1),
        "virtual_median_ms": round(virtual_ms, 1),
        "difference_ms": {
            "median": round(statistics.median(differences), 1),
            "least": round(differences[0], 1),
            "greatest": round(differences[-1], 1),
        },
        "agree": len(pairs) >= _LEAST_PAIRS and (apart_ms <= 150 or apart_ms <= 0.15 * real_ms),
    }


def _waterfalls(made: list[CallRecord]) -> dict[str, Any]:
    """Return what the waterfalls of all turns of some calls leave open."""
    waits = [turn for record in made for turn in turns(record.events) if turn.voice_to_voice_ns is not None]
    split = [(turn.voice_to_voice_ns, turn.waterfall) for turn in waits if turn.waterfall is not None]
    open_ms = [waterfall.unexplained / 1e6 for _, waterfall in split]
    return {
        "turns": len(waits),
        "add_up": len(split) == len(waits) and all(wait_ns == parts.total_ns for wait_ns, parts in split),
        "unexplained_median_ms": round(statistics.median(open_ms), 2),
        "unexplained_worst_ms": round(max(open_ms), 2),
    }


def _missed(figures: dict[str, Any]) -> list[str]:
    missed = [] if figures["agree"] else ["the clocks do not agree"]
    for clock, found in figures["waterfall"].items():
        explained = found["unexplained_median_ms"] <= _MEDIAN_MS and found["unexplained_worst_ms"] <= _WORST_MS
        if not (found["add_up"] and explained):
            missed.append(f"the waterfalls on the {clock} clock")
    faults = [machine["timing_fault"] for machine in figures["pacing"] if "timing_fault" in machine]
    return missed + [f"a real call: {fault}" for fault in faults]


def _report(figures: dict[str, Any], load: float, *, as_json: bool) -> int:
    missed = _missed(figures)
    machine = {"cores": os.cpu_count(), "python": platform.python_version(), "load_before": round(load, 2)}
    versions = {name: version(name) for name in ("pipecat-ai", "faster-whisper", "piper-tts")}
    figures = {**figures, "missed": missed, "machine": machine, "versions": versions}
    print(json.dumps(figures) if as_json else "\n".join(f"{key:18} {value}" for key, value in figures.items()))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
