"""What is played for a lost packet: the last pitch period again and again, fading, with no step at either end.

The plan and its times are those of ITU-T G.711 Appendix I, simplified: full level for 10 ms, then down to nothing at
60 ms. Unlike there, nothing is delayed: where the repetition sets in, the step is bent away rather than cross-faded.
Or silence, with the steps that it makes. It works on sound: no codec's own concealment is used.
"""

from collections import deque
from typing import Literal

import numpy as np
import numpy.typing as npt

from voicebench.audio import Samples
from voicebench.line.effect import SLOT_SAMPLES, Effect, EffectParams, EffectSettings, is_missing
from voicebench.units import PACKET_SAMPLES

__all__ = ["ConcealParams", "ConcealSettings", "Concealer"]

_SHORTEST_PERIOD, _LONGEST_PERIOD = 40, 160
"""In samples at 8 kHz: voices of 200 Hz and less; a higher one repeats two or more of its periods."""
_COMPARED = 160
_KEPT = _LONGEST_PERIOD + _COMPARED
_KEPT_PIECES = _KEPT // SLOT_SAMPLES
_FULL, _SILENT = 80, 480
"""Samples of full level, and samples until nothing is left."""
_BEND = 24
_CROSSFADE = 40

_Floats = npt.NDArray[np.float64]


class ConcealParams(EffectParams):
    """What is played for what is missing."""

    effect: Literal["conceal"] = "conceal"
    kind: Literal["repeat", "silence"]

    def start(self) -> "_Conceal":
        """Return the receiver, before the first packet."""
        return _Conceal(self.kind)


class ConcealSettings(EffectSettings):
    """Repetition that fades, or silence. Nothing about it is drawn; a line that loses packets always has it."""

    kind: Literal["repeat", "silence"] = "repeat"

    def draw(self, seed: int) -> ConcealParams:  # noqa: ARG002 -- every effect is drawn alike
        """Return the kind as it stands."""
        return ConcealParams(kind=self.kind)


class _Conceal(Effect):
    def __init__(self, kind: Literal["repeat", "silence"]):
        super().__init__()
        self._concealer = Concealer() if kind == "repeat" else None

    def push(self, packet: Samples, number: int) -> Samples:  # noqa: ARG002 -- packets come in order
        slots = packet[:SLOT_SAMPLES], packet[SLOT_SAMPLES:]
        if not is_missing(slots[0]) and not is_missing(slots[1]):
            return packet if self._concealer is None else self._concealer.arrived(packet)
        return np.concatenate([self._played(slot) for slot in slots])

    def _played(self, slot: Samples) -> Samples:
        if self._concealer is None:
            return np.zeros_like(slot) if is_missing(slot) else slot
        return self._concealer.lost(len(slot)) if is_missing(slot) else self._concealer.arrived(slot)


class Concealer:
    """Plays arriving packets as they are, and something like them for those that do not."""

    def __init__(self) -> None:
        self._played = deque([np.zeros(SLOT_SAMPLES, np.float32)] * _KEPT_PIECES, _KEPT_PIECES)
        self._period = np.zeros(_LONGEST_PERIOD, np.float32)
        self._bend = 0.0
        self._made = 0
        """Samples made up since the last packet that came."""

    def arrived(self, packet: Samples) -> Samples:
        """Return what to play for sound that came through, shape (n,), n at least 80."""
        heard = packet
        if self._made:
            rise = np.arange(1, _CROSSFADE + 1) / (_CROSSFADE + 1)
            heard = packet.copy()
            heard[:_CROSSFADE] = rise * packet[:_CROSSFADE] + (1 - rise) * self._make(_CROSSFADE)
            self._made = 0
        return self._keep(heard)

    def lost(self, count: int = PACKET_SAMPLES) -> Samples:
        """Return what to play for lost sound, shape (count,)."""
        if not self._made:
            played = np.concatenate(self._played)[-_KEPT:]
            self._period = played[-_period_samples(played) :]
            # What is missing between the period and now, so that the sound goes on from where it is.
            self._bend = float(played[-1] - played[-1 - len(self._period)])
        made = self._make(count).astype(np.float32)
        self._made += count
        return self._keep(made)

    def _make(self, count: int) -> _Floats:
        at = self._made + np.arange(count)
        sound = self._period[at % len(self._period)] + self._bend * np.maximum(0.0, 1 - at / _BEND)
        # Nothing made up is louder than what it was made of, so that it stays within full scale too.
        sound = np.clip(sound, self._period.min(), self._period.max())
        return np.asarray(sound * np.clip((_SILENT - at) / (_SILENT - _FULL), 0.0, 1.0), np.float64)

    def _keep(self, heard: Samples) -> Samples:
        self._played.append(heard)
        return heard


def _period_samples(played: Samples) -> int:
    """Return the lag at which the sound is most like itself."""
    sound = played.astype(np.float64)
    earlier = sound[: len(sound) - _SHORTEST_PERIOD]
    energies = np.correlate(earlier**2, np.ones(_COMPARED), "valid")
    likeness = np.correlate(earlier, sound[-_COMPARED:], "valid") / np.sqrt(energies + 1e-9)
    return _LONGEST_PERIOD - int(np.argmax(likeness))
