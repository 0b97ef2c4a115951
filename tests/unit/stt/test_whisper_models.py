"""Which Whisper, and on what; nothing is loaded and nobody is asked."""

from pathlib import Path

import pytest

from voicebench.errors import FixtureError, StackError
from voicebench.stt.whisper_models import Processor, choose_processor, find_model

GPU = {"float32", "float16", "int8", "int8_float16"}
OLD_GPU = {"float32", "int8"}


@pytest.mark.parametrize(
    ("device", "compute_type", "gpus", "kinds", "found"),
    [
        ("auto", None, 0, set(), Processor("cpu", "int8")),
        ("cpu", None, 2, GPU, Processor("cpu", "int8")),
        ("cpu", "float32", 2, GPU, Processor("cpu", "float32")),
        ("auto", None, 1, GPU, Processor("cuda", "float16")),
        ("cuda", None, 1, GPU, Processor("cuda", "float16")),
        ("auto", "int8_float16", 1, GPU, Processor("cuda", "int8_float16")),
        ("auto", None, 1, OLD_GPU, Processor("cuda", "float32")),
    ],
)
def test_what_it_runs_on(device: str, compute_type: str | None, gpus: int, kinds: set[str], found: Processor) -> None:
    assert choose_processor(device, compute_type, gpus, kinds) == found


def test_a_gpu_that_is_not_there() -> None:
    with pytest.raises(StackError, match="there is no GPU here; write cpu, or auto"):
        choose_processor("cuda", None, 0, set())


def test_a_compute_type_that_a_gpu_cannot_do() -> None:
    with pytest.raises(StackError, match="'float16', which this GPU cannot do; choose one of float32, int8"):
        choose_processor("auto", "float16", 1, OLD_GPU)


def test_a_folder_with_a_model_in_it(tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_bytes(b"")
    assert find_model(str(tmp_path)) == tmp_path


def test_a_size_is_looked_for_and_never_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(FixtureError, match="the model small is not on this machine, and nothing is downloaded here"):
        find_model("small")


def test_what_is_neither(tmp_path: Path) -> None:
    with pytest.raises(
        StackError, match=r"no model 'smal'; choose base, tiny\.en, a size that faster-whisper knows, or"
    ):
        find_model("smal")
    with pytest.raises(StackError, match=r"or a folder with model\.bin in it"):
        find_model(str(tmp_path))
