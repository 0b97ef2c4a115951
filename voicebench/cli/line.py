"""``voicebench line``: put one sound through a line, and say what the line did to it."""

import math
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group
from rich.text import Text

from voicebench.audio import Waveform, resample
from voicebench.cli.screen import PASSED, complain, show, show_json
from voicebench.errors import ConfigError
from voicebench.line import Channel, Direction, LineEvent, LineParams, carry, draw, load
from voicebench.line.level import LevelReading, active_level_dbov
from voicebench.line.measure import Reading, measure
from voicebench.line.wav import read_wav, write_wav
from voicebench.report.words import grid, words
from voicebench.task import Json
from voicebench.units import LINE_RATE_HZ, ns_to_ms

__all__ = ["EXAMPLE", "line"]

_UNITS = {
    "_dbov": ("dBov", 1.0),
    "_db": ("dB", 1.0),
    "_hz": ("Hz", 1.0),
    "_packets": ("packets", 1.0),
    "_rate": ("%", 100.0),
}
"""Units by the ending of a figure's name."""
EXAMPLE = "Example: voicebench line IN.wav OUT.wav --line bad_signal --seed 3"


def line(
    *,
    source: Annotated[Path, typer.Argument(metavar="IN", help="A mono sound file of any rate.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="A WAV file, 8 kHz, to write.")],
    name: Annotated[
        str, typer.Option("--line", help="A line's name, its file, or words: snr=10,loss=2%,codec=g711a.")
    ] = "clean",
    seed: Annotated[int, typer.Option(help="Seed of all dice.")] = 1,
    direction: Annotated[Direction, typer.Option(help="Which way the sound goes.")] = "to_agent",
    far: Annotated[Path | None, typer.Option(help="What is heard at IN's end meanwhile, for echo.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print figures as one JSON object.")] = False,
) -> int:
    """Carry a sound over a line, as a call's would be. What was asked for is printed beside what was measured."""
    _check_target(target, source, far)
    params = draw(load(name), seed, direction)
    sound, level = _levelled(source)
    channel = Channel(params)
    arrived = carry(channel, sound, _levelled(far)[0] if far else None)
    write_wav(target, arrived)
    readings = measure(params, sound, arrived, channel.timeline())
    if as_json:
        asked = {"line": params.line, "seed": seed, "direction": direction, "input_level_dbov": _finite(level)}
        show_json({**asked, **_figures(params, channel, readings), "sound_ms": ns_to_ms(sound.duration_ns)})
    else:
        show(_view(channel, readings))
    return PASSED


def _check_target(target: Path, source: Path, far: Path | None) -> None:
    """A recording is not made twice: what is written must not be what is read."""
    if target.suffix.lower() != ".wav":
        raise ConfigError(f"OUT {target}: a WAV file is written; give it a name that ends in .wav")
    for what, read in (("IN", source), ("--far", far)):
        if read is not None and target.resolve() == read.resolve():
            raise ConfigError(f"OUT {target}: this is {what}, which would be lost; name another file")


def _levelled(path: Path) -> tuple[Waveform, LevelReading]:
    """Return a file's sound at the line's rate, at -26 dBov active level, and the level that it had."""
    found = read_wav(path)
    if found.rate_hz != LINE_RATE_HZ:
        complain(f"{path}: resampled from {found.rate_hz} to {LINE_RATE_HZ} Hz")
    sound = resample(found, LINE_RATE_HZ)
    level = active_level_dbov(sound.samples, LINE_RATE_HZ)
    if not math.isfinite(level.active_level_dbov):
        complain(f"{path}: holds no speech to level, so it goes as it is")
        return sound, level
    return Waveform(sound.samples * sound.samples.dtype.type(level.gain_to()), LINE_RATE_HZ), level


def _finite(level: LevelReading) -> float | None:
    return level.active_level_dbov if math.isfinite(level.active_level_dbov) else None


def _figures(params: LineParams, channel: Channel, readings: tuple[Reading, ...]) -> dict[str, Json]:
    return {
        "latency_ms": _late_ms(channel),
        "clipped_samples": channel.clipped_samples,
        "measured": {each.what: each.model_dump(exclude={"what"}, exclude_none=False) for each in readings},
        "drawn": [effect.model_dump(mode="json") for effect in params.effects],
        "timeline": [{"at_ms": event.at_ms, **event.model_dump(mode="json")} for event in channel.timeline()],
    }


def _late_ms(channel: Channel) -> float:
    return channel.latency_samples * 1_000 / LINE_RATE_HZ


def _view(channel: Channel, readings: tuple[Reading, ...]) -> Group:
    table = grid("!", ">asked", ">measured", "!", "!counted")
    for each in readings:
        name, unit, times = _unit(each.what)
        values = (_shown(value, times) for value in (each.asked, each.measured))
        table.add_row(words(name), *values, words(unit), words(each.counted))
    return Group(table, words(f"{_late_ms(channel):g} ms later; {_counts(channel.timeline())}"), *_clipped(channel))


def _unit(what: str) -> tuple[str, str, float]:
    """Return the name of a figure in words, its unit, and how many of that unit a 1 is."""
    for ending, (unit, times) in _UNITS.items():
        if what.endswith(ending):
            return what.removesuffix(ending if ending != "_rate" else "").replace("_", " "), unit, times
    return what.replace("_", " "), "", 1.0


def _shown(value: float | None, times: float) -> str:
    return "-" if value is None else f"{times * value:.4g}"


def _counts(events: tuple[LineEvent, ...]) -> str:
    kinds = sorted({event.what for event in events})
    counts = [f"{kind} {sum(event.what == kind for event in events)}" for kind in kinds]
    return f"events: {', '.join(counts) or 'none'} (--json lists them)"


def _clipped(channel: Channel) -> list[Text]:
    count = channel.clipped_samples
    return [words(f"{count} samples were louder than the line carries and were clipped", "yellow")] if count else []
