"""What the caller said, with what was heard of it and what it was an answer to."""

from collections.abc import Sequence
from dataclasses import dataclass

from voicebench.events import Event
from voicebench.stt.wer import WordErrors, score

__all__ = ["Utterance", "utterances"]


@dataclass(frozen=True)
class Utterance:
    """What the caller said in one go.

    Args:
        meant: The caller's words, with their values as they are written.
        spoken: The same as they sounded, with the values read out or spelled.
        heard: What the recogniser made of them until the caller spoke again.
        asked: What the agent had said before.
        at_ns: When the caller began.
        is_farewell: Whether the caller hung up behind them, so that no recogniser had the time to hear them.
    """

    meant: str
    spoken: str
    heard: str
    asked: str
    at_ns: int
    is_farewell: bool = False

    @property
    def word_errors(self) -> WordErrors:
        """What was heard against what was spoken; none of a farewell."""
        return WordErrors() if self.is_farewell else score(self.spoken, self.heard)


def utterances(events: Sequence[Event]) -> tuple[Utterance, ...]:
    """Return what the caller said, in order."""
    found: list[Utterance] = []
    said: Event | None = None
    heard: list[str] = []
    asked = answering = ""
    began_ns: int | None = None
    for event in events:
        if event.kind == "said" and event.side == "caller":
            found += _closed(said, heard, answering, began_ns)
            said, heard, answering, began_ns = event, [], asked, None
        elif event.kind == "speech_start" and event.side == "caller":
            began_ns = event.at_ns if began_ns is None else began_ns
        elif event.kind == "transcript":
            heard.append(event.data["text"])
        elif event.kind == "played":
            asked = event.data["text"]
    return (*found, *_closed(said, heard, answering, began_ns))


def _closed(said: Event | None, heard: Sequence[str], asked: str, began_ns: int | None) -> list[Utterance]:
    if said is None:
        return []
    meant, at_ns = said.data["text"], said.at_ns if began_ns is None else began_ns
    spoken, is_farewell = said.data.get("spoken", meant), said.data.get("why") == "closing"
    return [Utterance(meant, spoken, " ".join(heard), asked, at_ns, is_farewell)]
