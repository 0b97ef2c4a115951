import asyncio
import random
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from voicebench.vtime.loop import VirtualLoop

Run = Callable[..., Any]


def _now() -> float:
    return asyncio.get_running_loop().time()


def _loop() -> VirtualLoop:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    return loop


def test_time_jumps_to_the_next_timer(run: Run) -> None:
    async def main() -> tuple[float, int]:
        await asyncio.sleep(86_400 * 3)
        return _now(), _loop().jumps

    started = time.perf_counter()
    now, jumps = run(main())
    assert now == 86_400 * 3
    assert jumps == 1
    assert time.perf_counter() - started < 60


def test_time_is_the_timers_own_so_that_no_rounding_piles_up(run: Run) -> None:
    async def main() -> list[float]:
        loop, seen = _loop(), list[float]()
        for number in range(1, 1_001):
            loop.call_at(number * 0.02, lambda: seen.append(_now()))
        await asyncio.sleep(21)
        return seen

    assert run(main()) == [number * 0.02 for number in range(1, 1_001)]


@pytest.mark.parametrize("seed", range(20))
def test_timers_of_one_instant_fire_in_the_order_set_whatever_else_was_set_and_cancelled(run: Run, seed: int) -> None:
    dice = random.Random(seed)

    async def main() -> list[int]:
        loop, fired = _loop(), list[int]()
        others: list[asyncio.TimerHandle] = []
        for number in range(300):
            others += [loop.call_at(dice.choice([0.5, 1.0, 1.0, 2.0]), int) for _ in range(dice.randrange(3))]
            loop.call_at(1.0, fired.append, number)
            dice.shuffle(others)
            for _ in range(min(len(others), dice.randrange(3))):
                others.pop().cancel()
        await asyncio.sleep(3)
        return fired

    assert run(main()) == list(range(300))


def test_a_timer_set_for_the_past_fires_without_turning_the_clock_back(run: Run) -> None:
    async def main() -> float:
        await asyncio.sleep(5)
        past = asyncio.Event()
        _loop().call_at(1.0, past.set)
        await past.wait()
        return _now()

    assert run(main()) == 5


def test_executor_jobs_run_inline_in_order_and_take_no_virtual_time(run: Run) -> None:
    here = threading.get_ident()
    done: list[int] = []

    def job(number: int) -> int:
        assert threading.get_ident() == here
        done.append(number)
        return number

    async def main() -> tuple[list[int], float]:
        return await asyncio.gather(*(asyncio.to_thread(job, number) for number in range(9))), _now()

    assert run(main()) == (list(range(9)), 0)
    assert done == list(range(9))


@pytest.mark.parametrize(("raised", "seen"), [(KeyError("k"), KeyError), (StopIteration(), RuntimeError)])
def test_an_executor_jobs_exception_reaches_whoever_awaits_it(
    run: Run, raised: Exception, seen: type[Exception]
) -> None:
    def job() -> None:
        raise raised

    async def main() -> None:
        with pytest.raises(seen):
            await _loop().run_in_executor(None, job)

    run(main())


def test_timeouts_are_virtual(run: Run) -> None:
    async def main() -> list[float]:
        seen = []
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(30):
                await asyncio.sleep(3_600)
        seen.append(_now())
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.Event().wait(), 12)
        seen.append(_now())
        assert await asyncio.wait_for(asyncio.sleep(5, "in time"), 6) == "in time"
        seen.append(_now())
        return seen

    assert run(main()) == [30, 42, 47]


def test_the_loop_closes_cleanly_with_work_left(run: Run) -> None:
    ended: list[str] = []

    async def tick() -> None:
        try:
            await asyncio.sleep(3_600)
        finally:
            ended.append("tick")

    async def wait() -> None:
        try:
            await _loop().outside(_loop().create_future())
        finally:
            ended.append("wait")

    async def main() -> None:
        main.tasks = [asyncio.create_task(tick()), asyncio.create_task(wait())]  # type: ignore[attr-defined]
        await asyncio.sleep(0)

    run(main())
    assert sorted(ended) == ["tick", "wait"]


def test_a_closed_loop_takes_no_timer() -> None:
    loop = VirtualLoop()
    loop.close()
    with pytest.raises(RuntimeError, match="closed"):
        loop.call_later(1, int)


def test_two_runs_are_the_same_to_the_bit(run: Run) -> None:
    async def main() -> list[tuple[float, int]]:
        seen: list[tuple[float, int]] = []

        async def worker(number: int) -> None:
            for step in range(50):
                await asyncio.sleep((number % 4 + 1) * 0.01)
                seen.append((_now(), number))
                if step % 7 == number % 7:
                    await _loop().outside(asyncio.sleep(0))

        await asyncio.gather(*(worker(number) for number in range(12)))
        return seen

    assert run(main()) == run(main())
