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
        self._met = not spec.requests

    @property
    def open(self) -> Request | None:
        """The request last made, as long as it is not done."""
        return None if self._met else self._requests[self._at]

    @property
    def upcoming(self) -> Request | None:
        """The request after the one last made."""
        return self._requests[self._at + 1] if self._at + 1 < len(self._requests) else None

    @property
    def context(self) -> str:
        """What the opening said, as long as it is what is wanted."""
        return self._opening if self._at == 0 else ""

    def hear(self, sentences: Iterable[str]) -> None:
        """Take note of what the agent said; what it only offers to do should not be among it."""
        if not self._met:
            patterns = self._requests[self._at].until
            self._met = any(matches(pattern, sentence) for sentence in sentences for pattern in patterns)

    def advance(self) -> Request | None:
        """Go on to the next request and return it; None when there is none."""
        if self._at + 1 >= len(self._requests):
            return None
        self._at += 1
        self._met = False
        return self._requests[self._at]
