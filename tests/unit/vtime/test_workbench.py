import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from voicebench.units import NS_PER_S, ms_to_ns
from voicebench.vtime.costs import Measured
from voicebench.vtime.timekeeper import LoopTime
from voicebench.vtime.workbench import Done, RealWorkbench, VirtualWorkbench

Run = Callable[..., Any]


class _ByTheSecond:
    """Charges a second for each unit of size."""

    def is_measured(self, stage: str) -> bool:
        del stage
        return False

    def charge_ns(self, stage: str, size: float, measured_ns: int) -> int:
        del stage, measured_ns
        return round(size * NS_PER_S)


class _Bench:
    """A workbench whose jobs take as many seconds as they are long."""

    def __init__(self) -> None:
        self.clock = LoopTime(asyncio.get_running_loop())
        self.bench = VirtualWorkbench(self.clock, _ByTheSecond())
        self.started: list[str] = []

    async def do(self, name: str, seconds: float, stage: str = "stt") -> int:
        done = await self.bench.do(stage, lambda: self.started.append(name), lambda _: seconds)
        assert done.cost_ns % ms_to_ns(1) == 0
        return self.clock.now_ns() // NS_PER_S


def test_a_job_costs_virtual_time(run: Run) -> None:
    async def main() -> Done[str]:
        clock = LoopTime(asyncio.get_running_loop())
        return await VirtualWorkbench(clock, _ByTheSecond()).do("stt", lambda: "words", len)

    done = run(main())
    assert (done.result, done.cost_ns, done.cached) == ("words", 5 * NS_PER_S, False)
    assert done.took_ns > 0


def test_jobs_of_one_engine_queue_and_other_engines_do_not_wait(run: Run) -> None:
    async def main() -> tuple[int, ...]:
        bench = _Bench()
        return await asyncio.gather(
            bench.do("a", 2), bench.do("b", 3), bench.do("c", 1), bench.do("other", 1, stage="tts")
        )

    assert tuple(run(main())) == (2, 5, 6, 1)


def test_queueing_is_part_of_the_cost(run: Run) -> None:
    async def main() -> list[int]:
        clock = LoopTime(asyncio.get_running_loop())
        bench = VirtualWorkbench(clock, _ByTheSecond())
        jobs = [bench.do("stt", lambda: None, lambda _: 2.0) for _ in range(3)]
        return [done.cost_ns // NS_PER_S for done in await asyncio.gather(*jobs)]

    assert run(main()) == [2, 4, 6]


def test_a_job_cancelled_in_the_queue_is_never_done_and_costs_nothing(run: Run) -> None:
    async def main() -> tuple[int, list[str]]:
        bench = _Bench()
        first, dropped, last = (asyncio.create_task(bench.do(name, 4)) for name in ("first", "dropped", "last"))
        await asyncio.sleep(1)
        dropped.cancel()
        await first
        return await last, bench.started

    assert run(main()) == (8, ["first", "last"])


def test_a_job_cancelled_at_work_keeps_its_engine_busy(run: Run) -> None:
    async def main() -> int:
        bench = _Bench()
        cancelled = asyncio.create_task(bench.do("cancelled", 4))
        await asyncio.sleep(1)
        cancelled.cancel()
        return await bench.do("next", 2)

    assert run(main()) == 6


def test_a_job_cancelled_while_it_waits_for_a_cancelled_one_costs_nothing(run: Run) -> None:
    async def main() -> int:
        bench = _Bench()
        for _ in range(2):
            job = asyncio.create_task(bench.do("x", 4))
            await asyncio.sleep(1)
            job.cancel()
        return await bench.do("next", 1)

    assert run(main()) == 5


def test_what_it_took_first_is_charged_when_measured(run: Run) -> None:
    async def main() -> Done[str]:
        clock = LoopTime(asyncio.get_running_loop())
        done = await VirtualWorkbench(clock, Measured()).do("stt", lambda: "x", len, known_ns=ms_to_ns(300))
        assert clock.now_ns() == ms_to_ns(300)
        return done

    done = run(main())
    assert (done.took_ns, done.cost_ns, done.cached) == (ms_to_ns(300), ms_to_ns(300), True)


def test_a_drawn_cost_does_not_know_of_the_cache(run: Run) -> None:
    async def main() -> Done[str]:
        clock = LoopTime(asyncio.get_running_loop())
        return await VirtualWorkbench(clock, _ByTheSecond()).do("stt", lambda: "x", len, known_ns=5)

    done = run(main())
    assert (done.cost_ns, done.cached) == (NS_PER_S, False)


def test_a_job_that_fails_leaves_its_engine_free(run: Run) -> None:
    def fail() -> str:
        raise KeyError("engine")

    async def main() -> int:
        bench = _Bench()
        with pytest.raises(KeyError):
            await bench.bench.do("stt", fail, len)
        return await bench.do("next", 2)

    assert run(main()) == 2


def test_the_real_bench_has_one_thread_a_stage() -> None:
    async def main() -> list[tuple[str, int]]:
        bench = RealWorkbench(LoopTime(asyncio.get_running_loop()))
        jobs = [bench.do(stage, threading.get_ident, float) for stage in ("stt", "tts", "stt")]
        done = await asyncio.gather(*jobs)
        assert all(one.took_ns >= 0 and one.cost_ns > 0 and not one.cached for one in done)
        return [(stage, one.result) for stage, one in zip(("stt", "tts", "stt"), done, strict=True)]

    (_, first), (_, other), (_, again) = asyncio.run(main())
    assert first == again
    assert len({first, other, threading.get_ident()}) == 3


def test_the_real_bench_hands_on_an_error_and_what_is_known() -> None:
    def fail() -> str:
        raise KeyError("engine")

    async def main() -> Done[str]:
        bench = RealWorkbench(LoopTime(asyncio.get_running_loop()))
        with pytest.raises(KeyError):
            await bench.do("stt", fail, len)
        return await bench.do("stt", lambda: "x", len, known_ns=9)

    done = asyncio.run(main())
    assert (done.result, done.took_ns, done.cached) == ("x", 9, True)


def test_loop_time_counts_from_when_it_was_made(run: Run) -> None:
    async def main() -> list[int]:
        await asyncio.sleep(3)
        clock = LoopTime(asyncio.get_running_loop())
        assert clock.is_virtual
        seen = [clock.now_ns()]
        await clock.until_ns(NS_PER_S // 3)
        seen.append(clock.now_ns())
        await clock.until_ns(5)
        seen.append(clock.now_ns())
        return seen

    assert run(main()) == [0, NS_PER_S // 3, NS_PER_S // 3]
