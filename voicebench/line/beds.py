"""Beds of noise by recipe: what a place sounds like through a telephone, made from seeded noise.

They are models, not recordings: spectra and events of each kind of place, within 300 to 3400 Hz where the sound comes
in through the microphone. Each is a loop whose end meets its beginning, and ``steady``: its level, averaged over half a
second, is held, so that the signal-to-noise ratio asked for is that of every utterance; what changes is its colour.
"""

from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt

from voicebench.line.handset import speech_shape
from voicebench.units import LINE_RATE_HZ

__all__ = ["RECIPES", "in_band", "steady"]

_Floats = npt.NDArray[np.float64]
_LOW_HZ, _HIGH_HZ = 300.0, 3400.0
_STEADY_SAMPLES = LINE_RATE_HZ // 2
_Recipe = Callable[[np.random.Generator, int], _Floats]


def in_band(sound: _Floats) -> _Floats:
    """Return a loop without what lies outside the telephone band, same shape."""
    hz = np.fft.rfftfreq(len(sound), 1 / LINE_RATE_HZ)
    return np.fft.irfft(np.fft.rfft(sound) * ((hz >= _LOW_HZ) & (hz <= _HIGH_HZ)), len(sound))


def steady(sound: _Floats) -> _Floats:
    """Return a loop of shape (n,) whose power over each half second is about the same, mean 1."""
    window = np.zeros(len(sound))
    window[:_STEADY_SAMPLES] = 1 / _STEADY_SAMPLES
    averaging = np.fft.rfft(window)
    for _ in range(3):
        power = np.fft.irfft(np.fft.rfft(sound**2) * averaging, len(sound))
        # The window ends at each sample; half of it back, it lies around the sample.
        power = np.roll(power, -_STEADY_SAMPLES // 2)
        sound = sound / np.sqrt(np.maximum(power, 1e-3 * power.mean()))
    return sound


def _noise(dice: np.random.Generator, count: int, gain: Callable[[_Floats], _Floats]) -> _Floats:
    """Return noise of a colour, rms 1; made in the spectrum."""
    hz: _Floats = np.linspace(0.0, LINE_RATE_HZ / 2, count // 2 + 1)
    inside = np.flatnonzero((hz >= _LOW_HZ) & (hz <= _HIGH_HZ))
    spectrum = np.zeros(len(hz), np.complex128)
    white = dice.standard_normal(len(inside)) + 1j * dice.standard_normal(len(inside))
    spectrum[inside] = white * gain(hz[inside])
    noise = np.fft.irfft(spectrum, count)
    return np.asarray(noise / np.sqrt(np.mean(noise**2)))


def _slow(dice: np.random.Generator, count: int, hz: float) -> _Floats:
    """Return a random curve between 0 and about 1 that moves at up to ``hz``; a loop like everything here."""
    spectrum = np.zeros(count // 2 + 1, np.complex128)
    most = int(hz * count / LINE_RATE_HZ)
    spectrum[1 : most + 1] = dice.standard_normal(most) + 1j * dice.standard_normal(most)
    curve = np.fft.irfft(spectrum, count)
    return np.asarray(np.clip(0.35 + 0.35 * curve / curve.std(), 0.0, 1.5))


def _add_at(sound: _Floats, at: int, piece: _Floats) -> None:
    sound[np.arange(at, at + len(piece)) % len(sound)] += piece


def _voices(dice: np.random.Generator, count: int, talkers: int) -> _Floats:
    """Return distant talk: noise with the spectrum of speech, each talker with syllables of his own (4 Hz)."""
    talk = [_noise(dice, count, speech_shape) * _slow(dice, count, 4.0) for _ in range(talkers)]
    return np.asarray(np.sum(talk, axis=0) / np.sqrt(talkers))


def _street(dice: np.random.Generator, count: int) -> _Floats:
    """Traffic from afar, and a car that passes every five seconds or so: tyres, around 1 kHz."""
    sound = _noise(dice, count, lambda hz: 1 / hz)
    tyres = _noise(dice, count, lambda hz: 1 / (1 + ((hz - 1_000.0) / 600.0) ** 2))
    passing = np.zeros(count)
    for _ in range(max(1, count // (5 * LINE_RATE_HZ))):
        length = int(dice.uniform(2.5, 6.0) * LINE_RATE_HZ)
        _add_at(passing, int(dice.integers(count)), np.hanning(length) * dice.uniform(0.5, 1.5))
    return sound + tyres * passing


def _car(dice: np.random.Generator, count: int) -> _Floats:
    """Rolling noise, falling 9 dB an octave, and the engine's harmonics, which wander by a few per cent."""
    sound = _noise(dice, count, lambda hz: hz**-1.5)
    wander = _slow(dice, count, 0.2)
    turns = np.cumsum(80.0 + 6.0 * wander) / LINE_RATE_HZ
    turns *= round(turns[-1]) / turns[-1]  # whole turns, so that the loop closes
    for harmonic in range(4, 16):
        sound += 1.2 / harmonic * np.sin(2 * np.pi * (harmonic * turns + dice.random()))
    return sound


def _cafe(dice: np.random.Generator, count: int) -> _Floats:
    """Eight talkers from afar, and once a second a spoon or a cup."""
    sound = _voices(dice, count, 8)
    ring = np.arange(LINE_RATE_HZ // 5) / LINE_RATE_HZ
    for _ in range(count // LINE_RATE_HZ):
        tones = sum(np.sin(2 * np.pi * dice.uniform(1_800, 3_300) * ring) for _ in range(3))
        _add_at(sound, int(dice.integers(count)), tones * np.exp(-ring / 0.03) * dice.uniform(0.2, 0.8))
    return sound


def _office(dice: np.random.Generator, count: int) -> _Floats:
    """Ventilation, two colleagues from afar, and four keystrokes a second while somebody types."""
    sound = _noise(dice, count, lambda hz: 1 / hz) + 0.5 * _voices(dice, count, 2)
    typing = _slow(dice, count, 0.3)
    for at in dice.integers(count, size=4 * count // LINE_RATE_HZ):
        if typing[at] > 0.3:
            click = dice.standard_normal(80) * np.exp(-np.arange(80) / 16)
            _add_at(sound, int(at), click * dice.uniform(0.5, 1.5))
    return in_band(sound)


def _hum(mains_hz: int) -> _Recipe:
    """Mains hum of the circuit: the fundamental and its harmonics, odd ones more; it does not pass the microphone."""

    def recipe(dice: np.random.Generator, count: int) -> _Floats:
        at_s = np.arange(count) / LINE_RATE_HZ
        sound = np.zeros(count)
        for harmonic in range(1, 3_400 // mains_hz):
            strength = (1.0 if harmonic % 2 else 0.4) / harmonic
            sound += strength * np.sin(2 * np.pi * (mains_hz * harmonic * at_s + dice.random()))
        return sound

    return recipe


RECIPES: Mapping[str, _Recipe] = {
    "cafe": lambda dice, count: steady(_cafe(dice, count)),
    "car": lambda dice, count: steady(_car(dice, count)),
    "hum": _hum(60),
    "hum50": _hum(50),
    "office": lambda dice, count: steady(_office(dice, count)),
    "street": lambda dice, count: steady(_street(dice, count)),
}
"""Bed by kind: takes dice and a length of whole seconds in samples, returns a loop of any level."""
