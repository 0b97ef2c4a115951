from pathlib import Path

import numpy as np
import pytest

from voicebench.audio import Waveform, silence
from voicebench.errors import StackError
from voicebench.stt import CachedRecogniser, Recogniser, Transcript, make


class Counting:
    name = "counting"
    fingerprint = "counting/1"

    def __init__(self) -> None:
        self.calls = 0

    def transcribe(self, sound: Waveform) -> Transcript:
        self.calls += 1
        return Transcript(f"{len(sound)} samples", ("repetition",))


def test_nothing_is_heard_twice(tmp_path: Path) -> None:
    inner = Counting()
    cached: Recogniser = CachedRecogniser(inner, tmp_path)
    first = cached.transcribe(silence(20, 8_000))
    assert CachedRecogniser(inner, tmp_path).transcribe(silence(20, 8_000)) == first
    assert inner.calls == 1


def test_another_sound_rate_or_recogniser_is_another_entry(tmp_path: Path) -> None:
    cached = CachedRecogniser(Counting(), tmp_path)
    cached.transcribe(silence(20, 8_000))
    assert cached.lookup(silence(10, 16_000)) is None
    assert cached.lookup(Waveform(np.full(160, 0.1, np.float32), 8_000)) is None
    other = Counting()
    other.fingerprint = "counting/2"
    assert CachedRecogniser(other, tmp_path).lookup(silence(20, 8_000)) is None


def test_the_first_cost_stays(tmp_path: Path) -> None:
    cached = CachedRecogniser(Counting(), tmp_path)
    sound = silence(20, 8_000)
    for cost_ns in (None, 5, 7):
        cached.store(sound, Transcript("yes"), cost_ns)
    entry = cached.lookup(sound)
    assert entry is not None
    assert entry.cost_ns == 5
    assert entry.transcript == Transcript("yes")


def test_an_unknown_engine_is_refused_in_one_line() -> None:
    with pytest.raises(StackError, match="stt: no engine 'wisper'; choose one of echo, openai, whisper"):
        make("wisper", {})
