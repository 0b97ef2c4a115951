"""What the voices' settings do."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from voicebench import tts
from voicebench.audio import Waveform
from voicebench.errors import FixtureError, StackError

pytestmark = pytest.mark.models
TEXT = "The headphones stopped working after two days."


def pitch_hz(sound: Waveform) -> float:
    """Return the middle pitch, by the peak of each frame's autocorrelation."""
    step, lags = sound.rate_hz // 25, range(sound.rate_hz // 400, sound.rate_hz // 70)
    frames = [sound.samples[at : at + step] for at in range(0, len(sound) - step, step)]
    loud = sorted(frames, key=lambda frame: float(np.square(frame).sum()))[-len(frames) // 2 :]
    peaks = [lags[int(np.argmax([frame[lag:] @ frame[:-lag] for lag in lags]))] for frame in loud]
    return sound.rate_hz / float(np.median(peaks))


def test_piper_is_slower_by_its_length_scale() -> None:
    normal, slow = (tts.make("piper", {"length_scale": scale}).synthesise(TEXT) for scale in (1.0, 1.3))
    assert 1.1 < slow.duration_ns / normal.duration_ns < 1.4


def test_hibari_keeps_its_pace_at_another_pitch() -> None:
    plain, low = (tts.make("hibari", {"pitch": pitch}).synthesise(TEXT) for pitch in (1.0, 0.88))
    assert 0.93 < low.duration_ns / plain.duration_ns < 1.07
    assert 0.82 < pitch_hz(low) / pitch_hz(plain) < 0.94


def test_settings_decide_the_fingerprint() -> None:
    made = [tts.make("hibari", {"pitch": pitch}) for pitch in (1.0, 1.1)] + [tts.make("piper", {})]
    assert len({voice.fingerprint for voice in made}) == 3


@pytest.mark.parametrize("engine", ["piper", "hibari"])
def test_calls_in_several_threads_sound_the_same(engine: str) -> None:
    voice = tts.make(engine, {})
    texts = [f"{word}, please." for word in ("Yes", "No", "Friday", "Two", "Again", "Goodbye")]
    alone = [voice.synthesise(text).samples.tobytes() for text in texts]
    with ThreadPoolExecutor(4) as pool:
        together = [sound.samples.tobytes() for sound in pool.map(voice.synthesise, texts)]
    assert together == alone


def test_a_cached_voice_is_the_voice_to_the_bit(tmp_path: Path) -> None:
    voice = tts.make("hibari", {})
    cached = tts.CachedSynthesiser(voice, tmp_path)
    cached.synthesise(TEXT)
    entry = cached.lookup(TEXT)
    assert entry is not None
    assert entry.sound.samples.tobytes() == voice.synthesise(TEXT).samples.tobytes()


def test_a_voice_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StackError, match="no voice 'amy'; choose en_US-joe-medium or the path"):
        tts.make("piper", {"voice": "amy"})
    with pytest.raises(FixtureError, match=r"amy\.onnx is missing"):
        tts.make("piper", {"voice": str(tmp_path / "amy.onnx")})
    with pytest.raises(StackError, match=r"tts hibari: pitch must be less than .*, not 3\.0"):
        tts.make("hibari", {"pitch": 3.0})
