"""Speech and transcripts on a tape."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from voicebench.audio import Waveform, from_pcm16, to_pcm16
from voicebench.errors import CassetteError
from voicebench.graph.stt import Hearing
from voicebench.graph.tts import Speech
from voicebench.stt import Transcript
from voicebench.tape import Tape
from voicebench.task import Json
from voicebench.units import LINE_RATE_HZ
from voicebench.vtime.workbench import timed

__all__ = ["taped_hearing", "taped_speech"]

_In = TypeVar("_In")
_Out = TypeVar("_Out")
_SHOWN = 60
"""Characters of a sentence that is not on the tape."""


@dataclass(frozen=True)
class _Kind(Generic[_In, _Out]):
    """One kind of work: how it is told apart, kept and spoken of."""

    name: str
    key: Callable[[_In], str]
    write: Callable[[_Out], bytes]
    read: Callable[[bytes], _Out]
    missing: Callable[[_In], str]


class _Taped(Generic[_In, _Out]):
    """Work that is recorded with what it took, or replayed.

    What is recorded comes from the tape as well, so that a run and its replays have the very same.
    """

    def __init__(self, kind: _Kind[_In, _Out], tape: Tape, call: str, what: Mapping[str, Json]):
        self._kind = kind
        self._tape = tape
        self._call = call
        self._what = json.dumps(what, sort_keys=True)

    def recording(
        self, work: Callable[[_In], _Out], known_ns: Callable[[_In], int | None]
    ) -> Callable[[_In], int | None]:
        """Return what tells how long something took, and does and keeps it first where it is not there yet.

        Args:
            work: Does it.
            known_ns: What it took, where that is known.
        """

        def took_ns(given: _In) -> int | None:
            if self._read(given) is None:
                self._record(given, known_ns(given), work)
            return self.took_ns(given)

        return took_ns

    def _record(self, given: _In, known_ns: int | None, work: Callable[[_In], _Out]) -> None:
        done, took_ns = timed(lambda: work(given))
        head = json.dumps({"took_ns": took_ns if known_ns is None else known_ns}).encode()
        self._tape.write(head + b"\n" + self._kind.write(done), *self._key(given))

    def result(self, given: _In) -> _Out:
        """Return what came of it.

        Raises:
            CassetteError: It is not on the tape.
        """
        found = self._read(given)
        if found is None:
            raise CassetteError(f"{self._call} left the tape: {self._kind.missing(given)} is not on it")
        return found[0]

    def took_ns(self, given: _In) -> int | None:
        """Return what it took; None where it is not on the tape."""
        found = self._read(given)
        return found[1] if found else None

    def _key(self, given: _In) -> tuple[str, ...]:
        return self._kind.name, self._what, self._kind.key(given)

    def _read(self, given: _In) -> tuple[_Out, int] | None:
        data = self._tape.read(*self._key(given))
        if data is None:
            return None
        head, _, rest = data.partition(b"\n")
        return self._kind.read(rest), int(json.loads(head)["took_ns"])


def _transcript(entry: Mapping[str, Json]) -> Transcript:
    return Transcript(entry["text"], tuple(entry["flags"]))


_SPEECH: _Kind[str, Waveform] = _Kind(
    name="speech",
    key=str,
    write=lambda sound: to_pcm16(sound.samples).astype("<i2").tobytes(),
    read=lambda data: Waveform(from_pcm16(np.frombuffer(data, "<i2").astype(np.int16)), LINE_RATE_HZ),
    missing=lambda text: f"the sound of {text[:_SHOWN]!r}",
)
_TRANSCRIPT: _Kind[Waveform, Transcript] = _Kind(
    name="transcript",
    key=lambda sound: f"{sound.rate_hz}:{hashlib.sha256(to_pcm16(sound.samples).astype('<i2').tobytes()).hexdigest()}",
    write=lambda heard: json.dumps({"text": heard.text, "flags": heard.flags}).encode(),
    read=lambda data: _transcript(json.loads(data)),
    missing=lambda sound: f"the transcript of a sound of {len(sound) / sound.rate_hz:.2f} s",
)


def taped_speech(tape: Tape | None, call: str, what: Mapping[str, Json], load: Callable[[], Speech]) -> Speech:
    """Return a voice that is recorded, or replayed without its engine.

    Args:
        tape: The tape; None where there is none.
        call: Which call it is, for the error.
        what: The engine and its settings.
        load: Returns the voice itself.
    """
    if tape is None:
        return load()
    taped = _Taped(_SPEECH, tape, call, what)
    if tape.is_played:
        return Speech(taped.result, taped.took_ns)
    inner = load()
    return Speech(taped.result, taped.recording(inner.say, inner.known_ns))


def taped_hearing(tape: Tape | None, call: str, what: Mapping[str, Json], load: Callable[[], Hearing]) -> Hearing:
    """Return a recogniser that is recorded, or replayed without its engine; see ``taped_speech``."""
    if tape is None:
        return load()
    taped = _Taped(_TRANSCRIPT, tape, call, what)
    if tape.is_played:
        return Hearing(taped.result, taped.took_ns)
    inner = load()
    return Hearing(taped.result, taped.recording(inner.transcribe, inner.known_ns))
