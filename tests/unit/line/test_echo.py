import numpy as np
import pytest

from voicebench.audio import Waveform
from voicebench.line import Channel, LineParams, LineSettings, apply, draw


def line(**echo: float) -> LineParams:
    return draw(LineSettings.model_validate({"name": "test", "echo": echo}), 1, "to_agent")


def noise(seed: int, count: int) -> np.ndarray:
    return (np.random.Generator(np.random.PCG64(seed)).standard_normal(count) * 0.1).astype(np.float32)


@pytest.mark.parametrize("delay_ms", [20, 20.125, 33.5, 160, 400])
@pytest.mark.parametrize("loss_db", [0, 6, 30])
def test_what_the_far_side_said_comes_back_to_the_sample_and_that_much_softer(delay_ms: float, loss_db: float) -> None:
    said, heard = noise(1, 8_000), noise(2, 8_000)
    arrived = apply(line(delay_ms=delay_ms, return_loss_db=loss_db), Waveform(said, 8_000), Waveform(heard, 8_000))
    delay = round(delay_ms * 8)
    expected = said.copy()
    expected[delay:] += np.float32(10 ** (-loss_db / 20)) * heard[: len(heard) - delay]
    np.testing.assert_array_equal(arrived.samples, expected.clip(-1, 1))


def test_without_a_far_side_there_is_no_echo() -> None:
    said = Waveform(noise(1, 1_000), 8_000)
    assert apply(line(), said).samples.tobytes() == said.samples.tobytes()


def test_a_far_side_that_falls_silent_is_heard_to_the_end() -> None:
    channel = Channel(line(delay_ms=40, return_loss_db=0))
    quiet, loud = np.zeros(160, np.float32), np.full(160, 0.5, np.float32)
    heard = [bool(channel.push(quiet, far).any()) for far in (loud, None, None, None)]
    assert heard == [False, True, False, False]


@pytest.mark.parametrize("far", [np.zeros(80, np.float32), np.zeros(160), np.full(160, np.nan, np.float32)])
def test_a_far_packet_must_be_a_packet(far: np.ndarray) -> None:
    with pytest.raises(ValueError, match="packet"):
        Channel(line()).push(np.zeros(160, np.float32), far)


def test_an_echo_sooner_than_a_packet_is_refused() -> None:
    with pytest.raises(ValueError, match="delay_ms"):
        line(delay_ms=19)
