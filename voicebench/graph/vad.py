"""Voice activity detection that does not listen to digital silence."""

import numpy as np
from pipecat.audio.vad.silero import SileroVADAnalyzer
from pipecat.audio.vad.vad_analyzer import VADParams

__all__ = ["QuietVad"]


_SETTLING_WINDOWS = 16
"""Windows of silence after which the model's state changes no more: half a second."""


class QuietVad(SileroVADAnalyzer):
    """Silero, but for windows of nothing but zeros, in which there is no voice for certain.

    A clean line carries zeros whenever its side is silent. The model still hears the first of them, which bring its
    state to rest, and then stands still; when speech begins and ends is decided as before, to the window
    (``tests/graph/test_vad.py``).
    """

    def __init__(self, *, sample_rate: int, params: VADParams | None = None):
        super().__init__(sample_rate=sample_rate, params=params)
        self._silent_windows = 0

    def voice_confidence(self, buffer: bytes) -> float:
        """Return the model's confidence, 0 for digital silence."""
        self._silent_windows = self._silent_windows + 1 if _is_silent(buffer) else 0
        if self._silent_windows > _SETTLING_WINDOWS:
            return 0.0
        return float(np.ravel(super().voice_confidence(buffer))[0])


def _is_silent(buffer: bytes) -> bool:
    return buffer.count(0) == len(buffer)
