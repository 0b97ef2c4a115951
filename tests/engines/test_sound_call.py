"""One spoken call, made once cold and once from the cache: it repeats, and its recording can be listened to."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
import soundfile

from voicebench.audio import Samples
from voicebench.events import Event, Side
from voicebench.line.clicks import CLICK_RATIO, packet_edge_clicks
from voicebench.line.level import SPEECH_LEVEL_DBOV, active_level_dbov
from voicebench.record import CallRecord
from voicebench.run.digest import record_sha256
from voicebench.run.stored import read_call
from voicebench.timing import turns
from voicebench.units import LINE_RATE_HZ, NS_PER_S, ms_to_ns

pytestmark = pytest.mark.models
COMMAND = "import sys; from voicebench.cli.main import main; sys.exit(main())"
FRAME = LINE_RATE_HZ // 50
PAUSE_FRAMES = 15
SIDES: tuple[Side, Side] = ("caller", "agent")


class Stretch(NamedTuple):
    """Speech of one side, at the far ear."""

    side: Side
    start_ns: int
    end_ns: int


class Recording(NamedTuple):
    """A call with its recording, shape (samples, 2)."""

    record: CallRecord
    rate_hz: int
    sound: Samples


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


def make_call(run: Path, cache: Path, hash_seed: int) -> Path:
    """Make the call in a process of its own, and return its folder."""
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, "run", "--task", "C5-H1", "--stack", "local", "--out", str(run)],
        env=os.environ | {"PYTHONHASHSEED": str(hash_seed), "VOICEBENCH_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in {0, 1}, done.stderr
    return run / "calls" / "healthcare" / "C5-H1" / "0"


@pytest.fixture(scope="module")
def cold(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Path:
    assert not any(cache.iterdir())
    return make_call(tmp_path_factory.mktemp("cold") / "run", cache, hash_seed=1)


@pytest.fixture(scope="module")
def recording(cold: Path) -> Recording:
    sound, rate_hz = soundfile.read(cold / "sound.flac", dtype="float32", always_2d=True)
    return Recording(read_call(cold).record, rate_hz, sound)


def stretches(record: CallRecord) -> list[Stretch]:
    """Speech as the events have it, when it reaches the far ear, by time."""
    began: dict[Side, Event] = {}
    found = []
    for event in record.events:
        if event.kind == "speech_start":
            began[event.side] = event
        elif event.kind == "speech_end":
            late_ns = ms_to_ns(event.data["line_ms"])
            found.append(Stretch(event.side, began.pop(event.side).at_ns + late_ns, event.at_ns + late_ns))
    assert not began
    return sorted(found, key=lambda stretch: stretch.start_ns)


def activity(channel: Samples) -> np.ndarray:
    """Whether there is speech in each 20 ms of a channel: above -50 dBov, or a pause of under 300 ms."""
    frames = channel[: len(channel) // FRAME * FRAME].reshape(-1, FRAME)
    active = np.asarray(np.mean(np.square(frames), axis=1) > 10 ** (-50 / 10))
    for before, after in pairwise(np.flatnonzero(active)):
        active[before:after] |= after - before <= PAUSE_FRAMES
    return active


def stated(record: CallRecord, side: Side, frames: int) -> np.ndarray:
    """Whether a side speaks in each 20 ms, by the events."""
    mask = np.zeros(frames, bool)
    for stretch in stretches(record):
        if stretch.side == side:
            first, last = (at * LINE_RATE_HZ // NS_PER_S // FRAME for at in (stretch.start_ns, stretch.end_ns))
            mask[first : last + 1] = True
    return mask


def test_what_the_line_drew_and_what_befell_the_sound_is_on_record(recording: Recording) -> None:
    drawn = recording.record.drawn
    assert [way["direction"] for way in drawn["line"]] == ["to_agent", "to_caller"]
    assert set(drawn["line_events"]) == {"to_agent", "to_caller"}
    loses = any(effect["effect"] == "loss" for effect in drawn["line"][0]["effects"])
    lost = [event for event in drawn["line_events"]["to_agent"] if event["what"] == "lost"]
    assert bool(lost) == loses
    assert all(0 <= event["at_sample"] < len(recording.sound) for event in lost)


@contextlib.contextmanager
def every_core_busy() -> Iterator[None]:
    command = [sys.executable, "-c", "while True: pass"]
    with contextlib.ExitStack() as stack:
        for _ in range(os.cpu_count() or 1):
            burner = stack.enter_context(subprocess.Popen(command))
            stack.callback(burner.kill)
        yield


def test_a_warm_cache_another_hash_seed_and_a_busy_machine_change_nothing(
    cold: Path, cache: Path, tmp_path: Path
) -> None:
    kept = {path for path in cache.rglob("*") if path.is_file()}
    with every_core_busy():
        warm = make_call(tmp_path / "run", cache, hash_seed=2)
    assert kept
    assert kept == {path for path in cache.rglob("*") if path.is_file()}  # the second call made nothing anew
    first, second = read_call(cold), read_call(warm)
    assert record_sha256(first.record) == record_sha256(second.record)
    for name in ("record.json", "log.json", "expected.json", "sound.flac", "verdict.json"):
        assert (cold / name).read_bytes() == (warm / name).read_bytes()


def test_the_recording_is_stereo_at_the_lines_rate_and_as_long_as_the_call(recording: Recording) -> None:
    assert (recording.rate_hz, recording.sound.shape[1]) == (LINE_RATE_HZ, 2)
    ends_s = recording.record.events[-1].at_ns / NS_PER_S
    assert len(recording.sound) / LINE_RATE_HZ == pytest.approx(ends_s, abs=0.5)


@pytest.mark.parametrize("ear", [0, 1], ids=SIDES)
def test_each_side_is_on_its_own_channel_and_never_on_the_other(recording: Recording, ear: int) -> None:
    heard = activity(recording.sound[:, ear])
    own = stated(recording.record, SIDES[ear], len(heard))
    other = stated(recording.record, SIDES[1 - ear], len(heard))
    assert np.corrcoef(heard, own)[0, 1] > 0.9
    assert np.corrcoef(heard, other)[0, 1] < -0.2
    assert heard[~own].mean() < 0.01  # while only the other speaks, or nobody
    assert heard.sum() * FRAME / LINE_RATE_HZ > 10


def test_the_agent_greets_the_caller_asks_and_the_agent_answers(recording: Recording) -> None:
    first = list(dict.fromkeys(stretch.side for stretch in stretches(recording.record)))
    assert first == ["agent", "caller"]
    turns = [a.side for a, b in pairwise(stretches(recording.record)) if a.side != b.side]
    assert turns[:4] == ["agent", "caller", "agent", "caller"]
    spoken = [stretch for stretch in stretches(recording.record) if stretch.side == "caller"]
    said = [event for event in recording.record.events if event.kind == "said" and event.side == "caller"]
    assert len(spoken) >= len(said)


@pytest.mark.parametrize("ear", [0, 1], ids=SIDES)
def test_packets_join_without_clicks(recording: Recording, ear: int) -> None:
    assert packet_edge_clicks(recording.sound[:, ear]) < CLICK_RATIO


@pytest.mark.parametrize("ear", [0, 1], ids=SIDES)
def test_both_voices_are_as_loud_as_a_phone_wants_them(recording: Recording, ear: int) -> None:
    level = active_level_dbov(recording.sound[:, ear], LINE_RATE_HZ).active_level_dbov
    assert level == pytest.approx(SPEECH_LEVEL_DBOV, abs=3)  # the band takes its part after the levelling


def test_the_waterfall_explains_every_wait(recording: Recording) -> None:
    waits = [turn for turn in turns(recording.record.events) if turn.voice_to_voice_ns is not None]
    assert len(waits) >= 6
    for turn in waits:
        assert turn.waterfall is not None
        assert turn.waterfall.total_ns == turn.voice_to_voice_ns
        assert turn.waterfall.unexplained <= ms_to_ns(1)
