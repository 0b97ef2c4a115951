"""Are there clicks at the edges of packets? A measure to put to a recording, made for tests and benchmarks.

Speech is predictable from one sample to the next. Across an edge where a packet was lost, repeated or put in the wrong
place it is not, from either side. So each edge is predicted forwards from the packet before it and backwards from the
packet after it, and what the prediction misses is compared with what the same predictor misses inside those packets.
"""

import numpy as np
import numpy.typing as npt

from voicebench.audio import Samples
from voicebench.units import PACKET_SAMPLES

__all__ = ["CLICK_RATIO", "packet_edge_clicks"]

CLICK_RATIO = 2.0
"""Speech without clicks stays below this; see ``tests/unit/line/test_clicks.py``."""

_ORDER = 8
_ACROSS = 2
"""Samples predicted beyond the edge."""
_FLOOR = 1e-3
"""Full scale 1.0; a step of this size in silence is below the threshold of speech."""

_Floats = npt.NDArray[np.float64]


def packet_edge_clicks(samples: Samples) -> float:
    """Return how badly the worst packet edge joins, against the worst place that is no edge.

    Args:
        samples: Shape (n,), full scale 1.0, the first packet starting at sample 0.

    Returns:
        About 1 or less where edges are like any other place; above ``CLICK_RATIO`` where at least one clicks. A single
        repeated packet may happen to join well; of several, some do not.

    Raises:
        ValueError: The sound is shorter than four packets.
    """
    if len(samples) < 4 * PACKET_SAMPLES:
        raise ValueError(f"want at least 4 packets of {PACKET_SAMPLES} samples, got {len(samples)} samples")
    places = [PACKET_SAMPLES * quarter // 4 for quarter in range(4)]
    edges, *others = (float(_misfits(samples.astype(np.float64), place, PACKET_SAMPLES).max()) for place in places)
    return edges / max(1.0, *others)


def _misfits(sound: _Floats, offset: int, packet: int) -> _Floats:
    """Return for each joint at ``offset`` plus whole packets how badly its two sides fit, shape (joints,)."""
    joints = np.arange(packet + offset, len(sound) - packet - _ACROSS, packet)
    at = np.arange(-packet, packet)
    around = sound[joints[:, None] + at]
    forwards = around[:, : packet + _ACROSS]
    backwards = around[:, ::-1][:, : packet + _ACROSS]
    # Both ways: speech that sets in or stops just there surprises from one side only.
    return np.asarray(np.sqrt(_missed(forwards, packet) * _missed(backwards, packet)))


def _missed(sides: _Floats, known: int) -> _Floats:
    """Return the largest error beyond the known samples against the largest among them, shape (joints,)."""
    windows = np.lib.stride_tricks.sliding_window_view(sides, _ORDER + 1, axis=1)
    before, after = windows[:, :, :-1], windows[:, :, -1]
    fitted = known - _ORDER
    past, target = before[:, :fitted], after[:, :fitted, None]
    squares = past.transpose(0, 2, 1) @ past
    # A little of the power on the diagonal: pure tones and silence have no single best predictor.
    power = np.trace(squares, axis1=1, axis2=2)[:, None, None] / _ORDER
    weights = np.linalg.solve(squares + (1e-4 * power + 1e-9) * np.eye(_ORDER), past.transpose(0, 2, 1) @ target)
    errors = np.abs(after - (before @ weights)[:, :, 0])
    return np.asarray(errors[:, fitted:].max(axis=1) / (errors[:, :fitted].max(axis=1) + _FLOOR))
