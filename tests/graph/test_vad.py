"""Skipping digital silence changes no decision."""

import asyncio

import numpy as np
import pytest
from pipecat.audio.vad.silero import SileroVADAnalyzer
from pipecat.audio.vad.vad_analyzer import VADAnalyzer, VADParams, VADState

from voicebench.audio import resample, to_pcm16
from voicebench.graph.vad import QuietVad
from voicebench.tts import make
from voicebench.units import LINE_RATE_HZ, PACKET_SAMPLES

WINDOW_PACKETS = 2
"""Silero looks at 32 ms at a time; a decision may fall into the packet before or after."""


def _sound() -> np.ndarray:
    voice = make("hibari", {})
    pause = np.zeros(LINE_RATE_HZ * 2, np.float32)
    said = [resample(voice.synthesise(text), LINE_RATE_HZ).samples for text in ("Yes, please.", "My ZIP is nine.")]
    return np.concatenate([pause, said[0], pause, said[1], pause])


def _turns(vad: VADAnalyzer, sound: np.ndarray) -> list[tuple[int, VADState]]:
    """Return when the analyser changed between speaking and quiet, in packets."""

    async def listen() -> list[tuple[int, VADState]]:
        changes: list[tuple[int, VADState]] = []
        for number, start in enumerate(range(0, len(sound) - PACKET_SAMPLES, PACKET_SAMPLES)):
            state = await vad.analyze_audio(to_pcm16(sound[start : start + PACKET_SAMPLES]).tobytes())
            steady = state in {VADState.SPEAKING, VADState.QUIET}
            if steady and (not changes or changes[-1][1] != state):
                changes.append((number, state))
        return changes

    vad.set_sample_rate(LINE_RATE_HZ)
    return asyncio.run(listen())


@pytest.mark.models
def test_it_decides_like_the_model() -> None:
    sound, params = _sound(), VADParams(start_secs=0.2, stop_secs=0.5)
    stock = _turns(SileroVADAnalyzer(sample_rate=LINE_RATE_HZ, params=params), sound)
    quiet = _turns(QuietVad(sample_rate=LINE_RATE_HZ, params=params), sound)
    assert [state for _, state in quiet] == [state for _, state in stock]
    assert [state for _, state in stock].count(VADState.SPEAKING) == 2
    assert all(abs(a - b) <= WINDOW_PACKETS for (a, _), (b, _) in zip(quiet, stock, strict=True))


def test_it_stops_asking_the_model_about_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []
    monkeypatch.setattr(SileroVADAnalyzer, "voice_confidence", lambda _, buffer: asked.append(buffer) or 0.0)
    vad = QuietVad(sample_rate=LINE_RATE_HZ)
    for _ in range(1_000):
        assert vad.voice_confidence(bytes(512)) == 0.0
    assert len(asked) < 20
    vad.voice_confidence(b"\x01" * 512)
    assert asked[-1] == b"\x01" * 512
