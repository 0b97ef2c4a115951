import numpy as np
import pytest

from voicebench.audio import Waveform
from voicebench.events import Event, Side
from voicebench.timing import Doubt, crosscheck
from voicebench.units import LINE_RATE_HZ, ms_to_ns

BEGAN_MS = 130


def _ear(*speech_ms: tuple[int, int], noise_dbov: float = -90.0, length_ms: int = 6_000) -> Waveform:
    """Noise of one level all through, with a loud tone at some times of the call."""
    dice = np.random.Generator(np.random.PCG64(1))
    samples = 10 ** (noise_dbov / 20) * dice.standard_normal(length_ms * 8)
    for start_ms, end_ms in speech_ms:
        start, end = ((ms - BEGAN_MS) * 8 for ms in (start_ms, end_ms))
        samples[start:end] += 0.07 * np.sin(0.35 * np.arange(end - start))
    return Waveform(samples.astype(np.float32), LINE_RATE_HZ)


def _spoken(side: Side, start_ms: int, end_ms: int, line_ms: float = 0.0) -> list[Event]:
    return [
        Event(ms_to_ns(ms), side, kind, {"line_ms": line_ms})  # type: ignore[arg-type]
        for kind, ms in (("speech_start", start_ms), ("speech_end", end_ms))
    ]


EVENTS = [*_spoken("caller", 1_000, 2_000, 5.0), *_spoken("agent", 3_000, 4_500)]


def _doubts(caller: Waveform, agent: Waveform) -> list[Doubt]:
    return crosscheck(EVENTS, (caller, agent), ms_to_ns(BEGAN_MS))


@pytest.mark.parametrize("noise_dbov", [-90.0, -55.0, -45.0])
@pytest.mark.parametrize("off_ms", [-35, 0, 35])
def test_a_recording_that_bears_the_events_out_raises_no_doubt(off_ms: int, noise_dbov: float) -> None:
    caller = _ear((1_005, 2_005 + off_ms), noise_dbov=noise_dbov)
    assert _doubts(caller, _ear((3_000 + off_ms, 4_500), noise_dbov=noise_dbov)) == []


@pytest.mark.parametrize("off_ms", [-120, -60, 60, 120])
def test_what_differs_by_over_forty_milliseconds_is_flagged_on_its_side(off_ms: int) -> None:
    good_caller, good_agent = _ear((1_005, 2_005)), _ear((3_000, 4_500))
    (end,) = _doubts(_ear((1_005, 2_005 + off_ms)), good_agent)
    (start,) = _doubts(good_caller, _ear((3_000 + off_ms, 4_500)))
    assert (end.turn, end.boundary, end.side, end.at_ns) == (0, "last_speech", "caller", ms_to_ns(2_005))
    assert (start.turn, start.boundary, start.side, start.at_ns) == (0, "reply", "agent", ms_to_ns(3_000))
    assert end.energy_ns == pytest.approx(ms_to_ns(2_005 + off_ms), abs=ms_to_ns(10))
    assert start.energy_ns == pytest.approx(ms_to_ns(3_000 + off_ms), abs=ms_to_ns(10))


def test_speech_that_is_not_in_the_recording_is_flagged_without_a_time() -> None:
    doubts = _doubts(_ear((1_005, 2_005)), _ear())
    assert [(doubt.boundary, doubt.energy_ns) for doubt in doubts] == [("reply", None)]


def test_where_noise_hides_weak_ends_only_more_speech_than_was_noted_is_flagged() -> None:
    good_caller, good_agent = (_ear(span, noise_dbov=-45.0) for span in ((1_005, 2_005), (3_000, 4_500)))
    for caller_end, agent_start, flagged in ((1_900, 3_100, 0), (2_100, 2_900, 1)):
        assert len(_doubts(_ear((1_005, caller_end), noise_dbov=-45.0), good_agent)) == flagged
        assert len(_doubts(good_caller, _ear((agent_start, 4_500), noise_dbov=-45.0))) == flagged
    assert _doubts(_ear(noise_dbov=-45.0), good_agent) == []


def test_a_pause_within_speech_is_no_boundary() -> None:
    assert _doubts(_ear((1_005, 1_400), (1_650, 2_005)), _ear((3_000, 3_200), (3_450, 4_500))) == []


def test_a_turn_without_a_reply_and_an_empty_recording() -> None:
    nothing = Waveform(np.zeros(0, np.float32), LINE_RATE_HZ)
    (end,) = crosscheck(EVENTS[:2], (nothing, nothing), 0)
    assert (end.boundary, end.energy_ns) == ("last_speech", None)
    assert crosscheck([], (nothing, nothing), 0) == []


@pytest.mark.parametrize(
    ("tail_ms", "flagged"),
    [((2_005, 2_150), 0), ((1_900, 2_005), 0), ((2_035, 2_150), 0), ((2_100, 2_250), 1), ((1_700, 1_950), 1)],
)
def test_a_word_that_dies_away_may_end_anywhere_while_it_does(tail_ms: tuple[int, int], flagged: int) -> None:
    """The tail lies at -53 dBov: the meters' end, at 2,005 ms, is right before it, in it, and up to 40 ms beside it."""
    start, end = tail_ms
    ear = _ear((1_005, start))
    tail = np.arange(start - BEGAN_MS, end - BEGAN_MS)[0] * 8 + np.arange((end - start) * 8)
    ear.samples[tail] += (10 ** (-53 / 20) * np.sqrt(2) * np.sin(0.35 * tail)).astype(np.float32)
    assert len(_doubts(ear, _ear((3_000, 4_500)))) == flagged
