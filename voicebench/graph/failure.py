"""The first thing that broke in a call, so that the call ends by it.

Pipecat turns an exception inside a processor into a frame, and the call would go on in silence.
"""

import asyncio

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
