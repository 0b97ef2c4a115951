"""Linear-phase filters that stream: every frequency is delayed by the same whole number of samples."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from voicebench.audio import Samples
from voicebench.line.effect import Effect
from voicebench.units import LINE_RATE_HZ

__all__ = ["Down", "Filter", "Fir", "Up", "shaped_taps"]

Floats = npt.NDArray[np.float64]

_GRID = 2_048
_ZERO_CROSSINGS = 16
"""Of the windowed sinc of a change of rate, on each side: 16 samples of the lower rate, 2 ms at 8 kHz."""


class Fir:
    """A filter with memory.

    Args:
        taps: Shape (odd,); the delay is half of them, rounded down.
    """

    def __init__(self, taps: Floats):
        self._taps = taps[::-1].copy()
        self._recent: Floats = np.zeros(len(taps) - 1)

    def push(self, sound: npt.NDArray[np.floating]) -> Floats:
        """Return the next stretch of any length, filtered."""
        known: Floats = np.concatenate((self._recent, sound), dtype=np.float64)
        self._recent = known[len(known) - len(self._recent) :]
        # float64, so that another processor's rounding does not move a sample across a step of the codec.
        return np.correlate(known, self._taps, "valid")


class Filter(Effect):
    """A filter as an effect of the line."""

    def __init__(self, taps: Floats):
        super().__init__()
        self.latency_samples = len(taps) // 2
        self._fir = Fir(taps)
        self._quiet = True

    def push(self, packet: Samples, number: int) -> Samples:  # noqa: ARG002 -- the filter does not count
        """Return the packet, filtered."""
        quiet = not packet.any()
        if quiet and self._quiet:  # zeros through a filter at rest are zeros, to the bit
            return packet
        self._quiet = quiet
        return self._fir.push(packet).astype(np.float32)


class Up:
    """Raises the sample rate by a whole factor, 16 samples of the lower rate late."""

    def __init__(self, factor: int):
        self._factor = factor
        self._fir = Fir(_rate_taps(factor) * factor)

    def push(self, sound: npt.NDArray[np.floating]) -> Floats:
        """Return the next stretch at the higher rate."""
        spread = np.zeros(len(sound) * self._factor)
        spread[:: self._factor] = sound
        return self._fir.push(spread)


class Down:
    """Lowers the sample rate by a whole factor, 16 samples of the lower rate late."""

    def __init__(self, factor: int):
        self._factor = factor
        self._fir = Fir(_rate_taps(factor))

    def push(self, sound: npt.NDArray[np.floating]) -> Floats:
        """Return the next stretch at the lower rate; its length must be a multiple of the factor."""
        return self._fir.push(sound)[:: self._factor]


def shaped_taps(gain: Callable[[Floats], Floats], taps: int) -> Floats:
    """Return a filter, shape (taps,), by its gain over frequency in Hz (a ratio, not dB)."""
    response = np.fft.irfft(gain(np.linspace(0.0, LINE_RATE_HZ / 2, _GRID // 2 + 1)))
    return np.asarray(np.roll(response, taps // 2)[:taps] * np.hamming(taps))


def _rate_taps(factor: int) -> Floats:
    half = _ZERO_CROSSINGS * factor
    at = np.arange(-half, half + 1) / factor
    taps = np.sinc(at) * np.kaiser(2 * half + 1, 6.0)
    return np.asarray(taps / taps.sum())
