"""Cut long sound where it is quietest."""

from collections.abc import Iterator

import numpy as np

from voicebench.audio import Samples

__all__ = ["split_at_pauses"]

_FRAME_MS = 100
_EARLIEST_SHARE = 0.3
"""No piece is cut before this share of the longest one, so that no piece is a scrap."""


def split_at_pauses(samples: Samples, rate_hz: int, longest_s: float) -> Iterator[Samples]:
    """Yield ``samples`` in pieces of at most ``longest_s`` seconds, each cut in the quietest 0.1 s in reach.

    Args:
        samples: Shape (n,).
        rate_hz: Samples per second.
        longest_s: Longest piece, in seconds.
    """
    longest, frame = int(longest_s * rate_hz), rate_hz * _FRAME_MS // 1_000
    while len(samples) > longest:
        first = int(longest * _EARLIEST_SHARE)
        count = (longest - first) // frame
        powers = np.square(samples[first : first + count * frame]).reshape(count, frame).mean(axis=1)
        cut = first + int(np.argmin(powers)) * frame + frame // 2
        yield samples[:cut]
        samples = samples[cut:]
    yield samples
