"""Where a running call is, for whoever waits for it: told from its events, and never part of its record."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from voicebench.events import Event, Side, Watch
from voicebench.record import CallRecord
from voicebench.run.plan import CallPlan
from voicebench.units import NS_PER_S

__all__ = ["MakeCall", "Moment", "Onlooker", "Tell"]

_EVERY_S = 0.1


@dataclass(frozen=True)
class Moment:
    """A point in a running call.

    Args:
        turn: How often the caller has spoken so far.
        side: Who speaks; None while nobody does, and always on a stack without sound.
        at_s: Seconds of call.
    """

    turn: int = 0
    side: Side | None = None
    at_s: float = 0.0


Tell = Callable[[Moment], None]


class MakeCall(Protocol):
    """Makes one call of a plan, while somebody may look on."""

    def __call__(self, plan: CallPlan, watch: Watch | None = None) -> CallRecord:
        """Return the call's record."""
        ...


class Onlooker:
    """Tells of a call on each new turn and whenever another side speaks, and else ten times a second at most.

    Args:
        tell: Takes the moments.
        real_s: The onlooker's own clock, in seconds: nobody looks on in the call's time.
    """

    def __init__(self, tell: Tell, real_s: Callable[[], float]):
        self._tell = tell
        self._real_s = real_s
        self._last = Moment()
        self._told_at_s = real_s()

    def __call__(self, event: Event) -> None:
        """Look at an event as it is noted."""
        last = self._last
        turn = last.turn + (event.kind == "said")
        # What becomes certain late, like an end of speech, is noted with the time that it had.
        moment = Moment(turn, _speaker(event, last.side), max(last.at_s, event.at_ns / NS_PER_S))
        now_s = self._real_s()
        if (moment.turn, moment.side) != (last.turn, last.side) or now_s - self._told_at_s >= _EVERY_S:
            self._told_at_s = now_s
            self._tell(moment)
        self._last = moment


def _speaker(event: Event, before: Side | None) -> Side | None:
    """Return who speaks after an event; without sound nobody ever does."""
    if event.kind == "speech_start":
        return event.side
    return None if event.kind == "speech_end" and event.side == before else before
