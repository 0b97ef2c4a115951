import re
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from voicebench.errors import ConfigError
from voicebench.line import LineSettings, draw, load, names
from voicebench.line.chain import WaySettings
from voicebench.line.spec import SHORT, changed


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
        ("handset=3db", "handset", "tilt_db_per_octave", 3),
        ("codec=opus,codec.bitrate_bps=24000bps", "codec", "bitrate_bps", 24_000),
        ("packet=10,jitter=5ms,jitter.packet_ms=10", "jitter", "packet_ms", 10),
        ("bad_signal,jitter=none,buffer=40", "jitter", "buffer_ms", 40),
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


def _numbers() -> list[tuple[str, str]]:
    """Every setting that is a number, with its effect."""
    return [
        (effect, name)
        for effect, field in WaySettings.model_fields.items()
        for each in _settings_classes()
        if f"{each.__module__}.{each.__name__}" in str(field.annotation)
        for name, facts in TypeAdapter(each).json_schema()["properties"].items()
        if re.search("number|integer", str(facts))
    ]


@pytest.mark.parametrize(("effect", "setting"), _numbers())
def test_a_setting_knows_the_unit_that_its_name_ends_in(effect: str, setting: str) -> None:
    named = re.search(r"(?:^|_)(dbov|db|ms|hz|bps|per_min)(?:$|_per_)", setting)
    unit = named[1].replace("per_", "/") if named else ""
    assert changed({}, f"{effect}.{setting}=3{unit}") == {effect: {setting: 3}}
    with pytest.raises(ConfigError, match=f"; write 3(?i:{unit or '%?'})$"):
        changed({}, f"{effect}.{setting}=3{'Hz' if unit == 'ms' else 'ms'}")


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
        ("snr=10%", "snr_db is in dB, not in %; write 10dB"),
        ("snr=10Hz", "snr_db is in dB, not in Hz; write 10dB"),
        ("loss=2dB", "rate is in %, not in dB; write 2%"),
        ("loss.loss_in_bad=0.5ms", "loss_in_bad is in %, not in ms"),
        ("jitter=5%", "mean_ms is in ms, not in %"),
        ("jitter.spikes_per_min=5ms", "spikes_per_min is in /min, not in ms; write 5/min"),
        ("bursts=12Hz", "per_min is in /min, not in Hz"),
        ("comfort=-60dB", "level_dbov is in dBov, not in dB"),
        ("clipping=-20dBov", "limit_db is in dB, not in dBov"),
        ("muffle.from_hz=900ms", "from_hz is in Hz, not in ms"),
        ("packet=30Hz", "packet_ms is in ms, not in Hz"),
        ("burst=3ms", "mean_burst_packets has no unit; write 3"),
        ("handset=4Hz", "tilt_db_per_octave is in dB, not in Hz; write 4dB"),
        ("snr=10,snr=20", "snr is stated twice"),
        ("snr=10,noise.snr_db=10", "noise.snr_db is stated twice"),
        ("codec=opus,codec=none", "codec is stated twice"),
        ("packet=20,packet=30", "packet is stated twice"),
        ("noise.file=a.wav,noise=b.wav,snr=9", "noise is stated twice"),
        ("noise=b.wav,noise.file=a.wav,snr=9", "noise.file is stated twice"),
        ("noise=car,snr=9,noise.kind=hum", "noise.kind is stated twice"),
        ("band=300-3400,band.low_hz=200", "band.low_hz is stated twice"),
        ("band.high_hz=3000,band=300-3400", "band is stated twice"),
        ("codec=opus,codec.name=gsm", "codec.name is stated twice"),
        ("codec.law=mu,codec=g711a", "codec is stated twice"),
        ("packet=20,loss.packet_ms=30", "loss.packet_ms is stated twice"),
        ("snr=9,noise=none", "noise is stated twice"),
        ("band=none,band=300-3400", "band is stated twice"),
        ("loss=none,loss=1%", "loss is stated twice"),
        ("clean,loss=1%,snr=3,loss=none", "loss is stated twice"),
    ],
)
def test_wrong_words_are_told_in_one_line(line: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words) as caught:
        load(line)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name: a\nnoise: {snr_db: 3}\nnoise: {snr_db: 9}\n", "not YAML: the key 'noise' is there twice .*line 3"),
        ("name: a\nnoise: {snr_db: 3, snr_db: 9}\n", "not YAML: the key 'snr_db' is there twice"),
        ("name: a\nname: b\n", "not YAML: the key 'name' is there twice"),
        ("name: ''\n", "name: a line has a name"),
        ("name: ' '\n", "name: a line has a name"),
    ],
)
def test_a_file_that_is_no_line_is_told_in_one_line(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "own.yaml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=f"own.yaml: {words}") as caught:
        load(file)
    assert "\n" not in str(caught.value)


def test_what_is_merged_into_a_mapping_may_be_stated_there_too(tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text("name: a\nto_agent: {noise: &n {snr_db: 3}}\nto_caller: {noise: {<<: *n, snr_db: 9}}\n")
    assert load(file).effects("to_caller")["noise"].model_dump()["snr_db"] == 9


def test_every_preset_takes_words() -> None:
    assert all(load(f"{name},snr=12").effects("to_agent")["noise"] for name in names())
