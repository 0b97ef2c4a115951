"""Whether this machine has something else to do, so that costs measured on it would be too high."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

__all__ = ["busy"]

_WATCH_S = 1.0
_TOLERATED_CORES = 0.15
"""An idle desktop does a little all the time."""
_LEAST_CORES = 0.05
_SHOWN = 3
_BUSY, _IDLE = (0, 1, 2, 5, 6, 7), (3, 4)
"""Columns of Linux's ``/proc/stat``: user, nice, system, interrupts and stolen time; idle and waiting for a disk."""


def busy(pause: Callable[[float], None]) -> str | None:
    """Return why the machine is not idle, or None when it is.

    Args:
        pause: Waits so many seconds; what runs meanwhile is what is looked for.
    """
    if not Path("/proc/stat").exists():
        load = os.getloadavg()[0]
        return f"the load is {load:.2f}" if load > 2 * _TOLERATED_CORES else None
    whole, each = _ticks(), _ticks_by_process()
    pause(_WATCH_S)
    worked, rested = (now - before for now, before in zip(_ticks(), whole, strict=True))
    cores = os.cpu_count() or 1
    per_core = max(1, worked + rested) / cores
    if worked / per_core <= _TOLERATED_CORES:
        return None
    who = {name: (ticks - each.get(name, ticks)) / per_core for name, ticks in _ticks_by_process().items()}
    return f"{worked / per_core:.2f} of {cores} cores are at work{_names(who)}"


def _names(who: Mapping[tuple[str, str], float]) -> str:
    most = sorted(((share, name) for (_, name), share in who.items() if share > _LEAST_CORES), reverse=True)
    named = ", ".join(f"{name} {share:.2f}" for share, name in most[:_SHOWN])
    return f" ({named})" if named else ", by nobody that can be seen from here"


def _ticks() -> tuple[int, int]:
    """Return how long all cores have worked and rested."""
    columns = [int(value) for value in Path("/proc/stat").read_text(encoding="ascii").splitlines()[0].split()[1:]]
    worked, rested = (sum(columns[at] for at in places) for places in (_BUSY, _IDLE))
    return worked, rested


def _ticks_by_process() -> dict[tuple[str, str], int]:
    """Return how long each process but this one has worked, by its number and name."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        if folder.name == str(os.getpid()):
            continue
        try:
            head, _, tail = (folder / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")
        except OSError:  # it has ended
            continue
        fields = tail.split()
        found[folder.name, head.partition("(")[2]] = int(fields[11]) + int(fields[12])
    return found
