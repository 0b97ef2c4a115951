"""Which tape a call has."""

from dataclasses import dataclass
from pathlib import Path

from voicebench.tape import PlayedTape, RecordedTape, Tape

__all__ = ["Cassette"]


@dataclass(frozen=True)
class Cassette:
    """What a run is recorded on, or replayed from.

    Args:
        path: The folder of the tape that is recorded, or the file that is replayed.
        is_played: Which of the two.
    """

    path: Path
    is_played: bool

    def open(self) -> Tape:
        """Return the tape."""
        return PlayedTape(self.path) if self.is_played else RecordedTape(self.path)
