"""Where the weights of a Whisper model lie, and what they run on."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

import ctranslate2
from faster_whisper.utils import available_models, download_model

from voicebench import models
from voicebench.errors import FixtureError, StackError
from voicebench.joined import WHISPER_BASE

__all__ = ["Processor", "choose_processor", "find_model", "find_processor"]

_SAID = {"cpu": "CPU", "cuda": "GPU"}
_SPEC, _LONGEST_START = b"WhisperSpec", 32
"""The file starts with its version and the name of what is in it. Loading tells no more of a wrong one."""


def find_model(model: str) -> Path:
    """Return the folder of a model.

    Args:
        model: ``tiny.en`` and ``base`` come in packages; any other size that faster-whisper knows by name is looked for
            among what its hub's client has already fetched, and never fetched; anything else is a folder.

    Raises:
        StackError: It is none of these, or a folder whose files are no Whisper model.
        FixtureError: Its files are not here.
        MissingExtraError: Its packages are not installed.
    """
    if model == "tiny.en":
        return models.whisper_tiny_en()
    if model == "base":
        return WHISPER_BASE.locate(models.cache_folder())
    if (Path(model) / "model.bin").is_file():
        return _whole(Path(model))
    if model not in available_models():
        what = f"stt whisper: no model {model!r}; choose base, tiny.en, a size that faster-whisper knows"
        raise StackError(f"{what}, or a folder with model.bin in it")
    return _fetched(model)


def _whole(folder: Path) -> Path:
    try:
        with (folder / "model.bin").open("rb") as file:
            start = file.read(_LONGEST_START)
    except OSError as error:
        raise StackError(f"stt whisper: {folder}/model.bin: cannot be read: {error.strerror or error}") from None
    if _SPEC not in start:
        what = f"stt whisper: {folder}/model.bin is no Whisper model converted for CTranslate2"
        raise StackError(f"{what}; convert it with ct2-transformers-converter, or copy it again")
    if not (folder / "tokenizer.json").is_file():
        raise StackError(f"stt whisper: {folder} lacks tokenizer.json; copy it there from where the model comes from")
    return folder


def _fetched(size: str) -> Path:
    try:
        return Path(download_model(size, local_files_only=True))
    except (OSError, ValueError):  # the hub's client has errors of its own, which are both
        fetch = f"python -c \"from faster_whisper import download_model; print(download_model('{size}'))\""
        what = f"stt whisper: the model {size} is not on this machine, and nothing is downloaded here"
        raise FixtureError(f"{what}; fetch it once with: {fetch}, or name a folder with it") from None


@dataclass(frozen=True)
class Processor:
    """What a model runs on.

    Args:
        device: ``cpu`` or ``cuda``.
        compute_type: As CTranslate2 names it; never ``auto`` or ``default``, which do not tell what ran.
    """

    device: str
    compute_type: str


def choose_processor(device: str, compute_type: str | None, gpus: int, kinds: AbstractSet[str]) -> Processor:
    """Return what a model is to run on.

    Args:
        device: ``cpu``, ``cuda``, or ``auto`` for a GPU where there is one.
        compute_type: One by its own name in CTranslate2; None for ``int8`` on a CPU and ``float16`` on a GPU, or the
            next best that a GPU can do.
        gpus: How many there are.
        kinds: The compute types that the GPU can do, or the CPU where it is to run on that.

    Raises:
        StackError: There is no GPU, or what it runs on cannot do that.
    """
    if device == "cuda" and not gpus:
        raise StackError("stt whisper: device is 'cuda', and there is no GPU here; write cpu, or auto")
    on = _device(device, gpus)
    if compute_type is not None and compute_type not in kinds:
        what = f"stt whisper: compute_type is {compute_type!r}, which this {_SAID[on]} cannot do"
        raise StackError(f"{what}; choose one of {', '.join(sorted(kinds))}")
    if on == "cpu":
        return Processor(on, compute_type or "int8")
    best = next((kind for kind in ("float16", "int8_float16", "float32") if kind in kinds), "float32")
    return Processor(on, compute_type or best)


def _device(device: str, gpus: int) -> str:
    return "cuda" if gpus and device != "cpu" else "cpu"


def find_processor(device: str, compute_type: str | None) -> Processor:
    """Return what a model is to run on here; see ``choose_processor``."""
    gpus = ctranslate2.get_cuda_device_count()
    kinds = ctranslate2.get_supported_compute_types(_device(device, gpus))
    return choose_processor(device, compute_type, gpus, kinds)
