import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import numpy as np
import pytest
from pipecat.frames.frames import OutputAudioRawFrame

from voicebench.audio import to_pcm16
from voicebench.events import EventLog
from voicebench.graph.failure import Failure
from voicebench.graph.phone import PhoneLine
from voicebench.graph.transport import LineMouth
from voicebench.line import LineSettings, draw
from voicebench.line.chain import Channel, Direction, LineParams
from voicebench.timing import turns
from voicebench.units import PACKET_SAMPLES, ms_to_ns, samples_to_ns
from voicebench.vtime.loop import VirtualLoop
from voicebench.vtime.timekeeper import LoopTime

TICK_NS = ms_to_ns(20)
_WAYS: tuple[Direction, Direction] = ("to_agent", "to_caller")


def _bare(direction: Direction) -> Channel:
    return Channel(LineParams(line="bare", direction=direction, effects=()))


class _Loop(VirtualLoop):
    """A loop that can be made to stand still, as by a callback that blocks it."""

    def stand_still(self, seconds: float) -> None:
        self._now_s += seconds


class _Phone:
    """A line without effects, with an ear at each end that keeps packets and times."""

    def __init__(self) -> None:
        self.clock = LoopTime(asyncio.get_running_loop())
        self.events = EventLog(self.clock)
        self.line = PhoneLine(self.clock, self.events, _bare("to_agent"), _bare("to_caller"))
        self.agent_heard: list[bytes] = []
        self.caller_heard: list[bytes] = []
        self.times_ns: list[int] = []
        self.line.to_agent.ear = self._agent_ear
        self.line.to_caller.ear = self._caller_ear

    async def _agent_ear(self, pcm: bytes) -> None:
        self.agent_heard.append(pcm)
        self.times_ns.append(self.clock.now_ns())

    async def _caller_ear(self, pcm: bytes) -> None:
        self.caller_heard.append(pcm)

    async def ring(self, seconds: float) -> None:
        ticking = asyncio.create_task(self.line.run())
        await asyncio.sleep(seconds)
        ticking.cancel()
        await asyncio.wait([ticking])
        self.line.hang_up()


def _on_the_phone(main: Callable[[_Phone], Awaitable[Any]]) -> Any:
    async def call() -> Any:
        return await main(_Phone())

    with asyncio.Runner(loop_factory=_Loop) as runner:
        return runner.run(call())


def _noise(seed: int, samples: int) -> np.ndarray[Any, np.dtype[np.int16]]:
    return np.random.Generator(np.random.PCG64(seed)).integers(-9_000, 9_000, samples).astype(np.int16)


def test_samples_cross_unchanged_both_ways_to_the_right_ear() -> None:
    caller, agent = _noise(1, 4_000), _noise(2, 3_210)

    async def main(phone: _Phone) -> None:
        phone.line.to_agent.mouth.put(caller.tobytes())
        phone.line.to_caller.mouth.put(agent.tobytes())
        await phone.ring(0.99)
        for heard, said, way in (
            (phone.agent_heard, caller, phone.line.to_agent),
            (phone.caller_heard, agent, phone.line.to_caller),
        ):
            pcm = np.frombuffer(b"".join(heard), np.int16)
            assert len(pcm) == 50 * PACKET_SAMPLES
            assert np.array_equal(pcm[: len(said)], said)
            assert not pcm[len(said) :].any()
            assert np.array_equal(to_pcm16(way.recording().samples), pcm)

    _on_the_phone(main)


def test_the_line_ticks_every_twenty_milliseconds_from_the_first_moment() -> None:
    async def main(phone: _Phone) -> None:
        await phone.ring(100.01)
        assert phone.times_ns == [TICK_NS * number for number in range(5_001)]
        assert set(phone.line.late_ns) == {0}

    _on_the_phone(main)


@pytest.mark.parametrize("late_ms", [7, 20, 35, 130])
def test_a_late_tick_does_not_add_to_the_call(late_ms: int) -> None:
    async def main(phone: _Phone) -> None:
        async def slow_once(_: bytes) -> None:
            phone.times_ns.append(phone.clock.now_ns())
            if len(phone.times_ns) == 11:
                await asyncio.sleep(late_ms / 1_000)

        phone.line.to_agent.ear = slow_once
        await phone.ring(2.01)
        ideal = [TICK_NS * number for number in range(101)]
        late = [max(due, 10 * TICK_NS + ms_to_ns(late_ms)) if n > 10 else due for n, due in enumerate(ideal)]
        assert phone.times_ns == late
        assert phone.line.late_ns == [at - due for at, due in zip(late, ideal, strict=True)][1:]

    _on_the_phone(main)


@pytest.mark.parametrize("late_ms", [0, 3, 18])
def test_a_wait_is_counted_from_and_to_when_the_packets_really_left(late_ms: int) -> None:
    async def main(phone: _Phone) -> None:
        async def stall(_: bytes) -> None:
            phone.times_ns.append(phone.clock.now_ns())
            if len(phone.times_ns) == 3:
                asyncio.get_running_loop().stand_still(0.02 + late_ms / 1_000)

        phone.line.to_agent.ear = stall
        phone.line.to_agent.mouth.put(b"\x00\x40" * 4 * PACKET_SAMPLES)  # its last packet is due at 60 ms, and late
        phone.line.to_caller.mouth.put(bytes(20 * PACKET_SAMPLES) + b"\x00\x40" * PACKET_SAMPLES)
        await phone.ring(1.01)
        ends, replies = phone.events.in_order()[1:3]
        assert (ends.side, ends.kind, ends.at_ns) == ("caller", "speech_end", 4 * TICK_NS)
        assert (replies.side, replies.kind, replies.at_ns) == ("agent", "speech_start", 10 * TICK_NS)
        assert (ends.data["line_ms"], replies.data["line_ms"]) == (late_ms, 0)
        (turn,) = turns(phone.events.in_order())
        assert turn.voice_to_voice_ns == 6 * TICK_NS - ms_to_ns(late_ms)

    _on_the_phone(main)


def test_after_a_stall_the_overdue_packets_are_full_and_what_follows_is_not_put_off() -> None:
    speech = _noise(6, 60 * PACKET_SAMPLES)

    async def main(phone: _Phone) -> None:
        mouth = LineMouth(phone.line.to_caller.mouth, phone.clock, Failure())

        async def stall(_: bytes) -> None:
            if len(phone.caller_heard) == 20:
                asyncio.get_running_loop().stand_still(0.150)  # type: ignore[attr-defined]

        async def speak() -> None:
            await asyncio.sleep(0.2)
            for packet in speech.reshape(-1, PACKET_SAMPLES):
                await mouth.write_audio_frame(OutputAudioRawFrame(packet.tobytes(), 8_000, 1))

        phone.line.to_agent.ear = stall
        speaking = asyncio.create_task(speak())
        await phone.ring(2.01)
        await speaking
        heard = np.frombuffer(b"".join(phone.caller_heard), np.int16)
        start = int(np.flatnonzero(heard)[0])
        assert np.array_equal(heard[start : start + len(speech)], speech)
        assert [event.at_ns for event in phone.events.in_order()] == [
            samples_to_ns(start, 8_000),
            samples_to_ns(start + len(speech), 8_000),
        ]

    _on_the_phone(main)


def test_speech_is_timed_by_when_it_should_have_been_taken() -> None:
    async def main(phone: _Phone) -> list[tuple[str, str, float]]:
        phone.line.to_caller.mouth.put(b"\0" * 2 * 800 + _noise(3, 1_600).tobytes())
        await phone.ring(1)
        return [(event.side, event.kind, event.at_ns / 1e6) for event in phone.events.in_order()]

    assert _on_the_phone(main) == [("agent", "speech_start", 100), ("agent", "speech_end", 300)]


def test_hanging_up_ends_speech_on_both_sides() -> None:
    async def main(phone: _Phone) -> list[tuple[str, str, float]]:
        phone.line.to_agent.mouth.put(_noise(4, 16_000).tobytes())
        phone.line.to_caller.mouth.put(_noise(5, 16_000).tobytes())
        await phone.ring(0.19)
        return [(event.side, event.kind, event.at_ns / 1e6) for event in phone.events.in_order()]

    assert _on_the_phone(main) == [
        ("caller", "speech_start", 0),
        ("agent", "speech_start", 0),
        ("caller", "speech_end", 200),
        ("agent", "speech_end", 200),
    ]


@pytest.mark.parametrize("delay_ms", [20, 45])
def test_each_side_may_hear_itself_late_and_what_befell_the_sound_is_told(delay_ms: int) -> None:
    to_agent = {"echo": {"delay_ms": delay_ms, "return_loss_db": 0}}
    ways = {"to_agent": to_agent, "to_caller": {"clipping": {"limit_db": -6}}}
    settings = LineSettings.model_validate({"name": "echo", **ways})

    async def main(phone: _Phone) -> None:
        line = PhoneLine(phone.clock, phone.events, *(Channel(draw(settings, 1, way)) for way in _WAYS))
        said = _noise(7, 1_600)
        said[800] = 30_000
        line.to_caller.mouth.put(said.tobytes())
        ticking = asyncio.create_task(line.run())
        await asyncio.sleep(0.5)
        ticking.cancel()
        heard, echoed = line.to_caller.recording().samples, line.to_agent.recording().samples
        delay = delay_ms * 8
        assert np.array_equal(echoed[delay:], heard[: len(heard) - delay])
        assert not echoed[:delay].any()
        assert [(event.what, event.at_sample) for event in line.to_caller.timeline] == [("clipped", 800)]
        assert line.to_agent.timeline == ()

    _on_the_phone(main)


def test_a_line_without_ears_still_keeps_the_recording() -> None:
    async def main(phone: _Phone) -> None:
        phone.line.to_agent.ear = phone.line.to_caller.ear = None
        await phone.ring(0.05)
        assert len(phone.line.to_agent.recording()) == 3 * PACKET_SAMPLES

    _on_the_phone(main)
