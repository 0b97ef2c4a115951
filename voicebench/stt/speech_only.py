"""Silence and noise between words cut out by Silero VAD, as faster-whisper ships it."""

import numpy as np
from faster_whisper.vad import VadOptions, collect_chunks, get_speech_timestamps

from voicebench.audio import Samples

__all__ = ["speech_only"]

_PAD_MS = 200
"""Kept on both sides of what the detector takes for speech: it hears soft beginnings late."""


def speech_only(samples: Samples, rate_hz: int) -> Samples:
    """Return the parts of ``samples`` that hold speech, one after another; nothing where there is none.

    Args:
        samples: Shape (n,), float32.
        rate_hz: 16 kHz, for which the detector is made.
    """
    options = VadOptions(min_silence_duration_ms=500, speech_pad_ms=_PAD_MS)
    stretches = get_speech_timestamps(samples, options, sampling_rate=rate_hz)
    if not stretches:
        return np.zeros(0, np.float32)
    pieces, _ = collect_chunks(samples, stretches, sampling_rate=rate_hz)
    return np.concatenate(pieces).astype(np.float32)
