from collections.abc import Callable

import numpy as np
import pytest

from voicebench.audio import Waveform
from voicebench.errors import ConfigError
from voicebench.line import Channel, LineParams, LineSettings, apply, draw, load

CODECS = ["g722", "opus", "amr"]


def line(name: str, **more: object) -> LineParams:
    settings = LineSettings.model_validate({"name": name, "band": {}, "codec": {"name": name, **more}})
    return draw(settings, 1, "to_agent")


def lag_samples(sound: np.ndarray, heard: np.ndarray) -> int:
    spread = 2 * len(sound)
    likeness = np.fft.irfft(np.fft.rfft(heard, spread) * np.conj(np.fft.rfft(sound, spread)))
    return int(np.argmax(likeness[:1_000]))


@pytest.mark.parametrize("codec", CODECS)
def test_speech_comes_through_recognisably_and_as_late_as_is_said(
    voice: Callable[[int], np.ndarray], codec: str
) -> None:
    sound, params = voice(2), line(codec)
    heard = apply(params, Waveform(sound, 8_000)).samples
    late = Channel(params).latency_samples
    assert len(heard) == len(sound) + late
    assert lag_samples(sound, heard) == pytest.approx(late, abs=2)
    plain = apply(draw(load("codec=none"), 1, "to_agent"), Waveform(sound, 8_000)).samples[50:]
    likeness = np.corrcoef(plain, heard[late:])[0, 1]
    assert 0.8 < likeness < 0.9999


@pytest.mark.parametrize("codec", CODECS)
def test_the_same_sound_gives_the_same_bytes(voice: Callable[[int], np.ndarray], codec: str) -> None:
    sound = Waveform(voice(3), 8_000)
    assert apply(line(codec), sound).samples.tobytes() == apply(line(codec), sound).samples.tobytes()


def test_fewer_bits_are_worse(voice: Callable[[int], np.ndarray]) -> None:
    sound = Waveform(voice(4), 8_000)
    many, few = (apply(line("amr", bitrate_bps=bps), sound).samples for bps in (12_200, 4_750))
    late = Channel(line("amr")).latency_samples
    near, far = (np.corrcoef(sound.samples, heard[late:])[0, 1] for heard in (many, few))
    assert near > far


@pytest.mark.parametrize("codec", CODECS)
def test_what_exceeds_full_scale_is_counted(codec: str) -> None:
    channel = Channel(draw(LineSettings.model_validate({"name": "x", "codec": {"name": codec}}), 1, "to_agent"))
    loud = (3 * np.sin(2 * np.pi * 500 * np.arange(160) / 8_000)).astype(np.float32)
    assert all(np.abs(channel.push(loud)).max() <= 1 for _ in range(5))
    assert channel.clipped_samples > 100


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("codec=gsm", "this build of PyAV cannot encode gsm; it can: g722, opus, amr"),
        ("codec=amr,codec.bitrate_bps=9000", "amr runs at 12200, "),
        ("codec=opus,codec.bitrate_bps=900", "opus runs at 6000 to 64000"),
        ("codec.name=mp3", "codec.name must be "),
    ],
)
def test_a_codec_that_is_not_there_is_told(words: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        load(words)
