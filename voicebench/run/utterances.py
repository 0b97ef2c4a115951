"""What the caller said, with what was heard of it and what it was an answer to."""

from collections.abc import Sequence
from dataclasses import dataclass

from voicebench.events import Event

__all__ = ["Utterance", "utterances"]


@dataclass(frozen=True)
class Utterance:
    """What the caller said in one go.

    Args:
        meant: The caller's words.
        heard: What the recogniser made of them until the caller spoke again.
        asked: What the agent had said before.
        at_ns: When the caller began.
    """

    meant: str
    heard: str
    asked: str
    at_ns: int


def utterances(events: Sequence[Event]) -> tuple[Utterance, ...]:
    """Return what the caller said, in order."""
    found: list[Utterance] = []
    said: Event | None = None
    heard: list[str] = []
    asked = answering = ""
    for event in events:
        if event.kind == "said" and event.side == "caller":
            found += _closed(said, heard, answering)
            said, heard, answering = event, [], asked
        elif event.kind == "transcript":
            heard.append(event.data["text"])
        elif event.kind == "played":
            asked = event.data["text"]
    return (*found, *_closed(said, heard, answering))


def _closed(said: Event | None, heard: Sequence[str], asked: str) -> list[Utterance]:
    return [] if said is None else [Utterance(said.data["text"], " ".join(heard), asked, said.at_ns)]
