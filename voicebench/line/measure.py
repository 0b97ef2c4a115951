"""What a line did to one sound, measured against what was asked of it.

Observed from outside: the same drawn effects are run once more, one after another, and what goes in and what comes out
is compared. The bed of noise is what its effect adds; losses are counted where they happened; the band is that of a
click through the filters.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from voicebench.audio import Samples, Waveform
from voicebench.line.band import BandParams
from voicebench.line.chain import LineParams, apply
from voicebench.line.effect import EffectParams, Frozen, LineEvent
from voicebench.line.jitter import JitterParams
from voicebench.line.level import SPEECH_LEVEL_DBOV, active_level_dbov, rms_dbov
from voicebench.line.loss import LossParams, TraceParams
from voicebench.line.noise import NoiseParams
from voicebench.units import LINE_RATE_HZ

__all__ = ["LossReading", "Reading", "band_edges_hz", "count_losses", "measure"]

_CLICK_SAMPLES = 8_000


class Reading(Frozen):
    """A figure.

    Args:
        what: ``speech_level_dbov``, ``noise_level_dbov``, ``snr_db``, ``loss_rate``, ``mean_burst_packets``,
            ``late_rate``, ``band_low_hz``, ``band_high_hz``, ``level_dbov``.
        asked: What the line was asked for; None where nothing was.
        measured: What was found; None where there was nothing to measure.
        counted: Of what it is a share or a mean, where things were counted: ``13 of 100 packets``.
    """

    what: str
    asked: float | None
    measured: float | None
    counted: str = ""


class LossReading(Frozen):
    """Losses counted."""

    rate: float
    mean_burst_packets: float | None
    """None without any."""


def measure(params: LineParams, sound: Waveform, arrived: Waveform, events: Sequence[LineEvent]) -> tuple[Reading, ...]:
    """Return what can be measured.

    Args:
        params: What was drawn.
        sound: What was said, at 8 kHz.
        arrived: What came of it.
        events: The channel's timeline.
    """
    heard = _Heard(params, sound, events, active_level_dbov(sound.samples, LINE_RATE_HZ).active_level_dbov)
    readings = [_reading("speech_level_dbov", SPEECH_LEVEL_DBOV, heard.speech_dbov)]
    for number, effect in enumerate(params.effects):
        readings += heard.of_effect(number, effect)
    return (*readings, _reading("level_dbov", None, rms_dbov(arrived.samples)))


def count_losses(lost: Sequence[bool] | np.ndarray) -> LossReading:
    """Return the rate and the mean length of bursts; a burst is what lies between two packets that came."""
    flags = np.asarray(lost, np.int8)
    bursts = int(np.count_nonzero(np.diff(flags, prepend=0) == 1))
    return LossReading(
        rate=float(flags.mean()) if len(flags) else 0.0,
        mean_burst_packets=float(flags.sum() / bursts) if bursts else None,
    )


def band_edges_hz(params: BandParams) -> tuple[float, float]:
    """Return where a click through the filter is 3 dB below the middle of the band, at each end."""
    click = np.zeros(_CLICK_SAMPLES, np.float32)
    click[_CLICK_SAMPLES // 2] = 1.0
    line = LineParams(line="click", direction="to_agent", effects=(params,))
    gain = np.abs(np.fft.rfft(apply(line, Waveform(click, LINE_RATE_HZ)).samples, _CLICK_SAMPLES))
    middle = gain[int((params.low_hz + params.high_hz) / 2)]  # a bin is 1 Hz wide
    inside = np.flatnonzero(gain >= middle * 10 ** (-3 / 20))
    return float(inside[0]), float(inside[-1])


@dataclass(frozen=True)
class _Heard:
    params: LineParams
    sound: Waveform
    events: Sequence[LineEvent]
    speech_dbov: float

    def of_effect(self, number: int, effect: EffectParams) -> Iterator[Reading]:
        if isinstance(effect, BandParams):
            low_hz, high_hz = band_edges_hz(effect)
            yield _reading("band_low_hz", effect.low_hz, low_hz)
            yield _reading("band_high_hz", effect.high_hz, high_hz)
        elif isinstance(effect, NoiseParams):
            noise_dbov = rms_dbov(self._added_by(number))
            yield _reading("noise_level_dbov", effect.level_dbov, noise_dbov)
            yield _reading("snr_db", SPEECH_LEVEL_DBOV - effect.level_dbov, self.speech_dbov - noise_dbov)
        elif isinstance(effect, LossParams | TraceParams):
            bursts = self._packets("lost")
            yield self._share("loss_rate", effect.rate, sum(bursts), effect.packet_ms)
            mean = sum(bursts) / len(bursts) if bursts else math.nan
            yield _reading("mean_burst_packets", effect.mean_burst_packets, mean, f"{len(bursts)} bursts")
        elif isinstance(effect, JitterParams):
            yield self._share("late_rate", None, sum(self._packets("late")), effect.packet_ms)

    def _packets(self, what: str) -> list[float]:
        return [event.facts["packets"] for event in self.events if event.what == what]

    def _share(self, what: str, asked: float | None, packets: float, packet_ms: int) -> Reading:
        total = math.ceil(len(self.sound) / (packet_ms * LINE_RATE_HZ // 1_000))
        counted = f"{packets:g} of {total} packets of {packet_ms} ms"
        return _reading(what, asked, packets / total if total else math.nan, counted)

    def _added_by(self, number: int) -> Samples:
        """Return what one effect adds to the sound that reaches it."""
        before = apply(self.params.model_copy(update={"effects": self.params.effects[:number]}), self.sound)
        after = apply(self.params.model_copy(update={"effects": self.params.effects[number : number + 1]}), before)
        return after.samples - before.samples


def _reading(what: str, asked: float | None, measured: float, counted: str = "") -> Reading:
    return Reading(what=what, asked=asked, measured=measured if math.isfinite(measured) else None, counted=counted)
