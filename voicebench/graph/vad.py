"""Voice activity detection that does not listen to digital silence."""

import numpy as np
from pipecat.audio.utils import exp_smoothing
from pipecat.audio.vad.silero import SileroVADAnalyzer

__all__ = ["QuietVad"]


class QuietVad(SileroVADAnalyzer):
    """Silero, but for windows of nothing but zeros, in which there is no voice for certain.

    A clean line carries zeros whenever its side is silent. The model's state stands still meanwhile, as if the window
    had not been; its confidence in the next window of speech is the same to within what a window of speech varies by.
    """

    def voice_confidence(self, buffer: bytes) -> float:
        """Return the model's confidence, 0 for digital silence."""
        return 0.0 if _is_silent(buffer) else float(np.ravel(super().voice_confidence(buffer))[0])

    def _get_smoothed_volume(self, audio: bytes) -> float:
        if _is_silent(audio):
            return exp_smoothing(0.0, self._prev_volume, self._smoothing_factor)
        return super()._get_smoothed_volume(audio)


def _is_silent(buffer: bytes) -> bool:
    return buffer.count(0) == len(buffer)
