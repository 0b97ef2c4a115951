"""Measures what the stages of a stack cost on this machine, and prints a cost profile.

    python benchmarks/costs.py --name local > pipelines/profiles/local.yaml

Run it on an idle machine: it warns when it is not. Costs are taken one job at a time, models warm, by the length of the
sound, as quantiles from the least to the greatest. With ``--json`` the same as one JSON object.
"""

import argparse
import datetime as dt
import json
import os
import platform
import sys
from importlib.metadata import version

import numpy as np
import yaml

from voicebench.audio import Waveform
from voicebench.run.voice import PhoneVoice
from voicebench.stack import load_stack
from voicebench.stt import make as make_recogniser
from voicebench.tts import make as make_voice
from voicebench.units import LINE_RATE_HZ
from voicebench.vtime.workbench import timed

_SENTENCE = (
    "thank you for waiting I have found the order that you asked about and it was delivered on the fifth of June so "
    "the time in which it can be sent back to us has run out but I can tell you about the other things that you bought"
)
_WORDS = _SENTENCE.split()
_QUANTILES = np.linspace(0.0, 1.0, 11)


def _row(size: float, costs_ns: list[int]) -> dict[str, object]:
    quantiles = np.quantile(np.array(costs_ns) / 1e6, _QUANTILES)
    return {"size": round(size, 2), "n": len(costs_ns), "ms": [round(float(ms), 1) for ms in quantiles]}


def _measure_tts(voice: PhoneVoice, repeats: int) -> list[dict[str, object]]:
    rows = []
    for count in (3, 8, 16, 32):
        lengths_s, costs_ns = [], []
        for turn in range(repeats):
            start = turn % (len(_WORDS) - count)
            sound, took_ns = timed(lambda start=start, count=count: voice.say(" ".join(_WORDS[start : start + count])))
            lengths_s.append(len(sound) / LINE_RATE_HZ)
            costs_ns.append(took_ns)
        rows.append(_row(float(np.median(lengths_s)), costs_ns))
    return rows


def _measure_stt(transcribe: object, voice: PhoneVoice, repeats: int) -> list[dict[str, object]]:
    rows = []
    speech = np.concatenate([voice.say(" ".join(_WORDS)).samples] * 2)
    for seconds in (2.0, 4.0, 8.0, 14.0):
        size = int(seconds * LINE_RATE_HZ)
        costs_ns = []
        for turn in range(repeats):
            start = turn * 997 % max(1, len(speech) - size)
            sound = Waveform(speech[start : start + size], LINE_RATE_HZ)
            costs_ns.append(timed(lambda sound=sound: transcribe(sound))[1])  # type: ignore[operator]
        rows.append(_row(seconds, costs_ns))
    return rows


def _machine() -> dict[str, object]:
    packages = ("faster-whisper", "ctranslate2", "piper-tts", "onnxruntime", "numpy")
    return {
        "cores": os.cpu_count(),
        "processor": platform.processor() or platform.machine(),
        "python": platform.python_version(),
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
        "load_1min": round(os.getloadavg()[0], 2),
        "versions": {name: version(name) for name in packages},
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stack", default="local")
    parser.add_argument("--name", default="local")
    parser.add_argument("--repeats", type=int, default=20, help="jobs of each length")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    machine = _machine()
    if os.getloadavg()[0] > 0.5:
        print(f"the machine is busy (load {os.getloadavg()[0]:.2f}): these costs will be too high", file=sys.stderr)
    stack = load_stack(options.stack)
    voice = PhoneVoice(make_voice(stack.tts.engine, stack.tts.settings), None)
    recogniser = make_recogniser(stack.stt.engine, stack.stt.settings)
    recogniser.transcribe(voice.say("Warm up, please."))
    tts = _measure_tts(voice, options.repeats)
    stages = {
        "stt": _measure_stt(recogniser.transcribe, voice, options.repeats),
        "tts": tts,
    }
    profile = {"format": "voicebench-profile/1", "name": options.name, "machine": machine, "stages": stages}
    if options.json:
        print(json.dumps(profile))
    else:
        print(f"# Measured by benchmarks/costs.py; {options.repeats} jobs of each length, in milliseconds.")
        print(yaml.safe_dump(profile, sort_keys=False, default_flow_style=None, width=120), end="")


if __name__ == "__main__":
    main()
