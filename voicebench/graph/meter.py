"""Where speech begins and ends on one side of the line, from the clean levelled sound that enters it."""

import asyncio

import numpy as np
import numpy.typing as npt

from voicebench.audio import Samples
from voicebench.events import EventKind, EventLog, Side
from voicebench.units import LINE_RATE_HZ, db_to_ratio, ms_to_ns, ns_to_ms, samples_to_ns

__all__ = ["SpeechMeter"]

_FRAME_SAMPLES = LINE_RATE_HZ * 5 // 1_000
_THRESHOLD = db_to_ratio(-50.0)
"""-50 dBov over 5 ms, before line effects: the design's rule for the first and the last of speech. Within the first and
the last such frame, speech begins and ends with a sample above that level."""
_PAUSE_NS = ms_to_ns(300)
"""A shorter gap is a pause within speech: the closure of a plosive or a comma, not an end."""


class SpeechMeter:
    """Watches one mouth, and notes ``speech_start`` and ``speech_end`` when they are certain, at their own time.

    Args:
        side: Whose mouth it is.
        events: Takes the notes.
        line_ms: How much later the line brings the sound to the far ear; it goes into the notes.

    Attributes:
        speaking: Set while there is speech, pauses included.
        last_active_ns: End of the last active sample so far.
    """

    def __init__(self, side: Side, events: EventLog, line_ms: float):
        self._side = side
        self._line_ms = line_ms
        self._events = events
        self.speaking = asyncio.Event()
        self.last_active_ns = -1
        self._last_late_ns = 0

    def push(self, packet: Samples, at_ns: int, late_ns: int = 0) -> None:
        """Look at one packet.

        Args:
            packet: Shape (160,), clean and levelled, as it enters the line.
            at_ns: Time of its first sample.
            late_ns: How much later than that it really left, which is no fault of the agent's: it adds to what the
                line takes to the far ear.
        """
        if packet.any():
            active = _active_samples(packet)
            if len(active):
                starts_ns = at_ns + samples_to_ns(int(active[0]), LINE_RATE_HZ)
                if starts_ns - self.last_active_ns >= _PAUSE_NS:
                    self.close()
                self._begin(starts_ns, late_ns)
                self._last_late_ns = late_ns
                self.last_active_ns = at_ns + samples_to_ns(int(active[-1]) + 1, LINE_RATE_HZ)
        if self.speaking.is_set() and at_ns - self.last_active_ns >= _PAUSE_NS:
            self.close()

    def _begin(self, at_ns: int, late_ns: int) -> None:
        if not self.speaking.is_set():
            self.speaking.set()
            self._note("speech_start", at_ns, late_ns)

    def close(self) -> None:
        """Note the end of speech that was still going on."""
        if self.speaking.is_set():
            self.speaking.clear()
            self._note("speech_end", self.last_active_ns, self._last_late_ns)

    def _note(self, kind: EventKind, at_ns: int, late_ns: int) -> None:
        self._events.add(self._side, kind, at_ns, line_ms=self._line_ms + ns_to_ms(late_ns))


def _active_samples(packet: Samples) -> npt.NDArray[np.intp]:
    """Return the numbers of the samples above the threshold in frames above it."""
    frames = packet.reshape(-1, _FRAME_SAMPLES)
    loud = np.mean(np.square(frames), axis=1) > _THRESHOLD**2
    return np.flatnonzero((np.abs(frames) > _THRESHOLD) & loud[:, None])
