import asyncio
import dataclasses

import numpy as np
import pytest
import soundfile
import yaml

from voicebench.datafiles import folder
from voicebench.errors import FixtureError
from voicebench.run.truth import agents, clips
from voicebench.run.truth.call import TruthCall, truth_call
from voicebench.run.truth.clips import TruthClip, load_clips, tone
from voicebench.run.truth.conditions import CONDITIONS, Condition, speech_turns, tone_turns
from voicebench.run.truth.errors import Reply, replies, summarise
from voicebench.run.truth.measure import Known
from voicebench.run.truth.oracle import TruthTurn
from voicebench.units import ms_to_ns
from voicebench.vtime.loop import VirtualLoop

DELAYS_MS = (0, 1, 33, 155, 1_000, 3_000)


@pytest.fixture(scope="module")
def spoken() -> dict[str, TruthClip]:
    return load_clips()


def _called(turns: tuple[TruthTurn, ...], condition: Condition) -> TruthCall:
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(truth_call(turns, condition.delivery, agents.here))


@pytest.mark.parametrize("name", CONDITIONS)
def test_on_the_virtual_clock_a_tone_is_measured_to_the_sample(name: str) -> None:
    turns = tone_turns(DELAYS_MS)
    call = _called(turns, CONDITIONS[name])
    assert call.ended
    found = replies(name, turns, call)
    assert [abs(reply.error_ns or 0) <= 125_000 and not reply.lost for reply in found] == [True] * len(turns)
    assert not any(reply.talked_over for reply in found)


@pytest.mark.parametrize("name", CONDITIONS)
def test_and_speech_to_six_milliseconds(spoken: dict[str, TruthClip], name: str) -> None:
    turns = speech_turns(CONDITIONS[name], spoken, DELAYS_MS)
    call = _called(turns, CONDITIONS[name])
    figures = summarise(replies(name, turns, call))
    assert call.ended
    assert (figures.n, figures.lost, figures.talked_over) == (len(turns), 0, 0)
    assert figures.worst_abs_ms is not None
    assert figures.worst_abs_ms <= 6.0


@pytest.mark.parametrize("name", ["paced", "silence streams on", "harness stalls 150 ms"])
def test_an_agent_in_time_answers_exactly_when_it_is_to(name: str) -> None:
    turns = tone_turns(DELAYS_MS)
    true_ns = [truth.gap_ns for truth in _called(turns, CONDITIONS[name]).truths]
    assert true_ns == [ms_to_ns(delay_ms) for delay_ms in DELAYS_MS]


def test_one_stall_of_the_agents_does_not_shift_the_turns_after_it() -> None:
    turns = tone_turns((100, 100, 100, 100, 100))
    later_ms = [(truth.gap_ns - ms_to_ns(100)) / 1e6 for truth in _called(turns, CONDITIONS["stall of 150 ms"]).truths]
    assert later_ms[2] > 0
    assert later_ms[:2] + later_ms[3:] == [0, 0, 0, 0]


def test_a_burst_leaves_with_the_next_packet_and_jitter_within_three() -> None:
    turns = tone_turns(DELAYS_MS)
    for name, most_ms in (("in one burst", 20), ("jitter of 0-40 ms", 60)):
        later_ms = [
            truth.gap_ns / 1e6 - delay
            for truth, delay in zip(_called(turns, CONDITIONS[name]).truths, DELAYS_MS, strict=True)
        ]
        assert max(later_ms) > 0
        assert all(0 <= ms <= most_ms for ms in later_ms)


def test_a_reply_that_never_comes_ends_the_call() -> None:
    turns = tone_turns((100, 20_000, 100))
    call = _called(tuple(dataclasses.replace(turn, delay_ms=min(turn.delay_ms, 20_000)) for turn in turns), Condition())
    assert call.ended, "it is only late"
    mute = dataclasses.replace(turns[1], reply=TruthClip("mute", "", np.zeros(400, np.int16), 0, 400))
    call = _called((turns[0], mute, turns[2]), Condition())
    assert not call.ended
    assert [reply.lost for reply in replies("x", (turns[0], mute, turns[2]), call)] == [True] * 3


def test_the_clips_are_what_the_manifest_says(spoken: dict[str, TruthClip]) -> None:
    listed = yaml.safe_load((folder("audio_fixtures") / "manifest.yaml").read_text())["clips"]
    assert set(spoken) == set(listed)
    for name, clip in spoken.items():
        pcm, rate_hz = soundfile.read(folder("audio_fixtures") / listed[name]["file"], dtype="int16")
        assert (rate_hz, len(pcm)) == (8_000, len(clip.pcm))
        assert listed[name]["licence"] in {"Apache-2.0", "CC0-1.0"}
        if name != "noisy":
            sounding = np.flatnonzero(clip.pcm)
            assert (sounding[0], sounding[-1] + 1) == (clip.first_sample, clip.end_sample)


def test_a_spoiled_clip_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clips.models, "sha256_of", lambda _: "0" * 64)
    with pytest.raises(FixtureError, match="not the clip that the manifest describes"):
        load_clips()


def test_a_tone_is_as_loud_at_its_ends_as_anywhere() -> None:
    sound = tone(1_601)
    assert abs(int(sound.pcm[sound.first_sample])) == int(np.abs(sound.pcm).max())
    assert (sound.first_sounding, np.flatnonzero(sound.pcm)[-1] + 1) == (sound.first_sample, sound.end_sample)


def _reply(error_ms: float | None, **changes: object) -> Reply:
    true_ns = ms_to_ns(100)
    measured_ns = None if error_ms is None else true_ns + ms_to_ns(error_ms)
    reply = Reply("paced", true_ns, true_ns, measured_ns, talked_over=False, on_time=True)
    return dataclasses.replace(reply, **changes)  # type: ignore[arg-type]


def test_late_replies_are_rejected_and_counted_as_such() -> None:
    figures = summarise([*[_reply(1.0)] * 8, _reply(-3.0), _reply(50.0, on_time=False)])
    assert (figures.n, figures.rejected_share) == (9, 0.1)
    assert (figures.bias_ms, figures.p50_abs_ms, figures.worst_abs_ms) == (0.556, 1.0, 3.0)


def test_no_data_keeps_no_bar() -> None:
    none = summarise([])
    known = Known(none, none, none, {"paced": none}, all_ended=True)
    assert len(known.missed()) == 5
    good = summarise([_reply(0.0)])
    assert Known(good, good, good, {"paced": good}, all_ended=True).missed() == []


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_reply(7.0), "real, p99 7.0 ms"),
        (_reply(11.0), "real, paced: worst 11.0 ms"),
        (_reply(None), "replies not found"),
        (_reply(0.0, talked_over=True), "said to have come too early"),
        (_reply(0.0, on_time=False), "replies rejected"),
    ],
)
def test_each_bar_can_be_missed(spoil: Reply, words: str) -> None:
    good, bad = summarise([_reply(0.0)]), summarise([_reply(0.0), spoil])
    missed = Known(good, good, bad, {"paced": bad}, all_ended=True).missed()
    assert any(words in one for one in missed)
