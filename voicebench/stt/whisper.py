"""Whisper, by faster-whisper. The only module that imports ``faster_whisper`` and ``ctranslate2``."""

import functools
import json
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Literal

import ctranslate2
import numpy as np
import numpy.typing as npt
from faster_whisper import WhisperModel
from faster_whisper.tokenizer import Tokenizer
from faster_whisper.transcribe import get_suppressed_tokens
from pydantic import Field

from voicebench import models
from voicebench.audio import Samples, Waveform, resample
from voicebench.engines import Settings
from voicebench.errors import StackError
from voicebench.stt.base import Transcript
from voicebench.stt.presence import may_hold_a_word
from voicebench.stt.repetition import cut_loop
from voicebench.stt.speech_only import speech_only
from voicebench.stt.split import split_at_pauses
from voicebench.stt.whisper_models import Processor, find_model, find_processor
from voicebench.task import Json

__all__ = ["WhisperRecogniser", "WhisperSettings"]

_RATE_HZ = 16_000
_FRAMES_PER_S = 100
_FULL_WINDOW_S = 30
"""What Whisper was trained on. The encoder is most of the cost, and costs the same for any utterance in the window."""
_SHORT_WINDOW_S = 10
_MARGIN_S = 3
"""Padded any tighter than these two, the decoder misses the end and repeats itself."""
_TOKENS_PER_S, _SPARE_TOKENS = 8, 10
"""No one speaks faster; bounds what a loop can cost."""
_NO_SPEECH = 0.87
"""What tiny.en makes of noise and hum scored 0.92 and above, words in noise at 10 dB and better 0.81 and below. Its
log-probability parts nothing: a loop is a sure thing to it."""
_GUARDS = "guards/3"
"""Raised when the same answer of the model makes another transcript, so that no cache holds the older."""
_NO_SPEECH_IF_UNSURE, _UNSURE = 0.55, -1.25
"""What base makes of noise scored 0.57 to 0.87, as words do; but their log-probability is -0.93 and above, and that of
noise -1.29 and below."""
_WARM_UP = (0.05 * np.sin(np.arange(_RATE_HZ) * 0.3)).astype(np.float32)
"""The first run of a model takes longer, and no call should pay for that."""


class WhisperSettings(Settings):
    """Settings of Whisper.

    Args:
        model: ``tiny.en``, which is packaged; ``base``; any other size by faster-whisper's name, fetched before; or the
            folder of any model converted for CTranslate2.
        beam: Width of the beam search.
        window: ``short`` pads an utterance to 10 s, or by 3 s if that is longer; ``full`` to 30 s, at up to three
            times the cost.
        vad: Whether what is no speech is cut out first, by Silero VAD.
        device: Where it runs; ``auto`` is a GPU where there is one.
        compute_type: One by its own name in CTranslate2, so not ``auto``, nor ``default``; left out, ``int8`` on a CPU
            and ``float16`` on a GPU.
        cpu_threads: Threads on a CPU; one each, as calls run one a core.
        prompt: What the model takes to have been said before; it goes on in that form. "B, K, 8 4 0 2 9." makes it hear
            more of what is spelled, and invent more.
        hotwords: Words to expect, put before the prompt.
    """

    model: str = "tiny.en"
    beam: int = Field(1, ge=1, le=10)
    window: Literal["short", "full"] = "short"
    vad: bool = False
    device: Literal["cpu", "cuda", "auto"] = "auto"
    compute_type: str | None = None
    cpu_threads: int = Field(1, ge=1)
    prompt: str | None = None
    hotwords: str | None = None


class WhisperRecogniser:
    """Whisper at temperature 0, one utterance at a time.

    Batches took longer on a CPU and changed one transcript in 52: what is heard would hang on what else is heard.
    The encoder and the decoder are called directly. ``WhisperModel.transcribe`` gives the same words, but always pads
    to 30 s.
    """

    name = "whisper"

    def __init__(self, settings: Mapping[str, Json]):
        self._settings = chosen = WhisperSettings.read(settings, "stt whisper")
        folder, on = find_model(chosen.model), find_processor(chosen.device, chosen.compute_type)
        self._model = model = _load(folder, on, chosen.cpu_threads)
        self._tokenizer = Tokenizer(model.hf_tokenizer, model.model.is_multilingual, "transcribe", "en")
        self._suppressed = get_suppressed_tokens(self._tokenizer, [-1])
        self._prompt = self._started(chosen.prompt, chosen.hotwords)
        versions = [_GUARDS, version("faster-whisper"), ctranslate2.__version__, models.sha256_of(folder / "model.bin")]
        decides = chosen.model_dump(exclude={"model"}) | {"device": on.device, "compute_type": on.compute_type}
        self.fingerprint = json.dumps(["whisper/2", *versions, decides])
        self._hear(_WARM_UP)

    @staticmethod
    def check(settings: Mapping[str, Json]) -> None:
        """Raise unless the settings are right and the model is here; it is not loaded."""
        chosen = WhisperSettings.read(settings, "stt whisper")
        find_model(chosen.model)
        find_processor(chosen.device, chosen.compute_type)

    def _started(self, prompt: str | None, hotwords: str | None) -> list[int]:
        prompt, hotwords = ((words or "").strip() for words in (prompt, hotwords))
        before, expected = (self._tokenizer.encode(f" {words}") if words else [] for words in (prompt, hotwords))
        length = len(before) + len(expected)
        most = self._model.max_length // 2 - 1  # more is cut off without a word
        if length > most:
            raise StackError(f"stt whisper: prompt and hotwords are {length} tokens long; at most {most} are heeded")
        start: list[int] = self._model.get_prompt(self._tokenizer, before, without_timestamps=True, hotwords=hotwords)
        return start

    def transcribe(self, sound: Waveform) -> Transcript:
        """Return what is said in ``sound``; longer than 30 s, it is cut at its pauses."""
        samples = resample(sound, _RATE_HZ).samples
        if self._settings.vad:
            samples = speech_only(samples, _RATE_HZ)
        heard = [self._hear(piece) for piece in split_at_pauses(samples, _RATE_HZ, _FULL_WINDOW_S)]
        text = " ".join(piece.text for piece in heard if piece.text)
        return Transcript(text, tuple(sorted({flag for piece in heard for flag in piece.flags})))

    def _hear(self, samples: Samples) -> Transcript:
        if not may_hold_a_word(Waveform(samples, _RATE_HZ)):
            return Transcript("")
        room = self._model.max_length - len(self._prompt)
        tokens = min(room, int(len(samples) / _RATE_HZ * _TOKENS_PER_S) + _SPARE_TOKENS)
        result = self._model.model.generate(
            self._model.encode(self._features(samples)),
            [self._prompt],
            beam_size=self._settings.beam,
            # CTranslate2 gives the answer half of it, or what the prompt leaves, if that is less.
            max_length=tokens + max(tokens, len(self._prompt)),
            return_scores=True,
            return_no_speech_prob=True,
            suppress_tokens=self._suppressed,
        )[0]
        ids = result.sequences_ids[0]
        # The score is the mean by token of the answer; the end of the text counts as one more.
        logprob = result.scores[0] * len(ids) / (len(ids) + 1)
        text = self._tokenizer.decode(ids).strip()
        return _judge(text, result.no_speech_prob, logprob, stopped=len(ids) >= tokens)

    def _features(self, samples: Samples) -> npt.NDArray[np.float32]:
        """Return the mel features, shape (mels, frames), padded or cut to the window."""
        frames = _FULL_WINDOW_S * _FRAMES_PER_S
        if self._settings.window == "short":
            needed = len(samples) * _FRAMES_PER_S // _RATE_HZ + _MARGIN_S * _FRAMES_PER_S
            frames = min(frames, max(needed, _SHORT_WINDOW_S * _FRAMES_PER_S))
        # The last frame is the extractor's own padding.
        features = self._model.feature_extractor(samples)[:, :-1][:, :frames]
        return np.pad(features, ((0, 0), (0, frames - features.shape[1])))


def _judge(text: str, no_speech: float, logprob: float, *, stopped: bool) -> Transcript:
    if not any(character.isalnum() for character in text):
        return Transcript("")
    if no_speech > _NO_SPEECH or (no_speech > _NO_SPEECH_IF_UNSURE and logprob < _UNSURE):
        return Transcript("", ("no_speech",))
    cut = cut_loop(text, stopped=stopped)
    return Transcript(cut.text, ("repetition",) if cut.looped else ())


@functools.cache
def _load(folder: Path, on: Processor, cpu_threads: int) -> WhisperModel:
    try:
        return WhisperModel(str(folder), device=on.device, compute_type=on.compute_type, cpu_threads=cpu_threads)
    except Exception as error:  # the tokenizer's library raises bare ones
        why = " ".join(str(error).split())
        raise StackError(f"stt whisper: the model in {folder} cannot be loaded: {why}") from error
