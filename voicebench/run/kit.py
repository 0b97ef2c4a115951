"""What a process loads once and all its calls share: models, caches, the reader's thread, the reference server."""

import json
from collections.abc import Mapping
from pathlib import Path

from voicebench.audio import Waveform
from voicebench.errors import StackError
from voicebench.filecache import FileCache
from voicebench.graph.stt import Hearing
from voicebench.graph.tts import Speech
from voicebench.llm.reader import ReaderThread
from voicebench.reference.server import ReferenceServer
from voicebench.run.cassette import Cassette
from voicebench.run.voice import PhoneVoice, measure_gain
from voicebench.service import ServiceSpec
from voicebench.stack import EngineSpec
from voicebench.stt import CachedRecogniser, Recogniser, Transcript
from voicebench.stt import make as make_recogniser
from voicebench.tape import Tape
from voicebench.task import Json
from voicebench.tts import CachedSynthesiser
from voicebench.tts import make as make_voice
from voicebench.vtime.workbench import timed

__all__ = ["Kit"]


class Kit:
    """Models and servers of one process.

    Args:
        cache: Folder of the caches; None to make everything anew.
    """

    def __init__(self, cache: Path | None):
        self._cache = cache
        self._voices: dict[str, PhoneVoice] = {}
        self._gains: dict[str, float] = {}
        self._recognisers: dict[str, Recogniser] = {}
        self._tapes: dict[Cassette, Tape] = {}
        self.reader = ReaderThread()
        self.reference = ReferenceServer()

    def speech(self, engine: str, settings: Mapping[str, Json], *, cached: bool = True) -> Speech:
        """Return a voice, loaded and levelled.

        Args:
            engine: Its short name.
            settings: Its settings.
            cached: Whether its sounds may come from the cache.
        """
        key = json.dumps([engine, dict(settings), cached], sort_keys=True)
        if key not in self._voices:
            voice = make_voice(engine, settings)
            cache = CachedSynthesiser(voice, self._cache / "speech") if cached and self._cache else None
            self._voices[key] = PhoneVoice(voice, cache)
        return Speech(self._voices[key].say, self._voices[key].known_ns)

    def gain(self, spec: ServiceSpec) -> float:
        """Return the gain that levels a voice of Pipecat's; it speaks once for that, and is remembered.

        Raises:
            StackError: The service cannot be made.
            CallError: It failed.
        """
        key = json.dumps([spec.path, dict(spec.settings)], sort_keys=True)
        if key not in self._gains:
            kept = FileCache(self._cache / "levels", ".level") if self._cache else None
            known = kept.read(key) if kept else None
            self._gains[key] = float(known) if known else measure_gain(spec)
            if kept and not known:
                kept.write(str(self._gains[key]).encode(), key)
        return self._gains[key]

    def hearing(self, spec: EngineSpec, *, cached: bool = True) -> Hearing:
        """Return a recogniser of ours, loaded."""
        if spec.service is not None:
            raise StackError(f"stt: {spec.service} is a service of Pipecat's, and those work in calls alone")
        key = json.dumps([spec.engine, dict(spec.options)], sort_keys=True)
        if key not in self._recognisers:
            self._recognisers[key] = make_recogniser(spec.engine, spec.options)
        recogniser = self._recognisers[key]
        if not cached or self._cache is None:
            return Hearing(recogniser.transcribe, lambda _: None)
        return _cached_hearing(recogniser, CachedRecogniser(recogniser, self._cache / "transcripts"))

    def tape(self, cassette: Cassette | None) -> Tape | None:
        """Return the tape of a run; None where it has none."""
        if cassette is not None and cassette not in self._tapes:
            self._tapes[cassette] = cassette.open()
        return self._tapes[cassette] if cassette else None

    def close(self) -> None:
        """Stop the servers and threads."""
        self.reference.close()
        self.reader.close()
        for tape in self._tapes.values():
            tape.close()


def _cached_hearing(recogniser: Recogniser, cache: CachedRecogniser) -> Hearing:
    def transcribe(sound: Waveform) -> Transcript:
        entry = cache.lookup(sound)
        if entry is not None:
            return entry.transcript
        transcript, took_ns = timed(lambda: recogniser.transcribe(sound))
        cache.store(sound, transcript, took_ns)
        return transcript

    def known_ns(sound: Waveform) -> int | None:
        entry = cache.lookup(sound)
        return entry.cost_ns if entry else None

    return Hearing(transcribe, known_ns)
