"""The caller's side of a call: listen, decide, speak, until somebody hangs up."""

from typing import Protocol

from voicebench.caller import Caller, HangUp, Heard, Move, Say, Wait
from voicebench.events import EventLog
from voicebench.record import Ending

__all__ = ["CallerSide", "converse"]


class CallerSide(Protocol):
    """The caller's ear and mouth, over the line or as bare text."""

    async def listen(self) -> Heard | None:
        """Return what the agent said, once it has stopped; None when it said nothing for too long."""
        ...

    async def say(self, say: Say) -> None:
        """Say something; return when it was said."""
        ...


async def converse(caller: Caller, side: CallerSide, events: EventLog) -> Ending:
    """Hold the conversation.

    Args:
        caller: Decides what to say.
        side: Its ear and mouth.
        events: Takes what was played to it and what it said.

    Returns:
        How the call ended.
    """
    while True:
        move = await _react(caller, await side.listen(), events)
        say = move if isinstance(move, Say) else move.say if isinstance(move, HangUp) else None
        if say is not None:
            events.add("caller", "said", text=say.text, spoken=say.spoken, why=say.why)
            await side.say(say)
        if isinstance(move, HangUp):
            return move.ending


async def _react(caller: Caller, heard: Heard | None, events: EventLog) -> Move:
    if heard is not None:
        events.add("agent", "played", text=heard.text, cut=heard.cut)
    return Wait() if heard is not None and not heard.text.strip() else await caller.decide(heard)
