"""Whether there can be a word in a stretch of sound at all; where there is none, no model is asked."""

import numpy as np

from voicebench.audio import Waveform

__all__ = ["may_hold_a_word"]

_FRAME_MS = 10
_QUIETEST_POWER = 10 ** (-60 / 10)
_SHORTEST_FRAMES = 8
"""No word is shorter than 80 ms above -60 dBov; of less, a click for one, the model is not asked."""


def may_hold_a_word(sound: Waveform) -> bool:
    """Return whether enough of ``sound`` is loud enough for the shortest word."""
    frame = sound.rate_hz * _FRAME_MS // 1_000
    frames = sound.samples[: len(sound) // frame * frame].reshape(-1, frame)
    return bool((np.square(frames).mean(axis=1) > _QUIETEST_POWER).sum() >= _SHORTEST_FRAMES)
