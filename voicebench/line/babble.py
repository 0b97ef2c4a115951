"""Babble: several people talking at once, spoken by voicebench's own synthetic voice at several pitches.

The talk is made once (some seconds of work) and kept under the cache folder by all that decides it; a call then only
turns each talker's loop to a place of its own.
"""

import hashlib
import json
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from voicebench.audio import Samples, from_pcm16, resample, to_pcm16
from voicebench.engines import find_engine
from voicebench.errors import FixtureError
from voicebench.filecache import FileCache
from voicebench.line.beds import in_band, steady
from voicebench.line.level import active_level_dbov
from voicebench.models import cache_folder
from voicebench.units import LINE_RATE_HZ

__all__ = ["TALKERS", "babble", "talk"]

_Floats = npt.NDArray[np.float64]

# By name, as a stack names its voice: the line knows no engine, and most lines need none.
_ENGINES = {"hibari": "voicebench.tts.hibari:HibariSynthesiser"}

TALKERS = (
    {"pitch": 0.78, "speed": 0.95},
    {"pitch": 0.86, "speed": 1.1},
    {"pitch": 0.95, "speed": 1.0},
    {"pitch": 1.03, "speed": 1.08},
    {"pitch": 1.12, "speed": 0.92},
    {"pitch": 1.22, "speed": 1.05},
)
"""Settings of the hibari voice, one for each talker."""
_RECIPE = 1
"""Goes up with each change of what this module makes of the same words, so that no cache gives what was made before."""
_LOOP_SAMPLES = 16 * LINE_RATE_HZ
_FADE_SAMPLES = LINE_RATE_HZ // 20

_SENTENCES = (
    "We were going to leave at noon, but the train was late again and nobody told us why.",
    "Could you pass me the other bag, please, the one under the window?",
    "My sister moved to the coast last spring, and she says she will never come back.",
    "If it rains on Sunday we can still meet indoors, there is plenty of room.",
    "He bought a second bicycle, can you imagine, and he has not used the first one yet.",
    "They changed the menu, so now there is soup every day and fish on Fridays.",
    "I kept the receipt somewhere, it must be in the blue folder with the others.",
    "The children wanted to stay for the music, and in the end all of us did.",
    "You should ask at the counter, they usually know when the next one opens.",
    "It took him three tries to park the van, and then he was on the wrong side.",
    "I would rather walk, it is not far, and the evening is so warm.",
    "She laughed so loudly that the people at the next table turned around.",
)


def babble(dice: np.random.Generator, count: int, digest: str) -> _Floats:
    """Return a loop of babble, shape (count,), steady, of any level.

    Args:
        dice: Turns the talkers' loops.
        count: A multiple of 16 s, in samples.
        digest: Of the talk that was drawn, as ``talk`` gave it.

    Raises:
        FixtureError: The voice cannot be made, or today's talk is another one.
    """
    voices, today = talk()
    if today != digest:
        raise FixtureError("noise babble: the talk that was drawn came from another version of the voice; draw anew")
    turned = [np.roll(voice, int(dice.integers(_LOOP_SAMPLES))) for voice in voices.astype(np.float64)]
    return np.tile(steady(in_band(np.sum(turned, axis=0))), count // _LOOP_SAMPLES)


@lru_cache(maxsize=1)
def talk() -> tuple[npt.NDArray[np.float32], str]:
    """Return the talkers, shape (talkers, 16 s), levelled alike, and the digest of their samples.

    Raises:
        FixtureError: The voice's model is missing; the message says what to install.
    """
    voices = [find_engine("noise babble", _ENGINES, "hibari")(settings) for settings in TALKERS]
    key = json.dumps([[voice.fingerprint for voice in voices], _SENTENCES, _LOOP_SAMPLES, _RECIPE])
    cache = FileCache(cache_folder() / "babble", ".pcm")
    data = cache.read(key)
    if data is None:
        data = b"".join(to_pcm16(_spoken(voice, turn)).astype("<i2").tobytes() for turn, voice in enumerate(voices))
        cache.write(data, key)
    pcm = np.frombuffer(data, "<i2").astype(np.int16).reshape(len(TALKERS), _LOOP_SAMPLES)
    return from_pcm16(pcm), hashlib.sha256(data).hexdigest()


def _spoken(voice: object, turn: int) -> Samples:
    """Return 16 s of one talker, who begins with a sentence of his own; the last one fades where the loop ends."""
    sound = np.zeros(0, np.float32)
    for number in range(len(_SENTENCES)):
        said = voice.synthesise(_SENTENCES[(2 * turn + number) % len(_SENTENCES)])  # type: ignore[attr-defined]
        sound = np.concatenate((sound, resample(said, LINE_RATE_HZ).samples))[:_LOOP_SAMPLES]
        if len(sound) == _LOOP_SAMPLES:
            break
    sound[-_FADE_SAMPLES:] *= np.linspace(1.0, 0.0, _FADE_SAMPLES, dtype=np.float32)
    gain = active_level_dbov(sound, LINE_RATE_HZ).gain_to()
    return np.pad(sound * np.float32(gain), (0, _LOOP_SAMPLES - len(sound)))
