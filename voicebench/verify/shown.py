"""Values as a verdict shows them: whatever a model sent, the verdict can be written as JSON."""

import math
from collections.abc import Mapping

from voicebench.task import Json

__all__ = ["shown"]

_DEPTH = 50


def shown(value: Json, depth: int = _DEPTH) -> Json:
    """Copy a value, with text in place of what JSON or UTF-8 cannot hold, and of nesting beyond all sense."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if not isinstance(value, Mapping | list):
        return value
    if depth == 0:
        return "..."
    if isinstance(value, Mapping):
        return {shown(key): shown(item, depth - 1) for key, item in value.items()}
    return [shown(item, depth - 1) for item in value]
