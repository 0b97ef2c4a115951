"""The first thing that broke in a call, so that the call ends by it.

Pipecat turns an exception inside a processor into a frame, and the call would go on in silence.
"""

import asyncio
from typing import Any

from voicebench.errors import CallError

__all__ = ["Failure"]


class Failure:
    """Holds the first error; later ones follow from it."""

    def __init__(self) -> None:
        self.happened = asyncio.Event()
        self.error: CallError | None = None

    def note(self, error: CallError) -> None:
        """Keep ``error`` if it is the first."""
        if self.error is None:
            self.error = error
            self.happened.set()

    def watch(self, task: asyncio.Task[Any], what: str) -> None:
        """Note the error that ends a task which should go on until it is cancelled: nobody awaits it."""

        def note(done: asyncio.Task[Any]) -> None:
            error = None if done.cancelled() else done.exception()
            if error is not None:
                self.note(error if isinstance(error, CallError) else CallError(f"{what}: {_words(error)}"))

        task.add_done_callback(note)


def _words(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
