"""Every effect, alone and with all the others: streamed = whole, same seed = same bytes, bounded, and pure."""

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from voicebench.audio import Waveform
from voicebench.line import Channel, LineParams, LineSettings, apply, carry, draw
from voicebench.line.chain import WaySettings

Floats = npt.NDArray[np.float32]

EFFECTS: dict[str, dict[str, object]] = {
    "echo": {"delay_ms": 31.125, "return_loss_db": 6},
    "muffle": {},
    "handset": {},
    "band": {},
    "noise": {"kind": "street", "snr_db": 10},
    "bursts": {"per_min": 400},
    "gain": {"steps_per_min": 120},
    "agc": {"db_per_s": 30},
    "clipping": {},
    "codec": {"law": "a"},
    "loss": {"rate": 0.2, "mean_burst_packets": 2, "packet_ms": 30},
    "jitter": {"mean_ms": 20, "spikes_per_min": 60, "buffer_ms": 50, "packet_ms": 30},
    "conceal": {},
    "comfort": {"hangover_ms": 40, "threshold_dbov": -30},
}
OTHERS = {name: {"codec": {"name": name}} for name in ("g722", "opus", "amr")}
LINES = {name: {name: effect} for name, effect in EFFECTS.items()} | OTHERS | {"all": EFFECTS}


def test_every_effect_is_here() -> None:
    assert set(EFFECTS) == set(WaySettings.model_fields)


def params(name: str, seed: int) -> LineParams:
    return draw(LineSettings.model_validate({"name": name, **LINES[name]}), seed, "to_agent")


def sound(seed: int, count: int) -> Waveform:
    dice = np.random.Generator(np.random.PCG64(seed))
    loud = np.repeat(dice.choice([0.0, 0.001, 0.05, 0.4], count // 400 + 1), 400)[:count]
    return Waveform(np.asarray(dice.standard_normal(count) * loud, np.float32), 8_000)


def streamed(drawn: LineParams, whole: Waveform, far: Waveform, sizes: list[int]) -> tuple[Floats, Channel]:
    """Push chunks of any size as they come, a packet whenever one is full; the last is filled up with silence."""
    channel, waiting, heard = Channel(drawn), np.zeros(0, np.float32), []
    ears = np.pad(far.samples, (160, 8_000)).reshape(-1)
    tail = np.zeros(channel.latency_samples + 160, np.float32)
    for chunk in [*np.split(whole.samples, np.cumsum(sizes)), tail]:
        waiting = np.concatenate((waiting, chunk))
        while len(waiting) >= 160:
            heard.append(channel.push(waiting[:160], ears[len(heard) * 160 :][:160]))
            waiting = waiting[160:]
    return np.concatenate(heard), channel


@pytest.mark.parametrize("name", LINES)
@settings(deadline=None, max_examples=6, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**62), st.lists(st.integers(0, 900), max_size=8), st.integers(0, 3_000))
def test_any_chunking_gives_the_same_bytes_and_the_same_timeline(
    name: str, seed: int, sizes: list[int], rest: int
) -> None:
    drawn, whole, far = params(name, seed), sound(seed % 99, sum(sizes) + rest), sound(7, sum(sizes) + rest)
    channel = Channel(drawn)
    applied = carry(channel, whole, far).samples
    heard, stream = streamed(drawn, whole, far, sizes)
    assert heard[: len(applied)].tobytes() == applied.tobytes()
    events = channel.timeline()
    assert stream.timeline()[: max(0, len(events) - 1)] == events[:-1]
    assert len(applied) == len(whole) + channel.latency_samples


@pytest.mark.parametrize("name", LINES)
def test_the_same_seed_gives_the_same_bytes_and_json_keeps_them(name: str) -> None:
    whole, far = sound(1, 6_400), sound(2, 6_400)
    once = apply(params(name, 5), whole, far).samples
    again = apply(LineParams.model_validate_json(params(name, 5).model_dump_json()), whole, far).samples
    assert once.tobytes() == again.tobytes()
    assert np.isfinite(once).all()
    assert once.dtype == np.float32


@pytest.mark.parametrize("name", LINES)
def test_nothing_leaves_louder_than_full_scale_and_what_was_cut_is_counted(name: str) -> None:
    channel = Channel(params(name, 5))
    loud = Waveform(sound(3, 6_400).samples * np.float32(50), 8_000)
    heard = carry(channel, loud, loud)
    assert np.abs(heard.samples).max() <= 1.0
    assert channel.clipped_samples > 0


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("count", [0, 1, 159, 160, 161])
def test_short_sounds_come_out_whole(name: str, count: int) -> None:
    channel = Channel(params(name, 5))
    whole = sound(4, count)
    assert len(carry(channel, whole)) == count + channel.latency_samples


@pytest.mark.parametrize("name", LINES)
def test_a_packet_is_left_as_it_was_and_bad_ones_are_refused(name: str) -> None:
    channel = Channel(params(name, 5))
    packet = np.full(160, 0.3, np.float32)
    packet.setflags(write=False)
    for _ in range(10):
        assert channel.push(packet, packet).shape == (160,)
    for bad in (np.full(160, np.nan, np.float32), np.zeros((160, 2), np.float32), np.zeros(320, np.float32)):
        with pytest.raises(ValueError, match="packet"):
            channel.push(bad)
    with pytest.raises(ValueError, match="resample first"):
        apply(params(name, 5), Waveform(packet, 16_000))


@pytest.mark.parametrize("name", EFFECTS)
def test_one_more_effect_leaves_the_draws_of_all_others_alone(name: str) -> None:
    with_it = params("all", 8).effects
    rest = {other: effect for other, effect in EFFECTS.items() if other != name}
    without = draw(LineSettings.model_validate({"name": "rest", **rest}), 8, "to_agent").effects
    others = tuple(effect for effect in with_it if effect.effect != name)
    assert tuple(effect for effect in without if effect.effect != name) == others
