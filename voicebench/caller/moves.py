"""What a caller hears, what it may do in return, and how far its patience goes."""

from dataclasses import dataclass
from typing import Literal

from voicebench.record import Ending

__all__ = ["HangUp", "Heard", "Limits", "Move", "Reason", "Say", "Wait"]

Reason = Literal["opening", "request", "answer", "confirm", "correct", "decline", "repeat", "nudge", "closing"]


@dataclass(frozen=True)
class Limits:
    """How long a caller puts up with a call; running into one is the agent's doing.

    Args:
        turns: Utterances of the caller's, after which it hangs up.
        silence_s: Silence of the agent's that makes the caller speak up.
        length_s: Length of the call at which whoever keeps the time asks for ``overdue``.
    """

    turns: int = 60
    silence_s: float = 12.0
    length_s: float = 600.0


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
