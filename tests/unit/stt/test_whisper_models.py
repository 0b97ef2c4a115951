"""Which Whisper, and on what; nothing is loaded and nobody is asked."""

from pathlib import Path

import pytest

from voicebench import stt
from voicebench.errors import FixtureError, StackError
from voicebench.stt.whisper import WhisperRecogniser
from voicebench.stt.whisper_models import Processor, choose_processor, find_model

GPU = {"float32", "float16", "int8", "int8_float16"}
OLD_GPU = {"float32", "int8"}
CPU = {"float32", "int16", "int8", "int8_float32"}
START = b"\x06\0\0\0\x0c\0WhisperSpec\0"


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
        ("auto", "int16", 0, CPU, Processor("cpu", "int16")),
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


@pytest.mark.parametrize("compute_type", ["float16", "int8_float16", "nonsense", "auto", "default", ""])
@pytest.mark.parametrize(("device", "gpus"), [("auto", 0), ("cpu", 0), ("cpu", 1)])
def test_a_compute_type_that_a_cpu_cannot_do(device: str, gpus: int, compute_type: str) -> None:
    with pytest.raises(StackError, match=f"'{compute_type}', which this CPU cannot do; choose one of float32, int16"):
        choose_processor(device, compute_type, gpus, CPU)


def test_a_folder_with_a_model_in_it(tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_bytes(START)
    (tmp_path / "tokenizer.json").write_text("{}")
    assert find_model(str(tmp_path)) == tmp_path


@pytest.mark.parametrize(
    "start",
    [
        b"",
        b"junk" * 20,
        b"version https://git-lfs.github.com/spec/v1",
        START.replace(b"Whisper", b"Transformer"),
        START[:8],
    ],
)
def test_a_folder_whose_weights_are_none_is_refused_before_they_are_loaded(tmp_path: Path, start: bytes) -> None:
    (tmp_path / "model.bin").write_bytes(start)
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(StackError, match=r"stt whisper: .*model\.bin is no Whisper model converted for CTranslate2"):
        WhisperRecogniser.check({"model": str(tmp_path)})


def test_a_folder_without_a_tokenizer_is_refused_since_it_would_be_downloaded(tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_bytes(START)
    with pytest.raises(StackError, match=r"stt whisper: .* lacks tokenizer\.json"):
        find_model(str(tmp_path))


def test_a_model_that_breaks_off_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_bytes(START)
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(StackError, match=r"stt whisper: the model in .* cannot be loaded: ") as caught:
        stt.make("whisper", {"model": str(tmp_path), "device": "cpu"})
    assert "\n" not in str(caught.value)


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


@pytest.mark.parametrize("name", ["prompt", "hotwords", "model"])
def test_half_a_character_in_a_setting_is_refused(name: str) -> None:
    with pytest.raises(StackError, match=f"stt whisper: {name} holds half of a surrogate pair"):
        WhisperRecogniser.check({name: "Kestrel \ud800"})
