from pathlib import Path

import pytest

from voicebench.errors import ConfigError
from voicebench.line import load, names


def test_the_presets_are_there_and_know_their_names() -> None:
    assert {"clean", "background_noise", "bad_signal"} <= set(names())
    assert all(load(name).name == name and load(name).description for name in names())


def test_they_ask_for_what_their_names_say() -> None:
    clean, noisy, bad = load("clean"), load("background_noise"), load("bad_signal")
    assert list(clean.effects("to_agent")) == ["band", "codec"]
    assert noisy.noise is not None
    assert (noisy.noise.kind, noisy.noise.snr_db, noisy.loss) == ("pink", 15, None)
    assert bad.noise is not None
    assert bad.loss is not None
    assert (bad.noise.snr_db, bad.loss.rate, bad.loss.mean_burst_packets) == (10, 0.03, 2)


def test_a_file_of_ones_own_is_a_line_too(tmp_path: Path) -> None:
    file = tmp_path / "attic.yaml"
    file.write_text("name: attic\nnoise: {snr_db: 5}\n")
    settings = load(file)
    assert settings.noise is not None
    assert (settings.name, settings.noise.kind) == ("attic", "pink")


@pytest.mark.parametrize("name", ["moon", "../lines/clean", "clean.yml2"])
def test_an_unknown_name_is_told_the_choices(name: str) -> None:
    with pytest.raises(ConfigError, match="choose background_noise, bad_signal, cafe, car, clean, "):
        load(name)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name: x\nnoise: {snr_db: loud}", "noise.snr_db must be a number, not 'loud'"),
        ("name: x\nnoise: {snr_db: .nan}", "noise.snr_db"),
        ("name: x\nnosie: {}", "nosie is not a key known here"),
        ("name: x\ncodec: {law: opus}", "codec.law"),
        ("name: x\nloss: {rate: 0.9}", "loss: .*at most 50%"),
        ("- a\n- b", "file must be a mapping"),
        ("name: [", "not YAML"),
    ],
)
def test_a_wrong_file_is_told_where(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=words) as caught:
        load(file)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load(tmp_path / "none.yaml")
