"""A recogniser that reads tones, which needs no model, and what every recogniser must do."""

from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt

from voicebench.audio import Samples, Waveform, silence
from voicebench.engines import Settings
from voicebench.stt.base import Recogniser, Transcript
from voicebench.stt.wer import score
from voicebench.task import Json
from voicebench.testing.tts import CHARACTER_MS, CHARACTERS, TONES_HZ

__all__ = ["EchoRecogniser", "check_recogniser"]

_EDGE_MS = 12
"""Left out at both ends of a tone, where it runs into its neighbour."""
_ONSET_SHARE = 0.3
"""The tones begin where the sound first reaches this share of its peak."""
_QUIETEST_PEAK = 0.003
_PURITY = 0.3
"""The least share of a stretch's energy that one tone holds when it is a tone and no noise."""


class EchoRecogniser:
    """Reads what ``ToneSynthesiser`` says, as far as the line left it whole. Of speech it makes nothing of use."""

    name = "echo"
    fingerprint = "echo/1"

    def __init__(self, settings: Mapping[str, Json]):
        Settings.read(settings, "stt echo")

    @staticmethod
    def check(settings: Mapping[str, Json]) -> None:
        """Raise where there are settings."""
        Settings.read(settings, "stt echo")

    def transcribe(self, sound: Waveform) -> Transcript:
        """Return the characters of the tones in ``sound``."""
        samples, rate_hz = sound.samples, sound.rate_hz
        peak = float(np.abs(samples).max(initial=0.0))
        if peak < _QUIETEST_PEAK:
            return Transcript("")
        start = int(np.argmax(np.abs(samples) >= _ONSET_SHARE * peak))
        step, edge = rate_hz * CHARACTER_MS // 1_000, rate_hz * _EDGE_MS // 1_000
        probes = _probes(step - 2 * edge, rate_hz)
        starts = range(start + edge, len(samples) - step + 2 * edge + 1, step)
        letters = [_read(samples[at : at + step - 2 * edge], probes) for at in starts]
        return Transcript("".join(letters).strip())


def _probes(length: int, rate_hz: int) -> npt.NDArray[np.complex128]:
    """Return a wave of each tone, shape (95, length)."""
    return np.exp(-2j * np.pi * np.outer(TONES_HZ, np.arange(length)) / rate_hz)


def _read(samples: Samples, probes: npt.NDArray[np.complex128]) -> str:
    energy = float(np.square(samples).sum())
    if energy == 0.0:
        return ""
    # Of a pure tone, half the energy is at plus its frequency.
    shares = 2 * np.square(np.abs(probes @ samples)) / (len(samples) * energy)
    best = int(np.argmax(shares))
    return CHARACTERS[best] if shares[best] > _PURITY else ""


def check_recogniser(make: Callable[[], Recogniser], said: Mapping[str, Waveform]) -> None:
    """Raise AssertionError unless the recogniser keeps its contract.

    Args:
        make: Returns a new recogniser, the same each time.
        said: Sounds that it must understand, by the words said in them.
    """
    first, second = make(), make()
    _check(bool(first.name), "a recogniser has a name")
    _check(bool(first.fingerprint) and first.fingerprint == second.fingerprint, "equal recognisers, equal fingerprints")
    for rate_hz in (8_000, 16_000, 24_000):
        for duration_ms in (0, 10, 700):
            heard = first.transcribe(silence(duration_ms, rate_hz))
            _check(heard == Transcript(""), f"nothing is heard in {duration_ms} ms of silence at {rate_hz} Hz")
    for words, sound in said.items():
        before = sound.samples.copy()
        heard = first.transcribe(sound)
        _check(score(words, heard.text).rate == 0.0, f"{words!r} is understood, not heard as {heard.text!r}")
        _check(heard == second.transcribe(sound) == first.transcribe(sound), "the same sound, the same words")
        _check(np.array_equal(before, sound.samples), "the sound is left as it was")


def _check(holds: bool, what: str) -> None:  # noqa: FBT001 - the condition is what this is about
    if not holds:
        raise AssertionError(f"contract of a recogniser: {what}")
