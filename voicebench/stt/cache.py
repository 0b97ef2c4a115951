"""Transcripts that were made before, on disk."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from voicebench.audio import Waveform
from voicebench.filecache import FileCache
from voicebench.stt.base import Recogniser, Transcript

__all__ = ["CachedRecogniser", "Entry", "TranscriptCache"]


@dataclass(frozen=True)
class Entry:
    """A transcript from the cache.

    Args:
        transcript: What the recogniser heard.
        cost_ns: What it took to hear at first; None where nobody measured it.
    """

    transcript: Transcript
    cost_ns: int | None


class TranscriptCache:
    """Transcripts by fingerprint and sound. One folder serves any number of recognisers and processes."""

    def __init__(self, folder: Path):
        self._files = FileCache(folder, ".transcript")

    def lookup(self, fingerprint: str, sound: Waveform) -> Entry | None:
        """Return the transcript of ``sound``, or None where it was not heard before."""
        data = self._files.read(fingerprint, _digest(sound))
        if data is None:
            return None
        entry = json.loads(data)
        return Entry(Transcript(entry["text"], tuple(entry["flags"])), entry["cost_ns"])

    def store(self, fingerprint: str, sound: Waveform, transcript: Transcript, cost_ns: int | None = None) -> None:
        """Keep a transcript. The first cost that was measured stays with it."""
        known = self.lookup(fingerprint, sound)
        if known is not None and (known.cost_ns is not None or cost_ns is None):
            return
        entry = {"text": transcript.text, "flags": transcript.flags, "cost_ns": cost_ns}
        self._files.write(json.dumps(entry).encode(), fingerprint, _digest(sound))


class CachedRecogniser:
    """A recogniser that hears nothing twice.

    Args:
        inner: The recogniser.
        folder: Folder of the cache.
    """

    def __init__(self, inner: Recogniser, folder: Path):
        self._inner = inner
        self._cache = TranscriptCache(folder)
        self.name = inner.name
        self.fingerprint = inner.fingerprint

    def transcribe(self, sound: Waveform) -> Transcript:
        """Return what is said in ``sound``, from the cache where it is there."""
        entry = self.lookup(sound)
        if entry is not None:
            return entry.transcript
        transcript = self._inner.transcribe(sound)
        self.store(sound, transcript)
        return transcript

    def lookup(self, sound: Waveform) -> Entry | None:
        """Return the transcript of ``sound`` with its first cost, or None where it was not heard before."""
        return self._cache.lookup(self.fingerprint, sound)

    def store(self, sound: Waveform, transcript: Transcript, cost_ns: int | None = None) -> None:
        """Keep the transcript of ``sound``, and what it took."""
        self._cache.store(self.fingerprint, sound, transcript, cost_ns)


def _digest(sound: Waveform) -> str:
    return f"{sound.rate_hz}:{hashlib.sha256(sound.samples.tobytes()).hexdigest()}"
