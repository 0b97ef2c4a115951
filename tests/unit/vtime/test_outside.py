import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from voicebench.errors import LimitExceeded
from voicebench.vtime.loop import VirtualLoop

Run = Callable[..., Any]


def _now() -> float:
    return asyncio.get_running_loop().time()


def _loop() -> VirtualLoop:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    return loop


class _Thread:
    """A thread that answers once it is told to."""

    def __init__(self) -> None:
        self.answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._go = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        self._go.wait(10)
        self.answer.get_loop().call_soon_threadsafe(self._settle)

    def _settle(self) -> None:
        if not self.answer.done():
            self.answer.set_result("from outside")

    def release(self) -> None:
        self._go.set()

    def join(self) -> None:
        self._thread.join()


def test_a_real_thread_wakes_the_loop(run: Run) -> None:
    async def main() -> tuple[str, float]:
        thread = _Thread()
        thread.release()
        answer = await thread.answer
        thread.join()
        return answer, _now()

    assert run(main()) == ("from outside", 0)


def test_outside_freezes_the_clock_even_with_timers_due(run: Run) -> None:
    async def main() -> tuple[str, list[float]]:
        thread, ticks = _Thread(), list[float]()
        _loop().call_at(0.001, lambda: ticks.append(_now()))
        waiting = asyncio.create_task(_loop().outside(thread.answer))
        for _ in range(200):
            await asyncio.sleep(0)
        assert not ticks
        assert _loop().waits_outside == 1
        thread.release()
        answer = await waiting
        assert _loop().waits_outside == 0
        assert not ticks, "the clock went on before the one that waited"
        await asyncio.sleep(1)
        thread.join()
        return answer, ticks

    assert run(main()) == ("from outside", [0.001])


def test_who_waited_outside_goes_on_only_at_rest(run: Run) -> None:
    order: list[str] = []

    async def busy() -> None:
        for number in range(5):
            order.append(f"busy {number}")
            await asyncio.sleep(0)

    async def wait() -> None:
        answer: asyncio.Future[None] = _loop().create_future()
        answer.set_result(None)
        await _loop().outside(answer)
        order.append("outside")

    async def main() -> None:
        later = asyncio.create_task(asyncio.sleep(0.001))
        later.add_done_callback(lambda _: order.append("later"))
        await asyncio.gather(wait(), busy(), later)

    run(main())
    assert order == [*(f"busy {number}" for number in range(5)), "outside", "later"]


def test_several_that_wait_outside_go_on_one_at_a_time_in_the_order_they_came_back(run: Run) -> None:
    order: list[str] = []

    async def wait(name: str) -> None:
        await _loop().outside(asyncio.sleep(0))
        for step in range(2):
            order.append(f"{name}{step}")
            await asyncio.sleep(0)

    async def main() -> None:
        await asyncio.gather(wait("a"), wait("b"))

    run(main())
    assert order == ["a0", "a1", "b0", "b1"]


def test_outside_hands_on_an_error(run: Run) -> None:
    async def fail() -> None:
        raise KeyError("provider")

    async def main() -> int:
        with pytest.raises(KeyError, match="provider"):
            await _loop().outside(fail())
        return _loop().waits_outside

    assert run(main()) == 0


def test_cancelling_what_waits_outside_lets_the_clock_go_on(run: Run) -> None:
    async def main() -> float:
        waiting = asyncio.create_task(_loop().outside(_loop().create_future()))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert _loop().waits_outside == 0
        await asyncio.sleep(7)
        return _now()

    assert run(main()) == 7


def test_cancelling_what_rests_leaves_nothing_behind(run: Run) -> None:
    async def main() -> float:
        waiting = asyncio.create_task(_loop().outside(asyncio.sleep(0)))
        for _ in range(3):
            await asyncio.sleep(0)
        assert not waiting.done()
        waiting.cancel()
        await asyncio.wait([waiting])
        assert waiting.cancelled()
        await asyncio.sleep(7)
        return _now()

    assert run(main()) == 7


def test_a_call_that_would_never_end_is_an_error(run: Run) -> None:
    async def main() -> None:
        await asyncio.Event().wait()

    with pytest.raises(LimitExceeded, match=r"the call would never end: 0\.\d+ used, 0\.05 allowed") as caught:
        run(main(), watchdog_s=0.05)
    assert caught.value.fault == "harness"


def test_a_real_world_that_never_answers_is_an_error(run: Run) -> None:
    async def main() -> None:
        _loop().call_later(1, int)
        await _loop().outside(_loop().create_future())

    with pytest.raises(LimitExceeded, match=r"seconds of waiting for the real world: 0\.\d+ used, 0\.05 allowed"):
        run(main(), watchdog_s=0.05)


def test_real_waiting_is_counted(run: Run) -> None:
    async def main() -> float:
        thread = _Thread()
        _loop().call_soon(thread.release)
        await _loop().outside(thread.answer)
        thread.join()
        return _loop().real_wait_s

    assert run(main()) > 0
