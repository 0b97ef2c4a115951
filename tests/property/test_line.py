"""A streamed line equals the line applied to the whole, however the sound is cut up."""

import numpy as np
import numpy.typing as npt
from hypothesis import given, settings
from hypothesis import strategies as st

from voicebench.audio import Waveform
from voicebench.line import Channel, LineParams, apply, draw, load, names
from voicebench.line.level import speech_bounds

Floats = npt.NDArray[np.float32]

lines = st.builds(
    draw,
    st.sampled_from([load(name) for name in names()]),
    st.integers(0, 2**63 - 1),
    st.sampled_from(["to_agent", "to_caller"]),
)


def sound(seed: int, count: int) -> Floats:
    dice = np.random.Generator(np.random.PCG64(seed))
    loud = np.repeat(dice.choice([0.0, 0.05, 0.4], count // 400 + 1), 400)[:count]
    return np.asarray(dice.standard_normal(count) * loud, np.float32)


def streamed(params: LineParams, chunks: list[Floats]) -> Floats:
    """Push chunks of any size as they come, a packet whenever one is full; the last is filled up with silence."""
    channel, waiting, heard = Channel(params), np.zeros(0, np.float32), []
    for chunk in [*chunks, np.zeros(channel.latency_samples + 160, np.float32)]:
        waiting = np.concatenate((waiting, chunk))
        while len(waiting) >= 160:
            heard.append(channel.push(waiting[:160]))
            waiting = waiting[160:]
    return np.concatenate(heard)


@settings(deadline=None, max_examples=40)
@given(lines, st.integers(0, 99), st.lists(st.integers(0, 700), max_size=20))
def test_any_chunking_gives_the_same_bytes(params: LineParams, seed: int, sizes: list[int]) -> None:
    whole = sound(seed, sum(sizes))
    chunks = np.split(whole, np.cumsum(sizes)[:-1]) if sizes else []
    applied = apply(params, Waveform(whole, 8_000)).samples
    assert streamed(params, list(chunks))[: len(applied)].tobytes() == applied.tobytes()


@settings(deadline=None, max_examples=25)
@given(lines, st.integers(0, 99), st.integers(1, 20))
def test_what_was_heard_does_not_depend_on_what_comes_later(params: LineParams, seed: int, packets: int) -> None:
    whole = sound(seed, 20 * 160)
    early = apply(params, Waveform(whole[: packets * 160], 8_000)).samples
    full = apply(params, Waveform(whole, 8_000)).samples
    assert early[: packets * 160].tobytes() == full[: packets * 160].tobytes()


@settings(deadline=None, max_examples=25)
@given(lines, lines, st.integers(0, 99))
def test_two_channels_at_once_do_not_touch_each_other(one: LineParams, two: LineParams, seed: int) -> None:
    packets = sound(seed, 3_200).reshape(-1, 160)
    first, second = Channel(one), Channel(two)
    together = [(first.push(packet), second.push(packet[::-1].copy())) for packet in packets]
    alone = Channel(one)
    assert b"".join(a.tobytes() for a, _ in together) == b"".join(alone.push(p).tobytes() for p in packets)


@settings(deadline=None, max_examples=25)
@given(lines, st.integers(0, 99))
def test_a_line_is_finite_and_within_full_scale_whatever_comes_in(params: LineParams, seed: int) -> None:
    channel = Channel(params)
    for packet in sound(seed, 3_200).reshape(-1, 160) * np.float32(50):
        assert np.abs(channel.push(packet)).max() <= 1.0


@given(st.integers(0, 500), st.integers(1, 500), st.integers(0, 500))
def test_bounds_hold_the_speech_and_less_than_a_frame_more_at_each_end(before: int, loud: int, after: int) -> None:
    samples = np.concatenate((np.zeros(before), np.full(loud, 0.5), np.zeros(after))).astype(np.float32)
    found = speech_bounds(samples, 8_000)
    assert found is not None
    assert before - 40 < found.start_sample <= before
    assert before + loud <= found.end_sample < before + loud + 40
