from pathlib import Path

import pytest

from voicebench.errors import ConfigError
from voicebench.line import LineSettings, draw, load, names
from voicebench.line.chain import WaySettings
from voicebench.line.spec import SHORT


def effects(line: str) -> dict[str, dict[str, object]]:
    return {name: effect.model_dump() for name, effect in load(line).effects("to_agent").items()}


def test_words_change_the_clean_line() -> None:
    found = effects("snr=10,loss=2%,codec=g711a")
    assert list(found) == ["band", "noise", "codec", "loss", "conceal"]
    assert (found["noise"]["kind"], found["noise"]["snr_db"]) == ("pink", 10)
    assert found["loss"]["rate"] == pytest.approx(0.02)
    assert found["codec"] == {"law": "a"}
    assert load("snr=10,loss=2%,codec=g711a").name == "snr=10,loss=2%,codec=g711a"


def test_words_change_a_line_that_is_named_first(tmp_path: Path) -> None:
    found = effects("bad_signal,loss=5%,noise=none")
    assert "noise" not in found
    assert (found["loss"]["rate"], found["loss"]["mean_burst_packets"]) == (pytest.approx(0.05), 2)
    file = tmp_path / "mine=own.yaml"
    file.write_text("name: mine\nnoise: {kind: white, snr_db: 3}\n")
    assert effects(f"{file},snr=7dB")["noise"]["snr_db"] == 7
    assert effects(str(file))["noise"]["snr_db"] == 3


def test_the_noise_of_a_preset_is_that_of_the_words_made_alike() -> None:
    preset, words = load("background_noise"), load("snr=15")
    assert draw(preset, 4, "to_agent").effects == draw(words, 4, "to_agent").effects


@pytest.mark.parametrize(
    ("words", "effect", "setting", "value"),
    [
        ("band=500-2500Hz", "band", "high_hz", 2_500),
        ("packet=30", "loss", "packet_ms", 30),
        ("echo=20dB,delay=90ms", "echo", "delay_ms", 90),
        ("jitter=5ms,buffer=40,packet=10", "jitter", "packet_ms", 10),
        ("bursts=12/min", "bursts", "per_min", 12),
        ("codec=opus", "codec", "name", "opus"),
        ("noise=car,snr=-3.5", "noise", "snr_db", -3.5),
        ("agc.db_per_s=3", "agc", "db_per_s", 3),
        ("conceal=silence,loss=1%", "conceal", "kind", "silence"),
    ],
)
def test_every_sort_of_word(words: str, effect: str, setting: str, value: object) -> None:
    assert effects(words)[effect][setting] == value


@pytest.mark.parametrize("key", sorted(SHORT))
def test_every_short_name_reaches_a_setting(key: str) -> None:
    effect, _, setting = SHORT[key].partition(".")
    kind = str(WaySettings.model_fields[effect].annotation)
    assert any(
        setting in each.model_fields for each in _settings_classes() if f"{each.__module__}.{each.__name__}" in kind
    )


def _settings_classes() -> list[type]:
    found: list[type] = []
    for cls in LineSettings.__mro__[-3].__subclasses__():  # Frozen's
        found += [cls, *cls.__subclasses__()]
    return found


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("snr=loud", "line 'snr=loud': noise.snr_db must be a number, not 'loud'"),
        ("loss=90%", "loss: .*at most 50%"),
        ("moon,snr=3", "no line 'moon'"),
        ("clean,noise", "'noise' is not KEY=VALUE"),
        ("snr=", "'snr=' is not KEY=VALUE"),
        ("snr=3,,", "'' is not KEY=VALUE"),
        ("colour=red", "no setting 'colour'; choose agc, "),
        ("codec=opux", "no codec 'opux'; choose amr, .* or none; did you mean 'opus'"),
        ("noise=car", "noise.snr_db"),
        ("codec=mp3", "codec"),
        ("band=300", "band.high_hz"),
        ("trace=none.txt", "no such file"),
        ("=", "is not KEY=VALUE"),
    ],
)
def test_wrong_words_are_told_in_one_line(line: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words) as caught:
        load(line)
    assert "\n" not in str(caught.value)


def test_every_preset_takes_words() -> None:
    assert all(load(f"{name},snr=12").effects("to_agent")["noise"] for name in names())
