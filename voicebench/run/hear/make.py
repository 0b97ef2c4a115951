"""Draws the utterances that ship and speaks the fixed part of them, into ``audio_fixtures/``.

    python -m voicebench.run.hear.make audio_fixtures

Not part of a test or of a call: run it again only when the set itself shall change.
"""

import contextlib
import hashlib
import sys
from pathlib import Path

import soundfile

from voicebench import models
from voicebench.audio import to_pcm16
from voicebench.run.hear.listen import say
from voicebench.run.hear.manifest import MANIFEST, manifest_lines
from voicebench.run.hear.utterances import KINDS, Utterance, draw_utterances
from voicebench.run.kit import Kit
from voicebench.run.manifest import versions
from voicebench.units import LINE_RATE_HZ

__all__ = ["main"]

_SEED = 1
_COUNTS = dict.fromkeys(KINDS, 40) | {"correction": 30, "request": 30}
_SPOKEN = ("phone-0", "zip-3", "card_digits-2", "date-3", "money-0", "order_code-1", "yes_no-2", "request-3")
_LICENCES = {"joe": "CC0-1.0", "heart": "Apache-2.0"}
"""Of the voices, by their cards; their slow and low forms are the same."""


def main(folder: Path) -> None:
    """Write the manifest and the sounds."""
    utterances = draw_utterances(_COUNTS, _SEED)
    fixed = [utterance for utterance in utterances if utterance.id in _SPOKEN]
    files = {f"hear_{utterance.id}.flac": utterance for utterance in fixed}
    with contextlib.closing(Kit(models.cache_folder())) as kit:
        for name, utterance in files.items():
            _write(folder / name, utterance, kit)
    sounds = {utterance.id: name for name, utterance in files.items()}
    head = {"seed": _SEED, "counts": _COUNTS, "sounds": sounds, "sha256": {name: _sha(folder / name) for name in files}}
    head |= {"licences": _LICENCES, "made_with": {name: versions()[name] for name in ("piper-tts", "hibari-tts")}}
    (folder / MANIFEST).write_text(manifest_lines(utterances, head), encoding="ascii")


def _write(path: Path, utterance: Utterance, kit: Kit) -> None:
    soundfile.write(path, to_pcm16(say(utterance, kit).samples), LINE_RATE_HZ, format="FLAC", subtype="PCM_16")


def _sha(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
