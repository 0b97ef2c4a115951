"""How wrong the latencies are: every reply of an agent whose delays are known, measured against the truth.

    python benchmarks/latency_error.py           # about nine minutes: most of it real calls, which take their time
    python benchmarks/latency_error.py --replies 40   # two minutes, for a look

Needs an otherwise idle machine. On the real clock the agent is a process of its own with its own clock. Bars: virtual
clock, tone, 0.125 ms (a sample); virtual clock, speech, 6 ms; real clock, over at least 200 replies whose packets were
in time, bias within 1.5 ms and p99 within 5 ms, at most 5 % rejected, and no condition over 10 ms at worst. Ends 1 when
one is missed.
"""

import argparse
import json
import os
import platform
import sys

from voicebench.run.manifest import versions
from voicebench.run.truth.measure import REAL_ASKED, REAL_N, measure


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--replies", type=int, default=REAL_ASKED, help="on the real clock, at least")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    known = measure(options.replies, lambda what: print(what, file=sys.stderr))
    machine = {
        "cores": os.cpu_count(),
        "processor": platform.processor() or platform.machine(),
        "python": platform.python_version(),
        "load_1min": round(load, 2),
    }
    figures = {**known.to_json(), "machine": machine, "versions": versions()}
    missed = known.missed()
    if known.real.n < REAL_N:
        missed = [*missed, f"real: {known.real.n} replies count, at least {REAL_N} are wanted"]
    if options.json:
        print(json.dumps({**figures, "missed": missed}))
    else:
        print(f"load {load:.2f}")
        for name, errors in (
            ("virtual tone", known.virtual_tone),
            ("virtual speech", known.virtual_speech),
            ("real", known.real),
            *known.by_condition.items(),
        ):
            print(f"{name:24} {errors}")
        print("\n".join(f"MISSED {one}" for one in missed) or "all bars kept")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
