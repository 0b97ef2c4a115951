"""Signals that end a command: SIGTERM does as Ctrl-C."""

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType
from typing import NoReturn

__all__ = ["interruptible", "undisturbed"]


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """Have SIGTERM interrupt a command. Once it has, others are ignored: the process is about to end."""
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGTERM) is _interrupt:
            signal.signal(signal.SIGTERM, before)


def _interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # another would break off what is now cleared up and said
    raise KeyboardInterrupt


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Clear up though signals come, as they do from someone impatient; it must not take long."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
