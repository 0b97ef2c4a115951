import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from voicebench.vtime.loop import VirtualLoop

Run = Callable[..., Any]


@pytest.fixture
def run() -> Run:
    """Runs a coroutine on a virtual loop of its own, and closes the loop."""

    def run(main: Coroutine[Any, Any, Any], watchdog_s: float = 10.0) -> Any:
        with asyncio.Runner(loop_factory=lambda: VirtualLoop(watchdog_s)) as runner:
            return runner.run(main)

    return run
