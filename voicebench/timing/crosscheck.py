"""A second opinion: where speech begins and ends by the energy of the recording, after all that the line did to it.

It shares no code with the meters, and sees only what arrived. It hears less than they do: noise hides weak ends of
words, and lost packets may hide a beginning. So it overrules nothing; what differs by over 40 ms is flagged, and on a
line whose noise rises above -56 dBov only speech that goes further than the meters say: less of it proves nothing.

A word that dies away has no one end, and the band takes some of what the meters heard of it: the recording gives a
stretch, from where it falls below -50 dBov to where it falls below -56, and differs when it lies wholly elsewhere.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from voicebench.audio import Waveform
from voicebench.events import Event, Side
from voicebench.timing.turns import Turn, turns
from voicebench.units import db_to_ratio, ms_to_ns, samples_to_ns

__all__ = ["LIMIT_NS", "Boundary", "Doubt", "crosscheck"]

LIMIT_NS = ms_to_ns(40)
"""Two packets."""
_FRAMES_PER_S = 100
_CERTAIN = db_to_ratio(-50.0) ** 2
_POSSIBLE = db_to_ratio(-56.0) ** 2
_ABOVE_NOISE_DB = 6.0
_PAUSE_NS = ms_to_ns(300)
_NOISE_PERCENTILE = 10

Boundary = Literal["last_speech", "reply"]
_Times = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Doubt:
    """A boundary of a turn that the recording places elsewhere.

    Args:
        turn: Index of the turn.
        boundary: The end of the caller's speech, or the start of the reply.
        side: Who spoke.
        at_ns: Where the events place it.
        energy_ns: Where the recording does; None when it has no speech there.
    """

    turn: int
    boundary: Boundary
    side: Side
    at_ns: int
    energy_ns: int | None


def crosscheck(events: Sequence[Event], sound: tuple[Waveform, Waveform], began_ns: int) -> list[Doubt]:
    """Compare the turns of a call with its recording.

    Args:
        events: In order of time.
        sound: The caller as the agent hears him, and the agent as the caller hears it.
        began_ns: When the recording begins.

    Returns:
        What differs by over 40 ms.
    """
    caller, agent = (_hear(ear, began_ns) for ear in sound)
    return [doubt for turn in turns(events) for doubt in _doubts(turn, caller, agent)]


@dataclass(frozen=True)
class _Heard:
    """The speech in one ear.

    Args:
        certain_ns: What surely is speech: shape (n, 2), start and end.
        possible_ns: And with its weak ends.
        is_masked: Noise hides weak ends.
    """

    certain_ns: _Times
    possible_ns: _Times
    is_masked: bool

    def nearest(self, column: int, at_ns: int) -> int | None:
        """Return where the recording may place a start (column 0) or an end (1): as near to a time as it can be."""
        readings = [_nearest(spans[:, column], at_ns) for spans in (self.certain_ns, self.possible_ns)]
        found = [reading for reading in readings if reading is not None]
        return min(max(at_ns, min(found)), max(found)) if found else None


def _doubts(turn: Turn, caller: _Heard, agent: _Heard) -> Iterator[Doubt]:
    end_ns, reply_ns = turn.last_speech_ns, turn.reply_ns
    energy_ns = caller.nearest(1, end_ns)
    if _differs(None if energy_ns is None else energy_ns - end_ns, masked=caller.is_masked):
        yield Doubt(turn.index, "last_speech", "caller", end_ns, energy_ns)
    if reply_ns is None:
        return
    energy_ns = agent.nearest(0, reply_ns)
    if _differs(None if energy_ns is None else reply_ns - energy_ns, masked=agent.is_masked):
        yield Doubt(turn.index, "reply", "agent", reply_ns, energy_ns)


def _differs(beyond_ns: int | None, *, masked: bool) -> bool:
    """Whether speech reaches further out than the events say by over 40 ms, or less far where nothing hides it."""
    if beyond_ns is None:
        return not masked
    return beyond_ns > LIMIT_NS or (beyond_ns < -LIMIT_NS and not masked)


def _nearest(readings: _Times, at_ns: int) -> int | None:
    """Return the reading closest to a time, within a pause of it."""
    if not len(readings):
        return None
    nearest = int(readings[np.argmin(np.abs(readings - at_ns))])
    return nearest if abs(nearest - at_ns) < _PAUSE_NS else None


def _hear(ear: Waveform, began_ns: int) -> _Heard:
    size = ear.rate_hz // _FRAMES_PER_S
    power = np.mean(np.square(ear.samples[: len(ear) // size * size].reshape(-1, size), dtype=np.float64), axis=1)
    noise = float(np.percentile(power, _NOISE_PERCENTILE)) * db_to_ratio(_ABOVE_NOISE_DB) ** 2 if len(power) else 0.0
    frame_ns = samples_to_ns(size, ear.rate_hz)
    certain, possible = (began_ns + _spans(power > max(least, noise), frame_ns) for least in (_CERTAIN, _POSSIBLE))
    return _Heard(certain, possible, is_masked=noise > _CERTAIN)


def _spans(loud: npt.NDArray[np.bool_], frame_ns: int) -> _Times:
    """Return the stretches of loud frames from the recording's start, pauses under 300 ms closed."""
    at = np.flatnonzero(loud)
    if not len(at):
        return np.zeros((0, 2), np.int64)
    breaks = np.flatnonzero(np.diff(at) > _PAUSE_NS // frame_ns)
    starts = at[np.concatenate([[0], breaks + 1])]
    ends = at[np.concatenate([breaks, [len(at) - 1]])] + 1
    return frame_ns * np.stack([starts, ends], axis=1)
