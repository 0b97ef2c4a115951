import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from voicebench.cli.line import EXAMPLE

Command = Callable[..., Any]
RATE_HZ = 16_000


def speech(seconds: float = 4.0, rate_hz: int = RATE_HZ) -> np.ndarray:
    """Syllables of a buzz, at a level that is not the line's."""
    at_s = np.arange(int(seconds * rate_hz)) / rate_hz
    buzz = sum(np.sin(2 * np.pi * 140 * k * at_s) / k for k in range(1, 20))
    return 0.01 * buzz * np.clip(np.sin(2 * np.pi * 2 * at_s), 0, 1)


@pytest.fixture
def said(tmp_path: Path) -> Path:
    soundfile.write(tmp_path / "in.wav", speech(), RATE_HZ)
    return tmp_path / "in.wav"


def test_a_file_is_levelled_carried_and_measured(command: Command, said: Path) -> None:
    done = command("line", said, "out.wav", "--line", "bad_signal", "--seed", 3, "--json")
    assert done.code == 0
    assert "resampled from 16000 to 8000 Hz" in done.err
    found = json.loads(done.out)
    assert (found["line"], found["seed"], found["direction"], found["sound_ms"]) == ("bad_signal", 3, "to_agent", 4_000)
    assert found["input_level_dbov"] < -35
    assert found["measured"]["speech_level_dbov"]["measured"] == pytest.approx(-26, abs=0.3)
    assert found["measured"]["snr_db"]["measured"] == pytest.approx(10, abs=0.3)
    assert [effect["effect"] for effect in found["drawn"]] == ["band", "noise", "codec", "loss", "conceal"]
    lost = [event for event in found["timeline"] if event["what"] == "lost"]
    assert lost
    assert found["measured"]["loss_rate"]["measured"] == sum(event["facts"]["packets"] for event in lost) / 200
    assert all(event["at_ms"] == event["at_sample"] / 8 for event in lost)
    sound, rate_hz = soundfile.read("out.wav")
    assert (rate_hz, len(sound)) == (8_000, 32_000 + 50)
    assert soundfile.info("out.wav").subtype == "PCM_16"


def test_the_verb_has_help_with_an_example(command: Command) -> None:
    done = command("line", "--help")
    assert done.code == 0
    assert EXAMPLE in " ".join(done.out.split())


def test_the_same_seed_gives_the_same_file_and_another_one_another(command: Command, said: Path) -> None:
    for name, seed in (("a", 3), ("b", 3), ("c", 4)):
        assert command("line", said, f"{name}.wav", "--line", "snr=10,loss=2%,codec=g711a", "--seed", seed).code == 0
    a, b, c = (Path(f"{name}.wav").read_bytes() for name in "abc")
    assert a == b != c


def test_people_get_a_table(command: Command, said: Path) -> None:
    done = command("line", said, "out.wav", "--line", "voip_loss")
    (loss,) = [line.split() for line in done.out.splitlines() if line.startswith("loss rate")]
    assert [loss[2], *loss[4:]] == ["5", "%", loss[5], *["of", "200", "packets", "of", "20", "ms"]]
    assert float(loss[3]) == 100 * int(loss[5]) / 200
    assert "66.25 ms later; events: " in done.out


def test_an_echo_of_the_far_side_is_heard(command: Command, tmp_path: Path) -> None:
    soundfile.write(tmp_path / "quiet.wav", np.zeros(8_000), 8_000)
    soundfile.write(tmp_path / "far.wav", speech(1.0, 8_000), 8_000)
    spec = "echo=10,delay=100"
    assert command("line", "quiet.wav", "out.wav", "--line", spec, "--far", "far.wav").code == 0
    sound, _ = soundfile.read("out.wav")
    assert not sound[:800].any()
    assert sound[900:].any()


def test_silence_goes_as_it_is_and_is_said_to(command: Command, tmp_path: Path) -> None:
    soundfile.write(tmp_path / "quiet.wav", np.zeros(8_000), 8_000)
    done = command("line", "quiet.wav", "out.wav", "--json")
    assert (done.code, "holds no speech to level" in done.err) == (0, True)
    assert json.loads(done.out)["input_level_dbov"] is None
    assert not soundfile.read("out.wav")[0].any()


def test_one_sample_is_a_sound(command: Command, tmp_path: Path) -> None:
    soundfile.write(tmp_path / "one.wav", np.array([0.5]), 8_000)
    assert command("line", "one.wav", "out.wav").code == 0
    assert len(soundfile.read("out.wav")[0]) == 51


@pytest.mark.parametrize(
    ("samples", "words"),
    [
        (np.zeros((800, 2)), "has 2 channels"),
        (np.zeros(0), "holds no samples"),
        (np.full(800, math.nan), "holds NaN"),
    ],
)
def test_what_is_no_mono_sound_is_refused(command: Command, tmp_path: Path, samples: np.ndarray, words: str) -> None:
    soundfile.write(tmp_path / "bad.wav", samples, 8_000, subtype="FLOAT")
    done = command("line", "bad.wav", "out.wav")
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert not Path("out.wav").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("none.wav", "out.wav"), "there is no such file"),
        (("in.wav", "no/folder/out.wav"), "cannot be written"),
        (("in.wav", "out.wav", "--line", "nope"), "no line 'nope'"),
        (("in.wav", "out.wav", "--line", "snr=loud"), "noise.snr_db"),
        (("in.wav", "out.wav", "--direction", "up"), "to_agent"),
        (("in.wav",), "OUT"),
        (("in.wav", "out.mp3"), "ends in .wav"),
        (("in.wav", "./in.wav"), "this is IN, which would be lost"),
        (("in.wav", "out.wav", "--far", "out.wav"), "this is --far"),
        (("in.wav", "out.wav", "--direction", "to_agnet"), "did you mean 'to_agent'?"),
    ],
)
def test_a_wrong_argument_is_one_line(command: Command, said: Path, arguments: tuple[str, ...], words: str) -> None:
    assert said.exists()
    done = command("line", *arguments)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert done.err.splitlines()[-1].startswith("voicebench: ")
    assert not Path("out.wav").exists()
