"""Spoken calls of which every cost is fixed: each wait is the sum of its parts, to the sample.

Both voices play one clip of speech, whatever they are asked to say, and the recogniser knows its words.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import pytest
import soundfile

from voicebench import packs
from voicebench.audio import Waveform
from voicebench.events import Event, EventKind
from voicebench.graph.phone import Mouth
from voicebench.graph.stt import Hearing
from voicebench.graph.tts import Speech
from voicebench.line import load as load_line
from voicebench.record import CallRecord
from voicebench.run.costs import run_costs
from voicebench.run.digest import record_sha256
from voicebench.run.kit import Kit
from voicebench.run.live import run_call
from voicebench.run.plan import CallPlan
from voicebench.stack import EngineSpec, LlmSpec, load_stack
from voicebench.stt import Transcript
from voicebench.task import Json
from voicebench.testing.llm_server import ScriptedLlm
from voicebench.testing.llm_steps import Answer, Send, content, finish, role
from voicebench.timing import turns
from voicebench.units import LINE_RATE_HZ, NS_PER_S, PACKET_MS, ms_to_ns, samples_to_ns, seconds_to_ns

BAKERY = Path(__file__).parents[1] / "unit" / "packs" / "data" / "corner_bakery"
CLIP = Path(__file__).parents[2] / "audio_fixtures" / "truth_refund.flac"
ANSWER: Answer = [Send(role()), *[Send(content(word)) for word in ("I", " see", ".")], Send(finish("stop"))]
TOKENS = 3
LEAD_MS = 100
"""The agent's voice begins with so much silence."""
WAIT_MS = 300
"""The stack ends a turn so long after the VAD."""
FIRST_LOUD_NS = samples_to_ns(9, LINE_RATE_HZ)
"""The clip's first sample above the level of speech, -50 dBov."""


def _said(lead_ms: int = 0) -> Waveform:
    """The clip from its first sample of speech, after a silence."""
    samples, rate_hz = soundfile.read(CLIP, dtype="float32")
    assert rate_hz == LINE_RATE_HZ
    silence = np.zeros(lead_ms * LINE_RATE_HZ // 1_000, np.float32)
    return Waveform(np.concatenate([silence, samples[np.flatnonzero(samples)[0] :]]), LINE_RATE_HZ)


class _OneClipKit(Kit):
    """Lends voices that always say the same, and a recogniser that always hears the same."""

    def speech(self, engine: str, settings: Mapping[str, Json], *, cached: bool = True) -> Speech:
        del settings, cached
        sound = _said(LEAD_MS if engine == "tone" else 0)
        return Speech(lambda _: sound, lambda _: None)

    def hearing(self, spec: EngineSpec, *, cached: bool = True) -> Hearing:
        del spec, cached
        return Hearing(lambda _: Transcript("I would like to order a cake."), lambda _: None)


@pytest.fixture(scope="module")
def kit() -> Iterator[Kit]:
    kit = _OneClipKit(None)
    yield kit
    kit.close()


def _call(kit: Kit, *cost: str, costs: str = "profile:instant", stack: str = "local") -> CallRecord:
    with ScriptedLlm(ANSWER) as server:
        pack, chosen = packs.load(BAKERY), load_stack(stack)
        endpoint = {"engine": "openai", "base_url": server.base_url}
        limits = chosen.limits.model_copy(update={"turns": 3})
        tested = chosen.model_validate(
            chosen.model_dump() | {"llm": endpoint, "tts": {"engine": "tone"}, "limits": limits.model_dump()}
        )
        charged = run_costs(costs, cost, tested)
        plan = CallPlan(pack, pack.tasks["CAKE-1"], 0, 7, tested, load_line("clean"), charged, trusted=True)
        return run_call(plan, kit)


def _after(events: tuple[Event, ...], kind: EventKind, at_ns: int) -> Event:
    return next(event for event in events if event.side == "agent" and event.kind == kind and event.at_ns >= at_ns)


COSTS = {"stt": 250, "llm.first_token": 400, "llm.token": 20, "tts": 170}


@pytest.mark.parametrize("stt_ms", [COSTS["stt"], 450])
def test_a_wait_is_endpointing_and_the_fixed_costs(kit: Kit, stt_ms: int) -> None:
    """The recogniser and the turn's own silence run side by side; the later one ends the turn."""
    costs = COSTS | {"stt": stt_ms}
    record = _call(kit, *(f"{stage}={ms}ms" for stage, ms in costs.items()))
    found = turns(record.events)
    assert len(found) == 3, record.ending
    for turn in found:
        stopped_ns = _after(record.events, "vad_stop", turn.last_speech_ns).at_ns
        spoken_ns = stopped_ns + ms_to_ns(
            max(WAIT_MS, stt_ms) + costs["llm.first_token"] + (TOKENS - 1) * costs["llm.token"] + costs["tts"]
        )
        assert abs(_after(record.events, "tts_end", stopped_ns).at_ns - spoken_ns) <= 1_000
        assert turn.reply_ns is not None
        start = _after(record.events, "speech_start", spoken_ns)
        left_ns = start.at_ns - ms_to_ns(LEAD_MS) - FIRST_LOUD_NS
        assert 0 <= left_ns - spoken_ns <= ms_to_ns(PACKET_MS), "the sound leaves with the next packet"
        assert left_ns % ms_to_ns(PACKET_MS) == 0
        assert turn.voice_to_voice_ns == start.at_ns + ms_to_ns(start.data["line_ms"]) - turn.last_speech_ns
        assert turn.waterfall is not None
        assert turn.waterfall.unexplained < ms_to_ns(5), "the voice's silence is counted in frames of 5 ms"
        assert turn.waterfall.llm_first_token == ms_to_ns(costs["llm.first_token"])
        assert turn.waterfall.tts == ms_to_ns(costs["tts"])


def test_nothing_that_takes_time_leaves_turn_taking_and_the_line(kit: Kit) -> None:
    record = _call(kit)
    for turn in turns(record.events):
        stopped_ns = _after(record.events, "vad_stop", turn.last_speech_ns).at_ns
        assert turn.reply_ns is not None
        least_ns = stopped_ns + ms_to_ns(WAIT_MS + LEAD_MS)
        assert least_ns <= turn.reply_ns < least_ns + 2 * ms_to_ns(PACKET_MS)
    assert record_sha256(record) == record_sha256(_call(kit))


def test_the_turn_model_is_charged(kit: Kit) -> None:
    """Pipecat asks the model when the VAD stops; the rest of the turn waits for its word."""
    free, charged = (_call(kit, f"turn={ms}ms", stack="local-smart") for ms in (0, 500))
    for record, ms in ((free, 0), (charged, 500)):
        found = turns(record.events)
        assert found
        for turn in found:
            stopped_ns = _after(record.events, "vad_stop", turn.last_speech_ns).at_ns
            ended_ns = _after(record.events, "turn_end", stopped_ns).at_ns
            assert (ended_ns - stopped_ns) // 1_000_000 >= ms
    assert free.drawn["costs"] == {"source": "profile:instant", "stages": free.drawn["costs"]["stages"]}
    assert charged.drawn["costs"]["stages"]["turn"] == "500ms"


def test_a_cost_of_ones_own_stands_in_for_a_measured_one(kit: Kit) -> None:
    record = _call(kit, "stt=250ms", "tts=50ms + 100ms/s", costs="measured")
    heard = [event.data for event in record.events if event.kind == "transcript"]
    said = [event.data for event in record.events if event.kind == "tts_end" and event.side == "agent"]
    assert {data["cost_ms"] for data in heard} == {250.0}
    assert [data["cost_ms"] for data in said] == [round(50 + data["audio_ms"] / 10, 6) for data in said]
    assert not any(data["cached"] for data in (*heard, *said))


def test_a_model_too_slow_for_the_stack_breaks_the_call_before_the_caller_gives_up(kit: Kit) -> None:
    record = _call(kit, "llm.first_token=40s")
    assert (record.ending.why, record.ending.fault) == ("error", "provider")
    assert "seconds to wait for the model" in record.ending.message
    asked, ended = (
        next(event.at_ns for event in record.events if event.kind == kind) for kind in ("llm_request", "call_end")
    )
    assert ended - asked == seconds_to_ns(LlmSpec().first_token_limit_s)
    assert ended / NS_PER_S < 30


def test_a_line_that_takes_no_sound_breaks_the_call_and_is_no_silence_of_the_agents(
    kit: Kit, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_sound(mouth: Mouth, pcm: bytes) -> None:
        del mouth, pcm
        raise OSError("the line is wet")

    monkeypatch.setattr(Mouth, "put", no_sound)
    record = _call(kit)
    assert (record.ending.why, record.ending.fault) == ("error", "harness")
    assert record.ending.message == "call: the phone line took no sound: OSError: the line is wet"
