"""Sound: mono float32 samples with their rate."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import soxr

from voicebench.units import FULL_SCALE_PCM16, samples_to_ns

__all__ = ["Samples", "StreamResampler", "Waveform", "from_pcm16", "resample", "silence", "to_pcm16"]

Samples = npt.NDArray[np.float32]
"""Shape (n,), float32, full scale at -1.0 and 1.0."""


@dataclass(frozen=True, eq=False)
class Waveform:
    """A stretch of mono sound.

    Args:
        samples: Shape (n,), float32; full scale is -1.0 to 1.0, and nothing is clipped on the way.
        rate_hz: Samples per second.

    Raises:
        ValueError: The samples are not one finite float32 channel, or the rate is not positive.
    """

    samples: Samples
    rate_hz: int

    def __post_init__(self) -> None:
        if self.samples.ndim != 1 or self.samples.dtype != np.float32:
            raise ValueError(f"want mono float32 samples, got {self.samples.dtype} of shape {self.samples.shape}")
        if self.rate_hz <= 0:
            raise ValueError(f"the sample rate must be positive, got {self.rate_hz} Hz")
        if not np.isfinite(self.samples).all():
            raise ValueError("samples hold NaN or infinity")

    def __len__(self) -> int:
        return len(self.samples)

    @property
    def duration_ns(self) -> int:
        """Length in nanoseconds."""
        return samples_to_ns(len(self.samples), self.rate_hz)


def silence(duration_ms: float, rate_hz: int) -> Waveform:
    """Return digital silence."""
    return Waveform(np.zeros(round(duration_ms * rate_hz / 1_000), np.float32), rate_hz)


def resample(sound: Waveform, rate_hz: int) -> Waveform:
    """Return the same sound at another rate.

    soxr in float32 adds no dither (its 16-bit stream does), so the same input always gives the same output.
    """
    if sound.rate_hz == rate_hz:
        return sound
    return Waveform(soxr.resample(sound.samples, sound.rate_hz, rate_hz, quality="HQ").astype(np.float32), rate_hz)


class StreamResampler:
    """A stream of sound brought to another rate, piece by piece; in float32, for the reason above.

    Args:
        rate_hz: The rate of what is pushed.
        to_hz: The rate of what comes out.
    """

    def __init__(self, rate_hz: int, to_hz: int):
        self.rate_hz = rate_hz
        self._stream = None if rate_hz == to_hz else soxr.ResampleStream(rate_hz, to_hz, 1, dtype="float32")

    def push(self, samples: Samples) -> Samples:
        """Return what is ready; some of it stays inside until more comes."""
        return samples if self._stream is None else self._stream.resample_chunk(samples).astype(np.float32)

    def end(self) -> Samples:
        """Return what is left; nothing can be pushed after this."""
        nothing = np.zeros(0, np.float32)
        return nothing if self._stream is None else self._stream.resample_chunk(nothing, last=True).astype(np.float32)


def to_pcm16(samples: Samples) -> npt.NDArray[np.int16]:
    """Return float samples as 16-bit ones: rounded, and limited at full scale."""
    scaled = np.rint(samples * FULL_SCALE_PCM16)
    pcm: npt.NDArray[np.int16] = np.clip(scaled, -FULL_SCALE_PCM16, FULL_SCALE_PCM16 - 1).astype(np.int16)
    return pcm


def from_pcm16(pcm: npt.NDArray[np.int16]) -> Samples:
    """Return 16-bit samples as float32 ones."""
    return pcm.astype(np.float32) / np.float32(FULL_SCALE_PCM16)
