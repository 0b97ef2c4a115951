"""Calls in which nothing needs a model: every voice says one clip of speech, and one recogniser is told the words."""

import contextlib
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np
import pytest
import soundfile

from voicebench.audio import Waveform
from voicebench.graph.tts import Speech
from voicebench.run.kit import Kit
from voicebench.run.plan import CallPlan
from voicebench.run.prepare import endpoint
from voicebench.stt import Transcript
from voicebench.task import Json
from voicebench.testing.openai_server import OpenAiServer
from voicebench.units import LINE_RATE_HZ

CLIP = Path(__file__).parents[2] / "audio_fixtures" / "truth_refund.flac"


def _clip() -> Waveform:
    samples, rate_hz = soundfile.read(CLIP, dtype="float32")
    assert rate_hz == LINE_RATE_HZ
    return Waveform(samples[np.flatnonzero(samples)[0] :], LINE_RATE_HZ)


class Told:
    """A recogniser that is told what was said, and hears it once, whatever sound it gets."""

    name = "told"
    fingerprint = "told/1"

    def __init__(self) -> None:
        self.said: deque[str] = deque()

    def transcribe(self, sound: Waveform) -> Transcript:
        del sound
        return Transcript(self.said.popleft() if self.said else "")


class ClipVoice:
    """A voice that says the clip, whatever it is asked to say."""

    name = "clip"
    fingerprint = "clip/1"

    def synthesise(self, text: str) -> Waveform:
        return _clip() if text.strip() else Waveform(np.zeros(0, np.float32), LINE_RATE_HZ)


class ClipKit(Kit):
    """Lends the clip for any voice of the caller's and ours, and tells a recogniser the caller's words."""

    def __init__(self, told: Told, cache: Path | None = None):
        super().__init__(cache)
        self._told = told

    def speech(self, engine: str, settings: Mapping[str, Json], *, cached: bool = True) -> Speech:
        del settings, cached

        def say(text: str) -> Waveform:
            if engine != "tone":  # the agent's
                self._told.said.append(text)
            return _clip()

        return Speech(say, lambda _: None)


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def kit(told: Told, tmp_path: Path) -> Iterator[Kit]:
    """Of voices, the agent's is the tone's."""
    kit = ClipKit(told, tmp_path / "cache")
    yield kit
    kit.close()


@pytest.fixture
def serve(told: Told, kit: Kit) -> Iterator[Callable[[CallPlan], OpenAiServer]]:
    """``serve(plan)``: all three endpoints on loopback; the model is the reference model, for the plan's task."""
    with contextlib.ExitStack() as servers:

        def start(plan: CallPlan) -> OpenAiServer:
            where = endpoint(plan, kit)
            assert where is not None
            return servers.enter_context(OpenAiServer(told, ClipVoice(), where.base_url))

        yield start
