from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from voicebench.tts.session import LeanSession


class Watched:
    """An ONNX session that notes with which options it computes."""

    def __init__(self) -> None:
        self.given: list[Any] = []

    def run(self, outputs: Sequence[str] | None, inputs: Mapping[str, Any], options: Any) -> Sequence[Any]:
        del outputs
        self.given.append(options)
        return [inputs["input"]]


@pytest.mark.parametrize(("signs", "gives_back"), [(199, False), (200, True), (400, True)])
def test_memory_is_given_back_after_a_long_sentence_alone(signs: int, *, gives_back: bool) -> None:
    session = Watched()
    sentence = {"input": np.zeros((1, signs), np.int64), "scales": np.zeros(3, np.float32)}
    LeanSession(session, long=200).run(None, sentence)  # type: ignore[arg-type]
    (options,) = session.given
    found = options is not None and options.get_run_config_entry("memory.enable_memory_arena_shrinkage") == "cpu:0"
    assert found is gives_back
