"""What the caller wants, one thing after another."""

from collections.abc import Iterable

from voicebench.caller.patterns import matches
from voicebench.task import CallerSpec, Request

__all__ = ["Requests"]


class Requests:
    """Where the caller is in its list.

    Args:
        spec: The caller; its opening has said the first request.
    """

    def __init__(self, spec: CallerSpec):
        self._requests = spec.requests
        self._opening = spec.opening
        self._at = 0
        self._done = [False] * len(spec.requests)

    @property
    def open(self) -> Request | None:
        """The request last made, as long as it is not done."""
        is_open = self._at < len(self._requests) and not self._done[self._at]
        return self._requests[self._at] if is_open else None

    @property
    def upcoming(self) -> Request | None:
        """The request after the one last made."""
        return self._requests[self._at + 1] if self._at + 1 < len(self._requests) else None

    @property
    def pending(self) -> Request | None:
        """The first request that is not done."""
        return next((one for one, done in zip(self._requests, self._done, strict=True) if not done), None)

    @property
    def context(self) -> str:
        """What the opening said, as long as it is what is wanted."""
        return self._opening if self._at == 0 else ""

    def hear(self, sentences: Iterable[str]) -> None:
        """Take note of what the agent said; what it only offers to do should not be among it.

        An agent may answer the next request before it was made, say because the opening spoke of it; it is done then,
        as long as those before it are.
        """
        said = list(sentences)
        for number in range(self._at, len(self._requests)):
            if not self._done[number]:
                self._done[number] = any(
                    matches(p, sentence) for sentence in said for p in self._requests[number].until
                )
            if not self._done[number]:
                return

    def advance(self) -> Request | None:
        """Go on to the next request that is not done and return it; None when there is none."""
        for number in range(self._at + 1, len(self._requests)):
            self._at = number
            if not self._done[number]:
                return self._requests[number]
        return None
