import asyncio
import dataclasses
import datetime as dt
import sys
import time
import types
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from voicebench.vtime.patch import on_loop_time

Run = Callable[..., Any]

SOURCE = """
import datetime
import time
from dataclasses import dataclass, field
from datetime import datetime as DateTime
from time import monotonic_ns, perf_counter, time as wall

@dataclass
class Stamped:
    text: str
    at: float = field(default_factory=time.time)
    ns: int = field(default_factory=time.monotonic_ns)
    own: list = field(default_factory=list)

def sleep():
    return time.sleep
"""


def _module(name: str, source: str = SOURCE) -> types.ModuleType:
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(source, vars(module))  # noqa: S102 - our own source, as an import would run it
    return module


@pytest.fixture
def inner() -> Iterator[Any]:
    _module("clockwork_pkg", "import time\n")
    yield _module("clockwork_pkg.inner")
    for name in [name for name in sys.modules if name.startswith("clockwork_pkg")]:
        del sys.modules[name]


def test_every_clock_of_the_package_is_the_loops(run: Run, inner: Any) -> None:
    async def main() -> None:
        before = (inner.wall(), inner.time.monotonic(), inner.monotonic_ns(), inner.perf_counter())
        ns = (inner.time.time_ns(), inner.time.monotonic_ns(), inner.time.perf_counter_ns())
        await asyncio.sleep(100)
        after = (inner.wall(), inner.time.monotonic(), inner.monotonic_ns(), inner.perf_counter())
        assert [b - a for a, b in zip(before, after, strict=True)] == [100, 100, 100_000_000_000, 100]
        ns_after = (inner.time.time_ns(), inner.time.monotonic_ns(), inner.time.perf_counter_ns())
        assert [b - a for a, b in zip(ns, ns_after, strict=True)] == [100_000_000_000] * 3
        assert inner.time.time() == sys.modules["clockwork_pkg"].time.time()

    with on_loop_time("clockwork_pkg"):
        run(main())


def test_a_monotonic_clock_does_not_start_at_zero(run: Run, inner: Any) -> None:
    async def main() -> None:
        assert inner.time.monotonic() > 0

    with on_loop_time("clockwork_pkg"):
        run(main())


def test_dates_follow_the_loop_naive_and_aware(run: Run, inner: Any) -> None:
    zone = dt.timezone(dt.timedelta(hours=-7))

    async def main() -> None:
        naive, aware = inner.DateTime.now(), inner.DateTime.now(zone)
        assert naive.tzinfo is None
        assert aware.tzinfo is zone
        assert aware == naive.replace(tzinfo=dt.UTC)
        assert inner.datetime.datetime.now(dt.UTC) == aware
        assert inner.DateTime.today() == inner.DateTime.utcnow() == naive
        await asyncio.sleep(90)
        assert inner.DateTime.now() - naive == dt.timedelta(seconds=90)
        assert inner.DateTime.now(zone) - aware == dt.timedelta(seconds=90)
        assert aware.timestamp() + 90 == inner.time.time()
        assert isinstance(aware, dt.datetime)

    with on_loop_time("clockwork_pkg"):
        run(main())


def test_what_is_no_clock_stays(inner: Any) -> None:
    with on_loop_time("clockwork_pkg"):
        assert inner.sleep() is time.sleep
        assert inner.datetime.timedelta is dt.timedelta
        assert inner.datetime.UTC is dt.UTC


def test_default_factories_of_dataclasses_follow_the_loop(run: Run, inner: Any) -> None:
    async def main() -> None:
        first = inner.Stamped("a")
        await asyncio.sleep(2)
        second = inner.Stamped("b")
        assert second.at - first.at == 2
        assert second.ns - first.ns == 2_000_000_000
        assert second.own == []

    with on_loop_time("clockwork_pkg"):
        run(main())


def test_everything_is_put_back(inner: Any) -> None:
    before = dict(vars(inner))
    cells = [cell.cell_contents for cell in inner.Stamped.__init__.__closure__]
    with on_loop_time("clockwork_pkg"):
        assert vars(inner) != before
    assert vars(inner) == before
    assert inner.time is time
    assert inner.wall is time.time
    assert inner.DateTime is dt.datetime
    assert [cell.cell_contents for cell in inner.Stamped.__init__.__closure__] == cells
    assert abs(inner.Stamped("real").at - time.time()) < 60


def test_everything_is_put_back_after_an_error(inner: Any) -> None:
    before = dict(vars(inner))
    with pytest.raises(KeyError), on_loop_time("clockwork_pkg"):
        raise KeyError("in the call")
    assert vars(inner) == before


def test_a_module_imported_meanwhile_is_an_error_and_the_rest_is_put_back(inner: Any) -> None:
    before = dict(vars(inner))
    patched = on_loop_time("clockwork_pkg")
    patched.__enter__()
    _module("clockwork_pkg.late", "from time import monotonic\n")
    _module("clockwork_pkg.harmless", "import math\n")
    with pytest.raises(RuntimeError, match=r"imported on the real clock.*: clockwork_pkg\.late$"):
        patched.__exit__(None, None, None)
    assert vars(inner) == before


def test_other_packages_are_left_alone(inner: Any) -> None:
    other = _module("clockwork_pkg_other", "import time\n")
    try:
        with on_loop_time("clockwork_pkg"):
            assert other.time is time
            assert inner.time is not time
            assert vars(asyncio.base_events)["time"] is time
    finally:
        del sys.modules["clockwork_pkg_other"]


def test_a_thread_without_a_loop_reads_the_clocks_zero(inner: Any) -> None:
    with on_loop_time("clockwork_pkg"):
        assert inner.time.time() == 1_700_000_000.0


def test_it_can_be_used_again(run: Run, inner: Any) -> None:
    async def main() -> float:
        await asyncio.sleep(3)
        return float(inner.time.time())

    seen = []
    for _ in range(2):
        with on_loop_time("clockwork_pkg"):
            seen.append(run(main()))
    assert seen[0] == seen[1]


def test_a_dataclass_of_another_module_is_not_patched_twice(inner: Any) -> None:
    guest = _module("clockwork_pkg.guest", "from clockwork_pkg.inner import Stamped\n")
    cells = [cell.cell_contents for cell in inner.Stamped.__init__.__closure__]
    with on_loop_time("clockwork_pkg"):
        assert guest.Stamped is inner.Stamped
    assert [cell.cell_contents for cell in inner.Stamped.__init__.__closure__] == cells
    assert dataclasses.is_dataclass(guest.Stamped)
