"""Does the line do what it is told, and how fast: measured against asked.

    python benchmarks/line.py --json

Speed is by the CPU time of the process, for the default line, ``clean``, packet by packet as in a call; the
other lines beside it. Errors are the worst of the cases named in the code. Exits 1 when a bar is missed.
"""

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version

import numpy as np

from voicebench.audio import Samples, Waveform
from voicebench.line import Channel, LineSettings, apply, carry, draw, load, names
from voicebench.line.band import BandParams
from voicebench.line.level import SPEECH_LEVEL_DBOV, active_level_dbov, rms_dbov
from voicebench.line.loss import LossParams, LossPattern, LossSettings
from voicebench.line.measure import band_edges_hz, count_losses, measure
from voicebench.seeds import generator
from voicebench.units import LINE_RATE_HZ, PACKET_MS, PACKET_SAMPLES

_PACKETS = 5_000_000
_KINDS = ("white", "pink", "hum", "hum50", "street", "car", "cafe", "office", "babble")
_BARS: dict[str, Callable[[float], bool]] = {
    "x_real_time": lambda x: x >= 500,
    "snr_err_db": lambda db: db <= 0.3,
    "loss_err_pt": lambda points: points <= 0.2,
    "burst_err_pct": lambda percent: percent <= 2,
    "level_err_db": lambda db: db <= 0.3,
    "band_err_db": lambda db: db <= 1,
    "echo_err_samples": lambda samples: samples == 0,
    "chunking_equal": bool,
}


def _speech(seconds: int, seed: int = 1) -> Waveform:
    """Something like speech for the meter: voiced syllables and pauses, of any level."""
    dice, count = generator(seed, "speech"), seconds * LINE_RATE_HZ
    at_s = np.arange(count) / LINE_RATE_HZ
    turns = np.cumsum(120 * (1 + 0.1 * np.sin(2 * np.pi * 0.7 * at_s))) / LINE_RATE_HZ
    buzz = np.sum([np.sin(2 * np.pi * k * turns) / k for k in range(1, 26)], axis=0)
    syllables = np.clip(np.sin(2 * np.pi * 2.3 * at_s), 0, 1) * (np.sin(2 * np.pi * 0.13 * at_s) > -0.5)
    return Waveform(np.asarray(0.02 * (buzz + 0.1 * dice.standard_normal(count)) * syllables, np.float32), LINE_RATE_HZ)


def _levelled(sound: Waveform) -> Waveform:
    gain = active_level_dbov(sound.samples, LINE_RATE_HZ).gain_to()
    return Waveform(sound.samples * np.float32(gain), LINE_RATE_HZ)


def _speeds(seconds: int, rounds: int) -> dict[str, float]:
    sound = _levelled(_speech(seconds))
    return {name: max(_speed(name, sound) for _ in range(rounds)) for name in names()}


def _speed(name: str, sound: Waveform) -> float:
    channel = Channel(draw(load(name), 1, "to_agent"))
    packets = list(sound.samples[: len(sound) // PACKET_SAMPLES * PACKET_SAMPLES].reshape(-1, PACKET_SAMPLES))
    started = time.process_time()
    for packet in packets:
        channel.push(packet)
    return len(packets) * PACKET_MS / 1_000 / (time.process_time() - started)


def _level_err_db() -> float:
    """Of the active level of voices that came in at many levels."""
    voices = [(_speech(20, seed), gain) for seed in (1, 2) for gain in (0.05, 1.0, 10.0)]
    levels = [_level_of(Waveform(voice.samples * np.float32(gain), LINE_RATE_HZ)) for voice, gain in voices]
    return max(abs(level - SPEECH_LEVEL_DBOV) for level in levels)


def _level_of(sound: Waveform) -> float:
    return active_level_dbov(_levelled(sound).samples, LINE_RATE_HZ).active_level_dbov


def _snr_err_db() -> float:
    return max(abs(measured - asked) for kind in _KINDS for asked, measured in _snrs(kind))


def _snrs(kind: str) -> Iterator[tuple[float, float]]:
    sound = _levelled(_speech(30))
    for snr_db in (0, 10, 20, 30):
        params = draw(load(f"noise={kind},snr={snr_db}"), 5, "to_agent")
        for reading in measure(params, sound, sound, ()):
            if reading.what == "snr_db":
                yield float(snr_db), float(reading.measured or np.nan)


def _loss_errs() -> tuple[float, float]:
    points, percents = [], []
    for rate, burst in ((0.01, 1.0), (0.03, 2.0), (0.1, 4.0), (0.2, 1.5)):
        params = LossSettings(rate=rate, mean_burst_packets=burst).draw(11)
        assert isinstance(params, LossParams)  # noqa: S101 -- for the type checker
        found = count_losses(LossPattern(params).take(_PACKETS))
        points.append(100 * abs(found.rate - rate))
        percents.append(100 * abs((found.mean_burst_packets or np.nan) / burst - 1))
    return max(points), max(percents)


def _band_err_db() -> float:
    """How far the gain of a tone at each edge is from 3 dB below that of one in the middle."""
    band = BandParams(low_hz=300, high_hz=3_400)
    line = draw(LineSettings.model_validate({"name": "band", "band": {}}), 1, "to_agent")

    def gain_db(hz: float) -> float:
        tone = (0.5 * np.sin(2 * np.pi * hz * np.arange(16_000) / LINE_RATE_HZ)).astype(np.float32)
        heard = apply(line, Waveform(tone, LINE_RATE_HZ)).samples
        return rms_dbov(heard[1_000:15_000]) - rms_dbov(tone[1_000:15_000])

    return max(abs(gain_db(hz) - gain_db(1_000) + 3) for hz in (band.low_hz, band.high_hz))


def _echo_err_samples() -> int:
    far = np.zeros(8_000, np.float32)
    far[100] = 0.5
    errors = []
    for delay_ms in (20, 33.125, 160, 500):
        echo = {"delay_ms": delay_ms, "return_loss_db": 0}
        line = draw(LineSettings.model_validate({"name": "echo", "echo": echo}), 1, "to_agent")
        heard = apply(line, Waveform(np.zeros(8_000, np.float32), LINE_RATE_HZ), Waveform(far, LINE_RATE_HZ)).samples
        errors.append(abs(int(np.argmax(heard)) - 100 - round(delay_ms * 8)))
    return max(errors)


def _chunking_equal() -> bool:
    """Whether pieces of odd sizes, pushed as they come, give the bytes of the whole, on every line that ships."""
    sound = _levelled(_speech(4))
    dice = generator(3, "chunks")
    pieces = np.split(sound.samples, np.sort(dice.integers(0, len(sound), 60)))
    lines = (*names(), "codec=g722", "codec=opus", "codec=amr", "bursts=60,gain=6,comfort=-60,handset=4")
    return all(_streams_alike(name, sound, pieces) for name in lines)


def _streams_alike(name: str, sound: Waveform, pieces: list[Samples]) -> bool:
    params = draw(load(name), 7, "to_agent")
    whole, channel = carry(Channel(params), sound).samples, Channel(params)
    waiting, heard = np.zeros(0, np.float32), []
    for piece in [*pieces, np.zeros(channel.latency_samples + PACKET_SAMPLES, np.float32)]:
        waiting = np.concatenate((waiting, piece))
        while len(waiting) >= PACKET_SAMPLES:
            heard.append(channel.push(waiting[:PACKET_SAMPLES]))
            waiting = waiting[PACKET_SAMPLES:]
    return np.concatenate(heard)[: len(whole)].tobytes() == whole.tobytes()


def _machine() -> dict[str, object]:
    return {
        "cores": os.cpu_count(),
        "processor": platform.processor() or platform.machine(),
        "load_1min": round(os.getloadavg()[0], 2),
    }


def _measure(seconds: int, rounds: int) -> dict[str, object]:
    speeds = _speeds(seconds, rounds)
    loss_err_pt, burst_err_pct = _loss_errs()
    figures: dict[str, object] = {
        "x_real_time": round(speeds["clean"], 1),
        "snr_err_db": round(_snr_err_db(), 4),
        "loss_err_pt": round(loss_err_pt, 4),
        "burst_err_pct": round(burst_err_pct, 4),
        "level_err_db": round(_level_err_db(), 4),
        "band_err_db": round(_band_err_db(), 4),
        "echo_err_samples": _echo_err_samples(),
        "chunking_equal": _chunking_equal(),
    }
    missed = [name for name, holds in _BARS.items() if not holds(figures[name])]  # type: ignore[arg-type]
    return {
        **figures,
        "x_real_time_by_line": {name: round(speed, 1) for name, speed in speeds.items()},
        "band_hz": band_edges_hz(BandParams(low_hz=300, high_hz=3_400)),
        "missed": missed,
        "machine": _machine(),
        "versions": {"python": platform.python_version(), **{name: version(name) for name in ("numpy", "soxr", "av")}},
    }


def main() -> int:
    """Measure, print, and say by the exit code whether every bar was met."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=int, default=60, help="length of the sound that is timed")
    parser.add_argument("--rounds", type=int, default=5, help="how often; the fastest counts")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args()
    found = _measure(options.seconds, options.rounds)
    if options.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:>20}  {value}")
    return 1 if found["missed"] else 0


if __name__ == "__main__":
    sys.exit(main())
