"""200 calls without sound by the reference model: wall time, memory, and CPU time per request to the model by part.

    python benchmarks/text_calls.py --json

The calls go through all shipped tasks in turn. Wall time and the workers' memory come from a run as ``voicebench run``
makes it, with its workers, store and grading. The parts are measured in one process, around the functions of each, so
that what is left is Pipecat's own: its pipeline, its context and the event loop.
"""

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from loguru import logger

from voicebench import packs
from voicebench.caller import ScriptedCaller
from voicebench.desk import Desk
from voicebench.llm.reader import ReaderThread
from voicebench.reference.server import ReferenceServer
from voicebench.report.rows import CallSummary
from voicebench.run.crew import LIVE, local_crew
from voicebench.run.grading import grade_record
from voicebench.run.kit import Kit
from voicebench.run.live import run_call
from voicebench.run.plan import CallPlan
from voicebench.run.select import Selection, plan_calls
from voicebench.run.store import RunFolder
from voicebench.run.stored import StoredCall
from voicebench.run.suite import Brake, Job, run_suite
from voicebench.run.watch import Moment
from voicebench.stack import load_stack

_RUN = "_run"
"""The method that is the whole of a thread."""
_WALL_BAR_S = 150.0
_GROWTH_BAR_MB = 5.0
"""Flat: 45 with calls left to the collector; 3 now, for tasks that are met after the 20th call."""
_EARLY = 20


def _plans(calls: int) -> Sequence[CallPlan]:
    tasks = len(plan_calls(Selection(load_stack("text"))))
    plans = plan_calls(Selection(load_stack("text"), trials=range(-(-calls // tasks))))
    return sorted(plans, key=lambda plan: plan.trial)[:calls]


# A run, as a user makes it


class _Watch:
    """Notes the workers' memory when so many calls are made."""

    def __init__(self, last: int) -> None:
        self._last = last
        self._done = 0
        self.memory_mb: dict[int, float] = {}

    def started(self, plan: CallPlan) -> None:
        """See ``Progress``."""

    def moved(self, plan: CallPlan, moment: Moment) -> None:
        """See ``Progress``."""

    def finished(self, plan: CallPlan, call: CallSummary) -> None:
        """See ``Progress``."""
        del plan, call
        self._done += 1
        if self._done in (_EARLY, self._last):
            workers = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
            self.memory_mb[self._done] = max(map(_memory_mb, workers))


def _memory_mb(pid: str) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def _run(calls: int, jobs: int) -> dict[str, Any]:
    plans, watch = _plans(calls), _Watch(calls)
    with tempfile.TemporaryDirectory() as folder:
        run = RunFolder.create(Path(folder) / "run", {})
        started = time.perf_counter()
        with local_crew(jobs, run.path / "workers.log", LIVE) as crew:
            made = run_suite([Job(plan, run) for plan in plans], watch, crew, Brake())
        wall_s = time.perf_counter() - started
    early, late = watch.memory_mb[_EARLY], watch.memory_mb[calls]
    return {
        "wall_s": round(wall_s, 1),
        "calls_per_s": round(calls / wall_s, 2),
        "rss_mb": {str(_EARLY): round(early, 1), str(calls): round(late, 1)},
        "growth_mb": round(late - early, 1),
        "passed": sum(call.outcome == "passed" for call in made.values()),
    }


# CPU time by part, in a process of its own


class _Parts:
    """CPU seconds by part; a part within another is taken out of it."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._inner: list[float] = []

    def timed(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return ``function`` with its CPU time noted, in its own thread alone."""

        def timed(*args: Any, **kwargs: Any) -> Any:
            started = time.thread_time()
            self._inner.append(0.0)
            try:
                return function(*args, **kwargs)
            finally:
                took = time.thread_time() - started
                self.seconds[name] = self.seconds.get(name, 0.0) + took - self._inner.pop()
                if self._inner:
                    self._inner[-1] += took

        return timed

    def whole_thread(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a thread's main function with its CPU time noted."""

        def timed(*args: Any) -> None:
            try:
                function(*args)
            finally:
                self.seconds[name] = time.thread_time()

        return timed

    def watch(self) -> None:
        """Wrap the parts; from outside, so that the code that is measured knows nothing of it."""
        for method in ("__init__", "call", "prompt", "tool_schemas", "snapshot", "close"):
            setattr(Desk, method, self.timed("desk", getattr(Desk, method)))
        for method in ("__init__", "reply", "silence"):
            setattr(ScriptedCaller, method, self.timed("caller", getattr(ScriptedCaller, method)))
        for name, thread in (("client", ReaderThread), ("server", ReferenceServer)):
            setattr(thread, _RUN, self.whole_thread(name, getattr(thread, _RUN)))


def _parts(calls: int) -> dict[str, Any]:
    """Make calls in this process, keep and grade them, and return CPU milliseconds per request by part."""
    parts = _Parts()
    parts.watch()
    kit = Kit(None)
    plans = _plans(calls)
    run_call(plans[0], kit)  # loads what is loaded once
    requests, before = 0, dict(parts.seconds)
    with tempfile.TemporaryDirectory() as folder:
        run = RunFolder.create(Path(folder) / "run", {})
        make, keep = parts.timed("pipecat", run_call), parts.timed("store", _keep)
        for plan in plans:
            record = make(plan, kit)
            requests += sum(event.kind == "llm_request" for event in record.events)
            keep(plan, record, run)
    kit.close()  # the threads tell what they took when they end
    ms = {name: (seconds - before.get(name, 0.0)) * 1_000 / requests for name, seconds in parts.seconds.items()}
    return {"requests": requests, "cpu_ms": {name: round(value, 3) for name, value in sorted(ms.items())}}


def _keep(plan: CallPlan, record: Any, run: RunFolder) -> None:
    expectation = packs.expectation(plan.pack, plan.task.id)
    run.save(StoredCall(record, expectation, grade_record(record, expectation), {}))


def _parts_apart(calls: int) -> dict[str, Any]:
    command = [sys.executable, __file__, "--child", "--calls", str(calls)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--calls", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    logger.remove()
    if options.child:
        print(json.dumps(_parts(options.calls)))
        return 0
    load = os.getloadavg()[0]
    parts = _parts_apart(min(options.calls, 100))
    figures: dict[str, Any] = {
        "calls": options.calls,
        "jobs": options.jobs,
        **_run(options.calls, options.jobs),
        "requests_per_call": round(parts["requests"] / min(options.calls, 100), 1),
        "cpu_ms_per_request": parts["cpu_ms"] | {"all": round(sum(parts["cpu_ms"].values()), 3)},
        "machine": {"cores": os.cpu_count(), "python": platform.python_version(), "load_before": round(load, 2)},
        "versions": {name: version(name) for name in ("voicebench-sim", "pipecat-ai", "openai")},
    }
    print(json.dumps(figures) if options.json else "\n".join(f"{key:20} {value}" for key, value in figures.items()))
    if figures["wall_s"] >= _WALL_BAR_S or figures["growth_mb"] >= _GROWTH_BAR_MB:
        print("below the bar", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
