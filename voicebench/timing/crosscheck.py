"""A second opinion: where speech begins and ends by the energy of the recording, after all that the line did to it.

It shares no code with the meters, and sees only what arrived. It hears less than they do: a line with noise hides weak
ends of words, and lost packets may hide a beginning. So it overrules nothing; what differs by over 40 ms is flagged.
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
_QUIETEST_DBOV = -50.0
_ABOVE_NOISE_DB = 6.0
_PAUSE_NS = ms_to_ns(300)
_NOISE_PERCENTILE = 10

Boundary = Literal["last_speech", "reply"]
_Spans = npt.NDArray[np.int64]


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
    caller, agent = (_spans_ns(ear, began_ns) for ear in sound)
    return [doubt for turn in turns(events) for doubt in _compared(turn, caller, agent) if not _agrees(doubt)]


def _compared(turn: Turn, caller: _Spans, agent: _Spans) -> Iterator[Doubt]:
    end_ns = turn.last_speech_ns
    yield Doubt(turn.index, "last_speech", "caller", end_ns, _nearest(caller[:, 1], end_ns))
    if turn.reply_ns is not None:
        yield Doubt(turn.index, "reply", "agent", turn.reply_ns, _nearest(agent[:, 0], turn.reply_ns))


def _agrees(reading: Doubt) -> bool:
    return reading.energy_ns is not None and abs(reading.energy_ns - reading.at_ns) <= LIMIT_NS


def _nearest(readings: _Spans, at_ns: int) -> int | None:
    """Return the reading closest to a time, within a pause of it."""
    if not len(readings):
        return None
    nearest = int(readings[np.argmin(np.abs(readings - at_ns))])
    return nearest if abs(nearest - at_ns) < _PAUSE_NS else None


def _spans_ns(ear: Waveform, began_ns: int) -> _Spans:
    """Return start and end of each stretch of speech, shape (n, 2), pauses under 300 ms closed."""
    size = ear.rate_hz // _FRAMES_PER_S
    power = np.mean(np.square(ear.samples[: len(ear) // size * size].reshape(-1, size), dtype=np.float64), axis=1)
    loud = np.flatnonzero(power > _threshold(power)) if len(power) else np.zeros(0, np.int64)
    if not len(loud):
        return np.zeros((0, 2), np.int64)
    frame_ns = samples_to_ns(size, ear.rate_hz)
    breaks = np.flatnonzero(np.diff(loud) > _PAUSE_NS // frame_ns)
    starts = loud[np.concatenate([[0], breaks + 1])]
    ends = loud[np.concatenate([breaks, [len(loud) - 1]])] + 1
    return began_ns + frame_ns * np.stack([starts, ends], axis=1)


def _threshold(power: npt.NDArray[np.float64]) -> float:
    """Return the power above which a frame is speech: the line's noise and a margin, or the quietest that counts."""
    noise = float(np.percentile(power, _NOISE_PERCENTILE)) * db_to_ratio(_ABOVE_NOISE_DB) ** 2
    return max(db_to_ratio(_QUIETEST_DBOV) ** 2, noise)
