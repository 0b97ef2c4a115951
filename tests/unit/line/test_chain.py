import numpy as np
import pytest

from voicebench.audio import Waveform, silence
from voicebench.line import Channel, LineParams, LineSettings, apply, draw, load, names
from voicebench.line.loss import LossParams, LossPattern


def line(**effects: object) -> LineSettings:
    return LineSettings.model_validate({"name": "test", **effects})


NOISE = {"kind": "white", "snr_db": 10}
LOSS = {"rate": 0.1, "mean_burst_packets": 2}


@pytest.mark.parametrize("name", names())
def test_what_was_drawn_survives_json_and_makes_the_same_sound_again(name: str) -> None:
    params = draw(load(name), 42, "to_caller")
    again = LineParams.model_validate_json(params.model_dump_json())
    assert again == params
    sound = Waveform(np.sin(np.arange(4_000) / 3).astype(np.float32) * np.float32(0.2), 8_000)
    assert apply(again, sound).samples.tobytes() == apply(params, sound).samples.tobytes()


def test_effects_come_in_the_order_of_the_line_whatever_the_order_in_the_file() -> None:
    params = draw(line(loss=LOSS, codec={}, noise=NOISE, band={}), 1, "to_agent")
    assert [effect.effect for effect in params.effects] == ["band", "noise", "codec", "loss", "conceal"]


def test_the_two_directions_have_dice_of_their_own() -> None:
    quiet = silence(1_000, 8_000)
    there, back = (apply(draw(line(noise=NOISE), 1, way), quiet) for way in ("to_agent", "to_caller"))
    assert there.samples.tobytes() != back.samples.tobytes()


def test_one_more_effect_leaves_the_dice_of_the_others_alone() -> None:
    quiet = silence(4_000, 8_000)
    noise_only = draw(line(noise=NOISE), 5, "to_agent")
    both = draw(line(noise=NOISE, loss=LOSS), 5, "to_agent")
    loss_only = draw(line(loss=LOSS), 5, "to_agent")
    assert both.effects == (*noise_only.effects, *loss_only.effects)
    assert isinstance(loss_only.effects[0], LossParams)
    pattern = LossPattern(loss_only.effects[0])
    lost = pattern.take(200)
    untouched = [n for n in range(200) if not lost[n] and not (n and lost[n - 1])]
    plain, lossy = (apply(each, quiet).samples.reshape(-1, 160) for each in (noise_only, both))
    assert 100 < len(untouched) < 200
    assert plain[untouched].tobytes() == lossy[untouched].tobytes()


def test_a_direction_may_state_an_effect_for_itself_or_leave_it_out() -> None:
    settings = line(band={}, codec={}, noise=NOISE, to_caller={"noise": None, "codec": {"law": "a"}})
    assert list(settings.effects("to_agent")) == ["band", "noise", "codec"]
    back = draw(settings, 1, "to_caller").effects
    assert [effect.model_dump() for effect in back if effect.effect == "codec"] == [{"effect": "codec", "law": "a"}]
    assert [effect.effect for effect in back] == ["band", "codec"]


def test_silent_packets_get_noise_and_the_packet_handed_in_stays_as_it_is() -> None:
    channel = Channel(draw(load("bad_signal"), 1, "to_agent"))
    packet = np.zeros(160, np.float32)
    assert all(channel.push(packet).any() for _ in range(5))
    assert not packet.any()


def test_a_clean_line_keeps_digital_silence() -> None:
    assert not apply(draw(load("clean"), 1, "to_agent"), silence(1_000, 8_000)).samples.any()


@pytest.mark.parametrize("count", [0, 1, 110, 160, 1_000])
def test_a_sound_comes_out_whole_and_late_by_the_latency(count: int) -> None:
    params = draw(load("clean"), 1, "to_agent")
    heard = apply(params, Waveform(np.full(count, 0.1, np.float32), 8_000))
    assert len(heard) == count + Channel(params).latency_samples


def test_drawn_losses_without_concealment_are_refused() -> None:
    params = draw(line(loss=LOSS), 1, "to_agent")
    with pytest.raises(ValueError, match="nothing conceals them"):
        LineParams(line="x", direction="to_agent", effects=params.effects[:1])


def test_an_empty_line_changes_nothing() -> None:
    sound = Waveform(np.linspace(-1, 1, 500, dtype=np.float32), 8_000)
    assert apply(draw(line(), 1, "to_agent"), sound).samples.tobytes() == sound.samples.tobytes()


@pytest.mark.parametrize(
    ("packet", "words"),
    [
        (np.zeros(80, np.float32), "160 samples, got float32 of shape"),
        (np.zeros((160, 2), np.float32), r"shape \(160, 2\)"),
        (np.zeros(160, np.int16), "int16"),
        (np.zeros(160), "float64"),
        (np.full(160, np.nan, np.float32), "packet 0 holds NaN"),
        (np.full(160, -np.inf, np.float32), "infinity"),
        ([0.0] * 160, "list"),
    ],
)
def test_anything_else_than_a_packet_is_refused(packet: object, words: str) -> None:
    channel = Channel(draw(load("clean"), 1, "to_agent"))
    with pytest.raises(ValueError, match=words):
        channel.push(packet)  # type: ignore[arg-type]


def test_another_rate_is_refused() -> None:
    with pytest.raises(ValueError, match="8000 Hz, got 16000 Hz"):
        apply(draw(load("clean"), 1, "to_agent"), silence(100, 16_000))
