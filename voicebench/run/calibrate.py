"""Measures a stack on this machine and makes a cost profile of it."""

import os
import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from voicebench import packs
from voicebench.errors import ConfigError
from voicebench.line import load as load_line
from voicebench.run.idle import busy
from voicebench.run.kit import Kit
from voicebench.run.manifest import versions
from voicebench.run.measure import (
    Rows,
    measure_llm,
    measure_stt,
    measure_tts,
    measure_turn,
    measure_vad,
    speech,
)
from voicebench.run.plan import CallPlan
from voicebench.seeds import call_seed
from voicebench.stack import Stack
from voicebench.task import Json
from voicebench.vtime.profile import Profile

__all__ = ["Surroundings", "calibrate", "profile_text"]

_ASKED = ("customer_support", "R-H4")
"""The pack and task whose first request the model is asked."""


@dataclass(frozen=True)
class Surroundings:
    """What the measuring needs from outside.

    Args:
        day: Today, for the profile.
        pause: Waits so many seconds.
        tell: Takes what is being done.
    """

    day: str
    pause: Callable[[float], None]
    tell: Callable[[str], None]


def calibrate(stack: Stack, name: str, repeats: int, around: Surroundings) -> dict[str, Json]:
    """Return a profile of a stack on this machine, as plain data.

    Costs of the reference model stand under ``beside``: its pace is a setting of the stack, and a profile that named
    it would override that.

    Args:
        stack: What is measured.
        name: The profile's name.
        repeats: Jobs of each length.
        around: What the measuring needs from outside.

    Raises:
        ConfigError: A model or a key is missing, or nothing has a cost.
        CallError: The model's endpoint does not answer as it should.
    """
    if not stack.has_sound and stack.llm.engine == "reference":
        what = "it has no sound, and the reference model's pace is a setting of the stack"
        raise ConfigError(f"calibrate: nothing that the stack {stack.name} does has a cost: {what}")
    if stack.services:
        names = ", ".join(service.path.partition(":")[2] for service in stack.services.values())
        raise ConfigError(f"calibrate: {names} of the stack {stack.name}: services of Pipecat's take what they take")
    around.tell("looking whether the machine is idle")
    why_busy = busy(around.pause)
    if why_busy:
        around.tell(f"the machine is busy: {why_busy}; these costs will be too high")
    kit = Kit(None)
    try:
        sounds, beside = _sound_stages(stack, kit, repeats, around)
        around.tell("asking the model")
        llm = measure_llm(_plan(stack), kit, repeats)
    finally:
        kit.close()
    is_ours = stack.llm.engine == "reference"
    profile = {
        "format": "voicebench-profile/1",
        "name": name,
        "machine": _machine(stack, around.day, why_busy),
        "stages": sounds if is_ours else {**sounds, **llm},
        "beside": {**beside, **llm} if is_ours else beside,
    }
    Profile.model_validate(profile)
    return profile


def _sound_stages(
    stack: Stack, kit: Kit, repeats: int, around: Surroundings
) -> tuple[dict[str, Rows], dict[str, Rows]]:
    """Return what is charged, and what is only measured."""
    if not stack.has_sound:
        return {}, {}
    around.tell("loading the models")
    voice = kit.speech(stack.tts.engine, stack.tts.options, cached=False)
    hearing = kit.hearing(stack.stt, cached=False)
    sound = speech(voice)
    measures: dict[str, Callable[[], Rows]] = {
        "stt": lambda: measure_stt(hearing, sound, repeats),
        "tts": lambda: measure_tts(voice, repeats),
        "turn": lambda: measure_turn(sound, repeats),
    }
    stages = {}
    for stage, measure in measures.items():
        around.tell(f"measuring {stage}")
        stages[stage] = measure()
    return stages, {"vad": measure_vad(sound, repeats)}


def _plan(stack: Stack) -> CallPlan:
    pack = packs.load(_ASKED[0])
    task = pack.tasks[_ASKED[1]]
    seed = call_seed(1, "/".join(_ASKED), 0)
    return CallPlan(pack, task, 0, seed, stack, load_line("clean"), costs=None)


def _machine(stack: Stack, day: str, why_busy: str | None) -> dict[str, Json]:
    return {
        "date": day,
        "stack": stack.name,
        "idle": why_busy is None,
        "busy": why_busy,
        "load_1min": round(os.getloadavg()[0], 2),
        "cores": os.cpu_count(),
        "processor": _processor(),
        "system": platform.system(),
        "python": platform.python_version(),
        "versions": versions(),
    }


def _processor() -> str:
    """The processor's own name, where the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, "") or platform.processor() or platform.machine()


def profile_text(profile: Mapping[str, Json]) -> str:
    """Return a profile as a file."""
    stack = profile["machine"]["stack"]
    head = f"# Measured by `voicebench calibrate --stack {stack}`; milliseconds, by seconds of sound.\n"
    return head + yaml.safe_dump(dict(profile), sort_keys=False, default_flow_style=None, width=120)
