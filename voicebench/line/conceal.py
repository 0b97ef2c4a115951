"""What is played for a lost packet: the last pitch period again and again, fading, with no step at either end.

The plan and its times are those of ITU-T G.711 Appendix I, simplified: full level for 10 ms, then down to nothing at
60 ms. Unlike there, nothing is delayed: where the repetition sets in, the step is bent away rather than cross-faded.
"""

import numpy as np
import numpy.typing as npt

from voicebench.audio import Samples
from voicebench.units import PACKET_SAMPLES

__all__ = ["Concealer"]

_SHORTEST_PERIOD, _LONGEST_PERIOD = 40, 160
"""In samples at 8 kHz: voices of 200 Hz and less; a higher one repeats two or more of its periods."""
_COMPARED = 160
_KEPT = _LONGEST_PERIOD + _COMPARED
_FULL, _SILENT = 80, 480
"""Samples of full level, and samples until nothing is left."""
_BEND = 24
_CROSSFADE = 40

_Floats = npt.NDArray[np.float64]


class Concealer:
    """Plays arriving packets as they are, and something like them for those that do not."""

    def __init__(self) -> None:
        self._played = np.zeros(_KEPT, np.float32)
        self._period = self._played[-_LONGEST_PERIOD:]
        self._bend = 0.0
        self._made = 0
        """Samples made up since the last packet that came."""

    def arrived(self, packet: Samples) -> Samples:
        """Return what to play for a packet of shape (160,) that came through."""
        heard = packet
        if self._made:
            rise = np.arange(1, _CROSSFADE + 1) / (_CROSSFADE + 1)
            heard = packet.copy()
            heard[:_CROSSFADE] = rise * packet[:_CROSSFADE] + (1 - rise) * self._make(_CROSSFADE)
            self._made = 0
        return self._keep(heard)

    def lost(self) -> Samples:
        """Return what to play for a lost packet, shape (160,)."""
        if not self._made:
            self._period = self._played[-_period_samples(self._played) :].copy()
            # What is missing between the period and now, so that the sound goes on from where it is.
            self._bend = float(self._played[-1] - self._played[-1 - len(self._period)])
        made = self._make(PACKET_SAMPLES).astype(np.float32)
        self._made += PACKET_SAMPLES
        return self._keep(made)

    def _make(self, count: int) -> _Floats:
        at = self._made + np.arange(count)
        sound = self._period[at % len(self._period)] + self._bend * np.maximum(0.0, 1 - at / _BEND)
        # Nothing made up is louder than what it was made of, so that it stays within full scale too.
        sound = np.clip(sound, self._period.min(), self._period.max())
        return np.asarray(sound * np.clip((_SILENT - at) / (_SILENT - _FULL), 0.0, 1.0), np.float64)

    def _keep(self, heard: Samples) -> Samples:
        self._played = np.concatenate((self._played[PACKET_SAMPLES:], heard))
        return heard


def _period_samples(played: Samples) -> int:
    """Return the lag at which the sound is most like itself."""
    sound = played.astype(np.float64)
    windows = np.lib.stride_tricks.sliding_window_view(sound, _COMPARED)
    earlier = windows[: _LONGEST_PERIOD - _SHORTEST_PERIOD + 1]
    likeness = earlier @ sound[-_COMPARED:] / np.sqrt((earlier**2).sum(axis=1) + 1e-9)
    return _LONGEST_PERIOD - int(np.argmax(likeness))
