"""Processes that this one starts: Ctrl-C does not reach them, and they end when it does."""

import contextlib
import os
import signal
import threading
from collections.abc import Iterator

__all__ = ["end_with_parent", "no_interrupts"]


@contextlib.contextmanager
def no_interrupts() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach: the one who reads the keyboard ends them.

    A blocked signal is inherited, and unlike an ignored one it is not lost in this process.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_with_parent(life: int) -> None:
    """End this process, whatever it does, as soon as its parent has ended or has had enough of it.

    A parent that is killed says nothing; but its end of a pipe is closed, whatever becomes of it.

    Args:
        life: Handle of a pipe that nobody writes to and that the parent alone holds open.
    """
    threading.Thread(target=_end_when_closed, args=(life,), daemon=True).start()


def _end_when_closed(life: int) -> None:
    os.read(life, 1)
    os._exit(1)
