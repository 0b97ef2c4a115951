"""A voice's ONNX session that gives its memory back."""

from collections.abc import Mapping, Sequence
from typing import Any

import onnxruntime

__all__ = ["LeanSession"]


class LeanSession:
    """A session with the two methods that a voice calls.

    What a sentence took goes back to the system after it: kept, as is the default, the longest one's memory (150 MB for
    twelve seconds of Piper) stays taken, and so do the gaps between the blocks of many lengths.

    Args:
        session: Computes.
    """

    def __init__(self, session: onnxruntime.InferenceSession):
        self._session = session
        self._giving_back = onnxruntime.RunOptions()
        self._giving_back.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")

    def get_inputs(self) -> Sequence[Any]:
        """Return what the model takes."""
        inputs: Sequence[Any] = self._session.get_inputs()
        return inputs

    def run(self, outputs: Sequence[str] | None, inputs: Mapping[str, Any]) -> Sequence[Any]:
        """Compute.

        Args:
            outputs: Names of what is wanted; None for all.
            inputs: By name.
        """
        computed: Sequence[Any] = self._session.run(outputs, inputs, self._giving_back)
        return computed
