"""Speech that was made before, on disk, as the very samples that the voice gave."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from voicebench.audio import Waveform, from_pcm16, to_pcm16
from voicebench.filecache import FileCache
from voicebench.tts.base import Synthesiser, spoken

__all__ = ["CachedSynthesiser", "Entry", "SoundCache"]


@dataclass(frozen=True)
class Entry:
    """A sound from the cache.

    Args:
        sound: What the voice gave.
        cost_ns: What it took to make at first; None where nobody measured it.
    """

    sound: Waveform
    cost_ns: int | None


class SoundCache:
    """Sounds by fingerprint and text. One folder serves any number of voices and processes."""

    def __init__(self, folder: Path):
        self._files = FileCache(folder, ".sound")

    def lookup(self, fingerprint: str, text: str) -> Entry | None:
        """Return the sound of ``text``, or None where it was not made before."""
        data = self._files.read(fingerprint, text)
        if data is None:
            return None
        head, _, pcm = data.partition(b"\n")
        facts = json.loads(head)
        samples = from_pcm16(np.frombuffer(pcm, "<i2").astype(np.int16))
        return Entry(Waveform(samples, facts["rate_hz"]), facts["cost_ns"])

    def store(self, fingerprint: str, text: str, sound: Waveform, cost_ns: int | None = None) -> None:
        """Keep a sound. The first cost that was measured stays with it."""
        known = self.lookup(fingerprint, text)
        if known is not None and (known.cost_ns is not None or cost_ns is None):
            return
        head = json.dumps({"rate_hz": sound.rate_hz, "cost_ns": cost_ns}).encode()
        self._files.write(head + b"\n" + to_pcm16(sound.samples).astype("<i2").tobytes(), fingerprint, text)


class CachedSynthesiser:
    """A voice that says nothing twice. What it returns is the same, to the bit, with and without an entry.

    Args:
        inner: The voice.
        folder: Folder of the cache.
    """

    def __init__(self, inner: Synthesiser, folder: Path):
        self._inner = inner
        self._cache = SoundCache(folder)
        self.name = inner.name
        self.fingerprint = inner.fingerprint

    def synthesise(self, text: str) -> Waveform:
        """Return ``text`` spoken, from the cache where it is there."""
        entry = self.lookup(text)
        if entry is not None:
            return entry.sound
        made = self._inner.synthesise(text)
        sound = spoken(made.samples, made.rate_hz)
        self.store(text, sound)
        return sound

    def lookup(self, text: str) -> Entry | None:
        """Return the sound of ``text`` with its first cost, or None where it was not made before."""
        return self._cache.lookup(self.fingerprint, text)

    def store(self, text: str, sound: Waveform, cost_ns: int | None = None) -> None:
        """Keep the sound of ``text``, and what it took to make."""
        self._cache.store(self.fingerprint, text, sound, cost_ns)
