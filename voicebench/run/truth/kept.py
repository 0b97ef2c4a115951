"""The error of the harness as last measured on this machine, kept for the header of every run."""

import json
from collections.abc import Mapping
from pathlib import Path

from voicebench.run.truth.measure import Known
from voicebench.task import Json

__all__ = ["keep", "last_kept"]

_FILE = "harness_error.json"
_REAL = ("n", "bias_ms", "p50_abs_ms", "p99_abs_ms", "worst_abs_ms", "rejected_share")


def keep(known: Known, folder: Path, measured: Mapping[str, Json]) -> None:
    """Keep the figures that a run's header has.

    Args:
        known: What was measured.
        folder: The machine's cache folder.
        measured: When, and how busy the machine was.

    Raises:
        OSError: The folder cannot be written.
    """
    real = known.real.to_json()
    figures = {
        **measured,
        "virtual_tone_max_abs_ms": known.virtual_tone.worst_abs_ms,
        "virtual_speech_max_abs_ms": known.virtual_speech.worst_abs_ms,
        "real": {name: real[name] for name in _REAL},
        "missed": known.missed(),
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _FILE).write_text(json.dumps(figures, indent=1) + "\n", encoding="ascii")


def last_kept(folder: Path) -> Mapping[str, Json] | None:
    """Return what was kept last; None when nothing was, or it cannot be read."""
    try:
        figures = json.loads((folder / _FILE).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
    return figures if isinstance(figures, dict) else None
