"""Lines in one word: ``snr=10,loss=2%,codec=g711a``.

Such a word starts from ``clean``, or from the line that it names first (``bad_signal,loss=5%``), and changes what it
states. ``EFFECT=none`` leaves an effect out; ``EFFECT.SETTING=VALUE`` reaches every setting of every effect.
"""

import re
from collections.abc import Mapping, Set
from typing import Any

from voicebench.complaints import did_you_mean
from voicebench.errors import ConfigError
from voicebench.line.chain import WaySettings

__all__ = ["SHORT", "changed"]

SHORT: Mapping[str, str] = {
    "agc": "agc.max_gain_db",
    "buffer": "jitter.buffer_ms",
    "burst": "loss.mean_burst_packets",
    "bursts": "bursts.per_min",
    "clipping": "clipping.limit_db",
    "comfort": "comfort.level_dbov",
    "conceal": "conceal.kind",
    "delay": "echo.delay_ms",
    "echo": "echo.return_loss_db",
    "gain": "gain.max_db",
    "handset": "handset.tilt_db_per_octave",
    "jitter": "jitter.mean_ms",
    "loss": "loss.rate",
    "muffle": "muffle.depth_db",
    "noise": "noise.kind",
    "snr": "noise.snr_db",
    "trace": "loss.trace",
}
"""The setting that a short name means."""

_CODECS = {
    "g711a": {"law": "a"},
    "g711u": {"law": "mu"},
    **{name: {"name": name} for name in ("g722", "opus", "amr", "gsm")},
}
_NUMBER = re.compile(r"([+-]?\d+(?:\.\d+)?)(%|ms|hz|dbov|db|bps|/min)?", re.IGNORECASE)
_UNITS = {
    "_dbov": "dBov",
    "_db": "dB",
    "db_per_octave": "dB",
    "db_per_s": "dB",
    "_ms": "ms",
    "_hz": "Hz",
    "_bps": "bps",
    "per_min": "/min",
}
"""The unit of a setting, by how its name ends; per what, the name says."""
_SHARES = frozenset({"rate", "loss_in_good", "loss_in_bad"})


def changed(line: Mapping[str, Any], words: str) -> dict[str, Any]:
    """Return a line's settings with changes.

    Args:
        line: Settings as they stand in a line's file.
        words: ``KEY=VALUE`` and commas.

    Raises:
        ConfigError: A word is no change, its key is unknown or was there before, or its unit is another. Whether
            values fit is for the settings to say.
    """
    result, stated = dict(line), set[str]()
    for word in words.split(","):
        key, equals, value = (part.strip() for part in word.partition("="))
        if not (key and equals and value):
            raise ConfigError(f"line {words!r}: {word.strip()!r} is not KEY=VALUE")
        if _states_again(stated, settings := _settings(result, key, value), value):
            raise ConfigError(f"line {words!r}: {key} is stated twice; leave one out")
        stated |= settings
        _change(result, key, value, words)
    return result


def _settings(line: Mapping[str, Any], key: str, value: str) -> set[str]:
    """Return what a word sets, by the longest names: two words may set the same by other ones."""
    if key == "band":
        return {"band", "band.low_hz", "band.high_hz"}
    if key == "packet":
        return {"loss.packet_ms", *(["jitter.packet_ms"] if line.get("jitter") else [])}
    if key == "codec":
        return {"codec", "codec.law", "codec.name"}
    if key == "noise" and _is_sound(value):
        return {"noise.kind", "noise.file"}
    return {SHORT.get(key, key)}


def _states_again(stated: Set[str], settings: Set[str], value: str) -> bool:
    # What is left out is left out with all that was stated of it; the other way about, it begins anew.
    gone = {name.partition(".")[0] for name in settings} if value == "none" else set()
    return bool(stated & settings) or any(name.partition(".")[0] in gone for name in stated)


def _is_sound(value: str) -> bool:
    return value.lower().endswith((".wav", ".flac"))


def _change(line: dict[str, Any], key: str, value: str, words: str) -> None:
    if key in WaySettings.model_fields and value == "none":
        line[key] = None
    elif key == "codec" and value in _CODECS:
        line[key] = _CODECS[value]
    elif key == "band":
        low, _, high = value.lower().removesuffix("hz").partition("-")
        line[key] = {"low_hz": low, "high_hz": high}
    elif key == "packet":
        for effect in ("loss", "jitter"):
            if line.get(effect) or effect == "loss":
                line[effect] = {**(line.get(effect) or {"rate": 0.0}), "packet_ms": _value(value, "packet_ms", words)}
    elif key == "noise" and _is_sound(value):
        line[key] = {"snr_db": (line.get(key) or {}).get("snr_db"), "file": value}
    else:
        _set(line, key, value, words)


def _set(line: dict[str, Any], key: str, value: str, words: str) -> None:
    if key == "codec":
        near = did_you_mean(value, _CODECS)
        raise ConfigError(f"line {words!r}: no codec {value!r}; choose {', '.join(sorted(_CODECS))} or none{near}")
    effect, _, setting = SHORT.get(key, key).partition(".")
    if effect not in WaySettings.model_fields or not setting:
        known = sorted([*SHORT, "band", "codec", "packet"])
        near = did_you_mean(key, known)
        raise ConfigError(f"line {words!r}: no setting {key!r}; choose {', '.join(known)}, or EFFECT.SETTING{near}")
    line[effect] = {**(line.get(effect) or {}), setting: _value(value, setting, words)}


def _value(text: str, setting: str, words: str) -> float | int | str:
    found = _NUMBER.fullmatch(text)
    if found is None:
        return text
    unit = _unit(setting)
    if found[2] and found[2].lower() != unit.lower():
        what = f"{setting} is in {unit}, not in {found[2]}" if unit else f"{setting} has no unit"
        raise ConfigError(f"line {words!r}: {what}; write {found[1]}{unit}")
    number = float(found[1]) / (100 if found[2] == "%" else 1)
    return int(number) if number.is_integer() else number


def _unit(setting: str) -> str:
    if setting in _SHARES:
        return "%"
    return next((unit for end, unit in _UNITS.items() if setting.endswith(end)), "")
