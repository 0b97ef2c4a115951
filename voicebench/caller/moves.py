"""What a caller hears, and what it may do in return."""

from dataclasses import dataclass
from typing import Literal, Protocol

from voicebench.record import Ending

__all__ = ["Caller", "HangUp", "Heard", "Move", "Reason", "Say", "Wait"]

Reason = Literal["opening", "request", "answer", "confirm", "correct", "decline", "repeat", "nudge", "closing"]


@dataclass(frozen=True)
class Heard:
    """One utterance of the agent's, as it reached the caller.

    Args:
        text: What was played to the caller.
        cut: The caller talked over it, so that ``text`` is only a beginning.
        source: ``words`` for the agent's own text, ``recogniser`` for what an STT made of its sound (often without
            punctuation).
    """

    text: str
    cut: bool = False
    source: Literal["words", "recogniser"] = "words"


@dataclass(frozen=True)
class Say:
    """Something to say.

    Args:
        text: As written: "My number is 541-555-0133."
        spoken: As the voice gets it, values in words.
        why: What moved the caller; the first of several reasons.
    """

    text: str
    spoken: str
    why: Reason


@dataclass(frozen=True)
class Wait:
    """Say nothing: it is still the agent's turn."""


@dataclass(frozen=True)
class HangUp:
    """End the call, after some last words where ``say`` has them."""

    say: Say | None
    ending: Ending


Move = Say | Wait | HangUp


class Caller(Protocol):
    """Decides what the person on the telephone does."""

    async def decide(self, heard: Heard | None) -> Move:
        """Return the next move, now that the agent has stopped talking, or has said nothing for too long (None).

        Raises:
            CallError: The caller broke, by its own fault.
        """
        ...

    def overdue(self) -> HangUp:
        """Return the hang-up for a call that has lasted too long."""
        ...

    def reaction_ms(self) -> float:
        """Draw the gap between the agent's last sound and the caller's first, in milliseconds."""
        ...
