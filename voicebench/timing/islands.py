"""Stretches of speech on the call, by the line's own knowledge of them, at the ear that hears them."""

from collections.abc import Sequence
from dataclasses import dataclass

from voicebench.events import Event, Side
from voicebench.units import ms_to_ns

__all__ = ["Island", "islands", "number", "overlap_ns"]


@dataclass(frozen=True)
class Island:
    """Speech of one side without a pause that counts.

    Args:
        start_ns: Its first sample at the far ear.
        end_ns: The end of its last sample there.
        spoken_ns: Its first sample at the mouth, before the line.
    """

    start_ns: int
    end_ns: int
    spoken_ns: int

    @property
    def length_ns(self) -> int:
        """How long it lasts."""
        return self.end_ns - self.start_ns


def number(event: Event, key: str) -> float:
    """Return a figure among an event's particulars; 0 where it is not stated."""
    value = event.data.get(key)
    return value if isinstance(value, (int, float)) else 0.0


def islands(events: Sequence[Event], side: Side) -> tuple[Island, ...]:
    """Return the speech of one side.

    Args:
        events: In order of time. Speech that they leave open lasts until the last of them.
        side: Whose speech.
    """
    found = []
    start: Event | None = None
    for event in events:
        if event.side == side and event.kind == "speech_start" and start is None:
            start = event
        elif event.side == side and event.kind == "speech_end" and start is not None:
            found.append(Island(_at_ear(start), _at_ear(event), start.at_ns))
            start = None
    if start is not None:
        found.append(Island(_at_ear(start), max(_at_ear(start), events[-1].at_ns), start.at_ns))
    return tuple(found)


def overlap_ns(ones: Sequence[Island], others: Sequence[Island]) -> int:
    """Return for how long some island of one sequence and some of the other last at once."""
    return sum(
        max(0, min(one.end_ns, other.end_ns) - max(one.start_ns, other.start_ns)) for one in ones for other in others
    )


def _at_ear(event: Event) -> int:
    return event.at_ns + ms_to_ns(number(event, "line_ms"))
