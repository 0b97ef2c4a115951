"""Puts a third-party package on a loop's clock for a while, and takes it off again.

A package reads ``time`` and ``datetime`` through its modules' globals; those globals are replaced in every loaded
module of the package, and put back afterwards. A module that is first imported meanwhile would keep the real clock and
make two runs differ, so leaving with such a module is an error.
"""

import asyncio
import contextlib
import dataclasses
import datetime as dt
import sys
import time as real_time
import types
from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["on_loop_time"]

_WALL_ORIGIN_S = 1_700_000_000.0
"""What ``time.time()`` reads at virtual second 0."""
_MONOTONIC_ORIGIN_S = 1_000.0
"""Not 0, which Pipecat's SystemClock takes for "not started"."""


def _loop_s() -> float:
    # A thread that some library started itself has no running loop.
    with contextlib.suppress(RuntimeError):
        return asyncio.get_running_loop().time()
    return 0.0


def _wall_s() -> float:
    return _WALL_ORIGIN_S + _loop_s()


def _monotonic_s() -> float:
    return _MONOTONIC_ORIGIN_S + _loop_s()


def _wall_ns() -> int:
    return round(_wall_s() * 1e9)


def _monotonic_ns() -> int:
    return round(_monotonic_s() * 1e9)


class _LoopTime(types.ModuleType):
    """Stands in for the module ``time``."""

    time = staticmethod(_wall_s)
    monotonic = staticmethod(_monotonic_s)
    perf_counter = staticmethod(_monotonic_s)
    time_ns = staticmethod(_wall_ns)
    monotonic_ns = staticmethod(_monotonic_ns)
    perf_counter_ns = staticmethod(_monotonic_ns)

    def __getattr__(self, name: str) -> Any:
        return getattr(real_time, name)


class _LoopDateTime(dt.datetime):
    """Stands in for the class ``datetime.datetime``."""

    @classmethod
    def now(cls, tz: dt.tzinfo | None = None) -> "_LoopDateTime":
        moment = cls.fromtimestamp(_wall_s(), tz or dt.UTC)
        return moment if tz else moment.replace(tzinfo=None)

    @classmethod
    def today(cls) -> "_LoopDateTime":
        return cls.now()

    @classmethod
    def utcnow(cls) -> "_LoopDateTime":
        return cls.now()


class _LoopDateTimeModule(types.ModuleType):
    """Stands in for the module ``datetime``."""

    datetime = _LoopDateTime

    def __getattr__(self, name: str) -> Any:
        return getattr(dt, name)


_STAND_INS: dict[int, object] = {
    id(real_time): _LoopTime("time"),
    id(dt): _LoopDateTimeModule("datetime"),
    id(dt.datetime): _LoopDateTime,
    id(real_time.time): _wall_s,
    id(real_time.time_ns): _wall_ns,
    id(real_time.monotonic): _monotonic_s,
    id(real_time.monotonic_ns): _monotonic_ns,
    id(real_time.perf_counter): _monotonic_s,
    id(real_time.perf_counter_ns): _monotonic_ns,
}

_Undo = Callable[[], None]


def _patch_globals(module: types.ModuleType) -> Iterator[_Undo]:
    for name, value in list(vars(module).items()):
        stand_in = _STAND_INS.get(id(value))
        if stand_in is not None:
            setattr(module, name, stand_in)
            yield lambda name=name, value=value: setattr(module, name, value)  # type: ignore[misc]


def _patch_defaults(module: types.ModuleType) -> Iterator[_Undo]:
    # ``field(default_factory=time.time)`` kept the builtin itself, in a closure cell of the generated __init__.
    for cls in vars(module).values():
        if not (isinstance(cls, type) and dataclasses.is_dataclass(cls) and cls.__module__ == module.__name__):
            continue
        for cell in getattr(cls.__init__, "__closure__", None) or ():
            with contextlib.suppress(ValueError):  # an empty cell
                value = cell.cell_contents
                stand_in = _STAND_INS.get(id(value))
                if stand_in is not None:
                    cell.cell_contents = stand_in
                    yield lambda cell=cell, value=value: setattr(cell, "cell_contents", value)  # type: ignore[misc]


def _modules(package: str) -> list[types.ModuleType]:
    inside = [name for name in sys.modules if name == package or name.startswith(f"{package}.")]
    return [module for name in inside if (module := sys.modules[name]) is not None]


@contextlib.contextmanager
def on_loop_time(package: str) -> Iterator[None]:
    """Make every loaded module of ``package`` read the running loop's clock.

    Args:
        package: Name of the package; import all that will be used of it first.

    Raises:
        RuntimeError: A module of the package was imported meanwhile and kept the real clock.
    """
    undo = [
        step for module in _modules(package) for patch in (_patch_globals, _patch_defaults) for step in patch(module)
    ]
    try:
        yield
        late = [m.__name__ for m in _modules(package) if any(id(v) in _STAND_INS for v in vars(m).values())]
        if late:
            raise RuntimeError(f"imported on the real clock during a virtual run: {', '.join(late)}")
    finally:
        for step in undo:
            step()
