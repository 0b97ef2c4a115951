"""How many seconds of call one CPU-second of one core makes, and where the time goes.

    python benchmarks/throughput.py --json

Each figure comes from a process of its own that makes the calls of both demo tasks: with cold caches and Piper on both
sides, with cold caches and a hibari caller, and with warm caches. CPU time is that of the whole process, with its
threads, loading of libraries and models included, so it is what a run costs. Workers are compared by wall time, warm,
as the median of alternating pairs; ``--pairs 0`` leaves that out.
"""

import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from loguru import logger

from voicebench.graph.phone import Way
from voicebench.graph.vad import QuietVad
from voicebench.llm.reader import ReaderThread
from voicebench.models import cache_folder
from voicebench.record import CallRecord
from voicebench.reference.server import ReferenceServer
from voicebench.run.kit import Kit
from voicebench.run.live import run_call
from voicebench.run.select import Selection, plan_calls
from voicebench.run.voice import PhoneVoice
from voicebench.run.work import WORKER_ENV
from voicebench.stack import load_stack
from voicebench.stt.whisper import WhisperRecogniser

_BARS = {"cold_piper_x": 6.0, "cold_hibari_x": 10.0, "warm_x": 18.0, "workers_2_over_1": 1.7}
_RUN = "_run"
"""The method that is the whole of a thread."""
_TASKS = ("customer_support/R-H4", "healthcare/C5-H1")


# In the process that is measured


def _calls(voice: str, rounds: int) -> dict[str, Any]:
    """Make both tasks' calls ``rounds`` times, and return what they took, in this process and all its threads."""
    shares = _Shares()
    shares.watch()
    kit = Kit(cache_folder())
    call_s = speech_s = 0.0
    memory_mb: list[float] = []
    for _ in range(rounds):
        for plan in plan_calls(Selection(load_stack("local"), tasks=_TASKS)):
            caller = plan.task.caller.model_copy(update={"voice": voice})
            record = run_call(replace(plan, task=plan.task.model_copy(update={"caller": caller})), kit)
            call_s += record.events[-1].at_ns / 1e9
            speech_s += _speech_s(record)
            memory_mb.append(_memory_mb())
    kit.close()
    used = resource.getrusage(resource.RUSAGE_SELF)
    cpu_s = used.ru_utime + used.ru_stime
    return {
        "call_s": call_s,
        "speech_s": speech_s,
        "cpu_s": cpu_s,
        "rss_mb": used.ru_maxrss / 1024,
        "memory_mb": memory_mb,
        "share": shares.of(cpu_s),
    }


def _speech_s(record: CallRecord) -> float:
    started: dict[str, int] = {}
    total_ns = 0
    for event in record.events:
        if event.kind == "speech_start":
            started[event.side] = event.at_ns
        elif event.kind == "speech_end":
            total_ns += event.at_ns - started[event.side]
    return total_ns / 1e9


def _memory_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


class _Shares:
    """CPU seconds of the stages, measured around their own functions."""

    def __init__(self) -> None:
        self._seconds = dict.fromkeys(("tts", "stt", "vad", "line", "llm_client", "llm_server"), 0.0)

    def watch(self) -> None:
        """Wrap the stages; from outside, so that the code that is measured knows nothing of it."""
        for name, owner, method in (
            ("tts", PhoneVoice, "say"),
            ("stt", WhisperRecogniser, "transcribe"),
            ("vad", QuietVad, "_run_analyzer"),
            ("line", Way, "carry"),
        ):
            setattr(owner, method, self._timed(name, getattr(owner, method)))
        for name, thread in (("llm_client", ReaderThread), ("llm_server", ReferenceServer)):
            setattr(thread, _RUN, self._whole_thread(name, getattr(thread, _RUN)))

    def _timed(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **kwargs: Any) -> Any:
            started = time.process_time()  # models compute in threads of their own
            try:
                return function(*args, **kwargs)
            finally:
                self._seconds[name] += time.process_time() - started

        return timed

    def _whole_thread(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any) -> None:
            try:
                function(*args)
            finally:
                self._seconds[name] += time.thread_time()

        return timed

    def of(self, cpu_s: float) -> dict[str, float]:
        """Return each stage's share of all; what is left is Pipecat, the desk, imports and loading."""
        shares = {name: round(seconds / cpu_s, 3) for name, seconds in self._seconds.items()}
        return {**shares, "pipecat_and_other": round(1 - sum(shares.values()), 3)}


# In the process that measures


def _measure(cache: Path, voice: str, rounds: int = 1) -> dict[str, Any]:
    command = [sys.executable, __file__, "--child", voice, "--rounds", str(rounds)]
    env = {**WORKER_ENV, **os.environ, "VOICEBENCH_CACHE": str(cache)}
    done = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def _wall_s(cache: Path, jobs: int, trials: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        command = [str(Path(sys.executable).parent / "voicebench"), "run", "--jobs", str(jobs), "--trials", str(trials)]
        started = time.perf_counter()
        subprocess.run(
            [*command, "--out", f"{folder}/run"],
            env={**os.environ, "VOICEBENCH_CACHE": str(cache)},
            check=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        return time.perf_counter() - started


def _workers(cache: Path, pairs: int, trials: int) -> float | None:
    if not pairs:
        return None
    _wall_s(cache, 2, trials)  # warms the caches of every trial
    return statistics.median(_wall_s(cache, 1, trials) / _wall_s(cache, 2, trials) for _ in range(pairs))


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--child", help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=1, help=argparse.SUPPRESS)
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--trials", type=int, default=4, help="calls a task in the comparison of workers")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.child:
        logger.remove()
        print(json.dumps(_calls(options.child, options.rounds)))
        return 0
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        cold = _measure(Path(folder) / "a", "joe")
        hibari = _measure(Path(folder) / "b", "heart")
        warm = _measure(Path(folder) / "a", "joe", rounds=4)
        workers = _workers(Path(folder) / "c", options.pairs, options.trials)
    figures: dict[str, Any] = {
        "cold_piper_x": round(cold["call_s"] / cold["cpu_s"], 2),
        "cold_hibari_x": round(hibari["call_s"] / hibari["cpu_s"], 2),
        "warm_x": round(warm["call_s"] / warm["cpu_s"], 2),
        "workers_2_over_1": workers and round(workers, 2),
        "rss_mb": round(max(run["rss_mb"] for run in (cold, hibari, warm))),
        "memory_growth_mb": round(warm["memory_mb"][-1] - warm["memory_mb"][1], 1),
        "per_speech_s": {
            name: round(run["cpu_s"] / run["speech_s"], 4) for name, run in (("cold", cold), ("warm", warm))
        },
        "share": {"cold_piper": cold["share"], "cold_hibari": hibari["share"], "warm": warm["share"]},
        "machine": {"cores": os.cpu_count(), "python": platform.python_version(), "load_before": round(load, 2)},
        "versions": {name: version(name) for name in ("voicebench-sim", "pipecat-ai", "faster-whisper", "piper-tts")},
    }
    print(json.dumps(figures) if options.json else "\n".join(f"{key:18} {value}" for key, value in figures.items()))
    missed = [name for name, bar in _BARS.items() if figures[name] is not None and figures[name] < bar]
    if missed or figures["rss_mb"] >= 700:
        print(f"below the bar: {', '.join(missed) or 'memory'}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
