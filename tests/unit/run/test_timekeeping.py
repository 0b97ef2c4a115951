import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from voicebench.events import EventLog
from voicebench.graph.phone import PhoneLine
from voicebench.line.chain import Channel, Direction, LineParams
from voicebench.record import CallRecord
from voicebench.run.digest import record_sha256
from voicebench.run.grading import grade_record
from voicebench.run.store import RunFolder
from voicebench.run.stored import StoredCall
from voicebench.run.summary import summarise
from voicebench.run.timekeeping import note_doubts, timekeeping
from voicebench.task import Json
from voicebench.testing.records import make_expectation, make_record
from voicebench.units import ms_to_ns, seconds_to_ns
from voicebench.vtime.lag import watch_lag
from voicebench.vtime.loop import VirtualLoop
from voicebench.vtime.timekeeper import LoopTime


def _bare(direction: Direction) -> Channel:
    return Channel(LineParams(line="bare", direction=direction, effects=()))


@pytest.fixture
def loop() -> Iterator[VirtualLoop]:
    loop = VirtualLoop()
    yield loop
    loop.close()


@pytest.fixture
def line(loop: VirtualLoop) -> PhoneLine:
    clock = LoopTime(loop)
    return PhoneLine(clock, EventLog(clock), _bare("to_agent"), _bare("to_caller"))


def test_a_line_that_kept_its_time(line: PhoneLine) -> None:
    line.late_ns = [ms_to_ns(1)] * 99 + [ms_to_ns(8)]
    assert timekeeping(line, [ms_to_ns(2)]) == {
        "packets_late_ms": {"n": 100, "p50": 1.0, "p99": 1.0, "worst": 8.0},
        "loop_lag_ms": {"n": 1, "p50": 2.0, "p99": 2.0, "worst": 2.0},
    }


def test_a_line_that_slipped(line: PhoneLine) -> None:
    line.late_ns = [0] * 5_000 + [ms_to_ns(150)]
    assert timekeeping(line, [])["timing_fault"] == "a packet was 150 ms late, over 100 ms"


def test_a_call_without_sound_has_no_packets() -> None:
    assert timekeeping(None, [])["packets_late_ms"] == {"n": 0, "p50": None, "p99": None, "worst": None}


def _stored(machine: dict[str, Json]) -> StoredCall:
    record = make_record()
    record = CallRecord(**{**vars(record), "timing_valid": "timing_fault" not in machine, "machine": machine})
    key = make_expectation()
    return StoredCall(record, key, grade_record(record, key), dict(machine))


def test_invalid_timing_drops_the_latencies_and_keeps_the_verdict() -> None:
    good, bad = summarise(_stored({})), summarise(_stored({"timing_fault": "slipped"}))
    assert (good.outcome, good.timing_fault) == ("passed", None)
    assert (bad.outcome, bad.timing_fault) == ("passed", "slipped")
    assert (bad.voice_to_voice_ms, bad.ttft_ms) == (None, None)


def test_it_is_kept_and_read_again(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path / "run", {})
    folder.save(_stored({"timing_fault": "slipped", "packets_late_ms": {"n": 1, "p50": 1.0, "p99": 1.0, "worst": 1.0}}))
    (read,) = folder.calls()
    assert not read.record.timing_valid
    assert summarise(read).timing_fault == "slipped"
    assert summarise(read).packets_late_ms == {"n": 1, "p50": 1.0, "p99": 1.0, "worst": 1.0}


def test_how_the_machine_kept_up_is_no_part_of_the_digest() -> None:
    assert record_sha256(_stored({}).record) == record_sha256(_stored({"loop_lag_ms": {"n": 1}}).record)


def test_a_boundary_that_the_recording_has_elsewhere_is_noted_at_its_own_time(loop: VirtualLoop) -> None:
    clock = LoopTime(loop)
    events = EventLog(clock)
    line = PhoneLine(clock, events, _bare("to_agent"), _bare("to_caller"))
    tone = (3_000 * np.sin(0.5 + 0.35 * np.arange(8_000))).astype(np.int16)
    line.to_agent.mouth.put(tone.tobytes())

    async def ring() -> None:
        ticking = asyncio.create_task(line.run())
        await asyncio.sleep(2)
        ticking.cancel()

    loop.run_until_complete(ring())
    true = [(event.side, event.kind, event.at_ns) for event in events.in_order()]
    assert true == [("caller", "speech_start", 0), ("caller", "speech_end", seconds_to_ns(1))]
    note_doubts(events, line)
    assert len(events.in_order()) == 2

    wrong = EventLog(clock)
    wrong.add("caller", "speech_start", 0, line_ms=0.0)
    wrong.add("caller", "speech_end", ms_to_ns(900), line_ms=0.0)
    note_doubts(wrong, line)
    doubt = wrong.in_order()[-1]
    assert (doubt.side, doubt.kind, doubt.at_ns) == ("caller", "doubt", ms_to_ns(900))
    assert doubt.data == {"turn": 0, "boundary": "last_speech", "energy_ms": 1_000.0}


class _LateClock:
    """A clock whose timers are late by what a list says."""

    is_virtual = False

    def __init__(self, late_ms: Sequence[float]):
        self._late_ms = list(late_ms)
        self._now_ns = 0
        self.spent = asyncio.Event()

    def now_ns(self) -> int:
        return self._now_ns

    async def until_ns(self, at_ns: int) -> None:
        if not self._late_ms:
            self.spent.set()
            await asyncio.Event().wait()
        self._now_ns = at_ns + ms_to_ns(self._late_ms.pop(0))


def test_each_stall_of_the_loop_counts_once(loop: VirtualLoop) -> None:
    async def main() -> list[int]:
        clock = _LateClock([0.5, 130.0, 1.0])
        async with watch_lag(clock) as lags_ns:  # type: ignore[arg-type]
            await clock.spent.wait()
            return lags_ns

    assert loop.run_until_complete(main()) == [ms_to_ns(0.5), ms_to_ns(130), ms_to_ns(1)]


def test_a_virtual_clock_has_no_lag(loop: VirtualLoop) -> None:
    async def main() -> list[int]:
        async with watch_lag(LoopTime(loop)) as lags_ns:
            await asyncio.sleep(1)
            return lags_ns

    assert loop.run_until_complete(main()) == []
