import numpy as np
import numpy.typing as npt
import pytest

from voicebench.clock import ManualClock
from voicebench.events import EventLog
from voicebench.graph.meter import SpeechMeter
from voicebench.units import LINE_RATE_HZ, PACKET_SAMPLES, ms_to_ns

FRAME = 40  # 5 ms
LOUD = 0.1
AT_THRESHOLD = 10 ** (-50 / 20)


def _sound(*stretches: tuple[float, float]) -> npt.NDArray[np.float32]:
    """Sound of ``(milliseconds, amplitude)`` stretches, padded to whole packets."""
    wave = np.concatenate([np.full(round(ms * 8), amplitude, np.float32) for ms, amplitude in stretches])
    return np.pad(wave, (0, -len(wave) % PACKET_SAMPLES))


def _measure(wave: npt.NDArray[np.float32], *, hang_up: bool = True) -> list[tuple[str, float]]:
    events = EventLog(ManualClock())
    meter = SpeechMeter("agent", events, 7.5)
    for start in range(0, len(wave), PACKET_SAMPLES):
        meter.push(wave[start : start + PACKET_SAMPLES], start * 1_000_000_000 // LINE_RATE_HZ)
    if hang_up:
        meter.close()
    assert all(event.side == "agent" and event.data["line_ms"] == 7.5 for event in events.in_order())
    return [(event.kind, event.at_ns / 1e6) for event in events.in_order()]


def test_silence_is_no_speech() -> None:
    assert _measure(_sound((1_000, 0))) == []


@pytest.mark.parametrize("start_ms", [0, 5, 15, 20, 35, 100])
@pytest.mark.parametrize("length_ms", [5, 20, 65, 400])
def test_speech_is_found_to_the_frame(start_ms: int, length_ms: int) -> None:
    wave = _sound((start_ms, 0), (length_ms, LOUD), (500, 0))
    assert _measure(wave) == [("speech_start", start_ms), ("speech_end", start_ms + length_ms)]


@pytest.mark.parametrize("start_samples", [0, 1, 13, 39, 40, 159, 161, 480])
@pytest.mark.parametrize("length_samples", [3, 40, 77, 160, 1_001])
def test_speech_is_found_to_the_sample(start_samples: int, length_samples: int) -> None:
    wave = _sound((start_samples / 8, 0), (length_samples / 8, LOUD), (500, 0))
    found = _measure(wave)
    assert found == [("speech_start", start_samples / 8), ("speech_end", (start_samples + length_samples) / 8)]


def test_a_sample_above_the_threshold_in_a_quiet_frame_is_no_speech() -> None:
    wave = _sound((40, 0), (100, LOUD), (500, 0))
    wave[[10, 200, 2_000]] = 2 * AT_THRESHOLD
    assert _measure(wave) == [("speech_start", 40), ("speech_end", 140)]


@pytest.mark.parametrize(("pause_ms", "parts"), [(5, 1), (200, 1), (295, 1), (300, 2), (305, 2), (310, 2), (500, 2)])
@pytest.mark.parametrize("start_ms", [0, 5, 10, 15])
def test_a_short_gap_is_a_pause_and_a_longer_one_an_end_wherever_packets_begin(
    start_ms: int, pause_ms: int, parts: int
) -> None:
    found = _measure(_sound((start_ms, 0), (45, LOUD), (pause_ms, 0), (60, LOUD), (400, 0)))
    first_end, second = start_ms + 45, start_ms + 45 + pause_ms
    between = [] if parts == 1 else [("speech_end", first_end), ("speech_start", second)]
    assert found == [("speech_start", start_ms), *between, ("speech_end", second + 60)]


def test_the_threshold_is_minus_fifty_dbov() -> None:
    assert _measure(_sound((100, AT_THRESHOLD * 0.99), (500, 0))) == []
    assert _measure(_sound((100, AT_THRESHOLD * 1.01), (500, 0))) == [("speech_start", 0), ("speech_end", 100)]


def test_speech_that_is_still_going_on_ends_at_the_hang_up_and_once() -> None:
    wave = _sound((100, LOUD))
    assert _measure(wave, hang_up=False) == [("speech_start", 0)]
    assert _measure(wave) == [("speech_start", 0), ("speech_end", 100)]


def test_it_is_known_at_once_that_somebody_speaks() -> None:
    meter = SpeechMeter("caller", EventLog(ManualClock()), 0.0)
    meter.push(_sound((20, 0)), 0)
    assert not meter.speaking.is_set()
    meter.push(_sound((15, 0), (5, LOUD)), ms_to_ns(20))
    assert meter.speaking.is_set()
    assert meter.last_active_ns == ms_to_ns(40)
    for number in range(2, 20):
        meter.push(_sound((20, 0)), ms_to_ns(20 * number))
    assert not meter.speaking.is_set()


def test_what_left_late_arrives_later_and_keeps_its_place_in_the_sound() -> None:
    events = EventLog(ManualClock())
    meter = SpeechMeter("caller", events, 7.5)
    for number, (amplitude, late_ms) in enumerate([(0, 9), (LOUD, 3), (LOUD, 5), (LOUD, 8), (0, 1)]):
        meter.push(_sound((20, amplitude)), ms_to_ns(20 * number), ms_to_ns(late_ms))
    meter.close()
    start, end = events.in_order()
    assert (start.at_ns, start.data["line_ms"]) == (ms_to_ns(20), 10.5)
    assert (end.at_ns, end.data["line_ms"]) == (ms_to_ns(80), 15.5)
