"""A voice's ONNX session that gives its memory back."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnxruntime

__all__ = ["LeanSession"]


class LeanSession:
    """A session with the two methods that a voice calls.

    What a long sentence took goes back to the system after it: kept, as is the default, the longest one's memory (150
    MB for twelve seconds of Piper) stays taken, and so do the gaps between the blocks of many lengths. After every
    sentence it would cost Piper a fifth of the time. It costs Hibari none that can be measured, so all of its are long.

    Args:
        session: Computes.
        long: So many signs of input, of the longest, make a long sentence; by default each is one.
    """

    def __init__(self, session: onnxruntime.InferenceSession, long: int = 0):
        self._session = session
        self._long = long
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
        is_long = max(np.size(one) for one in inputs.values()) >= self._long
        computed: Sequence[Any] = self._session.run(outputs, inputs, self._giving_back if is_long else None)
        return computed
