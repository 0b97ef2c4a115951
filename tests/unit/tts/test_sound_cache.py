from pathlib import Path

import numpy as np
import pytest

from voicebench.audio import Waveform
from voicebench.tts import CachedSynthesiser, Synthesiser, make


class Counting:
    """Speaks off the 16-bit grid, as an engine from elsewhere may."""

    name = "counting"
    fingerprint = "counting/1"

    def __init__(self) -> None:
        self.calls = 0

    def synthesise(self, text: str) -> Waveform:
        self.calls += 1
        return Waveform(np.linspace(-1.0, 1.0, 100 * len(text), dtype=np.float32), 22_050)


def entries(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_nothing_is_said_twice_and_a_hit_is_the_same_to_the_bit(tmp_path: Path) -> None:
    inner = Counting()
    cached: Synthesiser = CachedSynthesiser(inner, tmp_path)
    made = cached.synthesise("Hello.")
    found = CachedSynthesiser(inner, tmp_path).synthesise("Hello.")
    assert inner.calls == 1
    assert found.rate_hz == made.rate_hz
    assert found.samples.tobytes() == made.samples.tobytes()


def test_another_text_or_voice_is_another_entry(tmp_path: Path) -> None:
    cached = CachedSynthesiser(Counting(), tmp_path)
    cached.synthesise("Hello.")
    assert cached.lookup("Hello!") is None
    other = Counting()
    other.fingerprint = "counting/2"
    assert CachedSynthesiser(other, tmp_path).lookup("Hello.") is None


def test_silence_is_kept_too(tmp_path: Path) -> None:
    cached = CachedSynthesiser(Counting(), tmp_path)
    cached.synthesise("")
    entry = cached.lookup("")
    assert entry is not None
    assert len(entry.sound) == 0


def test_the_first_cost_stays(tmp_path: Path) -> None:
    cached = CachedSynthesiser(make("tone", {}), tmp_path)
    sound = cached.synthesise("Yes.")
    for cost_ns in (5, None, 7):
        cached.store("Yes.", sound, cost_ns)
    entry = cached.lookup("Yes.")
    assert entry is not None
    assert entry.cost_ns == 5


@pytest.mark.parametrize("damage", [b"", b"short", None])
def test_a_damaged_entry_is_a_miss(tmp_path: Path, damage: bytes | None) -> None:
    inner = Counting()
    cached = CachedSynthesiser(inner, tmp_path)
    made = cached.synthesise("Hello.")
    (entry,) = entries(tmp_path)
    flipped = entry.read_bytes()[:-1] + b"\x00"
    entry.write_bytes(flipped if damage is None else damage)
    assert np.array_equal(cached.synthesise("Hello.").samples, made.samples)
    assert inner.calls == 2
    assert cached.lookup("Hello.") is not None


def test_a_folder_that_cannot_be_written_keeps_nothing_and_breaks_nothing(tmp_path: Path) -> None:
    blocked = tmp_path / "a file, where a folder should be"
    blocked.write_text("")
    inner = Counting()
    cached = CachedSynthesiser(inner, blocked)
    assert len(cached.synthesise("Hello.")) == len(cached.synthesise("Hello."))
    assert inner.calls == 2


def test_no_partial_file_is_left(tmp_path: Path) -> None:
    CachedSynthesiser(Counting(), tmp_path).synthesise("Hello.")
    assert [path.suffix for path in entries(tmp_path)] == [".sound"]
