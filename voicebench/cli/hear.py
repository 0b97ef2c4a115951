"""``voicebench hear``: what a recogniser makes of a line."""

import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group

from voicebench import models
from voicebench.cli.screen import PASSED, show, show_json, stderr
from voicebench.complaints import did_you_mean
from voicebench.errors import ConfigError
from voicebench.report.hearing_curve import curve_svg
from voicebench.report.hearing_view import hearing_view
from voicebench.report.words import words
from voicebench.run.crew import cores
from voicebench.run.folders import check_new_folder, write_folder
from voicebench.run.hear.manifest import first_of_each, shipped_utterances
from voicebench.run.hear.recordings import Recording, read_truth
from voicebench.run.hear.session import Hearing, HearingPlan, hold_hearing, read_sweep
from voicebench.run.hear.utterances import KINDS, VOICE_ORDER, Utterance, draw_utterances
from voicebench.run.manifest import versions
from voicebench.stack import EngineSpec, load_stack
from voicebench.tts.voices import VOICES

__all__ = ["EXAMPLE", "hear"]

EXAMPLE = "Example: voicebench hear --line background_noise --n 5 --kind phone --out runs/heard"

_FRESH = 40
"""Utterances of each kind that ``--fresh`` draws."""
_LINE_HELP = "A line: its name, its file, or words such as snr=10,loss=2%. May be repeated. Default: clean."
_AUDIO_HELP = "A folder of your own recordings, in place of our utterances; as they are unless --line is given."
_TRUTH_HELP = "What is said in them: a CSV file with the columns file, text and, for a value, kind and value."


def hear(
    *,
    line: Annotated[list[str] | None, typer.Option(metavar="LINE", help=_LINE_HELP)] = None,
    stack: Annotated[str, typer.Option(help="Whose recogniser: a name of `voicebench stacks`, or a file.")] = "local",
    model: Annotated[
        str | None, typer.Option(help="Whisper of this size, in place of the stack's: tiny.en, base, or a folder.")
    ] = None,
    n: Annotated[
        int | None, typer.Option("--n", min=1, help="Utterances of each kind. Default: all that ship.")
    ] = None,
    kind: Annotated[
        list[str] | None,
        typer.Option(metavar="KIND", help=f"Only these kinds. May be repeated. Of {', '.join(KINDS)}."),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Draw utterances of its own by the seed, in place of those that ship.")
    ] = False,
    voice: Annotated[
        list[str] | None,
        typer.Option(
            metavar="VOICE",
            help=f"In place of the utterances' own. May be repeated: they take turns. Of {', '.join(VOICES)}.",
        ),
    ] = None,
    sweep: Annotated[
        str | None, typer.Option(metavar="SETTING=FROM:TO:STEP", help="Turn one setting of the line: snr=30:0:5.")
    ] = None,
    audio: Annotated[Path | None, typer.Option(help=_AUDIO_HELP)] = None,
    truth: Annotated[Path | None, typer.Option(help=_TRUTH_HELP)] = None,
    seed: Annotated[int, typer.Option(help="Seed of the line's dice, and of --fresh.")] = 1,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes. Default: the number of cores.")] = None,
    out: Annotated[Path | None, typer.Option(help="A new folder for figures, curve and every transcript.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print figures as one JSON object.")] = False,
) -> int:
    """Say what a recogniser hears right over a line. Utterances are spoken, carried over it and heard."""
    sources = _sources(audio, truth, _Choice(kind or (), n, seed if fresh else None, voice or ()))
    lines: list[str | None] = [*(line or ())]
    if not lines and not sweep:
        lines = [None if audio else "clean"]
    swept = read_sweep(sweep) if sweep else None
    plan = HearingPlan(sources, lines, _recogniser(stack, model), seed, swept, (n or _FRESH) if fresh else None)
    plan.settings()
    if out:
        _check_out(out)
    console, total = stderr(), len(sources)
    with console.status("") as status:

        def tell(done: int) -> None:
            status.update(f"{done} of {total} utterances")

        found = hold_hearing(plan, min(jobs or cores(), total), models.cache_folder(), tell)
    # Shown first: what took minutes is not lost to a disk that is full.
    if as_json:
        show_json(found.to_json())
    else:
        show(hearing_view(found.conditions, found.sweep))
    if out:
        _keep(found, out)
    if out and not as_json:
        show(Group("", words(f"Kept: {out}")))
    return PASSED


@dataclass(frozen=True)
class _Choice:
    """Which of our utterances."""

    kinds: Sequence[str]
    n: int | None
    fresh_seed: int | None
    voices: Sequence[str]


def _sources(audio: Path | None, truth: Path | None, choice: _Choice) -> Sequence[Utterance] | Sequence[Recording]:
    if (audio is None) != (truth is None):
        raise ConfigError("--audio and --truth go together: a folder of recordings, and a CSV of what is said in them")
    if audio is None or truth is None:
        return _ours(choice)
    if choice.kinds or choice.n or choice.voices or choice.fresh_seed is not None:
        raise ConfigError("--kind, --n, --voice and --fresh choose among our utterances; leave them out with --audio")
    return read_truth(audio, truth)


def _ours(choice: _Choice) -> Sequence[Utterance]:
    for flag, names, known in (("--kind", choice.kinds, KINDS), ("--voice", choice.voices, tuple(VOICES))):
        for name in names:
            if name not in known:
                raise ConfigError(f"{flag} {name}: choose among {', '.join(known)}{did_you_mean(name, known)}")
    if choice.fresh_seed is not None:
        counts = dict.fromkeys(choice.kinds or KINDS, choice.n or _FRESH)
        return draw_utterances(counts, choice.fresh_seed, choice.voices or VOICE_ORDER)
    found = [one for one in shipped_utterances() if not choice.kinds or one.kind in choice.kinds]
    chosen = first_of_each(found, choice.n or len(found))
    turns = itertools.cycle(choice.voices)
    return [replace(one, voice=next(turns)) for one in chosen] if choice.voices else chosen


def _recogniser(stack: str, model: str | None) -> EngineSpec:
    chosen = load_stack(stack)
    if not chosen.has_sound:
        raise ConfigError(f"--stack {stack}: hears no sound; name one with a recogniser")
    if model is None:
        return chosen.stt
    settings = dict(chosen.stt.settings) if chosen.stt.engine == "whisper" else {}
    return EngineSpec(engine="whisper", settings={**settings, "model": model})


def _check_out(out: Path) -> None:
    """What took minutes shall not be lost to a place that could have been looked at before."""
    check_new_folder(out)
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise ConfigError(f"--out {out}: is there already; name a new folder")


def _keep(found: Hearing, out: Path) -> None:
    lines = "".join(json.dumps(result.to_json()) + "\n" for result in found.results)
    files = {"utterances.jsonl": lines.encode("ascii")}
    figures = {"format": "voicebench-hearing/1", "versions": versions(), **found.to_json()}
    files["hearing.json"] = (json.dumps(figures, indent=1) + "\n").encode("ascii")
    if found.sweep:
        title = f"{found.plan.recogniser.settings.get('model', found.plan.recogniser.engine)}: {found.sweep.setting}"
        files["curve.svg"] = curve_svg(found.sweep, title).encode()
    try:
        write_folder(out, files)
    except FileExistsError:
        raise ConfigError(f"--out {out}: is there already; name a new folder") from None
