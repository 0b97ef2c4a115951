"""When the chunks of one answer are due on the call's clock."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from openai.types.chat import ChatCompletionChunk

from voicebench.llm.request import Endpoint
from voicebench.llm.stamps import brings_token
from voicebench.units import ms_to_ns, seconds_to_ns

__all__ = ["Due", "Pace", "Pacer", "Schedule", "as_it_came"]


class Pace(Protocol):
    """Says when the chunks of one answer are due."""

    def __call__(self, measured_ns: int, *, has_token: bool) -> int:
        """Return the offset at which the next chunk is let through.

        Args:
            measured_ns: The offset at which it came.
            has_token: Whether it brings a token: content, reasoning or a piece of a tool call.
        """
        ...


Pacer = Callable[[int], Pace]
"""``pacer(number of the request)`` -> the pace of its answer."""


def as_it_came(request: int) -> Pace:
    """Keep the measured offsets."""
    del request
    return _keep


def _keep(measured_ns: int, *, has_token: bool) -> int:
    del has_token
    return measured_ns


@dataclass(frozen=True)
class Due:
    """When a chunk is due.

    Args:
        at_ns: Nanoseconds since the request was first sent.
        since_ns: What its limit counts from: the first sending, and after the first token the chunk before.
        limit_s: How long it may take from there.
    """

    at_ns: int
    since_ns: int
    limit_s: float

    @property
    def gives_up_ns(self) -> int | None:
        """When whoever waits gives up; None where the chunk comes before that."""
        until_ns = self.since_ns + seconds_to_ns(self.limit_s)
        return until_ns if self.at_ns > until_ns else None


class Schedule:
    """Of one answer; each attempt at it begins anew, and the limit on its first token does not.

    Args:
        endpoint: Its limits.
        pace: Makes the pace of one attempt.
        says_time: Whether a time that a chunk says counts.
    """

    def __init__(self, endpoint: Endpoint, pace: Callable[[], Pace], *, says_time: bool):
        self._endpoint = endpoint
        self._new_pace = pace
        self._says_time = says_time
        self._pace = pace()
        self._asked_ns = 0
        self._last_ns = 0
        self._has_token = False

    def again(self, after_ns: int) -> None:
        """Note that the request was sent again, so long after it was first."""
        self._asked_ns = after_ns
        self._pace = self._new_pace()

    def due(self, chunk: ChatCompletionChunk, after_ns: int) -> Due:
        """Return when a chunk is due that came so long after the request was first sent."""
        has_token = brings_token(chunk)
        offset_ns = self._offset_ns(chunk, after_ns - self._asked_ns)
        limit_s = self._endpoint.stall_limit_s if self._has_token else self._endpoint.first_token_limit_s
        due = Due(self._asked_ns + self._pace(offset_ns, has_token=has_token), self._last_ns, limit_s)
        self._has_token = self._has_token or has_token
        if self._has_token:
            self._last_ns = due.at_ns
        return due

    def _offset_ns(self, chunk: ChatCompletionChunk, measured_ns: int) -> int:
        simulated = (chunk.model_extra or {}).get("voicebench") if self._says_time else None
        return ms_to_ns(simulated["at_ms"]) if simulated else measured_ns
