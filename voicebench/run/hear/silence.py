"""A minute without a word: silence, hum and noise, whole and in the pieces that a VAD might cut."""

from collections.abc import Iterator, Mapping

from voicebench.audio import Waveform, silence
from voicebench.line import load
from voicebench.line.level import SPEECH_LEVEL_DBOV
from voicebench.run.hear.listen import over_line
from voicebench.run.kit import Kit
from voicebench.stack import EngineSpec
from voicebench.stt.words import comparable_words
from voicebench.units import LINE_RATE_HZ

__all__ = ["NOISES", "words_in_silence"]

NOISES = ("white", "pink", "hum", "hum50", "street", "car", "office")
"""The beds without voices in them: words heard in ``cafe`` or ``babble`` may have been said there."""
_MINUTE_MS = 60_000.0
_PIECE_S = 6
_LEVEL_DBOV = -40.0


def words_in_silence(recogniser: EngineSpec, kit: Kit) -> Mapping[str, int]:
    """Return how many words are heard where there are none, by sort of silence.

    Args:
        recogniser: Who listens.
        kit: Lends it.
    """
    hearing = kit.hearing(recogniser)
    return {
        name: sum(len(comparable_words(hearing.transcribe(piece).text)) for piece in _whole_and_pieces(sound))
        for name, sound in _minutes().items()
    }


def _minutes() -> dict[str, Waveform]:
    """A minute of each; a bed lies at a constant level below that of speech."""
    nothing = silence(_MINUTE_MS, LINE_RATE_HZ)
    snr_db = SPEECH_LEVEL_DBOV - _LEVEL_DBOV
    beds = {name: over_line(nothing, load(f"noise={name},snr={snr_db:g}"), 1) for name in NOISES}
    return {"silence": nothing, **beds}


def _whole_and_pieces(sound: Waveform) -> Iterator[Waveform]:
    yield sound
    step = _PIECE_S * sound.rate_hz
    for start in range(0, len(sound), step):
        yield Waveform(sound.samples[start : start + step], sound.rate_hz)
