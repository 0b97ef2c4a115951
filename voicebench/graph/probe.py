"""The models inside Pipecat, each alone, so that their cost can be measured without a call."""

from collections.abc import Callable

from pipecat.audio.turn.smart_turn.local_smart_turn_v3 import LocalSmartTurnAnalyzerV3

from voicebench.audio import Waveform, to_pcm16
from voicebench.graph.vad import QuietVad
from voicebench.units import LINE_RATE_HZ

__all__ = ["VAD_WINDOW_SAMPLES", "turn_model", "vad_model"]

VAD_WINDOW_SAMPLES = 256
"""What Silero looks at in one go, at 8 kHz."""


def vad_model() -> Callable[[Waveform], object]:
    """Return one run of the VAD, over a window of sound."""
    vad = QuietVad(sample_rate=LINE_RATE_HZ)
    vad.set_sample_rate(LINE_RATE_HZ)
    return lambda window: vad.voice_confidence(to_pcm16(window.samples).tobytes())


def turn_model() -> Callable[[Waveform], object]:
    """Return one run of the end-of-turn model, over what was said in a turn."""
    model = LocalSmartTurnAnalyzerV3(sample_rate=LINE_RATE_HZ)
    model.set_sample_rate(LINE_RATE_HZ)
    return lambda sound: model._process_speech_segment([(0.0, to_pcm16(sound.samples))])
